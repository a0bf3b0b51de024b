import type { Block } from "../typeset/strip.ts";
import { type CellText, type Column, tableBlock } from "../typeset/table.ts";
import type { Measure } from "../typeset/text-lines.ts";
import { codeWords } from "./codes.ts";
import { parseDecimal } from "./decimal.ts";
import {
  amountWords,
  countryWords,
  dateWords,
  identifierWords,
  numberWords,
  percentWords,
  quantityWords,
} from "./format.ts";
import type { Allowance, Amount, Invoice, Line, Period, VatCategory } from "./model.ts";
import { left, right, styles, tableLook } from "./paper-style.ts";

/** Sets the table of invoice lines. Columns of numbers are as wide as their numbers, the description has the rest. */
export function linesBlock({ lines, currency }: Invoice, measure: Measure): Block {
  const rows = lines.map((line) => lineCells(line, currency));
  const widthOf = (index: number, title: string, most: number) => {
    let widest = measure.widthOf(title, styles.label.size, false);
    for (const { text, style } of rows.flatMap((row) => row[index] ?? [])) {
      widest = Math.max(widest, measure.widthOf(text, style.size, style.bold ?? false));
    }
    return Math.min(most, widest + 1);
  };
  const gap = 10;
  const columns: Column[] = [];
  let end = right;
  for (const [index, title, most] of [
    [5, "Net amount", 110],
    [4, "VAT", 60],
    [3, "Unit price", 100],
    [2, "Quantity", 84],
  ] as const) {
    const width = widthOf(index, title, most);
    columns.unshift({ title, x: end - width, width, align: "right" });
    end -= width + gap;
  }
  const numberWidth = widthOf(0, "No.", 70);
  const description = left + numberWidth + gap;
  columns.unshift(
    { title: "No.", x: left, width: numberWidth },
    { title: "Description", x: description, width: end - description },
  );
  return tableBlock(columns, rows, tableLook, measure);
}

function lineCells(line: Line, currency: string | undefined): CellText[][] {
  const { item, price, quantity, vat, net } = line;
  const cell = (text: string | undefined, style = styles.body): CellText[] => (text ? [{ text, style }] : []);
  const money = (amount: Amount | undefined) => amount && amountWords(amount, currency);
  const small = (text: string | undefined) => cell(text, styles.small);
  return [
    cell(line.id),
    [...cell(item.name, styles.bold), ...small(item.description), ...small(lineDetails(line, currency).join("\n"))],
    cell(quantity && quantityWords(quantity)),
    [...cell(money(price.net)), ...small(priceBase(line))],
    [...cell(vat?.rate === undefined ? vat?.code : percentWords(vat.rate)), ...small(vat?.rate && vat.code)],
    cell(money(net)),
  ];
}

/** "per 100 kg": nothing where the price is for one unit of what the quantity counts. */
function priceBase({ price: { base }, quantity }: Line): string | undefined {
  if (!base) return undefined;
  const isOne = parseDecimal(base.value) !== undefined && numberWords(base.value) === "1";
  const isSameUnit = base.unit === undefined || base.unit === quantity?.unit;
  return isOne && isSameUnit ? undefined : `per ${quantityWords(base)}`;
}

function lineDetails(line: Line, currency: string | undefined): string[] {
  const { item, price } = line;
  const facts: [string, string | undefined][] = [
    ["Seller's item number", item.sellerId],
    ["Buyer's item number", item.buyerId],
    ["Item identifier", item.standardId && identifierWords(item.standardId)],
    ...item.classifications.map((id): [string, string] => [
      "Classification",
      identifierWords(id, "classificationLists"),
    ]),
    ["Country of origin", item.origin && countryWords(item.origin)],
    ...item.attributes.map(({ name, value }): [string, string | undefined] => [name ?? "", value ?? ""]),
    ["Period", line.period && periodWords(line.period)],
    ["Order line", line.orderLine],
    ["Buyer's accounting reference", line.accounting],
    ["Object", line.object && identifierWords(line.object)],
    ["Price before discount", price.gross && amountWords(price.gross, currency)],
    ["Discount on the price", price.discount && amountWords(price.discount, currency)],
  ];
  return [
    ...facts.flatMap(([label, value]) =>
      value ? [label === "" ? value : `${label}: ${value}`] : label && value === "" ? [label] : [],
    ),
    ...line.allowances.map((allowance) => allowanceWords(allowance, currency)),
    ...line.notes,
  ];
}

/** "Allowance: Discount (95), 10% of €200.00: €20.00" */
function allowanceWords(allowance: Allowance, currency: string | undefined): string {
  const { isCharge, amount } = allowance;
  const words = [...allowanceReason(allowance), calculation(allowance, currency)].filter(Boolean).join(", ");
  const name = isCharge ? "Charge" : "Allowance";
  return [name, words, amount && amountWords(amount, currency)].filter(Boolean).join(": ");
}

/** The reason in the seller's words with its code in brackets; the code's own words where the seller has none. */
export function allowanceReason({ reason, reasonCode }: Allowance): string[] {
  if (reasonCode === undefined) return reason === undefined ? [] : [reason];
  const words = reason ?? codeWords("reasons", reasonCode);
  return [words === undefined ? `code ${reasonCode}` : `${words} (${reasonCode})`];
}

/** "10% of €200.00" */
export function calculation({ percent, base }: Allowance, currency: string | undefined): string | undefined {
  if (percent === undefined && !base) return undefined;
  const of = base && amountWords(base, currency);
  if (percent === undefined) return `of ${of}`;
  return of === undefined ? percentWords(percent) : `${percentWords(percent)} of ${of}`;
}

export const vatWords = ({ code, rate }: VatCategory): string =>
  [rate && percentWords(rate), code && codeWithWords("vatCategories", code)].filter(Boolean).join(" · ");

/** "Standard rate (S)"; the code alone where it is not known. */
export function codeWithWords(list: Parameters<typeof codeWords>[0], code: string): string {
  const words = codeWords(list, code);
  return words === undefined ? code : `${words} (${code})`;
}

export function periodWords({ start, end }: Period): string {
  const [from, to] = [start, end].map((date) => date && dateWords(date));
  if (from && to) return from === to ? from : `${from} to ${to}`;
  return from ? `from ${from}` : `to ${to}`;
}
