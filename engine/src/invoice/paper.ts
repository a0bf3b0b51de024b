import { type Block, beside, type Mark, type Strip, space } from "../typeset/strip.ts";
import { baseline, type Measure, textMark, textStrip, textStrips } from "../typeset/text-lines.ts";
import { codeWords } from "./codes.ts";
import { amountWords, currencyWords, dateWords, identifierWords } from "./format.ts";
import type { Invoice } from "./model.ts";
import { furtherBlocks } from "./paper-further.ts";
import { linesBlock, periodWords } from "./paper-lines.ts";
import { partiesStrips } from "./paper-parties.ts";
import { block, type Fact, factGrid } from "./paper-parts.ts";
import { paymentBlocks } from "./paper-payment.ts";
import { hairline, left, pageArea, right, styles, width } from "./paper-style.ts";
import { allowancesBlock, totalsBlocks } from "./paper-totals.ts";

/** Sets the whole invoice, in the order in which an accountant reads one. */
export function invoiceBlocks(invoice: Invoice, measure: Measure): Block[] {
  const parties = partiesStrips(invoice, measure);
  const facts = factGrid(keyFacts(invoice), 4, measure);
  return [
    block([...headStrips(invoice, measure), space(16)]),
    block([...parties, ...(parties.length > 0 ? [space(14)] : [])]),
    block([...facts, ...(facts.length > 0 ? [space(7)] : [])]),
    ...(invoice.lines.length > 0 ? [linesBlock(invoice, measure)] : []),
    ...allowancesBlock(invoice, measure),
    ...totalsBlocks(invoice, measure),
    ...paymentBlocks(invoice, measure),
    ...furtherBlocks(invoice, measure),
  ];
}

/** What the document is called: by its type code, else by its root element. */
function documentTitle({ typeCode, isCreditNote }: Invoice): string {
  return codeWords("typeTitles", typeCode) ?? (isCreditNote ? "Credit note" : "Invoice");
}

/** Sets title and number on the left, the amount due on the right. */
function headStrips(invoice: Invoice, measure: Measure): Strip[] {
  const { number, totals, dueDate, currency } = invoice;
  const due = totals.due ?? totals.withVat;
  const sideWidth = 210;
  const side = { x: right - sideWidth, width: sideWidth, align: "right" as const };
  const place = { x: left, width: width - sideWidth - 12 };
  return beside(
    [
      ...textStrips(documentTitle(invoice), place, styles.title, measure),
      ...(number === undefined ? [] : textStrips(`No. ${number}`, place, styles.subtitle, measure)),
    ],
    due
      ? [
          space(2),
          textStrip(totals.due ? "Amount due" : "Total with VAT", side, styles.label),
          ...textStrips(amountWords(due, currency), side, { ...styles.title, size: 18, leading: 22 }, measure),
          ...(dueDate ? textStrips(`by ${dateWords(dueDate)}`, side, styles.subtitle, measure) : []),
        ]
      : [],
  );
}

function keyFacts({ references, ...invoice }: Invoice): Fact[] {
  const date = (value: string | undefined) => value && dateWords(value);
  const event = codeWords("taxPointEvents", invoice.taxPointCode) ?? invoice.taxPointCode;
  return [
    ["Invoice date", date(invoice.issueDate)],
    ["Due date", date(invoice.dueDate)],
    ["Delivery date", date(invoice.delivery?.date)],
    ["Period", invoice.period && periodWords(invoice.period)],
    ["VAT date", date(invoice.taxPointDate)],
    ["VAT is due at", event],
    ["Your reference", references.buyer],
    ["Purchase order", references.order],
    ["Sales order", references.salesOrder],
    ["Contract", references.contract],
    ["Project", references.project.join(" · ")],
    ["Despatch advice", references.despatchAdvice],
    ["Receiving advice", references.receivingAdvice],
    ["Tender or lot", references.tender],
    ["Invoiced object", references.object && identifierWords(references.object)],
    ["Buyer's accounting reference", references.accounting],
    ["Currency", invoice.currency && currencyWords(invoice.currency)],
    ["Currency of VAT", invoice.vatCurrency && currencyWords(invoice.vatCurrency)],
  ];
}

export interface PageFrame {
  page: number;
  pages: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Draws what each page has around its content. */
export function frameMarks(invoice: Invoice, { page, pages, sha256 }: PageFrame, measure: Measure): Mark[] {
  const y = pageArea.bottom + 16;
  const footLine = (text: string, at: number, align: "left" | "right" = "left"): Mark =>
    textMark(text, align === "left" ? left : right, at + baseline(styles.foot), styles.foot, align);
  const marks: Mark[] = [
    { kind: "rule", x: left, toX: right, y, ...hairline },
    footLine(`Reading copy; the XML is the original. SHA-256 ${sha256}`, y + 4),
    footLine(`Page ${page} of ${pages}`, y + 4, "right"),
  ];
  return page === 1 ? marks : [...continuedHead(invoice, measure), ...marks];
}

function continuedHead(invoice: Invoice, measure: Measure): Mark[] {
  const name = [`${documentTitle(invoice)} ${invoice.number ?? ""}`.trim(), invoice.seller?.name].filter(Boolean);
  const [line] = textStrips(name.join(" · "), { x: left, width }, styles.small, measure);
  const y = pageArea.top - 8;
  return [
    ...(line?.marks ?? []).map((mark) => ({ ...mark, y: mark.y + y })),
    { kind: "rule", x: left, toX: right, y: y + 14, ...hairline },
  ];
}
