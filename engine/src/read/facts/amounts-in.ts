/** An amount in a text, where it begins and ends there, currency and marks included. */
export interface WrittenAmount {
  /** In hundredths. */
  hundredths: number;
  /** ISO 4217; "?" for a sign of several currencies, as "$"; null without any. */
  currency: string | null;
  /** CR: a credit. DR and OD: a debit, an overdrawn account. */
  mark: "CR" | "DR" | "OD" | null;
  /** Whether something besides its two decimals says that it is money: a currency, a mark, a group of thousands. */
  isMarked: boolean;
  start: number;
  end: number;
}

const signs: Readonly<Record<string, string>> = { "£": "GBP", "€": "EUR", US$: "USD", $: "?", RM: "MYR", ZŁ: "PLN" };
const codes = "GBP|EUR|USD|CHF|PLN|MYR|SEK|NOK|DKK|CAD|AUD|NZD|JPY|SGD|HKD|ZAR|INR|AED|CZK|HUF|RON|BGN|TRY|CNY|THB|ILS";
const currencyBefore = `(?<before>[£€]|(?<![A-Za-z])(?:US\\$|\\$|RM|${codes}))`;
const currencyAfter = `(?<after>[£€]|zł|(?:${codes})(?![A-Za-z]))`;
/** Groups of three digits; spaces may separate them, and stand beside a separator, only after a currency. */
const number = [
  "\\d{1,3}(?:,\\d{3}){1,3}\\.\\d{2}",
  "\\d{1,3}(?:\\.\\d{3}){1,3},\\d{2}",
  "\\d{0,7}\\.\\d{2}",
  "\\d{1,7},\\d{2}",
  "\\d{1,3}(?:,\\d{3}){1,3}",
  "\\d{1,7}",
].join("|");
const spaced = "\\d{1,3}(?:(?:, ?| ,| |\\u00a0|’)\\d{3}){1,3}(?: ?[.,] ?\\d{2})|\\d{1,4}(?: [.,] ?|[.,] )\\d{2}";
const minus = "[-−–]";
/** Codes of a tax rate that receipts print beside a price. */
const taxLetter = "(?:SR|ZRL?|[A-FSTVZ]|\\*)?(?![A-Za-z])";
const mark = "(?: ?(?<mark>CR|DR|OD|O/D)(?![A-Za-z]))";

const pattern = new RegExp(
  `(?<![\\d.,/#])(?<open>\\( ?)?(?<minus>(?<=^|\\t)${minus} ?|${minus})?` +
    `(?:${currencyBefore} ?(?<inner>${minus})?(?<money>${spaced}|${number})|(?<![A-Za-z][-(]?|\\d:)(?<bare>\\d{1,4}\\. \\d{2}(?=$|\\t)|${number}))` +
    `(?![\\d%]|[.,:/]\\d)(?<last>${minus}(?![\\dA-Za-z£]))?(?: ?${currencyAfter})?(?<close> ?\\))?(?:${mark}|${taxLetter})`,
  "gi",
);
/** A measure after a number, which is not money then. */
const measure =
  /^ ?(?:kg|g|hrs?|hours?|mins?|miles?|mm|cm|m2|m²|m|km|l|ltrs?|litres?|lit|days?|nights?|pcs|pkts?|packs?|packets?|rolls?|box(?:es)?|bags?|bottles?|btl|ctn|cases?|sets?|sheets?|each|ea|units?|kwh|gb|mb|x|×|@|per cent|percent|degrees|°)(?![a-z])/i;
const multiple = /^ ?(?:k|m|mn|bn|million|billion|thousand)(?![a-z])/i;

/** Finds the amounts that are written in a text; those whose separators may mean two things are left out. */
export function amountsIn(text: string): WrittenAmount[] {
  const amounts: WrittenAmount[] = [];
  for (const match of text.matchAll(pattern)) {
    const { groups = {} } = match;
    const end = match.index + match[0].length;
    const printed = groups.money ?? groups.bare ?? "";
    const after = groups.after;
    const currency = currencyOf(groups.before ?? after);
    const rest = text.slice(end, end + 14);
    if (currency === null && measure.test(rest)) continue;
    if (multiple.test(rest)) continue;
    const hundredths = hundredthsOf(printed, currency);
    if (hundredths === null) continue;
    const isBracketed = groups.open !== undefined && groups.close !== undefined;
    const isNegative =
      groups.minus !== undefined || groups.inner !== undefined || groups.last !== undefined || isBracketed;
    const amountMark = groups.mark ? (groups.mark.toUpperCase().replace("/", "") as "CR" | "DR" | "OD") : null;
    amounts.push({
      hundredths: isNegative ? -hundredths : hundredths,
      currency,
      mark: amountMark,
      isMarked: currency !== null || amountMark !== null || isNegative || /\d[.,]\d{3}[.,]/.test(printed),
      start: match.index,
      end,
    });
  }
  return amounts;
}

function currencyOf(printed: string | undefined): string | null {
  if (printed === undefined) return null;
  const upper = printed.toUpperCase();
  return signs[upper] ?? upper;
}

/** @returns null when the separators may mean two things, or nothing says that it is money */
function hundredthsOf(printed: string, currency: string | null): number | null {
  const plain = printed.replace(/[\s’]/g, "");
  const decimals = /[.,](\d\d)$/.exec(plain);
  if (!decimals) return currency === null ? null : 100 * Number(plain.replaceAll(",", ""));
  const whole = plain.slice(0, -3);
  const separator = plain.at(-3);
  // "12,50" is twelve and a half only where commas are usual; no paper in pounds has them.
  if (separator === "," && (currency === null || ["GBP", "USD", "MYR", "?"].includes(currency))) return null;
  if (separator !== undefined && whole.includes(separator)) return null;
  return 100 * Number(whole.replace(/\D/g, "")) + Number(decimals[1]);
}

/** "1234.56", with a minus sign for negative amounts */
export function amountValue(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, "0");
  return `${hundredths < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
