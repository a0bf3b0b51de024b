import { firstPassing } from "./binary-search.ts";
import { mostColumns } from "./csv-table.ts";
import { textWidth } from "./text-width.ts";
import type { WorkbookStyles } from "./workbook-parts.ts";

/** What of a worksheet is seen on paper. Rows and columns count from 1; 0 is none. */
export interface SheetMeasurements {
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
  /** How much wider LibreOffice makes them all. */
  columnStretch: number;
  /** Points of the rows from the first to this one. */
  heightTo(row: number): number;
  /** Rows in which anything is seen, in order: from the first to the last of each strip. */
  usedRows: IndexRange[];
  isUsedColumn(column: number): boolean;
  /** Texts that wrap and might be higher than a page, in rows whose height follows their content. */
  longTexts: LongText[];
  /** Cells of the first rows with anything in them. */
  topCells: TopCell[];
  /** Rows that are as high as their author wanted, though no page may be. */
  oversizedRows: { row: number; height: number }[];
}

export interface TopCell extends CellPosition {
  style: number;
  /** Otherwise a number. */
  isText: boolean;
}

/** A text of a cell that is not merged with others. */
export interface LongText extends CellPosition {
  style: number;
  text(): string;
}

export interface IndexRange {
  from: number;
  to: number;
}

/** A position. */
export interface CellPosition {
  row: number;
  column: number;
}

/** From the first row and column to the last ones. */
export interface CellRange {
  from: CellPosition;
  to: CellPosition;
}

/** A cell that the file mentions. Rows and columns count from 1. */
export interface SheetCell extends CellPosition {
  /** Index of its format. */
  style: number;
  /** Undefined where there is only a format. */
  content?: {
    /** Of the text, or of the number as it is written in the file. */
    length: number;
    /** Empty for numbers, which never run on over the next cell. */
    text(): string;
  };
}

export interface RowHeight {
  row: number;
  /** Points; 0 when hidden. */
  height: number;
  /** Whether somebody chose it; otherwise it follows the row's content. */
  isCustom: boolean;
}

/** A worksheet as its format tells it. */
export interface SheetContents {
  /** In the order of the file: row by row. */
  eachCell(see: (cell: SheetCell) => void): void;
  /** Points of one column; 0 when hidden. */
  columnWidth(column: number): number;
  /** Points of a row that is not among `heights`. */
  defaultHeight: number;
  heights: RowHeight[];
  merges: CellRange[];
  drawings: CellRange[];
}

/** Among which a heading is looked for, with some of what stands below it. */
const topRows = 40;
const mostTopCells = 2_000;
/** Even with one letter on each line, fewer fill no page. */
const minLongTextLength = 40;
/** Points. Excel makes no row higher than 409.5: a text that needs more was not cut on purpose. */
const maxRowHeight = 409;

/** How far content and visible formats of a sheet reach, and how large its rows and columns become; in points. */
export function measureSheet(contents: SheetContents, styles: WorkbookStyles): SheetMeasurements {
  const { columnWidth, defaultHeight, heights, merges, drawings } = contents;
  const measured = { contentRow: 0, contentColumn: 0, visibleRow: 0, visibleColumn: 0, cells: 0, characters: 0 };
  const sizes = new Map<number, number>();
  const anchors = new Set<string>();

  const rows = collectRows();
  const columns = collectColumns();
  const reach = (from: CellPosition, to: CellPosition) => {
    measured.contentRow = Math.max(measured.contentRow, to.row);
    measured.contentColumn = Math.max(measured.contentColumn, to.column);
    rows.see(from.row, to.row);
    columns.see(from.column, to.column);
  };
  const isMerged = new Set(merges.map(({ from }) => `${from.row}:${from.column}`));
  const leftOf = leftEdges(columnWidth);
  /** The last text of a row runs on over the empty cells to its right, and the page becomes as wide as it needs. */
  const runOn = ({ row, column, style, content }: SheetCell) => {
    if (measured.contentColumn >= column + mostColumnsOn) return;
    const size = styles.format(style).fontSize;
    const room = leftOf(measured.contentColumn + 1) - leftOf(column);
    // No letter is wider than it is high: most texts need no measuring.
    if (!content || content.length <= 8 || content.length * size <= room || styles.format(style).wraps) return;
    if (isMerged.has(`${row}:${column}`)) return;
    const text = content.text().slice(0, mostLettersMeasured);
    if (text.length <= 8) return;
    reach({ row, column }, { row, column: columnAtWidth(columnWidth, column, textWidth(text, size)) });
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
        rows.see(row, row);
        columns.see(column, column);
      }
      return;
    }
    measured.cells++;
    measured.characters += content.length;
    if (row <= topRows && topCells.length < mostTopCells)
      topCells.push({ row, column, style, isText: content.text() !== "" });
    if (content.length >= minLongTextLength && styles.format(style).wraps && !isMerged.has(`${row}:${column}`))
      longTexts.push({ row, column, style, text: content.text });
    const size = styles.format(style).fontSize;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    if (merges.length > 0) anchors.add(`${row}:${column}`);
    reach(cell, cell);
    if (last && last.row !== row) runOn(last);
    last = cell;
  });
  if (last) runOn(last);

  for (const { from, to } of merges) if (anchors.has(`${from.row}:${from.column}`)) reach(from, to);
  for (const { from, to } of drawings) reach(from, to);

  const chosen = heights.filter(({ isCustom, height }) => isCustom || height === 0);
  const kept = new Set(chosen.filter(({ height }) => height < maxRowHeight).map(({ row }) => row));
  return {
    ...measured,
    topCells,
    longTexts: longTexts.filter(({ row }) => !kept.has(row)),
    oversizedRows: chosen.filter(({ height }) => height >= maxRowHeight),
    visibleRow: Math.max(measured.visibleRow, measured.contentRow),
    visibleColumn: Math.max(measured.visibleColumn, measured.contentColumn),
    fontSize: mostFrequent(sizes) ?? styles.defaultFontSize,
    columnWidth,
    columnStretch: styles.columnStretch,
    heightTo: heightsTo(heights, defaultHeight),
    usedRows: rows.inOrder(),
    isUsedColumn: columns.isUsed(),
  };
}

/** Rows come in order as a rule, and most of them beside the one before. */
function collectRows() {
  const strips: IndexRange[] = [];
  const add = (list: IndexRange[], { from, to }: IndexRange) => {
    const last = list.at(-1);
    if (last && from >= last.from && from <= last.to + 1) last.to = Math.max(last.to, to);
    else list.push({ from, to });
    return list;
  };
  return {
    see: (from: number, to: number) => void add(strips, { from, to }),
    inOrder: () => strips.sort((one, other) => one.from - other.from).reduce<IndexRange[]>(add, []),
  };
}

function collectColumns() {
  /** How many more things than in the column before it are seen in each one. */
  const more = new Int32Array(mostColumns + 2);
  return {
    see(from: number, to: number) {
      more[from] = (more[from] ?? 0) + 1;
      const next = Math.min(to, mostColumns) + 1;
      more[next] = (more[next] ?? 0) - 1;
    },
    isUsed() {
      let things = 0;
      const seen = more.map((one) => {
        things += one;
        return things;
      });
      return (column: number) => (seen[column] ?? 0) > 0;
    },
  };
}

/** @returns points of the rows from the first to one of them */
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

/** @returns points from the left edge of the sheet to that of a column, counted from 1 */
function leftEdges(width: (column: number) => number): (column: number) => number {
  const edges = [0, 0];
  return (column) => {
    const known = Math.min(column, mostColumns + 1);
    for (let next = edges.length; next <= known; next++) edges.push((edges[next - 1] ?? 0) + width(next - 1));
    return edges[known] ?? 0;
  };
}

/** Far enough for any page. */
const mostColumnsOn = 50;
/** Wider than any page; a text may be a million letters long, and stand in each row. */
const mostLettersMeasured = 1_000;

/** The column where a text that begins in `column` ends. */
function columnAtWidth(width: (column: number) => number, column: number, textPoints: number): number {
  let left = textPoints - width(column);
  let last = column;
  while (left > 0 && last < column + mostColumnsOn) left -= width(++last);
  return last;
}

function mostFrequent(counts: Map<number, number>): number | undefined {
  return [...counts].reduce<[number, number] | undefined>(
    (best, one) => (best === undefined || one[1] > best[1] ? one : best),
    undefined,
  )?.[0];
}
