/** During this time a picture that is asked for again is not queued again. */
const queuedMs = 30_000;
const maxQueued = 1_000;

/**
 * Remembers which pictures this process has queued lately.
 * @returns a function that tells whether a picture is to be queued, which it then counts as queued
 */
export function rememberQueued(): (key: string) => boolean {
  /** When a picture was queued, by its key: the oldest first. A lost one is only queued once more. */
  const queuedAt = new Map<string, number>();
  return (key) => {
    const now = Date.now();
    const before = queuedAt.get(key);
    if (before !== undefined && now - before < queuedMs) return false;
    queuedAt.delete(key);
    queuedAt.set(key, now);
    for (const oldest of queuedAt.keys()) {
      if (queuedAt.size <= maxQueued) break;
      queuedAt.delete(oldest);
    }
    return true;
  };
}
