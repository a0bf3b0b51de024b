import { type Block, beside, heightOf, type Strip, space } from "../typeset/strip.ts";
import { type CellText, tableBlock } from "../typeset/table.ts";
import { type Measure, textStrip } from "../typeset/text-lines.ts";
import { parseDecimal } from "./decimal.ts";
import { amountWords } from "./format.ts";
import type { Allowance, Amount, Invoice, VatGroup } from "./model.ts";
import { allowanceReason, calculation, codeWithWords, vatWords } from "./paper-lines.ts";
import { block, titled } from "./paper-parts.ts";
import { inkLine, left, right, styles, tableLook, width } from "./paper-style.ts";

const totalsWidth = 214;
const gap = 24;

/** Sets VAT breakdown and totals side by side, or one under the other where the breakdown is long. */
export function totalsBlocks(invoice: Invoice, measure: Measure): Block[] {
  const vat = vatBlock(invoice, width - totalsWidth - gap, measure);
  const totals = totalsStrips(invoice);
  if (!vat) return [block([space(10), ...totals], { isWhole: true })];
  if (heightOf(vat.strips) <= 300) return [block([space(10), ...beside(vat.strips, totals)], { isWhole: true })];
  return [vat, block([space(10), ...totals], { isWhole: true })];
}

function totalsStrips({ totals, currency, vatCurrency }: Invoice): Strip[] {
  const rows: [string, Amount | undefined][] = [
    ["Sum of lines", totals.lines],
    ["Allowances", totals.allowances && negated(totals.allowances)],
    ["Charges", totals.charges],
    ["Total without VAT", totals.withoutVat],
    ["VAT", totals.vat],
    [`VAT in ${vatCurrency ?? totals.vatInVatCurrency?.currency ?? "the currency of VAT"}`, totals.vatInVatCurrency],
    ["Total with VAT", totals.withVat],
    ["Already paid", totals.paid && negated(totals.paid)],
    ["Rounding", totals.rounding],
  ];
  const x = right - totalsWidth;
  const row = (label: string, amount: Amount, style: typeof styles.body | typeof styles.total) => {
    const own = amount === totals.vatInVatCurrency && !amount.currency ? vatCurrency : currency;
    return beside(
      [textStrip(label, { x, width: totalsWidth }, style)],
      [textStrip(amountWords(amount, own), { x, width: totalsWidth, align: "right" }, style)],
    );
  };
  const sums = new Set(["Total without VAT", "Total with VAT"]);
  return [
    ...rows.flatMap(([label, amount]) => {
      if (!amount) return [];
      const strips = row(label, amount, sums.has(label) ? styles.bold : styles.body);
      return [...strips, space(2.5)];
    }),
    ...(totals.due
      ? [
          { height: 6, marks: [{ kind: "rule" as const, x, toX: right, y: 2, ...inkLine }] },
          ...row("Amount due", totals.due, styles.total),
        ]
      : []),
  ];
}

/** An amount that is subtracted, with its sign changed; a value that is no number as it stands. */
function negated({ value, currency }: Amount): Amount {
  const number = parseDecimal(value);
  if (!number || number.units === 0n) return { value, currency };
  return { value: value.startsWith("-") ? value.slice(1) : `-${value.replace(/^\+/, "")}`, currency };
}

/** Sets the table of VAT groups with their exemptions. @returns undefined when there are none */
function vatBlock({ vatBreakdown, currency }: Invoice, tableWidth: number, measure: Measure): Block | undefined {
  if (vatBreakdown.length === 0) return undefined;
  const amountWidth = 64;
  const toX = left + tableWidth;
  const columns = [
    { title: "VAT", x: left, width: tableWidth - 2 * amountWidth - 8 },
    { title: "Taxable amount", x: toX - 2 * amountWidth - 2, width: amountWidth, align: "right" as const },
    { title: "VAT amount", x: toX - amountWidth, width: amountWidth, align: "right" as const },
  ];
  const rows = vatBreakdown.map((group): CellText[][] => [
    [{ text: vatWords(group), style: styles.body }, ...exemptionTexts(group)],
    money(group.taxable, currency),
    money(group.tax, currency),
  ]);
  return tableBlock(columns, rows, { ...tableLook, toX }, measure);
}

function exemptionTexts({ exemption, exemptionCode }: VatGroup): CellText[] {
  const code = exemptionCode && codeWithWords("exemptions", exemptionCode);
  return [exemption, code].flatMap((text) => (text ? [{ text, style: styles.small }] : []));
}

const money = (amount: Amount | undefined, currency: string | undefined): CellText[] =>
  amount ? [{ text: amountWords(amount, currency), style: styles.body }] : [];

/** Sets allowances and charges of the whole document. */
export function allowancesBlock({ allowances, currency }: Invoice, measure: Measure): Block[] {
  if (allowances.length === 0) return [];
  const columns = [
    { title: "Allowance or charge", x: left, width: 178 },
    { title: "Calculation", x: left + 188, width: 116 },
    { title: "VAT", x: left + 314, width: 106 },
    { title: "Net amount", x: right - 70, width: 70, align: "right" as const },
  ];
  const rows = allowances.map((allowance): CellText[][] => {
    const name = allowance.isCharge ? "Charge" : "Allowance";
    const cell = (text: string | undefined) => (text ? [{ text, style: styles.body }] : []);
    return [
      cell([name, ...allowanceReason(allowance)].join(": ")),
      cell(calculation(allowance, currency)),
      cell(allowance.vat && vatWords(allowance.vat)),
      cell(signedAmount(allowance, currency)),
    ];
  });
  return [titled("Allowances and charges", tableBlock(columns, rows, tableLook, measure), measure)];
}

function signedAmount({ amount, isCharge }: Allowance, currency: string | undefined): string | undefined {
  return amount && amountWords(isCharge ? amount : negated(amount), currency);
}
