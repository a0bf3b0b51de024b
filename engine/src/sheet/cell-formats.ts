import type { CellFormat, WorkbookStyles } from "./workbook-parts.ts";

/** The formats of cells of a workbook, as they will be written. */
export interface CellFormats {
  /** With those that were added. */
  styles: WorkbookStyles;
  /**
   * @param how names the change, which is made once for each format
   * @returns the index of a format that is like this one but for a change; the same where the workbook does not list it
   */
  changed(style: number, how: string, change: (markup: string) => string): number;
  /** @returns the index of a format that differs from this one only in breaking lines */
  wrapped(style: number): number;
  /** Texts have this format somewhere. */
  markAsText(style: number): void;
  /** @returns `xl/styles.xml`; formats that only numbers have shrink what does not fit, so that it is not "###" */
  written(): string;
}

const list = /(<((?:\w+:)?)cellXfs\b[^>]*>)(.*?)(<\/(?:\w+:)?cellXfs>)/s;
const item = /<((?:\w+:)?)xf\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?xf>)/gs;
const alignment = /<(?:\w+:)?alignment\b([^>]*?)(?:\/>|><\/(?:\w+:)?alignment>)/;

/** @param styles `xl/styles.xml` (ECMA-376-1, 18.8.10) @param looks of the formats in it */
export function cellFormats(stylesXml: string, styles: WorkbookStyles): CellFormats {
  const [whole = "", start = "", , inner = "", end = ""] = list.exec(stylesXml) ?? [];
  const formats = [...inner.matchAll(item)].map(([markup], origin) => ({
    markup,
    origin,
    cellFormat: styles.format(origin),
  }));
  const texts = new Set<number>();
  const known = new Map<string, number>();
  const changed = (
    style: number,
    how: string,
    change: (markup: string) => string,
    cellFormat?: Partial<CellFormat>,
  ) => {
    const key = `${style} ${how}`;
    const format = formats[style];
    const found = known.get(key) ?? (format ? formats.length : style);
    if (format && !known.has(key)) {
      formats.push({
        markup: change(format.markup),
        origin: format.origin,
        cellFormat: { ...format.cellFormat, ...cellFormat },
      });
      known.set(key, found);
    }
    return found;
  };

  return {
    styles: { ...styles, format: (style) => formats[style]?.cellFormat ?? styles.format(style) },
    changed,
    wrapped: (style) => changed(style, "wrapped", (markup) => aligned(markup, "wrapText"), { wraps: true }),
    markAsText: (style) => void texts.add(formats[style]?.origin ?? style),
    written() {
      if (whole === "") return stylesXml;
      const all = formats.map(({ markup, origin, cellFormat }) => {
        const isOfNumbers = cellFormat.formatCode !== "" && !texts.has(origin) && !cellFormat.adapts;
        return isOfNumbers ? aligned(markup, "shrinkToFit") : markup;
      });
      const counted = start.replace(/\scount="\d+"/, ` count="${all.length}"`);
      return stylesXml.replace(list, () => counted + all.join("") + end);
    },
  };
}

/** A format with one more setting of its alignment, in place of the settings that contradict it. */
function aligned(markup: string, setting: "wrapText" | "shrinkToFit"): string {
  return markup.replace(new RegExp(item.source, "s"), (_, prefix: string, attributes: string, inner = "") => {
    const stated = alignment.exec(inner)?.[1] ?? "";
    const kept = stated.replaceAll(/\s(?:wrapText|shrinkToFit)\s*=\s*"[^"]*"/g, "");
    const own = attributes.replaceAll(/\sapplyAlignment\s*=\s*"[^"]*"/g, "");
    const rest = inner.replace(alignment, "");
    return `<${prefix}xf${own} applyAlignment="1"><${prefix}alignment${kept} ${setting}="1"/>${rest}</${prefix}xf>`;
  });
}
