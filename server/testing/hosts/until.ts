import { setTimeout as delay } from "node:timers/promises";

/**
 * Repeats `work` until it does not throw. Not Vitest's `waitFor`, because benches use it too.
 * @throws the last error of `work` when the time is up
 */
export async function until<Result>(
  withinMs: number,
  work: () => Result | Promise<Result>,
  everyMs = 100,
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(everyMs);
    }
  }
}
