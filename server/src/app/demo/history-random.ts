import { hash } from "node:crypto";
import type { Random } from "@sheaf/papers/random.ts";

const dayMs = 24 * 3600_000;

/** Picks one value at random. @param weighted values with their relative frequency */
export function pickWeighted<T>(random: Random, weighted: readonly (readonly [T, number])[]): T {
  let left = random.fraction() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new Error("The list is empty");
}

/** Returns true with this probability. */
export const happens = (random: Random, probability: number): boolean => random.fraction() < probability;

export const inventHash = (random: Random): string => hash("sha256", String(random.fraction()));

/**
 * Returns a time in London's office hours, so that the date is the same in London and in UTC.
 * @param hours from 9 to 17
 */
export function officeTime(now: Date, daysAgo: number, hours: number): Date {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(now);
  return new Date(Date.parse(`${today}T00:00:00Z`) - daysAgo * dayMs + hours * 3600_000);
}

/** Returns how busy a day is compared to an ordinary one (1): little work on weekends, more at the end of the month. */
export function busyness(at: Date): number {
  const weekday = [0.05, 1.1, 1.15, 1, 0.95, 0.75, 0.12][at.getUTCDay()] ?? 1;
  return at.getUTCDate() >= 26 ? weekday * 1.3 : weekday;
}
