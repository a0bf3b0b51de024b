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
])("references are raised by 100: %s becomes %s", (before, after) => expect(raised(before)).toBe(after));

test("a stream's data is found and not renumbered", () => {
  const bytes = Buffer.from("<< /Length 7 /L 1 0 R >>\nstream\n1 0 R\n\n\nendstream", "latin1");
  const { text, streamStart } = renumber(bytes, 0, bytes.length, 100);
  expect(text).toBe("<< /Length 7 /L 101 0 R >>");
  expect(bytes.toString("latin1", streamStart, (streamStart ?? 0) + 5)).toBe("1 0 R");
});
