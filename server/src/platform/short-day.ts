/** Formats "20 Nov 2026" with three letters for every month, as on the pages; Intl writes "Sept". */
export function shortDay(at: Date, timeZone = "Europe/London"): string {
  const day = at.toLocaleDateString("en-GB", { timeZone, day: "numeric", month: "short", year: "numeric" });
  return day.replace("Sept", "Sep");
}
