/**
 * Throttles a costly call: the first one runs at once, all further ones within the interval are merged into one at its
 * end.
 * @returns the throttled call, and `stop`, after which nothing runs any more
 */
export function throttle(ms: number, work: () => void): (() => void) & { stop(): void } {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let wanted = false;

  function rest() {
    resting = setTimeout(() => {
      resting = undefined;
      if (!wanted) return;
      wanted = false;
      call();
    }, ms);
  }
  function call() {
    if (resting !== undefined) {
      wanted = true;
      return;
    }
    rest();
    work();
  }
  return Object.assign(call, {
    stop: () => {
      clearTimeout(resting);
      wanted = false;
    },
  });
}
