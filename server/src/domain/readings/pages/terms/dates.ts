/** A date in a row of parts, as "2026-10-14", or a month as "2026-10". */
export interface FoundDate {
  date: string;
  /** Index of its first part and of the one after its last. */
  start: number;
  end: number;
}

const months = "january february march april may june july august september october november december".split(" ");

/** From 1; 0 for what is no month. Months are written with three letters or more, September also as "sept". */
function monthNamed(text: string): number {
  if (text.length < 3) return 0;
  return 1 + months.findIndex((month) => month.startsWith(text));
}

const dayIn = (text: string): number => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(text)?.[1] ?? 0);
const monthIn = (text: string): number => (/^\d{1,2}$/.test(text) ? Number(text) : monthNamed(text));

/** Years of two digits are those around the present: 1970 to 2069. */
function yearIn(text: string): number {
  if (/^(?:19|20)\d\d$/.test(text)) return Number(text);
  if (!/^\d\d$/.test(text)) return 0;
  return Number(text) + (Number(text) < 70 ? 2000 : 1900);
}

const isFullYear = (text: string): boolean => text.length === 4 && yearIn(text) > 0;

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const twoDigits = (number: number): string => String(number).padStart(2, "0");

function dateOf(year: number, month: number, day: number): string | null {
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

const monthOf = (year: number, month: number): string | null => dateOf(year, month, 1)?.slice(0, 7) ?? null;

/**
 * Finds the dates in parts that follow each other: 14/10/2026, 14th October 2026, Oct 14, 2026, 2026-10-14, Oct 2026.
 * Days come before months, as in Britain, unless only the other order is a date.
 * @param joined whether a part and its successor are printed in one word, such as 14 and 10 of "14/10/2026"
 */
export function datesIn(parts: string[], joined: (index: number) => boolean): FoundDate[] {
  const found: FoundDate[] = [];
  for (let start = 0; start < parts.length; start++) {
    const [one = "", two = "", three = ""] = parts.slice(start, start + 3);
    const isWord = joined(start) && joined(start + 1);
    const date = threeParts(one, two, three, isWord);
    const month = date ? null : twoParts(one, two, joined(start));
    const length = date ? 3 : 2;
    const text = date ?? month;
    if (text === null) continue;
    found.push({ date: text, start, end: start + length });
    start += length - 1;
  }
  return found;
}

/** @param isWord whether the parts are one word: numbers alone are a date only then */
function threeParts(one: string, two: string, three: string, isWord: boolean): string | null {
  if (isWord && isFullYear(one)) return dateOf(yearIn(one), monthIn(two), dayIn(three));
  const year = yearIn(three);
  if (monthNamed(two) > 0) return dateOf(year, monthNamed(two), dayIn(one));
  if (monthNamed(one) > 0) return isFullYear(three) ? dateOf(year, monthNamed(one), dayIn(two)) : null;
  if (!isWord) return null;
  return dateOf(year, monthIn(two), dayIn(one)) ?? dateOf(year, monthIn(one), dayIn(two));
}

function twoParts(one: string, two: string, isWord: boolean): string | null {
  if (isFullYear(two) && (monthNamed(one) > 0 || isWord)) return monthOf(yearIn(two), monthIn(one));
  if (isWord && isFullYear(one) && two.length === 2) return monthOf(yearIn(one), monthIn(two));
  return null;
}
