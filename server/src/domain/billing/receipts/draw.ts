import { drawPage, type Pen } from "@sheaf/engine/pdf/draw-page.ts";
import { a4 } from "@sheaf/engine/pdf/geometry.ts";
import type { ReceiptContent } from "./content.ts";

const ink = "#1D1B16";
const muted = "#696355";
const hairline = { width: 0.75, colour: "#D8D1C2" };
const inkLine = { width: 0.9, colour: ink };
const [left, right] = [64, a4.width - 64];
const body = { size: 10.5, colour: ink };
const bodyBold = { ...body, bold: true };
const small = { size: 9, colour: muted };

/**
 * Draws the PDF of a receipt. The same content and time produce the same bytes. Long names and references are wrapped.
 */
export async function drawReceipt(content: ReceiptContent, at: Date): Promise<Buffer> {
  const title = `${content.title} ${content.number}`;
  return Buffer.from(await drawPage({ title, at }, (pen) => draw(pen, content)));
}

function draw(pen: Pen, content: ReceiptContent): void {
  let y = drawSeller(pen, content);
  pen.text(content.title, left, y, { size: 26, bold: true, colour: ink });
  y = drawHead(pen, content, y + 40);
  y = drawItems(pen, content, y + 44);
  y = drawSums(pen, content, y);
  drawFacts(pen, content, y + 48);
  pen.rule(left, right, a4.height - 74, hairline);
  pen.text(content.footer, left, a4.height - 56, small);
}

/** @returns the y coordinate of the title */
function drawSeller(pen: Pen, { seller }: ReceiptContent): number {
  const y = paragraph(pen, seller.name, { x: left, y: 76, width: right - left, style: { ...bodyBold, size: 12 } });
  const end = seller.lines.reduce(
    (at, line) => paragraph(pen, line, { x: left, y: at, width: right - left, style: small }),
    y + 1,
  );
  return Math.max(196, end + 64);
}

/** Draws number, date and buyer, side by side. */
function drawHead(pen: Pen, { number, date, buyer }: ReceiptContent, y: number): number {
  const columns = [
    { label: "Number", value: number, x: left, width: 120 },
    { label: "Date", value: date, x: left + 136, width: 110 },
    { label: "For", value: buyer, x: left + 262, width: right - left - 262 },
  ];
  const ends = columns.map(({ label, value, x, width }) => {
    pen.text(label, x, y, small);
    return paragraph(pen, value, { x, y: y + 16, width, style: body });
  });
  return Math.max(...ends) - 15;
}

function drawItems(pen: Pen, { items }: ReceiptContent, top: number): number {
  pen.text("What", left, top, small);
  pen.text("Amount", right, top, { ...small, align: "right" });
  pen.rule(left, right, top + 8, inkLine);
  return items.reduce((y, { what, detail, amount }) => {
    pen.text(amount, right, y, { ...body, align: "right" });
    const width = right - left - 110;
    let end = paragraph(pen, what, { x: left, y, width, style: body });
    if (detail) end = paragraph(pen, detail, { x: left, y: end, width, style: small });
    pen.rule(left, right, end - 5, hairline);
    return end + 14;
  }, top + 28);
}

/** Draws the sums. The total has a line above it and a double line below it, as in a ledger. */
function drawSums(pen: Pen, { sums }: ReceiptContent, top: number): number {
  const labels = left + 262;
  return sums.reduce((y, { label, amount }, index) => {
    const isTotal = index === sums.length - 1;
    const style = isTotal ? { ...bodyBold, size: 12 } : body;
    pen.text(label, labels, y + (isTotal ? 6 : 0), style);
    pen.text(amount, right, y + (isTotal ? 6 : 0), { ...style, align: "right" });
    if (!isTotal) return y + 20;
    if (sums.length > 1) pen.rule(labels, right, y - 11, inkLine);
    pen.rule(labels, right, y + 16, inkLine);
    pen.rule(labels, right, y + 18.5, inkLine);
    return y + 24;
  }, top + 6);
}

function drawFacts(pen: Pen, { facts }: ReceiptContent, top: number): void {
  facts.reduce((y, { label, value }) => {
    pen.text(label, left, y, small);
    return paragraph(pen, value, { x: left + 96, y, width: right - left - 96, style: { ...body, size: 9.5 } }) + 3;
  }, top);
}

interface TextBox {
  x: number;
  /** Baseline of the first line. */
  y: number;
  width: number;
  style: { size: number; bold?: boolean; colour: string };
}

/** @returns the y coordinate of the next line */
function paragraph(pen: Pen, words: string, { x, y, width, style }: TextBox): number {
  const leading = style.size * 1.45;
  const lines = pen.wrap(words, width, style);
  for (const [index, line] of lines.entries()) pen.text(line, x, y + index * leading, style);
  return y + Math.max(1, lines.length) * leading;
}
