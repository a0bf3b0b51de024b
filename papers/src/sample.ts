import { addDays, isWeekend, monthStart } from "./dates.ts";
import type { ShopName } from "./facts/shops.ts";
import {
  drawCsvPaper,
  drawDamagedLetter,
  drawProtectedPayslip,
  drawStatementPaper,
  invoiceScan,
  letterPaper,
  payslipPassword,
  receiptPhoto,
} from "./history.ts";
import { drawWorkbook } from "./office/workbook.ts";
import { mediaTypes, type Paper } from "./paper.ts";
import { type Random, randomFrom } from "./random.ts";

/** The customer to whom the papers belong. */
const sampleCustomer = {
  name: "Pennyfold Bakehouse",
  company: "Pennyfold Bakehouse Ltd",
  email: "hello@pennyfold-bakehouse.example",
} as const;

/** The password of the one protected paper. */
export const samplePassword = payslipPassword;

type Draw = (random: Random, now: Date) => Promise<Paper>;

const factsOf = (date: Date) => ({ business: sampleCustomer.company, date });

const payslip: Draw = (random, now) => drawProtectedPayslip(random, factsOf(now));

const damagedLetter: Draw = (random, now) => drawDamagedLetter(random, factsOf(monthStart(now)));

const monthBefore = (now: Date) => monthStart(now, -1);

const rentLetter: Draw = (random, now) =>
  letterPaper(random, "rent", sampleCustomer.company, workDay(addDays(monthBefore(now), 12)));

const bankStatement: Draw = async (random, now) => ({
  ...(await drawStatementPaper(random, factsOf(now))),
  about: "The bank's statement of the month",
});

function photo(shop: ShopName, name: string, day: number): Draw {
  return async (random, now) => {
    const paper = await receiptPhoto(random, shop, workDay(addDays(monthBefore(now), day)));
    return { ...paper, name };
  };
}

async function mileageLog(random: Random, now: Date): Promise<Paper> {
  const book = await drawWorkbook(random, "mileage", sampleCustomer.company, monthBefore(now));
  return { name: `${book.fileName}.xlsx`, type: mediaTypes.xlsx, bytes: book.bytes, about: book.about };
}

const cardList: Draw = async (random, now) => ({
  ...(await drawCsvPaper(random, factsOf(now))),
  name: "Card transactions.csv",
});

async function scannedInvoice(random: Random, now: Date): Promise<Paper> {
  const facts = factsOf(addDays(monthStart(now), -1));
  return { ...(await invoiceScan(random, "packaging", facts, "png")), name: "Scan_0007.png" };
}

const workDay = (day: Date): Date => (isWeekend(day) ? addDays(day, -2) : day);

/** In the order in which a user would look through them. */
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
 * Ten papers of one month of a bakery: one needs its password, and one is damaged and cannot be read. They are drawn
 * one after the other, since each occupies a processor.
 * @param now the papers are of the month before this day
 */
export async function samplePapers(now: Date): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (const [index, draw] of draws.entries()) papers.push(await draw(randomFrom(`sample ${index}`), now));
  return papers;
}
