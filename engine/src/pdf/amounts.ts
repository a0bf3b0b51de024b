/** Amounts as people write them into forms: "£1,250.50", "1.250,50 €", "(1 250)". */

const digitsWithin = String.raw`[.,]?\d(?:[\d.,'\u2019\s]*\d)?`;
const firstDigits = new RegExp(digitsWithin);
const amountOnly = new RegExp(String.raw`^[^\p{L}\d.,]*(${digitsWithin})[^\p{L}\d]*$`, "u");
/** Minus signs, also as bytes of Windows-1252, and amounts in brackets. */
const minus = /[-\u2010-\u2015\u2212\u0096\u00ad]|\([^()]*\d[^()]*\)/;

/** Longer texts are not parsed as amounts. In characters. */
const longest = 60;
/** "1,250", and numbers with the same separator more than once. */
const wholeNumber = /^[1-9]\d{0,2}[.,]\d{3}$|^\d+([.,])\d+(?:\1\d+)+$/;

/** Parses a text as one amount; undefined when the text contains anything else, such as words. */
export function amountOf(text: string): number | undefined {
  const [, written] = (text.length <= longest && amountOnly.exec(text)) || [];
  if (written === undefined) return undefined;
  const digits = written.replaceAll(/[^\d.,]/g, "");
  const point = wholeNumber.test(digits) ? digits.length : digits.search(/[.,]\d*$/);
  return signed(text, digits, point === -1 ? digits.length : point);
}

function signed(text: string, digits: string, point: number): number {
  const [before, after] = [digits.slice(0, point), digits.slice(point)].map((part) => part.replaceAll(/\D/g, ""));
  return Number(`${minus.test(text) ? "-" : ""}${before}.${after}0`);
}

/** How Acrobat's standard format scripts write a number. */
export interface AmountFormat {
  point: "." | ",";
  decimals: number;
  /** Percentages are shown as a hundred times the value. */
  times: 1 | 100;
  /** Some forms show negative amounts in red and without their sign. */
  showsSign: boolean;
}

/**
 * Parses AFNumber_Format(decimals, separators, negatives, …) and AFPercent_Format(decimals, separators); undefined for
 * other scripts.
 */
export function amountFormat(script: string | undefined): AmountFormat | undefined {
  const call = /^\s*AF(Number|Percent)_Format\s*\(\s*(\d)\s*,\s*(\d)(?:\s*,\s*(\d))?/.exec(script ?? "");
  if (!call) return undefined;
  const [, kind, decimals, separators, negatives] = call;
  return {
    point: separators === "2" || separators === "3" ? "," : ".",
    decimals: Number(decimals),
    times: kind === "Percent" ? 100 : 1,
    showsSign: negatives !== "1",
  };
}

/**
 * Whether a text written by a script differs from the value by more than rounding; false when either cannot be parsed.
 */
export function isDifferentAmount(
  text: string,
  value: string,
  { point, decimals, times, showsSign }: AmountFormat,
): boolean {
  const [written] = (text.length <= longest && firstDigits.exec(text)) || [];
  if (written === undefined) return false;
  const digits = written.replaceAll(/[^\d.,]/g, "");
  const shown = signed(text, digits, digits.includes(point) ? digits.lastIndexOf(point) : digits.length);
  // "1,250" is ambiguous: programs write commas between thousands, people also before decimals. Either is accepted.
  const wanted = [amountOf(value) ?? Number.NaN, Number(value.replace(",", "."))].filter(Number.isFinite);
  const plain = (amount: number) => (showsSign ? amount : Math.abs(amount));
  const rounding = 0.5 / 10 ** decimals + 1e-9;
  return wanted.length > 0 && wanted.every((read) => Math.abs(plain(read * times) - plain(shown)) > rounding);
}
