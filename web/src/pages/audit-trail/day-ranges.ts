import { date } from "../../ui/dates.ts";

/** Days as 2026-11-20, both inclusive. */
interface DayRange {
  from: string | undefined;
  to: string | undefined;
}

function iso(at: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the most common ranges. */
export function dayRanges(now: Date): (DayRange & { label: string })[] {
  const [year, month, today] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const range = (label: string, from: Date, to: Date) => ({ label, from: iso(from), to: iso(to) });
  return [
    range("Today", now, now),
    range("Last 7 days", new Date(year, month, today - 6), now),
    range("Last 30 days", new Date(year, month, today - 29), now),
    range("This month", new Date(year, month, 1), new Date(year, month + 1, 0)),
    range("Last month", new Date(year, month - 1, 1), new Date(year, month, 0)),
  ];
}

/** "1 Nov 2026 – 30 Nov 2026", "Since 1 Nov 2026", "Until 30 Nov 2026", "20 Nov 2026" */
export function rangeWords(from: string | undefined, to: string | undefined): string {
  const words = (day: string) => date(`${day}T12:00:00`);
  if (from && to) return from === to ? words(from) : `${words(from)} – ${words(to)}`;
  return from ? `Since ${words(from)}` : to ? `Until ${words(to)}` : "";
}
