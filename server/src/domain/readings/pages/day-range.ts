import type { PageSearchQuery } from "@sheaf/contracts/page-search.ts";

/** The instants between which jobs were created on the days of a filter, in milliseconds since 1970. */
export interface DayRange {
  from: number | null;
  /** Excluded. */
  to: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Days before 1970 become its first instant: no job is older, and identifiers of jobs cannot contain earlier times.
 * @param timeZone the one that determines the day of a job
 */
export function dayRange({ from, to }: Pick<PageSearchQuery, "from" | "to">, timeZone: string): DayRange {
  return {
    from: from ? midnight(Date.parse(from), timeZone) : null,
    to: to ? midnight(Date.parse(to) + dayMs, timeZone) : null,
  };
}

/** @param dayUtc midnight of the day in UTC */
function midnight(dayUtc: number, timeZone: string): number {
  const guess = dayUtc - offsetAt(dayUtc, timeZone);
  // The clocks may change between the two.
  return Math.max(0, dayUtc - offsetAt(guess, timeZone));
}

/**
 * Returns by how many milliseconds the clocks of a time zone are ahead of UTC. Before standard time, they differed by
 * seconds: "GMT-00:01:15".
 */
function offsetAt(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [hours = 0, minutes = 0, seconds = 0] = (name.match(/\d+/g) ?? []).map(Number);
  return (name.includes("-") ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
