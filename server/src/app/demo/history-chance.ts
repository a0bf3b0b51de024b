import { createHash } from "node:crypto";

const dayMs = 24 * 3600_000;

/** The same "chance" for every demonstration. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** @param weighted with how often each comes up */
  pick<T>(weighted: readonly (readonly [T, number])[]): T {
    let left = this.next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of weighted) {
      left -= weight;
      if (left < 0) return value;
    }
    throw new Error("There is nothing to pick from");
  }

  hex(): string {
    return createHash("sha256").update(String(this.next())).digest("hex");
  }
}

/** In office hours of London, so that the day is the same there and in UTC. @param hours from 9 to 17 */
export function officeTime(now: Date, daysAgo: number, hours: number): Date {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(now);
  return new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * dayMs + hours * 3600_000);
}

/** How busy a day is beside an ordinary one: hardly anybody works at the weekend, and everybody at the end of the month. */
export function busyness(at: Date): number {
  const weekday = [0.05, 1.1, 1.15, 1, 0.95, 0.75, 0.12][at.getUTCDay()] ?? 1;
  return at.getUTCDate() >= 26 ? weekday * 1.3 : weekday;
}
