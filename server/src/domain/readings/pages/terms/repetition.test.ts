import { expect, test } from "vitest";
import { isRepetition } from "./repetition.ts";

test.each([
  "KEKEKE",
  "kekekekekek",
  "RRRR",
  "ÉéÉé",
  "abcabcabc",
  "*****",
  "....",
  "—--",
  "***",
  "rrrr",
  "aaaaa",
  "xyxyxyx",
])("%s is what is read in a row of signs", (text) => expect(isRepetition(text)).toBe(true));

test.each([
  "",
  "www",
  "III",
  "banana",
  "Mississippi",
  "deeded",
  "0000",
  "111111",
  "KEKEKE1",
  "-",
  "£",
  "keke",
  "--",
  "abcab",
  "abcdabcdabcd",
  "abcabcab",
  "xyxyx",
  "kekekf",
  "rrrs",
])("%s is a word or a number", (text) => expect(isRepetition(text)).toBe(false));
