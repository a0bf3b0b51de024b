import { longDate, shortDate } from "../dates.ts";
import type { Invoice } from "../facts/invoice.ts";
import { pounds, sterling } from "../money.ts";
import type { Random } from "../random.ts";
import { a4, newSheet, type Sheet, type TextStyle } from "./sheet.ts";

/** The label of the total. */
export const totalWords = "Total due";

/** The appearance of a supplier's stationery. */
export interface InvoiceLook {
  family: "sans" | "serif";
  colour: string;
  head: "band" | "centred" | "plain";
  /** Whether the table's heading is white on a coloured background instead of between lines. */
  filledHeading: boolean;
}

const left = 48;
const right = a4.width - 48;
const columns = { quantity: 336, unit: 346, price: 440, rate: 482, net: right - 6 };
const rowHeight = 20;

export function pickInvoiceLook(random: Random): InvoiceLook {
  return {
    family: random.isOneIn(3) ? "serif" : "sans",
    colour: random.pick(["#1f4e79", "#8c2f39", "#2f5d50", "#3d3a5c", "#b35c1e", "#22262b", "#0b6e75"]),
    head: random.pick(["band", "centred", "plain"]),
    filledHeading: random.isOneIn(2),
  };
}

export function invoiceSheet(invoice: Invoice, look: InvoiceLook): Sheet {
  const sheet = newSheet({ family: look.family });
  const top = letterhead(sheet, invoice, look);
  const facts = parties(sheet, invoice, top);
  const below = table(sheet, invoice, look, facts);
  totals(sheet, invoice, look, below);
  foot(sheet, invoice);
  return sheet;
}

/** @returns y below it */
function letterhead(sheet: Sheet, { supplier }: Invoice, { head, colour }: InvoiceLook): number {
  const address = `${supplier.street}, ${supplier.town} ${supplier.postcode}`;
  if (head === "band") {
    sheet.box(0, 0, a4.width, 84, colour);
    sheet.text(left, 46, supplier.name, { size: 20, bold: true, colour: "#ffffff" });
    sheet.text(left, 64, supplier.motto, { size: 9.5, colour: "#ffffff" });
    sheet.lines(right, 34, [address, supplier.phone, `accounts@${supplier.web}`], {
      size: 8,
      colour: "#ffffff",
      align: "right",
      leading: 12,
    });
    return 124;
  }
  if (head === "centred") {
    const middle = a4.width / 2;
    sheet.text(middle, 58, supplier.name, { size: 22, bold: true, colour, align: "centre" });
    sheet.text(middle, 74, supplier.motto, { size: 9.5, italic: true, align: "centre" });
    sheet.text(middle, 88, `${address}  ·  ${supplier.phone}  ·  ${supplier.web}`, { size: 8, align: "centre" });
    sheet.rule(left, right, 100, 1.5, colour);
    return 134;
  }
  sheet.box(left, 40, 34, 34, colour);
  sheet.text(left + 17, 65, supplier.name.slice(0, 1), { size: 22, bold: true, colour: "#ffffff", align: "centre" });
  sheet.text(left + 46, 55, supplier.name, { size: 16, bold: true });
  sheet.text(left + 46, 70, supplier.motto, { size: 9, colour: "#5b626b" });
  sheet.lines(right, 50, [supplier.street, `${supplier.town} ${supplier.postcode}`, supplier.phone, supplier.web], {
    size: 8,
    colour: "#5b626b",
    align: "right",
    leading: 11,
  });
  return 128;
}

/**
 * Draws the customer and the invoice's number and dates.
 * @returns y below it
 */
function parties(sheet: Sheet, invoice: Invoice, top: number): number {
  const { customer } = invoice;
  sheet.text(left, top, "Invoice to", { size: 8, colour: "#5b626b" });
  sheet.text(left, top + 15, customer.name, { size: 10.5, bold: true });
  sheet.lines(left, top + 29, [customer.street, customer.town, customer.postcode], { size: 9.5, leading: 13 });
  sheet.text(right, top + 4, "INVOICE", { size: 18, bold: true, align: "right" });
  const facts = [
    ["Invoice number", invoice.number],
    ["Invoice date", longDate(invoice.date)],
    ["Your order", invoice.order],
    ["Payment due", longDate(invoice.due)],
  ];
  for (const [index, [name = "", value = ""]] of facts.entries()) {
    sheet.text(right - 102, top + 24 + index * 14, name, { size: 9, colour: "#5b626b", align: "right" });
    sheet.text(right, top + 24 + index * 14, value, { size: 9, align: "right" });
  }
  return top + 104;
}

/** @returns y below it */
function table(sheet: Sheet, invoice: Invoice, look: InvoiceLook, top: number): number {
  const heading: TextStyle = { size: 8.5, bold: true, colour: look.filledHeading ? "#ffffff" : look.colour };
  if (look.filledHeading) sheet.box(left, top - 14, right - left, rowHeight, look.colour);
  else {
    sheet.rule(left, right, top - 14, 1, look.colour);
    sheet.rule(left, right, top + 6, 1, look.colour);
  }
  sheet.text(left + 6, top, "Description", heading);
  sheet.text(columns.quantity, top, "Qty", { ...heading, align: "right" });
  sheet.text(columns.price, top, "Unit price £", { ...heading, align: "right" });
  sheet.text(columns.rate, top, "VAT", { ...heading, align: "right" });
  sheet.text(columns.net, top, "Net £", { ...heading, align: "right" });
  let y = top + rowHeight + 2;
  for (const line of invoice.lines) {
    sheet.text(left + 6, y, line.words, { size: 9.5 });
    sheet.text(columns.quantity, y, String(line.quantity), { size: 9.5, align: "right" });
    sheet.text(columns.unit, y, line.unit, { size: 8, colour: "#5b626b" });
    sheet.text(columns.price, y, pounds(line.unitPence), { size: 9.5, align: "right" });
    sheet.text(columns.rate, y, `${line.rate}%`, { size: 9.5, align: "right" });
    sheet.text(columns.net, y, pounds(line.netPence), { size: 9.5, align: "right" });
    sheet.rule(left, right, y + 7, 0.4, "#c9ced6");
    y += rowHeight;
  }
  return y;
}

function totals(sheet: Sheet, invoice: Invoice, look: InvoiceLook, top: number): void {
  const rows: [string, number][] = [
    ["Total net", invoice.netPence],
    ["VAT", invoice.vatPence],
  ];
  for (const [index, [name, pence]] of rows.entries()) {
    sheet.text(columns.rate, top + 10 + index * 16, name, { size: 9.5, align: "right" });
    sheet.text(columns.net, top + 10 + index * 16, pounds(pence), { size: 9.5, align: "right" });
  }
  const y = top + 50;
  sheet.rule(390, right, y - 16, 1.2, look.colour);
  sheet.text(columns.rate, y, totalWords, { size: 12, bold: true, align: "right" });
  sheet.text(columns.net, y, sterling(invoice.totalPence), { size: 12, bold: true, align: "right" });
  sheet.rule(390, right, y + 8, 1.2, look.colour);
}

function foot(sheet: Sheet, { supplier, number, due }: Invoice): void {
  const y = a4.height - 118;
  sheet.rule(left, right, y - 18, 0.5);
  sheet.text(left, y, "How to pay", { bold: true, size: 9 });
  sheet.lines(
    left,
    y + 14,
    [
      `By bank transfer by ${shortDate(due)}, quoting ${number}.`,
      `Account name ${supplier.name}   Sort code ${supplier.sortCode}   Account ${supplier.accountNumber}`,
    ],
    { size: 9, leading: 13 },
  );
  sheet.text(
    left,
    a4.height - 52,
    `${supplier.name}. Registered in England no. ${supplier.companyNumber}. VAT no. GB ${supplier.vatNumber}.`,
    { size: 7.5, colour: "#5b626b" },
  );
}
