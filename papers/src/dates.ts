const dayMs = 24 * 60 * 60 * 1000;

/** Returns a date formatter. All dates are in UTC, so that papers do not depend on the machine's time zone. */
const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return (date: Date) => format.format(date);
};

/** "14/10/2026" */
export const shortDate = written({ day: "2-digit", month: "2-digit", year: "numeric" });
/** "14 October 2026" */
export const longDate = written({ day: "numeric", month: "long", year: "numeric" });
/** "14 Oct" */
export const dayAndMonth = (date: Date) =>
  `${String(date.getUTCDate()).padStart(2, "0")} ${monthName(date).slice(0, 3)}`;
/** "October" */
export const monthName = written({ month: "long" });
/** "October 2026" */
export const monthAndYear = written({ month: "long", year: "numeric" });

export const addDays = (date: Date, days: number) => new Date(date.getTime() + days * dayMs);

/** Returns the first day of the month that is `monthsAway` months later. */
export const monthStart = (date: Date, monthsAway = 0) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsAway, 1));

export const monthEnd = (date: Date) => addDays(monthStart(date, 1), -1);

/** Returns all days of a month. */
export const daysOf = (month: Date) =>
  Array.from({ length: monthEnd(month).getUTCDate() }, (_, index) => addDays(monthStart(month), index));

/** "20261014" */
export const packedDate = (date: Date) => date.toISOString().slice(0, 10).replaceAll("-", "");

export const isWeekend = (date: Date) => date.getUTCDay() === 0 || date.getUTCDay() === 6;

/** Returns the day itself if it is a working day, or the next one. */
export const workingDay = (date: Date): Date => (isWeekend(date) ? workingDay(addDays(date, 1)) : date);
