import { shortDate } from "../dates.ts";
import type { Receipt } from "../facts/receipt.ts";
import { pounds } from "../money.ts";
import { escapeXml } from "../page/svg.ts";
import type { Random } from "../random.ts";

/** The appearance of a till's print; a roll of 80 mm has 42 characters a line. */
export interface TillLook {
  columns: number;
  font: string;
  /** The ratio of character width to font size. */
  characterWidth: number;
  rule: string;
  barcode: boolean;
  slip: boolean;
}

interface Row {
  words: string;
  bold?: boolean;
  /** Factor of the usual height. */
  tall?: number;
  gap?: boolean;
}

export interface DrawnReceipt {
  svg: string;
  width: number;
  height: number;
}

const width = 640;
const margin = 34;

export function pickTillLook(random: Random): TillLook {
  const [font, characterWidth] = random.pick([
    ["DejaVu Sans Mono, Liberation Mono, monospace", 0.602],
    ["Liberation Mono, Courier New, DejaVu Sans Mono, monospace", 0.6],
  ] as const);
  return {
    columns: random.pick([32, 36, 40]),
    font,
    characterWidth,
    rule: random.pick(["-", "=", "*", "- "]),
    barcode: random.isOneIn(2),
    slip: !random.isOneIn(3),
  };
}

/** Draws the receipt as printed by the till: straight, black on white, in pixels. */
export function receiptSvg(receipt: Receipt, look: TillLook): DrawnReceipt {
  const character = (width - 2 * margin) / look.columns;
  const size = character / look.characterWidth;
  const leading = size * 1.32;
  let y = 58;
  const texts: string[] = [];
  for (const { words, bold, tall = 1, gap } of rowsOf(receipt, look)) {
    y += gap ? leading * 0.5 : leading * (tall > 1 ? 1.35 : 1);
    if (gap) continue;
    const length = words.length * character;
    const weight = bold ? ' font-weight="bold"' : "";
    texts.push(
      `<text transform="translate(${margin} ${y.toFixed(1)}) scale(1 ${tall})" font-family="${look.font}" font-size="${size.toFixed(2)}" textLength="${length.toFixed(1)}" xml:space="preserve"${weight}>${escapeXml(words)}</text>`,
    );
  }
  y += leading * 0.6;
  if (look.barcode) {
    texts.push(barcode(receipt.number, y));
    y += 96;
  }
  const height = Math.ceil(y + 54);
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g fill="#000">${texts.join("")}</g></svg>`,
    width,
    height,
  };
}

function rowsOf(receipt: Receipt, { columns, rule, slip }: TillLook): Row[] {
  const { shop, payment } = receipt;
  const line = { words: rule.repeat(columns).slice(0, columns) };
  const gap = { words: "", gap: true };
  const middle = (words: string, more: Partial<Row> = {}): Row[] =>
    wrap(words, columns).map((one) => ({ words: one.padStart(Math.floor((columns + one.length) / 2)), ...more }));
  const apart = (words: string, value: string, more: Partial<Row> = {}): Row => ({
    words: `${words.slice(0, columns - value.length - 1).padEnd(columns - value.length)}${value}`,
    ...more,
  });
  return [
    ...middle(shop.name, { bold: true, tall: 1.45 }),
    ...middle(shop.motto),
    ...middle(shop.street),
    ...middle(`${shop.town} ${shop.postcode}`),
    ...middle(`Tel ${shop.phone}`),
    ...middle(`VAT No GB ${shop.vatNumber}`),
    gap,
    apart(shortDate(receipt.date), receipt.time),
    apart(receipt.served, `No ${receipt.number}`),
    line,
    ...receipt.lines.flatMap(({ words, count, pence, rate }) => {
      const value = `${pounds(pence)} ${rate === 0 ? "Z" : "A"}`;
      return count === "" ? [apart(words, value)] : [{ words }, apart(`  ${count}`, value)];
    }),
    line,
    apart("TOTAL GBP", pounds(receipt.totalPence), { bold: true, tall: 1.45 }),
    ...(payment.way === "cash"
      ? [apart("CASH", pounds(payment.givenPence)), apart("CHANGE", pounds(payment.changePence))]
      : [apart(`CARD **** ${payment.ending}`, pounds(receipt.totalPence))]),
    gap,
    apart("VAT RATE      NET", "VAT"),
    ...receipt.tax.map(({ rate, netPence, vatPence }) =>
      apart(`${rate === 0 ? "Z  0%" : "A 20%"}${pounds(netPence).padStart(12)}`, pounds(vatPence)),
    ),
    ...(payment.way === "card" && slip
      ? [line, ...middle("CONTACTLESS SALE"), ...middle("CUSTOMER COPY"), apart("AUTH CODE", payment.code)]
      : []),
    gap,
    ...middle(shop.thanks),
  ];
}

/** Wraps words into lines of at most `columns` characters. */
function wrap(words: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Draws a fake bar code that looks like Code 128. The width of its bars depends on the digits. */
function barcode(digits: string, top: number): string {
  let x = width / 2 - 178;
  const bars: string[] = [];
  for (const digit of `10${digits}${digits}42`) {
    const value = Number(digit);
    for (const [bar, space] of [
      [1 + (value % 3), 1 + (value % 2)],
      [1 + ((value >> 1) % 2), 2 + (value % 2)],
    ] as const) {
      bars.push(`<rect x="${x}" y="${top}" width="${bar * 3}" height="70"/>`);
      x += (bar + space) * 3.1;
    }
  }
  return bars.join("");
}
