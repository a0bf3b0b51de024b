import { setTimeout as delay } from "node:timers/promises";

const pauseMs = 1_000;

/**
 * Repeats a write that must not be lost until it succeeds, because the database may be away. The write must be safe to
 * repeat.
 * @param signal once it is aborted, one last attempt is made
 * @throws the error of that last attempt
 */
export async function retryUntilAborted<Result>(write: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    const isLast = signal.aborted;
    try {
      return await write();
    } catch (error) {
      if (isLast) throw error;
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
