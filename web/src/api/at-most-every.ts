/**
 * Holds a costly call back: the first goes at once, all that come within the time after it are one at its end.
 * @returns the call, and `stop`, after which nothing happens any more
 */
export function atMostEvery(ms: number, work: () => void): (() => void) & { stop(): void } {
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
