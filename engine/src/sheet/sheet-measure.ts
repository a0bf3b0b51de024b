import { attribute } from "../detect/package.ts";
import { textWidth } from "./text-width.ts";
import { type CellLooks, isOn, plainText } from "./workbook-parts.ts";

/** What of a worksheet is seen on paper. Rows and columns count from 1; 0 is none. */
export interface Measured {
  /** Last row and column with something in them: a value, a drawing, a merged cell. */
  contentRow: number;
  contentColumn: number;
  /** The same with empty cells that have a border or a fill. */
  visibleRow: number;
  visibleColumn: number;
  cells: number;
  /** Of all texts together, however often a cell repeats one. */
  characters: number;
  /** Most used size of text, in points. */
  fontSize: number;
  /** Points of one column; 0 when hidden. */
  columnWidth(column: number): number;
  /** Points of the rows from the first to this one. */
  heightTo(row: number): number;
}

/** A position that a drawing reaches to: its last row and column. */
export interface Reach {
  row: number;
  column: number;
}

const pointsPerPixel = 0.75;

/** Width of the widest digit in pixels at 96 dpi: 7 for Calibri 11, the unit of column widths (ECMA-376-1, 18.3.1.13). */
const digitPixels = (fontSize: number) => Math.max(1, Math.round(fontSize * 0.64));

/**
 * @param xml a worksheet part, one character for each byte: only its markup and numbers are read, and short texts
 * @param shared texts that cells refer to
 */
export function measureSheet(xml: string, looks: CellLooks, shared: string[], drawings: Reach[]): Measured {
  const columns = columnWidths(xml, looks);
  const format = /<(?:\w+:)?sheetFormatPr\b([^>]*)>/.exec(xml)?.[1] ?? "";
  const defaultHeight = Number(attribute(format, "defaultRowHeight") ?? 15);
  const measured = { contentRow: 0, contentColumn: 0, visibleRow: 0, visibleColumn: 0, cells: 0, characters: 0 };
  const sizes = new Map<number, number>();
  const heights: { row: number; height: number }[] = [];
  const anchors = new Set<string>();
  const hasMerged = /<(?:\w+:)?mergeCell\b/.test(xml);

  const reach = (row: number, column: number) => {
    measured.contentRow = Math.max(measured.contentRow, row);
    measured.contentColumn = Math.max(measured.contentColumn, column);
  };

  let row = 0;
  let column = 0;
  for (const match of xml.matchAll(rowOrCell)) {
    const [, rowAttributes, cellAttributes = "", inner = ""] = match;
    if (rowAttributes !== undefined) {
      row = Number(attribute(rowAttributes, "r") ?? row + 1);
      column = 0;
      const height = attribute(rowAttributes, "ht");
      if (isOn(attribute(rowAttributes, "hidden"))) heights.push({ row, height: 0 });
      else if (height !== undefined) heights.push({ row, height: Number(height) });
      continue;
    }
    const reference = /\br="([A-Z]+)\d+"/.exec(cellAttributes)?.[1];
    column = reference === undefined ? column + 1 : columnNumber(reference);
    const style = Number(/\bs="(\d+)"/.exec(cellAttributes)?.[1] ?? 0);
    if (!hasContent(inner)) {
      if (looks.isVisible(style)) {
        measured.visibleRow = Math.max(measured.visibleRow, row);
        measured.visibleColumn = Math.max(measured.visibleColumn, column);
      }
      continue;
    }
    measured.cells++;
    measured.characters += textLength(cellAttributes, inner, shared);
    const size = looks.fontSize(style);
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    if (hasMerged) anchors.add(`${row}:${column}`);
    reach(row, column);
    // Text runs on over the empty cells to its right; only beyond the last column does that change the page.
    if (column >= measured.contentColumn && !looks.wraps(style)) {
      const text = textOf(cellAttributes, inner, shared);
      if (text.length > 8) reach(row, columnAtWidth(columns, column, textWidth(text, size)));
    }
  }

  for (const [, from = "", fromRow = "", to = "", toRow = ""] of xml.matchAll(
    /<(?:\w+:)?mergeCell\b[^>]*ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g,
  )) {
    if (anchors.has(`${Number(fromRow)}:${columnNumber(from)}`)) reach(Number(toRow), columnNumber(to));
  }
  for (const drawing of drawings) reach(drawing.row, drawing.column);

  heights.sort((one, other) => one.row - other.row);
  return {
    ...measured,
    visibleRow: Math.max(measured.visibleRow, measured.contentRow),
    visibleColumn: Math.max(measured.visibleColumn, measured.contentColumn),
    fontSize: mostFrequent(sizes) ?? looks.defaultFontSize,
    columnWidth: columns,
    heightTo: (last) =>
      heights.reduce((sum, one) => (one.row <= last ? sum + one.height - defaultHeight : sum), last * defaultHeight),
  };
}

const rowOrCell = /<(?:\w+:)?row\b([^>]*)>|<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs;

/** A value that is not empty, a text, or a formula that has not been computed yet. */
function hasContent(inner: string): boolean {
  if (inner === "") return false;
  const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1];
  if (value !== undefined && value !== "") return true;
  if (value === undefined && /<(?:\w+:)?f\b/.test(inner)) return true;
  return /<(?:\w+:)?is\b/.test(inner) && plainText(inner).trim() !== "";
}

function textLength(attributes: string, inner: string, shared: string[]): number {
  if (!/\bt="s"/.test(attributes)) return inner.length;
  return shared[Number(/<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1] ?? -1)]?.length ?? 0;
}

function textOf(attributes: string, inner: string, shared: string[]): string {
  const type = /\bt="(\w+)"/.exec(attributes)?.[1];
  const value = /<(?:\w+:)?v\b[^>]*>([^<]*)</.exec(inner)?.[1] ?? "";
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "str") return value;
  return type === "inlineStr" ? plainText(inner) : "";
}

function columnWidths(xml: string, looks: CellLooks): (column: number) => number {
  const format = /<(?:\w+:)?sheetFormatPr\b([^>]*)>/.exec(xml)?.[1] ?? "";
  const digit = digitPixels(looks.defaultFontSize);
  const points = (characters: number) =>
    Math.trunc(((256 * characters + Math.trunc(128 / digit)) / 256) * digit) * pointsPerPixel;
  const stated = attribute(format, "defaultColWidth");
  // Without a stated width it is eight digits and five pixels of padding, in whole eights of pixels.
  const base = Number(attribute(format, "baseColWidth") ?? 8);
  const usual = stated === undefined ? Math.ceil((base * digit + 5) / 8) * 8 * pointsPerPixel : points(Number(stated));

  const ranges = [...xml.matchAll(/<(?:\w+:)?col\b([^>]*)>/g)].map(([, attributes = ""]) => ({
    from: Number(attribute(attributes, "min")),
    to: Number(attribute(attributes, "max")),
    width: isOn(attribute(attributes, "hidden")) ? 0 : points(Number(attribute(attributes, "width") ?? base)),
  }));
  return (column) => ranges.find(({ from, to }) => column >= from && column <= to)?.width ?? usual;
}

/** The column where a text that begins in `column` ends; at most fifty columns on. */
function columnAtWidth(width: (column: number) => number, column: number, textPoints: number): number {
  let left = textPoints - width(column);
  let last = column;
  while (left > 0 && last < column + 50) left -= width(++last);
  return last;
}

function mostFrequent(counts: Map<number, number>): number | undefined {
  return [...counts].reduce<[number, number] | undefined>(
    (best, one) => (best === undefined || one[1] > best[1] ? one : best),
    undefined,
  )?.[0];
}

/** "A" is 1, "AA" is 27. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** Where the pictures and charts of a drawing part end (ECMA-376-1, 20.5.2). */
export function drawingReach(xml: string): Reach[] {
  const corner = (inner: string, name: string) => {
    const found = new RegExp(`<(?:\\w+:)?${name}>.*?<(?:\\w+:)?col>(\\d+)<.*?<(?:\\w+:)?row>(\\d+)<`, "s").exec(inner);
    return found && { column: Number(found[1]) + 1, row: Number(found[2]) + 1 };
  };
  return [...xml.matchAll(/<(?:\w+:)?(twoCellAnchor|oneCellAnchor)\b.*?<\/(?:\w+:)?\1>/gs)]
    .map(([anchor]) => corner(anchor, "to") ?? corner(anchor, "from"))
    .filter((one) => one !== null && one !== undefined);
}
