import { expect, test } from "vitest";
import { renumber } from "./renumber.ts";

function raised(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  return renumber(bytes, 0, bytes.length, 100).text;
}

test.each([
  ["<< /A 1 0 R /B [2 0 R 3 0 R] >>", "<< /A 101 0 R /B [102 0 R 103 0 R] >>"],
  ["<</A<</B 1 0 R>>>>", "<</A<</B 101 0 R>>>>"],
  ["12 0 R", "112 0 R"],
  ["[1 0 0 1 0 0]", "[1 0 0 1 0 0]"],
  ["[0 0 595.276 841.89]", "[0 0 595.276 841.89]"],
  ["(see 1 0 R \\) and (2 0 R) too) 1 0 R", "(see 1 0 R \\) and (2 0 R) too) 101 0 R"],
  ["<2031203020522031> 1 0 R", "<2031203020522031> 101 0 R"],
  ["/F1 0 R", "/F1 0 R"],
  ["<< /1 2 0 R >>", "<< /1 102 0 R >>"],
  ["-1 0 R", "-1 0 R"],
  ["", ""],
  ["7", "7"],
  ["0 0 R", "100 0 R"],
  ["1234567890 0 R", "1234567990 0 R"],
  ["1 0 R]2 0 R", "101 0 R]102 0 R"],
  ["1\n0\tR ", "101 0 R "],
  ["1 0 RG", "1 0 RG"],
  ["1 1 R", "1 1 R"],
  ["1 00 R", "1 00 R"],
  ["1 0 S", "1 0 S"],
  ["1.0 R", "1.0 R"],
  ["1 0.R", "1 0.R"],
  ["1 0", "1 0"],
  ["true 1 0 R false null 2 0 R", "true 101 0 R false null 102 0 R"],
  ["((1 0 R) 1 0 R) 1 0 R", "((1 0 R) 1 0 R) 101 0 R"],
  ["(\\\\) 1 0 R", "(\\\\) 101 0 R"],
  ["(\\)1 0 R) 1 0 R", "(\\)1 0 R) 101 0 R"],
  ["(1 0 R", "(1 0 R"],
  ["()1 0 R", "()101 0 R"],
  ["<>1 0 R", "<>101 0 R"],
  ["<</A<31>/B 1 0 R>>", "<</A<31>/B 101 0 R>>"],
  ["/s 1 0 R /stream", "/s 101 0 R /stream"],
  ["streams 1 0 R", "streams 101 0 R"],
  ["[/A/B 1 0 R]", "[/A/B 101 0 R]"],
])("references are raised by 100: %s becomes %s", (before, after) => expect(raised(before)).toBe(after));

test("a stream's data is found and not renumbered", () => {
  const bytes = Buffer.from("<< /Length 7 /L 1 0 R >>\nstream\n1 0 R\n\n\nendstream", "latin1");
  const { text, streamStart } = renumber(bytes, 0, bytes.length, 100);
  expect(text).toBe("<< /Length 7 /L 101 0 R >>");
  expect(bytes.toString("latin1", streamStart, (streamStart ?? 0) + 5)).toBe("1 0 R");
});

test("the data of a stream begins after its line end, and the text ends before the word", () => {
  const bytes = Buffer.from("<<>>\nstream\n1 0 R", "latin1");
  expect(renumber(bytes, 0, bytes.length, 100)).toEqual({ text: "<<>>", streamStart: 12 });
  const atOnce = Buffer.from("1 0 R\nstream\n", "latin1");
  expect(renumber(atOnce, 0, atOnce.length, 1)).toEqual({ text: "2 0 R", streamStart: 13 });
});

test.each([
  ["1 0 R 2 0 R 3 0 R", 6, 11, "102 0 R"],
  ["1 0 R 2 0 Rx", 6, 11, "102 0 R"],
  ["1 0 R (a 2 0 R", 6, 9, "(a "],
  ["1 0 R /Name 3 0 R", 6, 9, "/Na"],
  ["1 0 R true 3 0 R", 6, 8, "tr"],
  ["1 0 R 2 0 Rx", 6, 12, "2 0 Rx"],
])("an object within a file is read to its own end: %s from %i to %i", (text, start, end, expected) => {
  expect(renumber(Buffer.from(text, "latin1"), start, end, 100)).toEqual({ text: expected, streamStart: undefined });
});
