const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "20 Nov 2026". Own month names with three characters each, because Intl uses "Sept". */
export function date(instant: string): string {
  const at = new Date(instant);
  return `${at.getDate()} ${months[at.getMonth()]} ${at.getFullYear()}`;
}

/** "14:05" */
export const time = (instant: string) => clock.format(new Date(instant));
/** "20 Nov 2026, 14:05" */
export const dateTime = (instant: string) => `${date(instant)}, ${time(instant)}`;

/** "Today", "Yesterday", otherwise "20 Nov 2026". */
export function day(instant: string, now = new Date()): string {
  const at = new Date(instant).toDateString();
  if (at === now.toDateString()) return "Today";
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return at === before.toDateString() ? "Yesterday" : date(instant);
}

/** "7 Oct to 6 Nov 2026"; with the first year only where it differs. */
export function period(from: string, to: string): string {
  const [start, end] = [date(from), date(to)];
  const year = end.slice(-5);
  return `${start.endsWith(year) ? start.slice(0, -5) : start} to ${end}`;
}

const longDay = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });
/** "Friday 20 November 2026" */
export const weekday = (at: Date) => longDay.format(at).replace(",", "");

const londonMonth = new Intl.DateTimeFormat("en-GB", { year: "numeric", month: "numeric", timeZone: "Europe/London" });
/** Returns whether the instant is in this month, by London time, which the server uses for its counts. */
export const inThisMonth = (instant: string, now = new Date()) =>
  londonMonth.format(new Date(instant)) === londonMonth.format(now);
