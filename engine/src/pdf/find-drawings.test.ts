import { expect, test } from "vitest";
import { findDrawings } from "./find-drawings.ts";

const drawn = (content: string) =>
  findDrawings(Buffer.from(content, "latin1"))?.map(({ name, matrix }) => `${name.decodeText()} ${matrix.join(" ")}`);

test("each drawing has the transformation matrix in effect at its Do operator", () => {
  const content = "2 0 0 2 10 20 cm q 100 0 0 50 1 2 cm /I Do Q /F Do Q Q /G Do";

  expect(drawn(content)).toEqual(["I 200 0 0 100 12 24", "F 2 0 0 2 10 20", "G 2 0 0 2 10 20"]);
});

test.each([
  ["a string", "BT (3 0 0 3 0 0 cm \\) /X Do (/Y Do)) Tj ET"],
  ["a comment", "% /X Do\n"],
  ["a picture within the content", "BI /W 2 /H 2 /BPC 8 /CS /G ID /X Do\xff EI\n"],
  ["a dictionary", "/Span << /ActualText (/X Do) /Lang <2f58> >> BDC EMC"],
])("operators inside %s are ignored", (_, words) => {
  expect(drawn(`q ${words} Q /I Do`)).toEqual(["I 1 0 0 1 0 0"]);
});

test.each(["/I Do (no end", "1 0 0 cm /I Do", "[1 2 /I Do", "BI /W 1 ID no end /I Do"])(
  "content that cannot be parsed gives no drawings: %s",
  (content) => expect(drawn(content)).toBeUndefined(),
);

test("a matrix is the last six operands before its operator", () => {
  expect(drawn("9 2 3 4 5 6 7 cm /I Do")).toEqual(["I 2 3 4 5 6 7"]);
  expect(drawn("/A 1 2 3 4 5 6 cm /I Do")).toEqual(["I 1 2 3 4 5 6"]);
});

test.each([
  "/A 2 3 4 5 6 cm",
  "1 /A 3 4 5 6 cm",
  "1 2 /A 4 5 6 cm",
  "1 2 3 /A 5 6 cm",
  "1 2 3 4 /A 6 cm",
  "1 2 3 4 5 /A cm",
])("a matrix of other objects cannot be parsed: %s", (content) => expect(drawn(content)).toBeUndefined());

test("what is drawn is the last operand, and a name", () => {
  expect(drawn("/A /B Do 7 Do Do /C 7 Do /D Tj Do")).toEqual(["B 1 0 0 1 0 0"]);
});

test("content without operators draws nothing", () => {
  expect(drawn("")).toEqual([]);
  expect(drawn("/A 7")).toEqual([]);
});

test("errors other than those of the syntax are not hidden", () => {
  expect(() => findDrawings(undefined as unknown as Buffer)).toThrow(TypeError);
});
