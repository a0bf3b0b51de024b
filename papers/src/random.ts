/** Pseudo-random choices that are the same for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  fraction(): number;
  /** Both ends are included. */
  between(low: number, high: number): number;
  /** Returns an integer; both ends are included. */
  whole(low: number, high: number): number;
  isOneIn(count: number): boolean;
  /** @throws RangeError when there is nothing to pick from */
  pick<T>(from: readonly T[]): T;
  /** Several different ones, in the order in which they were picked. */
  some<T>(from: readonly T[], count: number): T[];
  /** Digits as text, with leading zeros. */
  digits(count: number): string;
}

export const randomFrom = (seed: string): Random => randomAt(hash(seed));

/** Mulberry32 by Tommy Ettinger (public domain), started from a number. */
export function randomAt(start: number): Random {
  let state = start;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + fraction() * (high - low);
  const whole = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new RangeError("There is nothing to pick from.");
    return from[whole(0, from.length - 1)] as T;
  };
  const some = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(whole(0, left.length - 1), 1)).flat();
  };
  const digits = (count: number) => Array.from({ length: count }, () => whole(0, 9)).join("");
  return { fraction, between, whole, isOneIn: (count) => whole(1, count) === 1, pick, some, digits };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value;
}
