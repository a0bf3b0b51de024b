import type { Block, Box, Table } from "./blocks.ts";
import { columnWidths, sum } from "./column-widths.ts";
import { columnNeeds, frameWidth, measure } from "./measure.ts";
import type { Style } from "./style.ts";

/** The room for blocks. All lengths are pixels. */
export interface Room {
  left: number;
  right: number;
  /** Width of the text area or the cell, with `left` and `right`. */
  width: number;
  /** The number of tables around, since LibreOffice lays out deep nesting in more than proportional time. */
  depth: number;
  /** Whether the block is all that is on the page. */
  isPage: boolean;
}

/** No block is made narrower. */
export const narrowest = 20;

/** Returns the room of a box in its margins, at its width. */
export function roomOf(box: Box, room: Room): Room {
  const { margin, width, maxWidth } = box.style;
  const indent = (side: "left" | "right") => (margin[side] === "auto" ? 0 : Math.max(0, margin[side]));
  const available = Math.max(narrowest, widthIn(room) - indent("left") - indent("right"));
  const { min, max } = measure(box);
  let own = lengthIn(width, available, frameWidth(box.style)) ?? (box.isShrunk ? max + 1 : available);
  own = Math.min(own, lengthIn(maxWidth, available, frameWidth(box.style)) ?? own);
  own = Math.min(available, Math.max(own, min, narrowest));
  const rest = available - own;
  const side = sideOf(box.style);
  const before = side === "center" ? rest / 2 : side === "right" ? rest : 0;
  return {
    ...room,
    left: room.left + indent("left") + before,
    right: room.right + indent("right") + rest - before,
  };
}

/** Returns the margins on both sides of a box together. */
export const outerMargins = (box: Box | undefined) => {
  const { left, right } = box?.style.margin ?? { left: 0, right: 0 };
  return (left === "auto" ? 0 : Math.max(0, left)) + (right === "auto" ? 0 : Math.max(0, right));
};

/** A block that makes room for a float by its own margin needs none beside it. */
export function withoutIndent(block: Block, floated: number): Block {
  if (block.kind !== "box" || block.style.margin.left === "auto") return block;
  const left = block.style.margin.left - floated;
  return left < -5
    ? block
    : { ...block, style: { ...block.style, margin: { ...block.style.margin, left: Math.max(0, left) } } };
}

/** Returns whether a block may stand beside a float that leaves this width. */
export function fitsBeside(block: Block, width: number): boolean {
  if (block.kind === "table" || block.kind === "line" || block.kind === "grid") return measure(block).max <= width;
  if (block.kind !== "box") return measure(block).min <= width;
  if (block.style.clear) return false;
  const isWhole = block.style.width && "percent" in block.style.width && block.style.width.percent > 95;
  return !isWhole && block.children.every((one) => fitsBeside(one, width - frameWidth(block.style)));
}

/** Returns the width for a block. */
export const widthIn = ({ width, left, right }: Room) => Math.max(narrowest, width - left - right);

/** Returns a length in pixels, with the padding and borders of its box. */
export function lengthIn(length: Style["width"], available: number, frame: number): number | undefined {
  if (!length) return undefined;
  const found = "px" in length ? length.px + frame : (length.percent / 100) * available;
  return found > 0 ? found : undefined;
}

function sideOf({ margin, selfAlign }: Style): "left" | "center" | "right" {
  if (margin.left === "auto") return margin.right === "auto" ? "center" : "right";
  return selfAlign;
}

/** Returns the widths of the columns of a table, and its distance from the left. */
export function tableWidths(table: Table, room: Room): { widths: number[]; left: number } {
  const { style } = table;
  const available = widthIn(room);
  const needs = columnNeeds(table);
  const given = lengthIn(style.width, available, 0);
  const least = sum(needs.map(({ min }) => min));
  const wanted = given === undefined ? undefined : Math.min(available, Math.max(given, least));
  const hasShares = needs.some(({ width }) => width && "percent" in width);
  const widths = columnWidths(needs, wanted ?? available, wanted !== undefined || (hasShares && room.depth > 0));
  const rest = Math.max(0, available - sum(widths));
  const side = sideOf(style);
  const margin = style.margin.left === "auto" ? 0 : Math.max(0, Math.min(style.margin.left, rest));
  return { widths, left: room.left + (side === "center" ? rest / 2 : side === "right" ? rest : margin) };
}
