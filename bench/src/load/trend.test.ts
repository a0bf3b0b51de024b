import { expect, test } from "vitest";
import { type Look, trendOf } from "./trend.ts";

const looks = (values: number[]): Look[] => values.map((value, index) => ({ atMs: index * 5_000, value }));

test("what grows steadily has drifted by what it gained over the second half", () => {
  // From 100 to 120 over the whole run, so from 110 to 120 over its second half, whose median is 115.
  const { firstHalf, secondHalf, drift } = trendOf(looks(Array.from({ length: 41 }, (_, n) => 100 + n / 2)));
  expect([firstHalf, secondHalf]).toEqual([104.75, 115]);
  expect(drift).toBeCloseTo(10 / 115);
});

test("a few high looks bend nothing, nor does what grew in the first half alone", () => {
  const flat = Array.from({ length: 40 }, () => 200);
  const [grew, peaks] = [[...flat], [...flat]];
  for (let n = 0; n < 20; n++) grew[n] = n * 10;
  for (const n of [25, 38, 39]) peaks[n] = 900;
  expect([trendOf(looks(grew)).drift, trendOf(looks(peaks)).drift]).toEqual([0, 0]);
});

test("what shrinks has drifted downwards", () => {
  expect(trendOf(looks([9, 9, 9, 9, 8, 7, 6, 5])).drift).toBeLessThan(-0.3);
});
