import { expect, test } from "vitest";
import { type Sample, trendOf } from "./trend.ts";

const samples = (values: number[]): Sample[] => values.map((value, index) => ({ atMs: index * 5_000, value }));

test("the drift of steady growth is the growth over the second half", () => {
  // From 100 to 120 over the whole run, so from 110 to 120 over its second half, whose median is 115.
  const { firstHalf, secondHalf, drift } = trendOf(samples(Array.from({ length: 41 }, (_, n) => 100 + n / 2)));
  expect([firstHalf, secondHalf]).toEqual([104.75, 115]);
  expect(drift).toBeCloseTo(10 / 115);
});

test("a few high values do not change the drift, nor does growth in the first half only", () => {
  const flat = Array.from({ length: 40 }, () => 200);
  const [grew, peaks] = [[...flat], [...flat]];
  for (let n = 0; n < 20; n++) grew[n] = n * 10;
  for (const n of [25, 38, 39]) peaks[n] = 900;
  expect([trendOf(samples(grew)).drift, trendOf(samples(peaks)).drift]).toEqual([0, 0]);
});

test("the drift of a shrinking value is negative", () => {
  expect(trendOf(samples([9, 9, 9, 9, 8, 7, 6, 5])).drift).toBeLessThan(-0.3);
});
