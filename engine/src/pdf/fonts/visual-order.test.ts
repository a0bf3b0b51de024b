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
  [
    "square brackets, braces and angles",
    `${shalom} [${shin}] {${shin}} <${shin}>`,
    `<${shin}> {${shin}} [${shin}] ${seen}`,
  ],
  ["brackets of English after Hebrew", `${shalom} (A)`, `(A) ${seen}`],
  ["nothing", "", ""],
  ["no letters", "(1) [2]", "(1) [2]"],
  ["a Hebrew letter alone", shin, shin],
  ["a space before Hebrew", ` ${shalom}`, `${seen} `],
  ["a full stop after Hebrew", `${shalom}.`, `.${seen}`],
  ["a full stop after English", `A ${shalom}.`, `A ${seen}.`],
  ["a full stop before English", `.A ${shalom}`, `.A ${seen}`],
  ["English within Hebrew", `${shalom} A B ${shin}`, `${shin} A B ${seen}`],
  ["a number within Hebrew", `${shalom} 12 ${shin}`, `${shin} 12 ${seen}`],
  ["a date within Hebrew", `${shalom} 12/3-4 ${shin}`, `${shin} 12/3-4 ${seen}`],
  ["a word and a number in English", `A 1 ${shalom}`, `A 1 ${seen}`],
  ["a number before Hebrew", `12 ${shalom}`, `${seen} 12`],
  ["a comma before a number", `${shalom} ,5`, `5, ${seen}`],
  ["Arabic", "\u0628\u062a A", "A \u062a\u0628"],
  ["characters beyond the first 65,536", `${shin}\u{1f600}${lamed}`, `${lamed}\u{1f600}${shin}`],
])("puts %s into display order", (_, text, expected) => {
  expect(visualOrder(text)).toBe(expected);
});
