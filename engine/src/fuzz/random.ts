/** Pseudo-random numbers that are the same for the same seed (mulberry32). */
export interface Random {
  /** Returns an integer from 0 to `end` - 1. */
  below(end: number): number;
  /** @throws RangeError for an empty list */
  pick<Item>(list: readonly Item[]): Item;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick(list) {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError("Nothing to pick from");
      return item;
    },
  };
}
