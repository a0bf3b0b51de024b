import { expect, test } from "vitest";
import { operatorsOf } from "./content-operators.ts";
import { StrictReadError } from "./syntax.ts";

/** Returns each operator with its operands, as text. */
const read = (content: string) =>
  [...operatorsOf(Buffer.from(content, "latin1"))].map(({ operator, operands }) => [...operands, operator].join(" "));

test("operators have the operands before them", () => {
  expect(read("q 1 0 0 1 5 7 cm\n[(a) -20 <62>] TJ /X Do Q")).toEqual([
    "q",
    "1 0 0 1 5 7 cm",
    "[ (a) -20 <62> ] TJ",
    "/X Do",
    "Q",
  ]);
  expect(read("")).toEqual([]);
  expect(read("/A 7"), "operands without an operator").toEqual([]);
});

test("an operator's position begins after the one before, and ends with it", () => {
  const content = "q (a) Tj  /X Do";
  const parts = [...operatorsOf(Buffer.from(content))].map(({ from, to }) => content.slice(from, to));
  expect(parts).toEqual(["q", " (a) Tj", "  /X Do"]);
});

test.each([
  ["BI /W 1 ID x EI Q", ["BI", "/W 1 ID", "Q"]],
  ["ID x\nEI\nQ", ["ID", "Q"]],
  ["ID x EI", ["ID"]],
  ["ID xEI EIx EI Q", ["ID", "Q"]],
  ["ID EIEI EI Q", ["ID", "Q"]],
  [" EI ID x EI Q", ["EI", "ID", "Q"]],
])("the data of a picture within the content %j ends at EI between spaces", (content, operators) => {
  expect(read(content)).toEqual(operators);
});

test.each(["ID x", "ID x EIx", "ID xEI ", "EI ID x", "(no end", "[1 2 q"])(
  "the content %j cannot be read",
  (content) => {
    expect(() => read(content)).toThrow(StrictReadError);
  },
);
