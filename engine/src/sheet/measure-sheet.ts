import { firstPassing } from "./binary-search.ts";
import { maxColumns } from "./csv-table.ts";
import { textWidth } from "./text-width.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/**
 * The used area of a worksheet, with the sizes and texts that its layout depends on. Rows and columns count from 1; 0
 * is none.
 */
export interface SheetMeasurements {
  /** Last row and column that hold a value, a drawing or a merged cell. */
  contentRow: number;
  contentColumn: number;
  /** Last row and column that print anything, empty cells with a border or a fill included. */
  visibleRow: number;
  visibleColumn: number;
  /** Last row that a drawing covers. */
  drawingRow: number;
  cells: number;
  /** Length of all texts together; a text counts once for each cell that holds it. */
  characters: number;
  /** The most frequent font size, in points. */
  fontSize: number;
  /** Points of one column; 0 when hidden. */
  columnWidth(column: number): number;
  /** Factor by which LibreOffice draws all columns wider. */
  columnStretch: number;
  /** Height of the rows from the first to this one, in points. */
  heightTo(row: number): number;
  /** Rows that print anything, as consecutive ranges in ascending order. */
  usedRows: IndexRange[];
  isUsedColumn(column: number): boolean;
  /** Wrapped texts that may be higher than a page, in rows whose height follows their content. */
  longTexts: LongText[];
  /** The filled cells of the first rows. */
  topCells: TopCell[];
  /** Rows with a custom height of at least `maxRowHeight`. */
  oversizedRows: { row: number; height: number }[];
}

export interface TopCell extends CellPosition {
  style: number;
  /** False for a number. */
  isText: boolean;
}

/** A long text in a cell that is not merged. */
export interface LongText extends CellPosition {
  style: number;
  text(): string;
}

/** Consecutive rows or columns, counted from 1; `to` is the last one. */
export interface IndexRange {
  from: number;
  to: number;
}

/** Row and column, counted from 1. */
export interface CellPosition {
  row: number;
  column: number;
}

/** A rectangle of cells; `to` is its last cell. */
export interface CellRange {
  from: CellPosition;
  to: CellPosition;
}

/** A cell that the file lists. */
export interface SheetCell extends CellPosition {
  /** Index of its format. */
  style: number;
  /** Undefined for an empty cell that only has a format. */
  content?: {
    /** Length of the text, or of the number as the file writes it. */
    length: number;
    /** Empty for numbers: they never overflow into the next cell. */
    text(): string;
  };
}

export interface RowHeight {
  row: number;
  /** Points; 0 when hidden. */
  height: number;
  /** Whether the height was set by hand (customHeight); otherwise it follows the row's content. */
  isCustom: boolean;
}

/** What every format of workbook says about a worksheet. */
export interface SheetContents {
  /** Visits the cells row by row, in the order of the file. */
  eachCell(visit: (cell: SheetCell) => void): void;
  /** Points of one column; 0 when hidden. */
  columnWidth(column: number): number;
  /** Height of a row that is not among `heights`, in points. */
  defaultHeight: number;
  heights: RowHeight[];
  merges: CellRange[];
  drawings: CellRange[];
}

/** The rows searched for a heading, including some rows below it. */
const topRows = 40;
const maxTopCells = 2_000;
/** A shorter text does not fill a page, even with one character on each line. */
const minLongTextLength = 40;
/** Points. Excel allows 409.5 at most, so a text that needs more was not cut off on purpose. */
const maxRowHeight = 409;

/** Finds the used area of a sheet and the sizes of its rows and columns. */
export function measureSheet(contents: SheetContents, styles: WorkbookStyles): SheetMeasurements {
  const { columnWidth, defaultHeight, heights, merges, drawings } = contents;
  const measured = { contentRow: 0, contentColumn: 0, visibleRow: 0, visibleColumn: 0, cells: 0, characters: 0 };
  const sizes = new Map<number, number>();
  const anchors = new Set<string>();

  const rows = collectRows();
  const columns = collectColumns();
  const include = (from: CellPosition, to: CellPosition) => {
    measured.contentRow = Math.max(measured.contentRow, to.row);
    measured.contentColumn = Math.max(measured.contentColumn, to.column);
    rows.add(from.row, to.row);
    columns.add(from.column, to.column);
  };
  const isMerged = new Set(merges.map(({ from }) => `${from.row}:${from.column}`));
  const leftOf = leftEdges(columnWidth);
  /** The last text of a row overflows into the empty cells to its right, and the page becomes as wide as the text. */
  const includeOverflow = ({ row, column, style, content }: SheetCell) => {
    if (measured.contentColumn >= column + maxOverflowColumns) return;
    const size = styles.format(style).fontSize;
    const room = leftOf(measured.contentColumn + 1) - leftOf(column);
    // No character is wider than the font is high, so most texts need no measuring.
    if (!content || content.length <= 8 || content.length * size <= room || styles.format(style).wraps) return;
    if (isMerged.has(`${row}:${column}`)) return;
    const text = content.text().slice(0, maxMeasuredCharacters);
    if (text.length <= 8) return;
    include({ row, column }, { row, column: columnAtWidth(columnWidth, column, textWidth(text, size)) });
  };

  const longTexts: LongText[] = [];
  const topCells: TopCell[] = [];
  let last: SheetCell | undefined;
  contents.eachCell((cell) => {
    const { row, column, style, content } = cell;
    if (!content) {
      if (styles.format(style).isVisible) {
        measured.visibleRow = Math.max(measured.visibleRow, row);
        measured.visibleColumn = Math.max(measured.visibleColumn, column);
        rows.add(row, row);
        columns.add(column, column);
      }
      return;
    }
    measured.cells++;
    measured.characters += content.length;
    if (row <= topRows && topCells.length < maxTopCells)
      topCells.push({ row, column, style, isText: content.text() !== "" });
    if (content.length >= minLongTextLength && styles.format(style).wraps && !isMerged.has(`${row}:${column}`))
      longTexts.push({ row, column, style, text: content.text });
    const size = styles.format(style).fontSize;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    if (merges.length > 0) anchors.add(`${row}:${column}`);
    include(cell, cell);
    if (last && last.row !== row) includeOverflow(last);
    last = cell;
  });
  if (last) includeOverflow(last);

  for (const { from, to } of merges) if (anchors.has(`${from.row}:${from.column}`)) include(from, to);
  for (const { from, to } of drawings) include(from, to);

  const chosen = heights.filter(({ isCustom, height }) => isCustom || height === 0);
  const kept = new Set(chosen.filter(({ height }) => height < maxRowHeight).map(({ row }) => row));
  return {
    ...measured,
    topCells,
    longTexts: longTexts.filter(({ row }) => !kept.has(row)),
    oversizedRows: chosen.filter(({ height }) => height >= maxRowHeight),
    drawingRow: drawings.reduce((last, { to }) => Math.max(last, to.row), 0),
    visibleRow: Math.max(measured.visibleRow, measured.contentRow),
    visibleColumn: Math.max(measured.visibleColumn, measured.contentColumn),
    fontSize: mostFrequent(sizes) ?? styles.defaultFontSize,
    columnWidth,
    columnStretch: styles.columnStretch,
    heightTo: heightsTo(heights, defaultHeight),
    usedRows: rows.sorted(),
    isUsedColumn: columns.isUsed(),
  };
}

/** Collects rows as ranges. Rows usually come in order, and most are adjacent to the one before. */
function collectRows() {
  const ranges: IndexRange[] = [];
  const append = (list: IndexRange[], { from, to }: IndexRange) => {
    const last = list.at(-1);
    if (last && from >= last.from && from <= last.to + 1) last.to = Math.max(last.to, to);
    else list.push({ from, to });
    return list;
  };
  return {
    add: (from: number, to: number) => void append(ranges, { from, to }),
    sorted: () => ranges.sort((one, other) => one.from - other.from).reduce<IndexRange[]>(append, []),
  };
}

function collectColumns() {
  /** By column, how many more items it holds than the column before. */
  const more = new Int32Array(maxColumns + 2);
  return {
    add(from: number, to: number) {
      more[from] = (more[from] ?? 0) + 1;
      const next = Math.min(to, maxColumns) + 1;
      more[next] = (more[next] ?? 0) - 1;
    },
    isUsed() {
      let items = 0;
      const counts = more.map((one) => {
        items += one;
        return items;
      });
      return (column: number) => (counts[column] ?? 0) > 0;
    },
  };
}

/** @returns a function that gives the height of the rows from the first to a row, in points */
function heightsTo(heights: SheetContents["heights"], defaultHeight: number): (row: number) => number {
  const known = heights.toSorted((one, other) => one.row - other.row);
  let more = 0;
  const moreTo = known.map(({ height }) => {
    more += height - defaultHeight;
    return more;
  });
  return (row) => {
    const behind = firstPassing(0, known.length, (index) => (known[index]?.row ?? 0) > row);
    return row * defaultHeight + (moreTo[behind - 1] ?? 0);
  };
}

/** @returns a function that gives the distance from the left edge of the sheet to that of a column, in points */
function leftEdges(width: (column: number) => number): (column: number) => number {
  const edges = [0, 0];
  return (column) => {
    const known = Math.min(column, maxColumns + 1);
    for (let next = edges.length; next <= known; next++) edges.push((edges[next - 1] ?? 0) + width(next - 1));
    return edges[known] ?? 0;
  };
}

/** A text that overflows further is wider than any page. */
const maxOverflowColumns = 50;
/**
 * Maximum number of measured characters, which is wider than any page. Every row may contain a text of a million
 * characters.
 */
const maxMeasuredCharacters = 1_000;

/** The column in which a text that begins in `column` ends. */
function columnAtWidth(width: (column: number) => number, column: number, textPoints: number): number {
  let left = textPoints - width(column);
  let last = column;
  while (left > 0 && last < column + maxOverflowColumns) left -= width(++last);
  return last;
}

function mostFrequent(counts: Map<number, number>): number | undefined {
  return [...counts].reduce<[number, number] | undefined>(
    (best, one) => (best === undefined || one[1] > best[1] ? one : best),
    undefined,
  )?.[0];
}
