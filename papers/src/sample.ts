import { type Chance, chanceFrom } from "./chance.ts";
import { addDays, isWeekend, monthAndYear, monthStart } from "./dates.ts";
import type { ShopName } from "./facts/shops.ts";
import { inventStatement } from "./facts/statement.ts";
import { drawDamagedLetter, drawProtectedPayslip, invoiceScan, payslipPassword, receiptPhoto } from "./history.ts";
import { drawLetter } from "./office/letter.ts";
import { drawWorkbook } from "./office/workbook.ts";
import { pdfOf } from "./page/pdf.ts";
import { pickStatementLook, statementSheets } from "./page/statement-pages.ts";
import { mediaTypes, type Paper } from "./paper.ts";
import { cardCsv } from "./words/card-csv.ts";

/** Whose shoebox it is. */
const sampleCustomer = {
  name: "Pennyfold Bakehouse",
  company: "Pennyfold Bakehouse Ltd",
  email: "hello@pennyfold-bakehouse.example",
} as const;

/** Opens the one paper that is protected. */
export const samplePassword = payslipPassword;

type Draw = (chance: Chance, now: Date) => Promise<Paper>;

const payslip: Draw = (chance, now) => drawProtectedPayslip(chance, { business: sampleCustomer.company, date: now });

const damagedLetter: Draw = (chance, now) =>
  drawDamagedLetter(chance, { business: sampleCustomer.company, date: monthStart(now) });

/** In the order in which somebody would look through them. */
const draws: readonly Draw[] = [
  rentLetter,
  bankStatement,
  photo("fuel", "IMG_4821.jpg", 7),
  photo("cafe", "IMG_4822.jpg", 8),
  photo("grocer", "IMG_4836.jpg", 20),
  mileageLog,
  payslip,
  damagedLetter,
  cardList,
  scannedInvoice,
];

/**
 * Ten papers of one month of a bakery: one asks for its password, one is damaged and cannot be read.
 * Drawn one after the other, since a drawing takes a processor.
 * @param now the papers are of the month before this day
 */
export async function samplePapers(now: Date): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (const [index, draw] of draws.entries()) papers.push(await draw(chanceFrom(`sample ${index}`), now));
  return papers;
}

const monthBefore = (now: Date) => monthStart(now, -1);

async function rentLetter(chance: Chance, now: Date): Promise<Paper> {
  const letter = await drawLetter(chance, "rent", sampleCustomer.company, workDay(addDays(monthBefore(now), 12)));
  return { name: `${letter.fileName}.docx`, type: mediaTypes.docx, bytes: letter.bytes, about: letter.about };
}

async function bankStatement(chance: Chance, now: Date): Promise<Paper> {
  const statement = inventStatement(chance, sampleCustomer.company, monthBefore(now));
  const look = pickStatementLook(chance);
  const title = `Statement ${monthAndYear(statement.from)}`;
  return {
    name: `${title}.pdf`,
    type: mediaTypes.pdf,
    bytes: await pdfOf(statementSheets(statement, look), { title, producer: look.bank, date: statement.to }),
    about: "The bank's statement of the month",
  };
}

function photo(shop: ShopName, name: string, day: number): Draw {
  return async (chance, now) => {
    const paper = await receiptPhoto(chance, shop, workDay(addDays(monthBefore(now), day)));
    return { ...paper, name };
  };
}

async function mileageLog(chance: Chance, now: Date): Promise<Paper> {
  const book = await drawWorkbook(chance, "mileage", sampleCustomer.company, monthBefore(now));
  return { name: `${book.fileName}.xlsx`, type: mediaTypes.xlsx, bytes: book.bytes, about: book.about };
}

async function cardList(chance: Chance, now: Date): Promise<Paper> {
  return {
    name: "Card transactions.csv",
    type: mediaTypes.csv,
    bytes: cardCsv(chance, monthBefore(now)),
    about: "What was paid with the company card",
  };
}

async function scannedInvoice(chance: Chance, now: Date): Promise<Paper> {
  const facts = { business: sampleCustomer.company, date: addDays(monthStart(now), -1) };
  return { ...(await invoiceScan(chance, "packaging", facts, "png")), name: "Scan_0007.png" };
}

const workDay = (day: Date): Date => (isWeekend(day) ? addDays(day, -2) : day);
