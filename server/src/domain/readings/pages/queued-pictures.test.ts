import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberQueued } from "./queued-pictures.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("a picture that is asked for again is queued again after thirty seconds, not before", () => {
  const isToQueue = rememberQueued();
  expect(isToQueue("a")).toBe(true);
  vi.setSystemTime(1_029_999);
  expect([isToQueue("a"), isToQueue("b")]).toEqual([false, true]);
  vi.setSystemTime(1_030_000);
  expect([isToQueue("a"), isToQueue("b")]).toEqual([true, false]);
  vi.setSystemTime(1_059_999);
  expect(isToQueue("a")).toBe(false);
});

test("the last thousand queued pictures are remembered; the one before them is queued once more", () => {
  const isToQueue = rememberQueued();
  for (let picture = 1; picture <= 1_000; picture++) isToQueue(String(picture));
  expect(isToQueue("1")).toBe(false);
  expect(isToQueue("1001")).toBe(true);
  expect([isToQueue("2"), isToQueue("1")]).toEqual([false, true]);
});

test("a picture that is queued again counts as the latest", () => {
  const isToQueue = rememberQueued();
  for (let picture = 1; picture <= 1_000; picture++) isToQueue(String(picture));
  vi.setSystemTime(1_030_000);
  isToQueue("1");
  isToQueue("1001");
  expect(isToQueue("1")).toBe(false);
});
