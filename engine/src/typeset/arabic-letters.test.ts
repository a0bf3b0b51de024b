import { expect, test } from "vitest";
import { joinArabic, letterOfForm } from "./arabic-forms.ts";

const letters = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Those of the basic block, and those of Persian and Urdu. */
const all = [...letters(0x621, 0x63a), ...letters(0x641, 0x64a), 0x67e, 0x686, 0x698, 0x6a9, 0x6af, 0x6cc];
const names = all.map((code) => [code.toString(16), String.fromCodePoint(code)] as const);

test.each(names)("a form of the letter U+0%s is that letter, alone and between others", (_code, letter) => {
  const beh = "\u0628";
  for (const text of [letter, `${beh}${letter}`, `${letter}${beh}`, `${beh}${letter}${beh}`]) {
    const joined = joinArabic(text);
    expect([...joined].map((form) => form.normalize("NFKC")).join("")).toBe(text);
  }
  const alone = joinArabic(letter).codePointAt(0) ?? 0;
  expect(String.fromCodePoint(letterOfForm(alone))).toBe(letter);
});

/** The forms of a letter between two of beh, and of the beh after it. */
const between = (letter: string) => joinArabic(`\u0628${letter}\u0628`);

test.each([
  ["joins both sides", "\u0633", "\ufe91\ufeb4\ufe90"],
  ["joins what is before it alone", "\u0648", "\ufe91\ufeee\ufe8f"],
  ["joins what is before it alone, in Persian", "\u0698", "\ufe91\ufb8b\ufe8f"],
  ["joins nothing", "\u0621", "\ufe8f\u0621\ufe8f"],
  ["lengthens the line", "\u0640", "\ufe91\u0640\ufe90"],
  ["is a digit", "\u0663", "\ufe8f\u0663\ufe8f"],
])("a letter that %s and its neighbours have the forms of it", (_what, letter, joined) => {
  expect(between(letter)).toBe(joined);
});

test.each([
  ["\u0644\u0622", "\ufef5", "\ufef6"],
  ["\u0644\u0623", "\ufef7", "\ufef8"],
  ["\u0644\u0625", "\ufef9", "\ufefa"],
  ["\u0644\u0627", "\ufefb", "\ufefc"],
])("lam with the alef of %s is one sign, alone and after a letter", (pair, alone, after) => {
  expect(joinArabic(pair)).toBe(alone);
  expect(joinArabic(`\u0628${pair}\u0628`)).toBe(`\ufe91${after}\ufe8f`);
});

test.each([
  ["before the forms", 0xfb4f, 0xfb4f],
  ["the first form", 0xfb56, 0x67e],
  ["the last form of one letter", 0xfef4, 0x64a],
  ["the last form, of two letters", 0xfefc, 0xfefc],
  ["after the forms", 0xfeff, 0xfeff],
  ["a Latin letter", 0x41, 0x41],
  ["a full-width letter", 0xff21, 0xff21],
  ["a ligature of Latin letters", 0xfb01, 0xfb01],
])("the letter of a code that is %s", (_what, code, letter) => {
  expect(letterOfForm(code)).toBe(letter);
});
