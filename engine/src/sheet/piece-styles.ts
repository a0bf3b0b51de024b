import { attribute } from "../detect/package.ts";
import type { WorkbookLooks } from "./workbook-parts.ts";

/** Which piece of a row a cell stands in. */
export type PiecePlace = "first" | "middle" | "last";

/** Formats of the cells of rows that are printed in pieces: as they were, from the top, without the lines between two pieces. */
export class PieceStyles {
  private readonly styles: string;
  private readonly formats: string[];
  private readonly borders: string[];
  private readonly added = { formats: [] as string[], borders: [] as string[] };
  private readonly known = new Map<string, number>();
  private readonly origins: number[] = [];

  /** @param styles the part of a workbook that lists its formats */
  constructor(styles: string) {
    this.styles = styles;
    this.formats = itemsOf(styles, "cellXfs", "xf");
    this.borders = itemsOf(styles, "borders", "border");
  }

  /** @returns the index of a format for one piece of a cell that has this one */
  styleOf(style: number, place: PiecePlace): number {
    const key = `${style} ${place}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const format = this.formats[style];
    if (format === undefined) return style;
    const index = this.formats.length + this.added.formats.length;
    this.added.formats.push(withBorder(fromTop(format), this.borderOf(format, place)));
    this.origins.push(style);
    this.known.set(key, index);
    return index;
  }

  private borderOf(format: string, place: PiecePlace): number | undefined {
    const border = this.borders[Number(attribute(startOf(format), "borderId") ?? 0)];
    if (border === undefined) return undefined;
    const open = [...(place === "first" ? [] : ["top"]), ...(place === "last" ? [] : ["bottom"])];
    this.added.borders.push(
      open.reduce(
        (left, side) =>
          left.replace(new RegExp(`<((?:\\w+:)?)${side}\\b[^>]*?(?:/>|>.*?</(?:\\w+:)?${side}>)`, "s"), `<$1${side}/>`),
        border,
      ),
    );
    return this.borders.length + this.added.borders.length - 1;
  }

  /** How the cells look, those with the new formats among them. */
  looks(looks: WorkbookLooks): WorkbookLooks {
    const origin = (style: number) => this.origins[style - this.formats.length] ?? style;
    return {
      ...looks,
      fontSize: (style) => looks.fontSize(origin(style)),
      isVisible: (style) => looks.isVisible(origin(style)),
      wraps: (style) => looks.wraps(origin(style)),
      formatCode: (style) => looks.formatCode(origin(style)),
      adapts: (style) => looks.adapts(origin(style)),
      isBold: (style) => looks.isBold(origin(style)),
    };
  }

  /** The part with the new formats behind the others. */
  xml(): string {
    const withItems = (xml: string, list: string, count: number, items: string[]) =>
      xml
        .replace(new RegExp(`(<(?:\\w+:)?${list}\\b[^>]*?\\bcount=")\\d+`), `$1${count + items.length}`)
        .replace(new RegExp(`</(?:\\w+:)?${list}>`), (end) => items.join("") + end);
    const bordered = withItems(this.styles, "borders", this.borders.length, this.added.borders);
    return withItems(bordered, "cellXfs", this.formats.length, this.added.formats);
  }
}

function itemsOf(xml: string, list: string, item: string): string[] {
  const inner = new RegExp(`<(?:\\w+:)?${list}\\b[^>]*>(.*?)</(?:\\w+:)?${list}>`, "s").exec(xml)?.[1] ?? "";
  return inner.match(new RegExp(`<(?:\\w+:)?${item}\\b[^>]*?(?:/>|>.*?</(?:\\w+:)?${item}>)`, "gs")) ?? [];
}

const startOf = (element: string) => /^<[^>]*?(?=\/?>)/.exec(element)?.[0] ?? "";

const withAttribute = (start: string, name: string, value: string | number) =>
  `${start.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), "")} ${name}="${value}"`;

/** A format with its text at the top of the cell. */
function fromTop(format: string): string {
  const alignment = /<(?:\w+:)?alignment\b[^>]*?(?=\/?>)/;
  const start = withAttribute(startOf(format), "applyAlignment", 1);
  const rest = format.slice(startOf(format).length);
  if (alignment.test(rest)) return start + rest.replace(alignment, (found) => withAttribute(found, "vertical", "top"));
  const prefix = /^<((?:\w+:)?)/.exec(format)?.[1] ?? "";
  const stated = `<${prefix}alignment vertical="top"/>`;
  return rest.startsWith("/>") ? `${start}>${stated}</${prefix}xf>` : `${start}>${stated}${rest.slice(1)}`;
}

function withBorder(format: string, border: number | undefined): string {
  if (border === undefined) return format;
  const start = startOf(format);
  return withAttribute(withAttribute(start, "applyBorder", 1), "borderId", border) + format.slice(start.length);
}
