/**
 * The first of some numbers that pass a test which all behind it pass, too.
 * @param end behind the last of them; the answer where none passes
 */
export function firstPassing(start: number, end: number, passes: (index: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
