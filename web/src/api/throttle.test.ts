import { expect, onTestFinished, test, vi } from "vitest";
import { throttle } from "./throttle.ts";

function calls() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const work = vi.fn();
  return { work, call: throttle(1_000, work) };
}

test("the first call runs at once, further ones are merged into one at the end of the interval", () => {
  const { work, call } = calls();
  call();
  expect(work).toHaveBeenCalledTimes(1);
  for (let turn = 0; turn < 10; turn++) call();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test("calls that never stop run once per interval", () => {
  const { work, call } = calls();
  for (let ms = 0; ms < 5_000; ms += 100) {
    call();
    vi.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(6);
});

test("a burst runs at once, and each interval without a call restores one of it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const work = vi.fn();
  const call = throttle(1_000, work, 3);
  for (let turn = 0; turn < 10; turn++) call();
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(4);
  vi.advanceTimersByTime(2_000);
  for (let turn = 0; turn < 10; turn++) call();
  expect(work).toHaveBeenCalledTimes(6);
});

test("after stop nothing runs any more", () => {
  const { work, call } = calls();
  call();
  call();
  call.stop();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});
