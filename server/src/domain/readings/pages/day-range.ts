import type { PageSearchQuery } from "@sheaf/contracts/page-search.ts";

/** The instants between which jobs were created on the days of a filter, in milliseconds. */
export interface DayRange {
  from: number | null;
  /** Excluded. */
  to: number | null;
}

const dayMs = 24 * 60 * 60 * 1000;

/** @param timeZone the one that determines the day of a job */
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
  return dayUtc - offsetAt(guess, timeZone);
}

/** Returns by how many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(ms: number, timeZone: string): number {
  const formats = { dateStyle: "short", timeStyle: "medium", hourCycle: "h23", timeZone } as const;
  const [date = "", time = ""] = new Intl.DateTimeFormat("sv-SE", formats).format(ms).split(" ");
  return Date.parse(`${date}T${time}Z`) - Math.floor(ms / 1000) * 1000;
}
