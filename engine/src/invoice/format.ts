import { codeWords } from "./codes.ts";
import { type Decimal, decimalText, parseDecimal } from "./decimal.ts";
import type { Amount, Identifier, Quantity } from "./model.ts";
import { unitWords } from "./units.ts";

const months = "January February March April May June July August September October November December".split(" ");

/** "14 October 2026"; a value that is no date as it stands. A time zone is left out. */
export function dateWords(date: string): string {
  const [, year, month = "", day = ""] = /^(\d{4})-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return year === undefined || name === undefined ? date : `${Number(day)} ${name} ${year}`;
}

/** Groups the digits before the point by three: "1,234.5". */
function grouped(text: string): string {
  const [whole = "", fraction] = text.split(".");
  const digits = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}

/** Writes a number with at least so many places, and more only where they are not zero. */
function numberText(value: Decimal, minPlaces: number): string {
  const [whole = "", fraction = ""] = decimalText(value).split(".");
  const needed = fraction.replace(/0+$/, "").padEnd(minPlaces, "0");
  return grouped(needed === "" ? whole : `${whole}.${needed}`);
}

/** "1,234.5"; a value that is no number as it stands. */
export function numberWords(value: string): string {
  const number = parseDecimal(value);
  return number ? numberText(number, 0) : value;
}

interface CurrencyLook {
  symbol: string;
  places: number;
}

const looks = new Map<string, CurrencyLook | undefined>();

/** Returns how British English writes a currency; undefined for a code that is none. */
function currencyLook(code: string): CurrencyLook | undefined {
  if (!looks.has(code)) looks.set(code, readLook(code));
  return looks.get(code);
}

function readLook(currency: string): CurrencyLook | undefined {
  if (!/^[A-Z]{3}$/.test(currency) || !Intl.supportedValuesOf("currency").includes(currency)) return undefined;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  return {
    symbol: symbol === currency ? `${currency}\u00a0` : symbol,
    places: format.resolvedOptions().maximumFractionDigits ?? 2,
  };
}

/** "€1,234.56", "-SEK 5.00" with a no-break space; more places than the currency has where they are not zero. */
export function moneyText(value: Decimal, currency: string | undefined): string {
  const look = currency === undefined ? undefined : currencyLook(currency);
  const text = numberText(value, look?.places ?? 2);
  if (!look) return currency === undefined ? text : `${text}\u00a0${currency}`;
  return text.startsWith("-") ? `-${look.symbol}${text.slice(1)}` : look.symbol + text;
}

/** @param currency the document's, unless the amount has its own */
export function amountWords(amount: Amount, currency: string | undefined): string {
  const value = parseDecimal(amount.value);
  const own = amount.currency ?? currency;
  return value ? moneyText(value, own) : [amount.value, own].filter(Boolean).join(" ");
}

/** "10 pieces" */
export function quantityWords({ value, unit }: Quantity): string {
  const number = numberWords(value);
  return unit === undefined ? number : `${number} ${unitWords(unit, number === "1")}`;
}

/** "19 %" is written "19%"; a rate that is no number as it stands. */
export const percentWords = (rate: string): string => (parseDecimal(rate) ? `${numberWords(rate)}%` : rate);

const countries = new Intl.DisplayNames("en-GB", { type: "region", fallback: "none" });
const currencies = new Intl.DisplayNames("en-GB", { type: "currency", fallback: "none" });

/** "Germany"; a code that is none as it stands. */
export function countryWords(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code;
}

/** "Euro (EUR)" */
export function currencyWords(code: string): string {
  const name = /^[A-Z]{3}$/.test(code) ? currencies.of(code) : undefined;
  return name === undefined ? code : `${name} (${code})`;
}

/** An account number in groups of four if it is an IBAN; others as they stand. */
export function accountWords(account: string): string {
  const compact = account.replaceAll(" ", "");
  return /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(compact) ? (compact.match(/.{1,4}/g) ?? []).join(" ") : account;
}

/** "4012345000009 (GLN)" */
export function identifierWords(
  { value, scheme, version }: Identifier,
  list: "schemes" | "classificationLists" = "schemes",
): string {
  const words = scheme === undefined ? undefined : (codeWords(list, scheme) ?? `scheme ${scheme}`);
  const details = [words, version && `version ${version}`].filter(Boolean).join(", ");
  return details === "" ? value : `${value} (${details})`;
}

/** "1.2 MB" of 1,048,576 bytes, "340 KB" */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}
