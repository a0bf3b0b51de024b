import { attribute } from "../detect/package.ts";
import type { CellFormats } from "./cell-formats.ts";

/** Position of a piece within its row. */
export type PiecePlace = "first" | "middle" | "last";

/** Formats for the cells of split rows: aligned to the top, without borders between the pieces. */
export interface PieceStyles {
  /** @returns the index of the format for a piece of a cell that has this format */
  styleFor(style: number, place: PiecePlace): number;
  /** @returns `xl/styles.xml` with the new borders after the others */
  addBorders(stylesXml: string): string;
}

/** @param stated `xl/styles.xml`. @param formats the formats in it */
export function createPieceStyles(stated: string, formats: CellFormats): PieceStyles {
  const borders = listItems(stated, "borders", "border");
  const added: string[] = [];
  const borderOf = (format: string, place: PiecePlace): number | undefined => {
    const border = borders[Number(attribute(startTag(format), "borderId") ?? 0)];
    if (border === undefined) return undefined;
    const open = [...(place === "first" ? [] : ["top"]), ...(place === "last" ? [] : ["bottom"])];
    const without = (left: string, side: string) =>
      left.replace(new RegExp(`<((?:\\w+:)?)${side}\\b[^>]*?(?:/>|>.*?</(?:\\w+:)?${side}>)`, "s"), `<$1${side}/>`);
    added.push(open.reduce(without, border));
    return borders.length + added.length - 1;
  };
  return {
    styleFor: (style, place) =>
      formats.derive(style, place, (format) => setBorder(alignTop(format), borderOf(format, place))),
    addBorders: (stylesXml) =>
      stylesXml
        .replace(/(<(?:\w+:)?borders\b[^>]*?\bcount=")\d+/, `$1${borders.length + added.length}`)
        .replace(/<\/(?:\w+:)?borders>/, (end) => added.join("") + end),
  };
}

function listItems(xml: string, list: string, item: string): string[] {
  const inner = new RegExp(`<(?:\\w+:)?${list}\\b[^>]*>(.*?)</(?:\\w+:)?${list}>`, "s").exec(xml)?.[1] ?? "";
  return inner.match(new RegExp(`<(?:\\w+:)?${item}\\b[^>]*?(?:/>|>.*?</(?:\\w+:)?${item}>)`, "gs")) ?? [];
}

const startTag = (element: string) => /^<[^>]*?(?=\/?>)/.exec(element)?.[0] ?? "";

const setAttribute = (start: string, name: string, value: string | number) =>
  `${start.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), "")} ${name}="${value}"`;

/** A format with its text aligned to the top of the cell. */
function alignTop(format: string): string {
  const alignment = /<(?:\w+:)?alignment\b[^>]*?(?=\/?>)/;
  const start = setAttribute(startTag(format), "applyAlignment", 1);
  const rest = format.slice(startTag(format).length);
  if (alignment.test(rest)) return start + rest.replace(alignment, (found) => setAttribute(found, "vertical", "top"));
  const prefix = /^<((?:\w+:)?)/.exec(format)?.[1] ?? "";
  const stated = `<${prefix}alignment vertical="top"/>`;
  return rest.startsWith("/>") ? `${start}>${stated}</${prefix}xf>` : `${start}>${stated}${rest.slice(1)}`;
}

function setBorder(format: string, border: number | undefined): string {
  if (border === undefined) return format;
  const start = startTag(format);
  return setAttribute(setAttribute(start, "applyBorder", 1), "borderId", border) + format.slice(start.length);
}
