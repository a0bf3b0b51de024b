import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { findMorePlausible, plausibility } from "./plausible.ts";
import { decodeSevenBit, isSevenBit, sevenBitEncoding } from "./seven-bit.ts";
import { detectBySpelling } from "./spelling.ts";

test.each([
  ["nothing", "", 1],
  ["ASCII", "Invoice 14", 1],
  ["spaces and hyphens that do not show", "a\u00a0b\u00adc", 1],
  ["a letter within a word", "café", 1],
  ["a letter between capitals", "CAFéS", -1],
  ["a letter after capitals", "CAFé s", 1],
  ["a capital at the beginning", "École", 1],
  ["a capital after a small letter", "cafÉ", -1],
  ["a control character", "a\u0085b", -2],
  ["the last control character", "a\u009fb", -2],
  ["a sign after those", "\u00a7", 1],
  ["a replacement character", "a\ufffdb", -2],
  ["a rare letter", "að", -0.5],
  ["a letter without capitals", "שלום", 1],
  ["a mark on a letter", "e\u0301", 1],
  ["a mark on nothing", " \u0301", -1],
  ["an apostrophe within a word", "O’Neill", 1],
  ["money before an amount", "£5", 1],
  ["money after a word", "EUR€ 5", 1],
  ["money within a word", "a£b", -1],
  ["an opening quote before a word", "(“word", 1],
  ["an opening quote after a word", "word“ ", -1],
  ["a closing quote after a word", "word” ", 1],
  ["a closing quote before a word", " ”word", -1],
  ["a quote within a word", "a“b", -1],
  ["a dash between words", "a – b", 1],
  ["a dash after a word", "a– b", 1],
  ["a dash within a word", "a–b", -1],
  ["a degree sign", "20°C", 1],
  ["a box within a line", " ─ ", -0.3],
  ["a box after a word", "a─ ", -1],
  ["a box before a word", " ─a", -1],
  ["a letter and a control character", "é \u0085", -0.5],
])("the plausibility of %s", (_what, text, score) => {
  expect(plausibility(text)).toBeCloseTo(score);
});

test.each([
  ["text that is plausible already", iconv.encode("Café Zürich", "windows-1252"), "windows-1252", undefined],
  ["ASCII", Buffer.from("Invoice"), "windows-1252", undefined],
  ["DOS text", iconv.encode("Müller, Größe, für", "cp850"), "windows-1252", "cp850"],
  ["Macintosh text", iconv.encode("Daniel’s “Café”, déjà vu", "macintosh"), "windows-1252", "macintosh"],
])("a more plausible encoding than the guessed one for %s", (_what, bytes, guessed, better) => {
  expect(findMorePlausible(bytes, guessed)).toBe(better);
});

test.each([
  ["Japanese", "Invoice \x1b$B@A5a=q\x1b(B", "iso-2022-jp"],
  ["Japanese of 1978", "\x1b$@@A5a\x1b(J", "iso-2022-jp"],
  ["Korean", "\x1b$)CInvoice", "iso-2022-kr"],
  ["Korean that does not begin so", "a\x1b$)CInvoice", undefined],
  ["an open escape", "\x1b$B@A5a=q", undefined],
  ["half a character", "\x1b$B@A5\x1b(B", undefined],
  ["a line end within", "\x1b$B@A\n5a\x1b(B", undefined],
  ["bytes beyond ASCII", "\x1b$B@A5a=q\x1b(B\x80", undefined],
  ["no escape", "Invoice", undefined],
])("whether a sample of %s is in a seven-bit encoding", (_what, text, encoding) => {
  expect(sevenBitEncoding(Buffer.from(text, "latin1"))).toBe(encoding);
});

test("Korean letters are between shifts, and other bytes stay", () => {
  const text = "\x1b$)CA 1\x0eC; 18\n<-\x0fB2\x0e:N\x0f";
  expect(decodeSevenBit(Buffer.from(text), "iso-2022-kr")).toBe("A 1청 구\n서B2부");
  expect(["iso-2022-kr", "iso-2022-jp", "iso-2022-cn"].map(isSevenBit)).toEqual([true, true, false]);
});

const spelt = (text: string, encoding: string) => detectBySpelling(iconv.encode(text, encoding));

test.each([
  ["Czech words", "Růžička Třebíč Dvořák", "windows-1250", "windows-1250"],
  ["Slovak words in ISO 8859-2", "Košice ľúbosť šťastie", "iso-8859-2", "iso-8859-2"],
  ["Lithuanian words", "Panevėžys Šiauliai ąžuolas į", "windows-1257", "windows-1257"],
  ["words in Macintosh", "déjà élève première août", "macintosh", "macintosh"],
  ["French words", "déjà élève première", "windows-1252", undefined],
  ["one foreign word", "Růžička", "windows-1250", undefined],
  ["one foreign word beside others", "Růžička Invoice Total", "windows-1250", undefined],
  ["two foreign words and none of another language", "Růžička Třebíč", "windows-1250", "windows-1250"],
  ["two foreign words among western ones", "Růžička Třebíč Müller Größe für", "windows-1250", undefined],
  ["no accents", "Invoice", "windows-1252", undefined],
])("the encoding of %s is found by their spelling, unless they are western", (_what, text, written, encoding) => {
  expect(spelt(text, written)).toBe(encoding);
});
