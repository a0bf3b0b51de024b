import { setTimeout as delay } from "node:timers/promises";

/**
 * Does it again and again until it does not throw any more. In benches as in tests, so not Vitest's.
 * @throws Error what it threw last, when the time is up
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
