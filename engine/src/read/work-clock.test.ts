import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkClock } from "./work-clock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = () => 0;

test("requests at the same time count once, and pauses between them not at all", async () => {
  const clock = new WorkClock();
  const both = Promise.all([clock.during(lasting(1_000), never), clock.during(lasting(3_000), never)]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(clock.ms()).toBe(2_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await both;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clock.ms()).toBe(3_000);
});

test("time in which a request waited for a processor does not count", async () => {
  const clock = new WorkClock();
  const work = clock.during(lasting(10_000), () => 8_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await work;
  expect(clock.ms()).toBe(2_000);
});
