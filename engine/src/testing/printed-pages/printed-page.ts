import { type Dice, diceFrom } from "./dice.ts";
import { address, company, date, digits, good, money, person, sentence } from "./phrases.ts";

export const pageKinds = ["invoice", "letter", "statement", "receipt", "form", "sparse"] as const;
export type PageKind = (typeof pageKinds)[number];

/** An invented paper whose words are known. */
export interface PrintedPage {
  kind: PageKind;
  /** A4 in points. */
  svg: string;
  /** Every word that is printed, in the order in which it was drawn. */
  words: string[];
  /** The amount to pay as printed, such as "1,234.56"; null for a paper without one. */
  total: string | null;
}

const width = 595.276;
const height = 841.89;

interface Sheet {
  texts: string[];
  words: string[];
  dice: Dice;
  font: string;
  /** Usual font size, in points. */
  size: number;
}

interface Style {
  size?: number;
  bold?: boolean;
  /** Text ends at x instead of beginning there. */
  isRight?: boolean;
}

const fonts = ["Liberation Sans", "Liberation Serif", "DejaVu Sans", "Carlito, Liberation Sans"] as const;

/** Draws an invented paper: the same one for the same kind and seed. */
export function printedPage(kind: PageKind, seed: number): PrintedPage {
  const dice = diceFrom(seed * 7 + pageKinds.indexOf(kind));
  const sheet: Sheet = { texts: [], words: [], dice, font: dice.pick(fonts), size: dice.between(8.5, 11.5) };
  const total = draw[kind](sheet);
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  const paper = `<rect width="100%" height="100%" fill="#fff"/>`;
  const { texts, font, words } = sheet;
  return { kind, svg: `${open}${paper}<g font-family="${font}">${texts.join("")}</g></svg>`, words, total };
}

function write(sheet: Sheet, text: string, x: number, y: number, style: Style = {}): void {
  const { size = sheet.size, bold = false, isRight = false } = style;
  const anchor = isRight ? ' text-anchor="end"' : "";
  const weight = bold ? ' font-weight="bold"' : "";
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  sheet.texts.push(`<text x="${x}" y="${y}" font-size="${size}"${anchor}${weight}>${escaped}</text>`);
  sheet.words.push(...text.split(" ").filter((word) => word !== ""));
}

function rule(sheet: Sheet, x: number, y: number, toX: number, toY: number): void {
  sheet.texts.push(`<path d="M${x} ${y}L${toX} ${toY}" stroke="#000" stroke-width=".7"/>`);
}

const draw: Record<PageKind, (sheet: Sheet) => string | null> = {
  invoice,
  letter,
  statement,
  receipt,
  form,
  sparse,
};

function head(sheet: Sheet, title: string): number {
  const { dice, size } = sheet;
  write(sheet, company(dice), 56, 70, { size: size * 1.8, bold: true });
  [...address(dice), `Telephone 01632 ${digits(dice, 6)}`].forEach((line, at) => {
    write(sheet, line, 540, 64 + at * size * 1.35, { isRight: true, size: size * 0.9 });
  });
  [person(dice), company(dice), ...address(dice)].forEach((line, at) => {
    write(sheet, line, 56, 150 + at * size * 1.4);
  });
  write(sheet, title, 56, 250, { size: size * 1.5, bold: true });
  return 280;
}

function invoice(sheet: Sheet): string {
  const { dice, size } = sheet;
  const top = head(sheet, "Invoice");
  write(sheet, `Invoice number ${digits(dice, 6)}`, 56, top);
  write(sheet, `Date ${date(dice)}`, 300, top);
  let y = top + 34;
  const columns = [56, 330, 400, 470, 540];
  for (const [at, name] of ["Description", "Quantity", "Price", "VAT", "Amount"].entries()) {
    write(sheet, name, columns[at] ?? 0, y, { bold: true, isRight: at > 0 });
  }
  rule(sheet, 56, y + 5, 540, y + 5);
  let sum = 0;
  const rows = dice.whole(4, 16);
  for (let row = 0; row < rows; row++) {
    y += size * 1.8;
    const quantity = dice.whole(1, 12);
    const price = dice.whole(150, 48_000);
    sum += quantity * price;
    const cells = [good(dice), String(quantity), money(price), "20%", money(quantity * price)];
    for (const [at, cell] of cells.entries()) write(sheet, cell, columns[at] ?? 0, y, { isRight: at > 0 });
  }
  rule(sheet, 56, y + 6, 540, y + 6);
  const tax = Math.round(sum / 5);
  for (const [name, amount] of [
    ["Subtotal", sum],
    ["VAT at 20%", tax],
    ["Total due", sum + tax],
  ] as const) {
    y += size * 1.9;
    write(sheet, name, 380, y, { bold: name === "Total due" });
    write(sheet, `£${money(amount)}`, 540, y, { bold: name === "Total due", isRight: true });
  }
  write(sheet, `Please pay within 30 days to account ${digits(dice, 8)}, sort code 20-00-00.`, 56, 780);
  write(sheet, `Registered in England, number ${digits(dice, 8)}. VAT number GB ${digits(dice, 9)}.`, 56, 798, {
    size: size * 0.85,
  });
  return money(sum + tax);
}

function letter(sheet: Sheet): null {
  const { dice, size } = sheet;
  let y = head(sheet, `Your accounts for ${date(dice)}`);
  write(sheet, `Dear ${person(dice)},`, 56, y);
  const perLine = Math.floor(930 / size);
  const paragraphs = dice.whole(3, 6);
  for (let paragraph = 0; paragraph < paragraphs; paragraph++) {
    y += size * 1.1;
    for (const line of wrapped(Array.from({ length: dice.whole(2, 5) }, () => sentence(dice)).join(" "), perLine)) {
      y += size * 1.45;
      write(sheet, line, 56, y);
    }
  }
  write(sheet, "Yours sincerely,", 56, y + size * 3);
  write(sheet, person(dice), 56, y + size * 7);
  return null;
}

function statement(sheet: Sheet): string {
  const { dice, size } = sheet;
  let y = head(sheet, "Statement of account");
  const columns = [56, 130, 400, 470, 540];
  for (const [at, name] of ["Date", "Details", "Paid out", "Paid in", "Balance"].entries()) {
    write(sheet, name, columns[at] ?? 0, y, { bold: true, isRight: at > 1 });
  }
  let balance = dice.whole(50_000, 900_000);
  const rows = dice.whole(12, 26);
  for (let row = 0; row < rows; row++) {
    y += size * 1.7;
    const amount = dice.whole(300, 60_000);
    const isOut = dice.whole(0, 2) > 0;
    balance += isOut ? -amount : amount;
    write(sheet, `${String(row + 1).padStart(2, "0")}/0${dice.whole(1, 9)}/26`, 56, y);
    write(
      sheet,
      `${dice.pick(["Card payment", "Direct debit", "Transfer", "Standing order"])} ${company(dice)}`,
      130,
      y,
    );
    write(sheet, money(amount), isOut ? 400 : 470, y, { isRight: true });
    write(sheet, money(balance), 540, y, { isRight: true });
  }
  rule(sheet, 56, y + 6, 540, y + 6);
  write(sheet, "Closing balance", 130, y + size * 2, { bold: true });
  write(sheet, money(balance), 540, y + size * 2, { isRight: true, bold: true });
  return money(balance);
}

function receipt(sheet: Sheet): string {
  const { dice } = sheet;
  sheet.font = dice.pick(["Liberation Mono", "DejaVu Sans Mono"]);
  const size = dice.between(7.5, 9);
  const columns = 38;
  const left = 190;
  let y = dice.between(60, 140);
  const line = (text: string, style: Style = {}) => {
    y += size * 1.4;
    write(sheet, text, left, y, { size, ...style });
  };
  const apart = (name: string, amount: string) => {
    y += size * 1.4;
    write(sheet, name, left, y, { size });
    write(sheet, amount, left + columns * size * 0.6, y, { size, isRight: true });
  };
  line(company(dice).toUpperCase(), { bold: true });
  for (const one of address(dice)) line(one.toUpperCase());
  line(`VAT NO GB ${digits(dice, 9)}`);
  line(`${date(dice)} 1${dice.whole(0, 9)}:${dice.whole(10, 59)} TILL ${dice.whole(1, 9)}`);
  y += size;
  let sum = 0;
  const rows = dice.whole(3, 14);
  for (let row = 0; row < rows; row++) {
    const price = dice.whole(45, 6_000);
    sum += price;
    apart(good(dice).toUpperCase(), money(price));
  }
  y += size * 0.5;
  apart("TOTAL", `£${money(sum)}`);
  apart("CARD", money(sum));
  line(`AUTH CODE ${digits(dice, 6)}`);
  y += size;
  line("THANK YOU FOR SHOPPING WITH US");
  line("PLEASE KEEP THIS RECEIPT");
  return money(sum);
}

function form(sheet: Sheet): null {
  const { dice, size } = sheet;
  write(sheet, "Application for registration", 56, 70, { size: size * 1.6, bold: true });
  let y = 110;
  const fields = dice.whole(6, 14);
  for (let field = 0; field < fields; field++) {
    const name = dice.pick([
      "Full name",
      "Date of birth",
      "Address",
      "Trading name",
      "Telephone",
      "Bank sort code",
      "Nature of business",
      "Date of signature",
    ]);
    write(sheet, name, 62, y + 16);
    sheet.texts.push(`<rect x="200" y="${y}" width="340" height="26" fill="none" stroke="#000" stroke-width=".8"/>`);
    if (dice.whole(0, 2) === 0) write(sheet, dice.pick([person(dice), date(dice), company(dice)]), 210, y + 17);
    y += 44;
  }
  return null;
}

function sparse(sheet: Sheet): null {
  const { dice, size } = sheet;
  const lines = dice.whole(1, 4);
  for (let line = 0; line < lines; line++) {
    const text = dice.pick([
      company(dice),
      "Appendix B",
      "This page is intentionally left blank",
      date(dice),
      person(dice),
    ]);
    write(sheet, text, dice.between(60, 280), 120 + line * dice.between(60, 150), {
      size: size * dice.between(1, 1.8),
    });
  }
  return null;
}

function wrapped(text: string, perLine: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < perLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
