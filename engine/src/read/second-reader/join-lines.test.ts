import { expect, test } from "vitest";
import { joinedLines } from "./join-lines.ts";

const box = (name: string, x: number, y: number, length = 100, height = 30, degrees = 0) => ({
  name,
  box: {
    x,
    y,
    length,
    height,
    alongX: Math.cos((degrees * Math.PI) / 180),
    alongY: Math.sin((degrees * Math.PI) / 180),
  },
});
const names = (lines: { name: string }[][]) => lines.map((line) => line.map(({ name }) => name).join(" "));

test("an amount at the end of a row is of the same line as its words", () => {
  const found = [box("21.00", 700, 102), box("TOTAL", 100, 100), box("CASH", 100, 140), box("50.00", 700, 139)];
  expect(names(joinedLines(found))).toEqual(["TOTAL 21.00", "CASH 50.00"]);
});

test("lines one below the other stay apart, also when they are close", () => {
  expect(names(joinedLines([box("one", 100, 100), box("two", 100, 122), box("three", 110, 144)]))).toEqual([
    "one",
    "two",
    "three",
  ]);
});

test("a row that lies askew is followed", () => {
  const found = [
    box("TOTAL", 100, 100, 200, 30, 5),
    box("21.00", 700, 152, 80, 30, 5),
    box("CASH", 97, 145, 200, 30, 5),
  ];
  expect(names(joinedLines(found))).toEqual(["TOTAL 21.00", "CASH"]);
});

test("print of very different heights is not one line", () => {
  expect(joinedLines([box("SALE", 100, 100, 200, 90), box("terms", 400, 100, 100, 20)])).toHaveLength(2);
});
