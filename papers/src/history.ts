import { addDays, isWeekend, monthAndYear, monthStart, packedDate, workingDay } from "./dates.ts";
import { inventInvoice } from "./facts/invoice.ts";
import { inventPayslip } from "./facts/payslip.ts";
import { inventReceipt } from "./facts/receipt.ts";
import { type ShopName, shopNames } from "./facts/shops.ts";
import { inventStatement } from "./facts/statement.ts";
import { inventSupplier, type TradeName, tradeNames } from "./facts/suppliers.ts";
import { drawLetter, type LetterKind, letterKinds } from "./office/letter.ts";
import { drawWorkbook, workbookKinds } from "./office/workbook.ts";
import { invoiceSheet, pickInvoiceLook } from "./page/invoice-page.ts";
import { payslipSheet } from "./page/payslip-page.ts";
import { pdfOf } from "./page/pdf.ts";
import { pickStatementLook, statementSheets } from "./page/statement-pages.ts";
import { mediaTypes, type Paper } from "./paper.ts";
import { photograph } from "./photo/photograph.ts";
import { pickTillLook, receiptSvg } from "./photo/receipt-svg.ts";
import { type Random, randomFrom } from "./random.ts";
import { scan, scanFormats } from "./scan/scan.ts";
import { cardCsv } from "./words/card-csv.ts";
import { noteText } from "./words/note.ts";

/** The password of protected payslips. */
export const payslipPassword = "crumpet";

export interface PaperFacts {
  /** The business that the papers belong to, as banks and suppliers write its name. */
  business: string;
  /**
   * The day on which the papers are sent. Papers are dated in the weeks before, statements and lists in the month
   * before.
   */
  date: Date;
}

type Draw = (random: Random, facts: PaperFacts) => Promise<Paper>;

const drawFunctions = {
  letter: drawLetterPaper,
  "bank-statement": drawStatementPaper,
  "receipt-photo": drawReceiptPaper,
  "supplier-invoice": drawInvoicePaper,
  "invoice-scan": drawScanPaper,
  workbook: drawWorkbookPaper,
  "card-csv": drawCsvPaper,
  note: drawNotePaper,
  "protected-payslip": drawProtectedPayslip,
  "damaged-letter": drawDamagedLetter,
} as const satisfies Record<string, Draw>;

export type PaperKind = keyof typeof drawFunctions;
export const paperKinds = Object.keys(drawFunctions) as PaperKind[];

/**
 * Makes one invented paper. The same kind, seed and facts give the same bytes on the same machine, except for encrypted
 * papers; fonts and image libraries of other machines may differ.
 */
export function drawPaper(kind: PaperKind, seed: string, facts: PaperFacts): Promise<Paper> {
  return drawFunctions[kind](randomFrom(`${kind} ${seed}`), facts);
}

const lastMonth = (date: Date) => monthStart(date, -1);

/** Returns a working day in the weeks before. */
function recentDay(random: Random, date: Date): Date {
  const day = addDays(date, -random.whole(2, 24));
  return isWeekend(day) ? addDays(day, -2) : day;
}

function drawLetterPaper(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  return letterPaper(random, random.pick(letterKinds), business, recentDay(random, date));
}

export async function letterPaper(random: Random, kind: LetterKind, business: string, date: Date): Promise<Paper> {
  const letter = await drawLetter(random, kind, business, date);
  return { name: `${letter.fileName}.docx`, type: mediaTypes.docx, bytes: letter.bytes, about: letter.about };
}

export async function drawStatementPaper(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  const statement = inventStatement(random, business, lastMonth(date));
  const look = pickStatementLook(random);
  const title = `Statement ${monthAndYear(statement.from)}`;
  const sheets = statementSheets(statement, look);
  return {
    name: `${title}.pdf`,
    type: mediaTypes.pdf,
    bytes: await pdfOf(sheets, { title, producer: look.bank, date: statement.to }),
    about: `The bank's statement of ${monthAndYear(statement.from)}`,
  };
}

function drawReceiptPaper(random: Random, { date }: PaperFacts): Promise<Paper> {
  return receiptPhoto(random, random.pick(shopNames), recentDay(random, date));
}

export async function receiptPhoto(random: Random, shop: ShopName, date: Date): Promise<Paper> {
  const receipt = inventReceipt(random, shop, date);
  const bytes = await photograph(random, receiptSvg(receipt, pickTillLook(random)));
  return { name: `IMG_${random.whole(1204, 9861)}.jpg`, type: mediaTypes.jpg, bytes, about: aboutShop[shop] };
}

const aboutShop: Record<ShopName, string> = {
  grocer: "A photo of a till receipt, partly without VAT",
  hardware: "A photo of a receipt for tools",
  stationer: "A photo of a receipt for office supplies",
  cafe: "A photo of a receipt from a café",
  fuel: "A photo of a receipt for fuel",
};

async function drawInvoicePaper(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  const supplier = inventSupplier(random, random.pick(tradeNames));
  const invoice = inventInvoice(random, supplier, business, recentDay(random, date));
  const title = `Invoice ${invoice.number}`;
  const sheet = invoiceSheet(invoice, pickInvoiceLook(random));
  return {
    name: random.isOneIn(2) ? `${title}.pdf` : `${supplier.name.replace(/ Ltd$/, "")} ${invoice.number}.pdf`,
    type: mediaTypes.pdf,
    bytes: await pdfOf([sheet], { title, producer: "Accounts office", date: invoice.date }),
    about: "A supplier's invoice",
  };
}

function drawScanPaper(random: Random, facts: PaperFacts): Promise<Paper> {
  return invoiceScan(random, random.pick(tradeNames), facts, random.pick(scanFormats));
}

export async function invoiceScan(
  random: Random,
  trade: TradeName,
  { business, date }: PaperFacts,
  format: (typeof scanFormats)[number],
): Promise<Paper> {
  const invoice = inventInvoice(random, inventSupplier(random, trade), business, recentDay(random, date));
  const received = workingDay(addDays(invoice.date, 2));
  const sheet = invoiceSheet(invoice, pickInvoiceLook(random));
  const number = String(random.whole(1, 140)).padStart(4, "0");
  return {
    name: random.isOneIn(2) ? `Scan_${number}.${format}` : `SCAN_${packedDate(received)}_${number}.${format}`,
    type: mediaTypes[format],
    bytes: await scan(random, sheet, received, format),
    about: "A supplier's invoice, scanned",
  };
}

async function drawWorkbookPaper(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  const month = lastMonth(date);
  const { fileName, bytes, about } = await drawWorkbook(random, random.pick(workbookKinds), business, month);
  return { name: `${fileName} ${monthAndYear(month)}.xlsx`, type: mediaTypes.xlsx, bytes, about };
}

export async function drawCsvPaper(random: Random, { date }: PaperFacts): Promise<Paper> {
  const month = lastMonth(date);
  return {
    name: `Card transactions ${monthAndYear(month)}.csv`,
    type: mediaTypes.csv,
    bytes: cardCsv(random, month),
    about: "What was paid with the company card",
  };
}

async function drawNotePaper(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  return {
    name: `Notes ${monthAndYear(lastMonth(date))}.txt`,
    type: mediaTypes.txt,
    bytes: noteText(random, business, lastMonth(date)),
    about: "Notes for the accountant about the month",
  };
}

/** Makes a payslip that opens only with `payslipPassword`. */
export async function drawProtectedPayslip(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  const slip = inventPayslip(random, business, lastMonth(date));
  const title = `Payslip ${monthAndYear(slip.paidOn)}`;
  const facts = { title, producer: "Payroll office", date: slip.paidOn };
  return {
    name: `${title}.pdf`,
    type: mediaTypes.pdf,
    bytes: await pdfOf([payslipSheet(slip)], facts, payslipPassword),
    about: `A payslip, protected: its password is ${payslipPassword}`,
    password: payslipPassword,
  };
}

/** Makes a damaged document, as after an interrupted download: the ZIP directory at the end of the file is missing. */
export async function drawDamagedLetter(random: Random, { business, date }: PaperFacts): Promise<Paper> {
  const whole = await drawLetter(random, "insurance", business, recentDay(random, date));
  return {
    name: `${whole.fileName}.docx`,
    type: mediaTypes.docx,
    bytes: whole.bytes.slice(0, Math.floor(whole.bytes.length * 0.6)),
    about: "A letter that arrived damaged: it cannot be read",
  };
}
