/** Pseudo-random choices that are the same for the same seed. */
export interface Dice {
  /** At least `low`, less than `high`. */
  between(low: number, high: number): number;
  /** An integer; both ends are included. */
  whole(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** Roughly normal, around 0. */
  normal(deviation: number): number;
}

/** Mulberry32 by Tommy Ettinger (public domain). */
export function diceFrom(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  return {
    between: (low, high) => low + fraction() * (high - low),
    whole,
    pick: <T>(from: readonly T[]) => from[whole(0, from.length - 1)] as T,
    normal: (deviation) => (fraction() + fraction() + fraction() + fraction() - 2) * 1.73 * deviation,
  };
}
