import { expect, test } from "vitest";
import { penceOf } from "./pence.ts";

test.each([
  ["24", 2400],
  ["£24.5", 2450],
  ["1,200.09", 120_009],
  ["0", 0],
  ["24,00", undefined],
  ["24.005", undefined],
  ["-24", undefined],
  ["", undefined],
])("%s is %s pence", (typed, pence) => expect(penceOf(typed)).toBe(pence));
