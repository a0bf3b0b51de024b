import type { Block, Box, Inline, Row, Table } from "./blocks.ts";
import { lightness } from "./css-values.ts";
import type { Style } from "./style.ts";

/** Removes blocks at the end that show nothing, which would otherwise fill a page of their own. */
export function withoutTrailingSpace(blocks: Block[]): Block[] {
  const kept = blocks.slice(0, blocks.findLastIndex((block) => !isEmpty(block)) + 1);
  const last = kept.at(-1);
  if (last?.kind === "box") return [...kept.slice(0, -1), trimmedBox(last)];
  return last?.kind === "table" ? [...kept.slice(0, -1), trimmedTable(last)] : kept;
}

const trimmedBox = (box: Box): Box => ({ ...box, children: withoutTrailingSpace(box.children) });

function trimmedTable(table: Table): Table {
  const rows = [...table.rows];
  while (rows.length > 1 && isEmptyRow(rows.at(-1)) && !rows.some(({ cells }) => cells.some((cell) => cell.rows > 1)))
    rows.pop();
  const last = rows.at(-1);
  if (last)
    rows[rows.length - 1] = { ...last, cells: last.cells.map((cell) => ({ ...cell, box: trimmedBox(cell.box) })) };
  return { ...table, rows };
}

const isEmptyRow = (row: Row | undefined) =>
  row !== undefined && !isDrawn(row.style) && row.cells.every(({ box }) => isEmpty(box));

function isEmpty(block: Block): boolean {
  switch (block.kind) {
    case "paragraph":
      return block.marker === undefined && block.inlines.every(isBlank);
    case "box":
      return !isDrawn(block.style) && block.children.every(isEmpty);
    case "table":
      return !isDrawn(block.style) && block.rows.every(isEmptyRow);
    case "line":
    case "grid":
      return block.items.every(isEmpty);
    case "float":
      return isEmpty(block.box);
    default:
      return false;
  }
}

const isBlank = (inline: Inline) =>
  inline.kind === "break" || (inline.kind === "text" && /^[\s\u200b-\u200f\u00ad]*$/.test(inline.text));

const nearlyWhite = 0.95;

const isDrawn = ({ border, background }: Style) =>
  (background !== undefined && lightness(background) < nearlyWhite) ||
  Object.values(border).some((line) => line !== undefined);
