/**
 * Throttles a costly call: the first one runs at once, all further ones within the interval are merged into one at its
 * end.
 * @param burst how many calls may run at once after a pause; each interval without a call restores one
 * @returns the throttled call, and `stop`, after which nothing runs any more
 */
export function throttle(ms: number, work: () => void, burst = 1): (() => void) & { stop(): void } {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** When the whole burst is available again. */
  let restedAt = 0;

  function run() {
    waiting = undefined;
    restedAt = Math.max(restedAt, performance.now()) + ms;
    work();
  }
  function call() {
    if (waiting !== undefined) return;
    const waitMs = restedAt - (burst - 1) * ms - performance.now();
    if (waitMs <= 0) run();
    else waiting = setTimeout(run, waitMs);
  }
  return Object.assign(call, {
    stop: () => {
      clearTimeout(waiting);
      waiting = undefined;
    },
  });
}
