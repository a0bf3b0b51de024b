import { dayAndMonth, longDate } from "../dates.ts";
import type { BankLine, Statement } from "../facts/statement.ts";
import { pounds, sterling } from "../money.ts";
import type { Random } from "../random.ts";
import { a4, newSheet, type Sheet } from "./sheet.ts";

/** The appearance of a bank's stationery. None of these banks exists. */
export interface StatementLook {
  bank: string;
  product: string;
  colour: string;
  family: "sans" | "serif";
  head: "band" | "mark";
  striped: boolean;
}

const looks: readonly StatementLook[] = [
  {
    bank: "Ternhall Bank",
    product: "Business Current Account",
    colour: "#12355b",
    family: "sans",
    head: "band",
    striped: true,
  },
  {
    bank: "Northmoor Mutual",
    product: "Business Everyday",
    colour: "#1e6b52",
    family: "sans",
    head: "mark",
    striped: false,
  },
  { bank: "Lanterngate", product: "Business Account", colour: "#6a2c70", family: "sans", head: "mark", striped: true },
  {
    bank: "Aldwick & Sons, Bankers",
    product: "Commercial Account",
    colour: "#5c1a1b",
    family: "serif",
    head: "mark",
    striped: false,
  },
];

const left = 48;
const right = a4.width - 48;
const columns = { type: 96, words: 128, out: 396, in: 468, balance: right - 4 };
const rowHeight = 16;
const lastRow = a4.height - 92;

export const pickStatementLook = (random: Random): StatementLook => random.pick(looks);

/** Lays out a statement on as many pages as its lines need. */
export function statementSheets(statement: Statement, look: StatementLook): Sheet[] {
  const sheets: Sheet[] = [];
  const rest = [...statement.lines];
  let broughtForward = statement.openingPence;
  while (rest.length > 0 || sheets.length === 0) {
    const sheet = newSheet({ family: look.family });
    const top = sheets.length === 0 ? firstHead(sheet, statement, look) : head(sheet, statement, look) + 18;
    const room = Math.floor((lastRow - top) / rowHeight) - 3;
    const lines = rest.splice(0, room);
    const words = sheets.length === 0 ? "Balance brought forward" : "Balance carried from last page";
    table(sheet, look, top, [words, broughtForward], lines, rest.length === 0 ? statement : undefined);
    broughtForward = lines.at(-1)?.balancePence ?? broughtForward;
    sheets.push(sheet);
  }
  for (const [index, sheet] of sheets.entries()) {
    const numbers = `Sheet ${statement.sheet}   Page ${index + 1} of ${sheets.length}`;
    sheet.text(right, a4.height - 44, numbers, { size: 7.5, colour: "#5b626b", align: "right" });
  }
  return sheets;
}

/**
 * Draws the bank's name.
 * @returns y below it
 */
function head(sheet: Sheet, statement: Statement, look: StatementLook): number {
  if (look.head === "band") {
    sheet.box(0, 0, a4.width, 62, look.colour);
    sheet.text(left, 40, look.bank, { size: 20, bold: true, colour: "#ffffff" });
    sheet.text(right, 38, look.product, { size: 10, colour: "#ffffff", align: "right" });
  } else {
    sheet.box(left, 32, 7, 28, look.colour);
    sheet.box(left + 10, 40, 7, 20, look.colour);
    sheet.box(left + 20, 48, 7, 12, look.colour);
    sheet.text(left + 38, 56, look.bank, { size: 19, bold: true, colour: look.colour });
    sheet.text(right, 56, look.product, { size: 10, align: "right" });
    sheet.rule(left, right, 70, 1, look.colour);
  }
  const foot = `${look.bank} is a trading name used for this account. Statement of ${longDate(statement.to)}.`;
  sheet.rule(left, right, a4.height - 60, 0.4);
  sheet.text(left, a4.height - 44, foot, { size: 7.5, colour: "#5b626b" });
  return 84;
}

/**
 * Draws the head of the first page, with holder, account and a summary.
 * @returns y of the table
 */
function firstHead(sheet: Sheet, statement: Statement, look: StatementLook): number {
  const top = head(sheet, statement, look) + 24;
  const { holder } = statement;
  sheet.text(left, top, holder.name, { size: 10.5, bold: true });
  sheet.lines(left, top + 14, [holder.street, holder.town, holder.postcode], { size: 10, leading: 13 });
  sheet.text(right, top, "Your statement", { size: 15, bold: true, align: "right", colour: look.colour });
  sheet.lines(
    right,
    top + 16,
    [
      `${longDate(statement.from)} to ${longDate(statement.to)}`,
      `Sort code ${statement.sortCode}`,
      `Account number ${statement.accountNumber}`,
    ],
    { size: 9.5, leading: 13, align: "right" },
  );
  const y = top + 76;
  const summary: [string, number][] = [
    ["Balance on opening", statement.openingPence],
    ["Money in", statement.inPence],
    ["Money out", statement.outPence],
    ["Balance on closing", statement.closingPence],
  ];
  sheet.box(left, y - 4, right - left, 44, "#eef1f5");
  for (const [index, [name, pence]] of summary.entries()) {
    const x = left + 12 + (index * (right - left)) / 4;
    sheet.text(x, y + 12, name, { size: 8.5, colour: "#5b626b" });
    sheet.text(x, y + 29, sterling(pence), { size: 12, bold: true });
  }
  return y + 68;
}

function table(
  sheet: Sheet,
  look: StatementLook,
  top: number,
  [openingWords, openingPence]: [string, number],
  lines: BankLine[],
  closing: Statement | undefined,
): void {
  const heading = { size: 8.5, bold: true, colour: look.colour } as const;
  sheet.text(left + 4, top, "Date", heading);
  sheet.text(columns.words, top, "Details", heading);
  sheet.text(columns.out, top, "Money out £", { ...heading, align: "right" });
  sheet.text(columns.in, top, "Money in £", { ...heading, align: "right" });
  sheet.text(columns.balance, top, "Balance £", { ...heading, align: "right" });
  sheet.rule(left, right, top + 6, 1, look.colour);
  let y = top + rowHeight + 4;
  const total = (words: string, pence: number) => {
    sheet.text(columns.words, y, words, { bold: true });
    sheet.text(columns.balance, y, pounds(pence), { bold: true, align: "right" });
    y += rowHeight;
  };
  total(openingWords, openingPence);
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const after = lines[index + 1];
    if (look.striped && index % 2 === 0) sheet.box(left, y - 11, right - left, rowHeight, "#f4f6f9");
    if (before?.date.getTime() !== line.date.getTime()) sheet.text(left + 4, y, dayAndMonth(line.date));
    sheet.text(columns.type, y, line.type, { colour: "#5b626b" });
    sheet.text(columns.words, y, line.words);
    sheet.text(line.pence < 0 ? columns.out : columns.in, y, pounds(Math.abs(line.pence)), { align: "right" });
    // Banks print the balance once for each day, after its last line.
    if (after?.date.getTime() !== line.date.getTime())
      sheet.text(columns.balance, y, pounds(line.balancePence), { align: "right" });
    y += rowHeight;
  }
  if (closing) {
    sheet.rule(left, right, y - 11, 0.8, look.colour);
    total(`Balance on ${longDate(closing.to)}`, closing.closingPence);
  }
}
