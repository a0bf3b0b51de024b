/** By time zone: making a format takes as long as formatting seventy instants. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone, ...day, ...clock });
  formats.set(timeZone, made);
  return made;
}

/** Formats an instant in a time zone, to the minute: "2026-11-20 14:05". */
export function minuteOf(at: Date, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}:${part("minute")}`;
}

/** Formats the date of an instant in a time zone: "2026-11-20". */
export const dayOf = (at: Date, timeZone: string): string => minuteOf(at, timeZone).slice(0, "2026-11-20".length);
