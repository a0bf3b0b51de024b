import { type AttributeChanges, applyEdits, changedTag, nameBeside, startTag, type XmlEdit } from "../xml/xml-edits.ts";
import { childOf, readTree, type XmlNode } from "../xml/xml-tree.ts";
import { opaquePaletteEdits } from "./colour-palette.ts";
import { type CellFormat, readStyles, type WorkbookStyles } from "./workbook-parts.ts";

/** Position of a piece within a split row. */
export type PiecePlace = "first" | "middle" | "last";

/** The cell formats of a workbook, to which formats can be added. A format that the workbook does not list stays. */
export interface CellFormats {
  /** Includes the added formats. */
  styles: WorkbookStyles;
  /** Returns whether the workbook lists a format, so that others can be derived from it. */
  isListed(style: number): boolean;
  /** @returns the index of the same format with wrapped text */
  wrapped(style: number): number;
  /** @returns the index of the same format aligned to the top, without borders between the pieces of its row */
  piece(style: number, place: PiecePlace): number;
  /** Records that some text has this format. */
  markAsText(style: number): void;
  /**
   * @returns `xl/styles.xml` with the added formats and an opaque palette. Formats that only numbers have shrink to
   * fit, so that none prints as "###".
   */
  toXml(): string;
}

/** A format as changes to one of the workbook. */
interface Format {
  origin: XmlNode;
  own: AttributeChanges;
  alignment: AttributeChanges;
  cellFormat: CellFormat;
}

/** @param xml `xl/styles.xml` (ECMA-376-1, 18.8), one character for each byte */
export function cellFormats(xml: string): CellFormats {
  const styleSheet = readTree(xml);
  const styles = readStyles(styleSheet);
  const list = childOf(styleSheet, "cellXfs");
  const borders = childOf(styleSheet, "borders");
  const addedBorders: string[] = [];
  const formats = (list?.children ?? []).map(
    (origin, index): Format => ({ origin, own: {}, alignment: {}, cellFormat: styles.format(index) }),
  );
  const texts = new Set<XmlNode>();
  const known = new Map<string, number>();
  /** Adds a format that is derived from another one, once for each format and key. */
  const derive = (style: number, key: string, change: (format: Format) => Partial<Format>) => {
    const format = formats[style];
    if (!format) return style;
    const index = known.get(`${style} ${key}`) ?? formats.push({ ...format, ...change(format) }) - 1;
    known.set(`${style} ${key}`, index);
    return index;
  };
  const addBorder = ({ element }: XmlNode, place: PiecePlace): AttributeChanges => {
    const border = borders?.children[Number(element.attributes.borderId ?? 0)];
    if (!borders || !border) return {};
    const edges = border.children.filter(
      ({ element: { local } }) => (local === "top" && place !== "first") || (local === "bottom" && place !== "last"),
    );
    const edits = edges.map((edge) => ({ ...edge, text: startTag(edge.element.tag.name, [], true) }));
    addedBorders.push(applyEdits(xml, edits, border));
    return { borderId: String(borders.children.length + addedBorders.length - 1), applyBorder: "1" };
  };
  const markup = ({ origin, own, alignment, cellFormat }: Format, index: number): string => {
    const shrinks = cellFormat.formatCode !== "" && !texts.has(origin) && !cellFormat.adapts;
    if (shrinks) return changedFormat(xml, origin, own, { ...alignment, wrapText: undefined, shrinkToFit: "1" });
    return list?.children[index] ? applyEdits(xml, [], origin) : changedFormat(xml, origin, own, alignment);
  };

  return {
    styles: { ...styles, format: (style) => formats[style]?.cellFormat ?? styles.format(style) },
    isListed: (style) => formats[style] !== undefined,
    wrapped: (style) =>
      derive(style, "wrapped", ({ alignment, cellFormat }) => ({
        alignment: { ...alignment, shrinkToFit: undefined, wrapText: "1" },
        cellFormat: { ...cellFormat, wraps: true },
      })),
    piece: (style, place) =>
      derive(style, place, ({ origin, own, alignment }) => ({
        own: { ...own, ...addBorder(origin, place) },
        alignment: { ...alignment, vertical: "top" },
      })),
    markAsText(style) {
      const format = formats[style];
      if (format) texts.add(format.origin);
    },
    toXml() {
      if (!styleSheet) return xml;
      const edits = opaquePaletteEdits(styleSheet);
      if (list && formats.length > 0) {
        edits.push(countEdit(list, formats.length), { ...list.inner, text: formats.map(markup).join("") });
      }
      if (borders && addedBorders.length > 0) {
        const end = borders.inner.to;
        edits.push(countEdit(borders, borders.children.length + addedBorders.length));
        edits.push({ from: end, to: end, text: addedBorders.join("") });
      }
      return applyEdits(xml, edits);
    },
  };
}

const countEdit = ({ element }: XmlNode, count: number): XmlEdit => ({
  ...element,
  text: changedTag(element, { count: String(count) }),
});

/** Writes a format with other attributes, its alignment first as the schema requires. */
function changedFormat(xml: string, format: XmlNode, own: AttributeChanges, alignment: AttributeChanges): string {
  const { element, inner } = format;
  const stated = childOf(format, "alignment");
  const aligned = stated
    ? changedTag(stated.element, alignment, { isEmpty: true })
    : startTag(nameBeside(element, "alignment"), Object.entries(alignment), true);
  const start = changedTag(element, { ...own, applyAlignment: "1" }, { isEmpty: false });
  const edits: XmlEdit[] = [{ ...element, text: start + aligned }];
  if (stated) edits.push({ ...stated, text: "" });
  if (element.isEmpty) edits.push({ ...inner, text: `</${element.tag.name}>` });
  return applyEdits(xml, edits, format);
}
