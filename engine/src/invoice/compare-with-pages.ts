import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError } from "../converter.ts";
import { decimalText, magnitude, parseDecimal, round } from "./decimal.ts";
import { amountWords } from "./format.ts";
import type { Amount, Invoice } from "./model.ts";
import { invoiceFileSyntax, readInvoice } from "./read-invoice.ts";

/** The pages that an invoice is compared with. */
export interface ComparedPages {
  /** The PDF. */
  path: string;
  /** Text that is certainly on the pages, but may not be all of it; undefined when none is known. */
  contentText: string | undefined;
}

/**
 * Compares number, totals and the seller's VAT number of an invoice inside a PDF with the text of its pages. Values
 * that may be on a page in any usual form are taken to be there, and without text that can be trusted nothing is
 * compared. PDFium reads the pages only when a value is not in the text known already, as it takes much longer.
 */
export async function compareWithPages(
  xml: Buffer,
  { path, contentText }: ComparedPages,
  workDir: string,
): Promise<Warning[]> {
  const invoice = readEmbedded(xml, workDir);
  if (!invoice || (contentText !== undefined && showsAll(invoice, contentText))) return [];
  const { trustedText } = await import("./page-text.ts");
  const text = await trustedText(path);
  return text === undefined ? [] : differences(invoice, text);
}

/** Returns undefined for XML that cannot be read: the pages are the document. */
function readEmbedded(xml: Buffer, workDir: string): Invoice | undefined {
  const path = join(workDir, "embedded-invoice.xml");
  writeFileSync(path, xml);
  const syntax = invoiceFileSyntax(path);
  try {
    return syntax && readInvoice(path, syntax);
  } catch (error) {
    if (error instanceof ConvertError) return undefined;
    throw error;
  }
}

/** Whether a text has every value that is compared. */
function showsAll({ number, totals, seller }: Invoice, text: string): boolean {
  const page = normalised(text);
  return (
    numberDifference(number, page) === undefined &&
    vatDifference(seller?.vatId, page) === undefined &&
    [totals.due, totals.withVat].every((amount) => showsAmount(amountDigits(amount), page))
  );
}

const normalised = (text: string): string => text.normalize("NFKC").replaceAll(/\s+/g, " ");

/** @param text of the pages */
function differences(invoice: Invoice, text: string): Warning[] {
  const { number, totals, seller } = invoice;
  const page = normalised(text);
  const totalsDiffer =
    amountDifference("the amount due", totals.due, invoice, page) ??
    amountDifference("the total with VAT", totals.withVat, invoice, page);
  const texts = [numberDifference(number, page), vatDifference(seller?.vatId, page), totalsDiffer];
  return texts.flatMap((words) =>
    words === undefined ? [] : [{ code: "invoice-data-differs", text: words } as const],
  );
}

const compact = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

function numberDifference(number: string | undefined, page: string): string | undefined {
  const wanted = compact(number ?? "");
  if (wanted === "" || compact(page).includes(wanted)) return undefined;
  return `The XML inside the PDF has the invoice number ${number}, which is not on its pages.`;
}

/** The country's letters may be missing on the page. */
function vatDifference(vatId: string | undefined, page: string): string | undefined {
  const wanted = compact(vatId ?? "");
  const [, country = "", digits = wanted] = /^([A-Z]{2})(.+)$/.exec(wanted) ?? [];
  if (digits.length < 6 || compact(page).includes(digits)) return undefined;
  const shown = new RegExp(`\\b${country}[ .]?\\d[\\d .]{5,12}\\d\\b`).exec(page)?.[0];
  const onPage = country && shown ? `; its pages show ${shown.trim()}` : ", which is not on its pages";
  return `The XML inside the PDF has the seller's VAT number ${vatId}${onPage}.`;
}

function amountDifference(
  name: string,
  amount: Amount | undefined,
  { currency }: Invoice,
  page: string,
): string | undefined {
  const digits = amountDigits(amount);
  const largest = largestAmount(page);
  // Without any amount the pages do not state a total, or state it in a form that is not known here.
  if (!amount || largest === undefined || showsAmount(digits, page)) return undefined;
  const found = `its pages do not show it, and the largest amount there is ${largest}`;
  return `The XML inside the PDF gives ${name} as ${amountWords(amount, currency)}; ${found}.`;
}

/** Returns undefined for an amount of nothing, which is not looked for. */
function amountDigits(amount: Amount | undefined): string | undefined {
  const value = parseDecimal(amount?.value);
  return value && value.units !== 0n ? decimalText(magnitude(round(value, 2))) : undefined;
}

const showsAmount = (digits: string | undefined, page: string): boolean =>
  digits === undefined || amountPattern(digits).test(page);

/** Matches an amount with any separators, with spaces anywhere, and without decimals where they are zero. */
function amountPattern(digits: string): RegExp {
  const [whole = "", fraction = ""] = digits.split(".");
  const spaced = (text: string) => [...text].join(" ?");
  const groups = whole
    .replaceAll(/\B(?=(\d{3})+(?!\d))/g, ",")
    .split(",")
    .map(spaced)
    .join(" ?[.,'’`´·]? ?");
  const decimals = ` ?[.,·:] ?${spaced(fraction)}0*`;
  const end = fraction === "00" ? `(?:${decimals}|(?![.,]?\\d))` : decimals;
  return new RegExp(`(?<!\\d|\\d[.,'’])${groups}${end}(?!\\d)`);
}

/** Returns the largest number with two decimals, as the page has it. */
function largestAmount(page: string): string | undefined {
  const amounts = page.match(/(?<![\d.,])\d{1,3}(?:[.,'’ ]?\d{3}){0,4}[.,]\d{2}(?![.,]?\d)/g) ?? [];
  const digitsOf = (text: string) => Number(text.replaceAll(/\D/g, ""));
  return amounts.reduce<string | undefined>(
    (best, one) => (best === undefined || digitsOf(one) > digitsOf(best) ? one : best),
    undefined,
  );
}
