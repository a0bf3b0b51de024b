import type { Block, Box, Table } from "./blocks.ts";
import { type ColumnNeed, sum } from "./column-widths.ts";
import type { Style } from "./style.ts";
import { type Extent, extentOf, markerWidth } from "./text-measure.ts";

const known = new WeakMap<Block, Extent>();

/** Returns the smallest width of a block without broken words, and the width in which nothing wraps, in pixels. */
export function measure(block: Block): Extent {
  let extent = known.get(block);
  if (!extent) {
    extent = measured(block);
    known.set(block, extent);
  }
  return extent;
}

const nothing: Extent = { min: 0, max: 0 };

function measured(block: Block): Extent {
  switch (block.kind) {
    case "paragraph": {
      const { min, max } = extentOf(block.inlines);
      const marker = block.marker === undefined ? 0 : markerWidth(block.marker);
      return { min: min + marker, max: max + marker };
    }
    case "box":
      return boxExtent(block);
    case "table":
      return tableExtent(block);
    case "line": {
      const items = block.items.map(measure);
      const gaps = Math.max(0, items.length - 1) * block.style.grid.columnGap;
      const max = sum(items.map((one) => one.max)) + gaps;
      const widest = Math.max(0, ...items.map((one) => one.min));
      return { min: block.style.flex.wraps ? widest : sum(items.map((one) => one.min)) + gaps, max };
    }
    case "grid": {
      const items = block.items.map(measure);
      // The number of columns is known only with the width; the widest item fits in any case.
      return { min: Math.max(0, ...items.map((one) => one.min)), max: sum(items.map((one) => one.max)) };
    }
    case "float":
      return measure(block.box);
    default:
      return nothing;
  }
}

/** Width of padding and borders on both sides together, in pixels. */
export const frameWidth = ({ padding, border }: Style): number =>
  padding.left + padding.right + (border.left?.width ?? 0) + (border.right?.width ?? 0);

const frameHeight = ({ padding, border }: Style): number =>
  padding.top + padding.bottom + (border.top?.width ?? 0) + (border.bottom?.width ?? 0);

const sideMargin = (margin: number | "auto") => (margin === "auto" ? 0 : Math.max(0, margin));

function boxExtent({ children, style }: Box): Extent {
  const inside = children.map(measure);
  const frame = frameWidth(style) + sideMargin(style.margin.left) + sideMargin(style.margin.right);
  const min = Math.max(0, ...inside.map((one) => one.min)) + frame;
  const floats = sum(children.flatMap((one, at) => (one.kind === "float" ? [inside[at]?.max ?? 0] : [])));
  let max = Math.max(floats, ...inside.map((one) => one.max), 0) + frame;
  if (style.width && "px" in style.width) max = Math.max(min, style.width.px + frame);
  if (style.maxWidth && "px" in style.maxWidth) max = Math.max(min, Math.min(max, style.maxWidth.px + frame));
  return { min, max: Math.max(min, max) };
}

const needs = new WeakMap<Table, ColumnNeed[]>();

/** Returns what each column of a table asks for, from its cells and its `col` elements. */
export function columnNeeds(table: Table): ColumnNeed[] {
  let found = needs.get(table);
  if (!found) {
    found = neededColumns(table);
    needs.set(table, found);
  }
  return found;
}

function neededColumns({ rows, columnCount, columnStyles }: Table): ColumnNeed[] {
  const columns: ColumnNeed[] = Array.from({ length: columnCount }, (_, at) => ({
    min: 0,
    max: 0,
    width: positive(columnStyles[at]?.width),
  }));
  const spanning = [];
  for (const { cells } of rows) {
    for (const cell of cells) {
      const column = columns[cell.column];
      if (!column) continue;
      if (cell.columns > 1) {
        spanning.push(cell);
        continue;
      }
      const { min, max } = measure(cell.box);
      column.min = Math.max(column.min, min);
      column.max = Math.max(column.max, max);
      column.width = wider(column.width, widthOfCell(cell.box.style));
    }
  }
  for (const { box, column, columns: count } of spanning) {
    const covered = columns.slice(column, column + count);
    const { min, max } = measure(box);
    spread(covered, min, "min");
    spread(covered, max, "max");
  }
  for (const column of columns) column.max = Math.max(column.min, column.max);
  limitPercentages(columns);
  return columns;
}

function widthOfCell(style: Style): ColumnNeed["width"] {
  const width = positive(style.width);
  return width && "px" in width ? { px: width.px + frameWidth(style) } : width;
}

const positive = (width: Style["width"]) =>
  width && ("px" in width ? width.px > 0 && width.px < 5_000 : width.percent > 0) ? width : undefined;

function wider(one: ColumnNeed["width"], other: ColumnNeed["width"]): ColumnNeed["width"] {
  if (!one || !other) return one ?? other;
  if ("percent" in one) return "percent" in other && other.percent > one.percent ? other : one;
  if ("percent" in other) return other;
  return other.px > one.px ? other : one;
}

/** Widens the columns under a cell until the cell has room. */
function spread(columns: ColumnNeed[], needed: number, which: "min" | "max"): void {
  const missing = needed - sum(columns.map((one) => one[which]));
  if (missing <= 0 || columns.length === 0) return;
  const total = sum(columns.map((one) => one.max));
  for (const column of columns) column[which] += missing * (total > 0 ? column.max / total : 1 / columns.length);
}

/** Shares that are more than the whole count as far as there is room (CSS 2.2, section 17.5.2.2). */
function limitPercentages(columns: ColumnNeed[]): void {
  let left = 100;
  for (const column of columns) {
    if (!column.width || !("percent" in column.width)) continue;
    const percent = Math.min(left, column.width.percent);
    left -= percent;
    column.width = percent > 0 ? { percent } : undefined;
  }
}

function tableExtent(table: Table): Extent {
  const columns = columnNeeds(table);
  const frame = (table.style.border.left?.width ?? 0) + (table.style.border.right?.width ?? 0);
  const min = sum(columns.map((one) => one.min)) + frame;
  let max =
    sum(columns.map(({ max: widest, width }) => Math.max(widest, width && "px" in width ? width.px : 0))) + frame;
  if (table.style.width && "px" in table.style.width) max = Math.max(min, table.style.width.px);
  return { min, max: Math.max(min, max) };
}

/** Returns the height of a block at a width, as a rough estimate in pixels. */
export function estimatedHeight(block: Block, width: number): number {
  switch (block.kind) {
    case "paragraph": {
      const { max } = measure(block);
      const breaks = block.inlines.filter(({ kind }) => kind === "break").length;
      const pictures = block.inlines.reduce((total, one) => (one.kind === "picture" ? total + one.height : total), 0);
      const lineHeight = block.style.fontSize * 1.3;
      return pictures + lineHeight * (breaks + Math.max(1, Math.ceil(max / Math.max(20, width))));
    }
    case "box": {
      const { margin } = block.style;
      const outer = sideMargin(margin.top) + sideMargin(margin.bottom) + frameHeight(block.style);
      const inner = Math.max(20, width - frameWidth(block.style));
      return outer + sum(block.children.map((one) => estimatedHeight(one, inner)));
    }
    case "table":
      return sum(
        block.rows.map(({ cells }) =>
          Math.max(0, ...cells.map(({ box, columns }) => estimatedHeight(box, (width * columns) / block.columnCount))),
        ),
      );
    case "line":
      return Math.max(0, ...block.items.map((one) => estimatedHeight(one, width / Math.max(1, block.items.length))));
    case "grid":
      return sum(block.items.map((one) => estimatedHeight(one, width))) / 2;
    case "rule":
      return 10;
    default:
      return estimatedHeight(block.box, width);
  }
}
