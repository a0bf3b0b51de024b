import { expect, onTestFinished, test, vi } from "vitest";
import { atMostEvery } from "./at-most-every.ts";

function calls() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const work = vi.fn();
  return { work, call: atMostEvery(1_000, work) };
}

test("the first call goes at once, many more are one at the end of the time", () => {
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

test("changes that never stop are heard once in that time", () => {
  const { work, call } = calls();
  for (let ms = 0; ms < 5_000; ms += 100) {
    call();
    vi.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(6);
});

test("once stopped, nothing comes any more", () => {
  const { work, call } = calls();
  call();
  call();
  call.stop();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledTimes(1);
});
