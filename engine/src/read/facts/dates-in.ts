/** A date in a text, where it begins and ends there. */
export interface WrittenDate {
  /** "2026-10-14" */
  value: string;
  start: number;
  end: number;
  /** Day and month are both numbers up to 12, so that another country's order would give another date. */
  isOrderAssumed: boolean;
}

export interface WrittenDates {
  dates: WrittenDate[];
  /** Whether a date has its month first, as in 10/31/2026. */
  hasMonthFirst: boolean;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthNames =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const day = "(?<day>\\d{1,2})";
const year = "(?<year>\\d{4}|['’]?\\d{2})";
const before = "(?<![\\d.,/£€$#-]|\\d:|[A-Za-z]-?)";
const after = "(?![\\d%]|[.,/:-]\\d)";

/** Each form of a date; no two of them match the same text. */
const forms = {
  /** "14 Oct 2026", "14th of October, 2026", "14-OCT-26", "14Oct2026" */
  named: new RegExp(
    `${before}${day}(?: ?(?:st|nd|rd|th))?(?: of)?(?:[-/.] ?|,? )?(?<month>${monthNames})\\.?(?:[-/.] ?|,? )?${year}${after}(?! ?,? ?\\d{4})`,
    "gi",
  ),
  /** "October 14, 2026", "Oct 3rd 2026" */
  monthNamed: new RegExp(
    `(?<![a-z])(?<month>${monthNames})\\.? ${day}(?:st|nd|rd|th)? ?,? ?(?<year>\\d{4})${after}`,
    "gi",
  ),
  /** "2026-10-14", "2026/10/14", also before a time: "2026-10-14T09:30" */
  iso: new RegExp(`${before}(?<year>\\d{4})([-/.])(?<month>\\d{2})\\2(?<day>\\d{2})(?:(?=T\\d)|${after})`, "g"),
  /** "14/10/2026", "14 / 10 / 26", "14-10-26", "14.10.26" */
  numbers: new RegExp(`${before}${day}( ?)([/.-])\\2(?<month>\\d{1,2})\\2\\3\\2(?<year>\\d{4}|\\d{2})${after}`, "g"),
} as const;

/** Finds the dates that are written in a text, in British order. Impossible and doubtful ones are left out. */
export function datesIn(text: string): WrittenDates {
  const dates: WrittenDate[] = [];
  let hasMonthFirst = false;
  for (const [form, pattern] of Object.entries(forms)) {
    for (const match of text.matchAll(pattern)) {
      const { groups = {} } = match;
      const written = { day: groups.day ?? "", month: groups.month ?? "", year: groups.year ?? "" };
      const isNumbers = form === "numbers";
      // "1.2.26" is rather a number of a chapter or a version.
      if (isNumbers && match[3] === "." && written.year.length === 2 && (written.day + written.month).length < 4)
        continue;
      const month = /\d/.test(written.month)
        ? Number(written.month)
        : months.indexOf(written.month.slice(0, 3).toLowerCase()) + 1;
      const value = dateOf(yearOf(written.year), month, Number(written.day));
      // "10-28-82" is rather a sort code.
      const isDate = isNumbers && (match[3] === "/" || written.year.length === 4);
      if (isDate && value === null && dateOf(yearOf(written.year), Number(written.day), month) !== null)
        hasMonthFirst = true;
      if (value === null) continue;
      const isOrderAssumed = isNumbers && Number(written.day) <= 12 && Number(written.day) !== month;
      dates.push({ value, start: match.index, end: match.index + match[0].length, isOrderAssumed });
    }
  }
  return { dates: dates.sort((a, b) => a.start - b.start), hasMonthFirst };
}

/** @returns null for two digits that may mean either century */
function yearOf(written: string): number | null {
  const digits = written.replace(/\D/g, "");
  const number = Number(digits);
  if (digits.length === 4) return number >= 1900 && number < 2100 ? number : null;
  if (number < 50) return 2000 + number;
  return number >= 80 ? 1900 + number : null;
}

function dateOf(year: number | null, month: number, dayOfMonth: number): string | null {
  if (year === null || month < 1 || month > 12 || dayOfMonth < 1) return null;
  if (dayOfMonth > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}
