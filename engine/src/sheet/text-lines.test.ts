import { expect, test } from "vitest";
import { countLines, splitRow } from "./text-lines.ts";

const box = { width: 260, fontSize: 10 };
const maxLines = 30;

test.each([
  ["words", "the invoice of 12.50 "],
  ["characters without a space", "abcdefgh"],
  ["lines", "of seven\nand of more words and of a year 2026\n\n"],
  ["emoji", "😀😀 "],
])("a cell of 2 MB of %s is split into rows that fit, with nothing lost", (_, part) => {
  const text = part.repeat(2_000_000 / part.length);
  const rows = [...splitRow(["Note", text], [box, box], maxLines)];
  expect(rows.map(([, cell]) => cell).join("") === text).toBe(true);
  const beyond = rows.filter(([, cell = ""]) => countLines(cell.trimEnd(), box) > maxLines);
  expect(beyond).toHaveLength(0);
  expect(rows.map(([first]) => first).join("")).toBe("Note");
});

test("a row whose cells fit is not split", () => {
  expect([...splitRow(["a", "b\nc"], [box, box], maxLines)]).toEqual([["a", "b\nc"]]);
});
