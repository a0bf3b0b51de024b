import { expect, test } from "vitest";
import { decodeFlowed } from "./flowed.ts";

test.each([
  ["one \ntwo\nthree", false, "one two\nthree"],
  ["one \ntwo", true, "onetwo"],
  ["> quoted \n> words\n>> deeper \n> not joined", false, "> quoted words\n>> deeper \n> not joined"],
  ["words \n-- \nAnna", false, "words \n-- \nAnna"],
  [" stuffed\n From here", false, "stuffed\nFrom here"],
  ["ends \n", false, "ends "],
  ["", false, ""],
  ["a\n\nb", false, "a\n\nb"],
  [">", false, "> "],
  [">>a\n>b\nc", false, ">> a\n> b\nc"],
  ["-- \nAnna \nBaker", true, "-- \nAnnaBaker"],
  ["a \n> b", true, "a\n> b"],
])("flowed text %j is joined (spaces removed: %j) to %j", (text, removesSpace, expected) => {
  expect(decodeFlowed(text, removesSpace)).toBe(expected);
});
