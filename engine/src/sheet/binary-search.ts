/**
 * The first number from `start` that passes a test, where all numbers after it pass as well.
 * @param end one more than the last number; returned where none passes
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
