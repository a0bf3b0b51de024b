/** Formats the date of an instant in a time zone: "2026-11-20". */
export function dayOf(at: Date, timeZone: string): string {
  const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-GB", options).formatToParts(at);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
