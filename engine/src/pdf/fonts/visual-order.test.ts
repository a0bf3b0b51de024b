import { expect, test } from "vitest";
import { visualOrder } from "./visual-order.ts";

// Written as escapes, because editors display right-to-left text reordered.
const [shin, lamed, vav, mem] = ["\u05e9", "\u05dc", "\u05d5", "\u05dd"];
const shalom = `${shin}${lamed}${vav}${mem}`;
const seen = `${mem}${vav}${lamed}${shin}`;

test.each([
  ["plain words", "Invoice 42", "Invoice 42"],
  ["a Hebrew word", shalom, seen],
  ["a Hebrew word within English", `To ${shalom} Ltd`, `To ${seen} Ltd`],
  ["two Hebrew words within English", `To ${shalom} ${shalom}`, `To ${seen} ${seen}`],
  ["an amount after Hebrew", `${shalom} 1,234.56`, `1,234.56 ${seen}`],
  ["brackets", `${shalom} (${shalom})`, `(${seen}) ${seen}`],
])("puts %s into display order", (_, text, expected) => {
  expect(visualOrder(text)).toBe(expected);
});
