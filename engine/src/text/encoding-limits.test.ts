import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { decodeText, detectEncoding, encodingWarning, isBlank, looksLikeText } from "./encoding.ts";

const utf32 = (...codes: number[]) => {
  const bytes = Buffer.alloc(codes.length * 4);
  for (const [index, code] of codes.entries()) bytes.writeUInt32LE(code, index * 4);
  return bytes;
};
const bigEndian = (bytes: Buffer) => Buffer.from(bytes).swap32();

test.each([
  ["two characters", utf32(97, 98), "utf-32le"],
  ["two characters, big-endian", bigEndian(utf32(97, 98)), "utf-32be"],
  ["the last character of Unicode", utf32(97, 0x10ffff), "utf-32le"],
  ["the last character of Unicode, big-endian", bigEndian(utf32(97, 0x10ffff)), "utf-32be"],
  ["one character", utf32(97), "utf-8"],
  ["a character beyond Unicode", utf32(97, 98, 0x110000), "utf-8"],
  ["a zero within", utf32(97, 0, 98), "utf-8"],
])("bytes of four for each character are UTF-32 or not: %s", (_what, bytes, encoding) => {
  expect(detectEncoding(bytes).encoding).toBe(encoding);
});

test.each([
  ["fffe0000 41000000 00000000", "utf-32le"],
  ["0000feff 00000041 00000000", "utf-32be"],
  ["efbbbf c32e", "utf-8"],
  ["fffe cb8a", "utf-16le"],
  ["feff 8acb", "utf-16be"],
])("the byte order mark of %s decides the encoding, whatever follows", (hex, encoding) => {
  expect(detectEncoding(Buffer.from(hex.replaceAll(" ", ""), "hex"))).toEqual({ encoding, sure: true });
});

test("bytes after the last whole character of UTF-32 do not matter", () => {
  expect(detectEncoding(Buffer.concat([utf32(97, 98), Buffer.from("x")])).encoding).toBe("utf-32le");
});

/** Text in which so many of the characters are Latin. */
const mixed = (latin: number, other: number) => "a".repeat(latin) + "請".repeat(other);

test.each([
  ["two Latin letters", "ab", true],
  ["one Latin letter", "a", false],
  ["two of ten in Latin", mixed(2, 8), true],
  ["one of ten in Latin", mixed(1, 9), false],
  ["a zero in the other half beside 21", `Ā${"a".repeat(21)}`, true],
  ["a zero in the other half beside 20", `Ā${"a".repeat(20)}`, false],
])("bytes of two for each character are UTF-16 or not: %s", (_what, text, is) => {
  const bytes = Buffer.from(text, "utf16le");
  expect(detectEncoding(bytes).encoding === "utf-16le").toBe(is);
  expect(detectEncoding(Buffer.from(bytes).swap16()).encoding === "utf-16be").toBe(is);
});

const [half, accents] = [Buffer.from([0xc3]), (count: number) => Buffer.from("é".repeat(count))];

test.each([
  ["ten characters beside an invalid byte", [accents(10), half, Buffer.from("x")], true],
  ["nine characters beside an invalid byte", [accents(9), half, Buffer.from("x")], false],
  ["twenty beside two", [half, Buffer.from("x"), accents(20), half], true],
  ["one character and half of one at its end", [accents(1), half], true],
  ["half a character at its end alone", [Buffer.from("Caf"), half], false],
  ["half a character within", [accents(1), half, Buffer.from(".")], false],
  ["two halves, one at its end", [accents(1), half, Buffer.from("."), half], false],
])("bytes are damaged UTF-8 or another encoding: %s", (_what, parts, is) => {
  const { encoding, sure } = detectEncoding(Buffer.concat(parts));
  expect([encoding === "utf-8", sure && encoding === "utf-8"]).toEqual([is, false]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("%i zero bytes after the last line are no part of the text", (zeros) => {
  for (const line of [40, 41, 42, 43].map((length) => `${"x".repeat(length)}\n`)) {
    expect(decodeText(Buffer.concat([Buffer.from(line), Buffer.alloc(zeros)])).text).toBe(line);
  }
});

test("a line of UTF-16 that ends with a zero keeps it", () => {
  expect(decodeText(Buffer.from("Total\r\n", "utf16le"))).toMatchObject({ text: "Total\r\n", encoding: "utf-16le" });
});

test.each([
  ["eight single lines", "─".repeat(8), "cp437"],
  ["eight double lines", "═".repeat(8), "cp437"],
])("text with %s in a row is DOS text", (_what, lines, encoding) => {
  expect(detectEncoding(iconv.encode(`Total\n${lines}\n`, "cp437"))).toEqual({ encoding, sure: false });
  expect(detectEncoding(iconv.encode(`Total\n${lines.slice(1)}\n`, "cp437")).encoding).not.toBe(encoding);
});

test.each([
  ["before a digit", "Paid \x9c0.50", "cp850", true],
  ["before the last digit", "Paid \x9c9", "cp850", true],
  ["before a minus", "Paid \x9c-5", "cp850", true],
  ["beside another letter of DOS", "Paid \x9c5, \xa0", "cp850", false],
])("the pound sign of DOS %s decides the encoding", (_what, text, encoding, sure) => {
  expect(detectEncoding(Buffer.from(text, "latin1"))).toEqual({ encoding, sure });
});

test.each(["s\x9cur", "Paid \x9c/5", "Paid \x9c:5", "x\x9c5"])("“œ” is not the pound sign of DOS: %j", (text) => {
  expect(detectEncoding(Buffer.from(text, "latin1")).encoding).toBe("windows-1252");
});

test.each([
  ["one", "Price \xa4 5", false],
  ["two", "Price \xa45 or \xa46", false],
  ["three", "Price \xa45 or \xa46 or \xa47", true],
])("the euro of ISO 8859-15 decides the encoding, for sure from three on: %s", (_what, text, sure) => {
  expect(detectEncoding(Buffer.from(text, "latin1"))).toEqual({ encoding: "ISO-8859-15", sure });
});

test.each(["a\xa4 5", "5 \xa4a", "\xa4 5 \x85"])("the general currency sign is read as such in %j", (text) => {
  expect(detectEncoding(Buffer.from(text, "latin1")).encoding).not.toBe("ISO-8859-15");
});

test.each([
  ["one control character in 100", `${"x".repeat(99)}\x01`, true],
  ["one control character in 99", `${"x".repeat(98)}\x01`, false],
  ["control characters of printers", "\b\t\n\v\f\r\x1a\x1b", true],
  ["another control character beside those", "\b\t\n\v\f\r\x1a\x1b\x07", false],
  ["control characters after the first 64 KB", "x".repeat(65_536) + "\x01".repeat(5_000), true],
  ["control characters before that", "x".repeat(60_000) + "\x01".repeat(5_000), false],
])("bytes with %s look like text or not", (_what, text, is) => {
  expect(looksLikeText(Buffer.from(text, "latin1"))).toBe(is);
});

test.each([
  ["\u200b\ufeff \n\x01", true],
  ["\u00a0", true],
  ["-", false],
  ["\u200b.", false],
])("whether %j prints nothing", (text, blank) => {
  expect(isBlank(text)).toBe(blank);
});

test.each([
  ["cp437", "DOS (437)"],
  ["cp850", "DOS (850)"],
  ["cp852", "Central European DOS (852)"],
  ["cp866", "Cyrillic DOS (866)"],
  ["iso-8859-2", "Central European (ISO 8859-2)"],
  ["macintosh", "Macintosh"],
  ["utf-8", "UTF-8"],
  ["windows-1250", "Central European (Windows-1250)"],
  ["windows-1254", "Turkish (Windows-1254)"],
  ["windows-1257", "Baltic (Windows-1257)"],
  ["KOI8-R", "KOI8-R"],
])("the encoding %s is called %s in the warning", (encoding, name) => {
  expect(encodingWarning({ text: "", encoding, sure: false })[0]?.text).toContain(`guessed as ${name}:`);
});
