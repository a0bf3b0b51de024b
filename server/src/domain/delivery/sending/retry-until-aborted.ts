import { setTimeout as delay } from "node:timers/promises";

const pauseMs = 1_000;

/**
 * Repeats a write that must not be lost until it goes through: the database may be away. It must be safe to repeat.
 * @param signal after its end there is one last try
 * @throws what that last try throws
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
