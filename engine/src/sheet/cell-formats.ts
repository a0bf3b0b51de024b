import type { CellFormat, WorkbookStyles } from "./workbook-parts.ts";

/** The cell formats of a workbook, to which formats can be added. */
export interface CellFormats {
  /** Includes the added formats. */
  styles: WorkbookStyles;
  /**
   * Adds a format that is derived from another one, once for each format and key.
   * @param key names the change
   * @returns the index of the new format; `style` itself where the workbook does not list it
   */
  derive(style: number, key: string, change: (markup: string) => string): number;
  /** @returns the index of the same format with wrapped text */
  wrapped(style: number): number;
  /** Records that some text has this format. */
  markAsText(style: number): void;
  /** @returns `xl/styles.xml`, where formats that only numbers have shrink to fit, so that none prints as "###" */
  toXml(): string;
}

const list = /(<((?:\w+:)?)cellXfs\b[^>]*>)(.*?)(<\/(?:\w+:)?cellXfs>)/s;
const item = /<((?:\w+:)?)xf\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?xf>)/gs;
const alignment = /<(?:\w+:)?alignment\b([^>]*?)(?:\/>|><\/(?:\w+:)?alignment>)/;

/** @param stylesXml `xl/styles.xml` (ECMA-376-1, 18.8.10) @param styles as parsed from it */
export function cellFormats(stylesXml: string, styles: WorkbookStyles): CellFormats {
  const [whole = "", start = "", , inner = "", end = ""] = list.exec(stylesXml) ?? [];
  const formats = [...inner.matchAll(item)].map(([markup], origin) => ({
    markup,
    origin,
    cellFormat: styles.format(origin),
  }));
  const texts = new Set<number>();
  const known = new Map<string, number>();
  const derive = (style: number, key: string, change: (markup: string) => string, cellFormat?: Partial<CellFormat>) => {
    const id = `${style} ${key}`;
    const format = formats[style];
    const found = known.get(id) ?? (format ? formats.length : style);
    if (format && !known.has(id)) {
      formats.push({
        markup: change(format.markup),
        origin: format.origin,
        cellFormat: { ...format.cellFormat, ...cellFormat },
      });
      known.set(id, found);
    }
    return found;
  };

  return {
    styles: { ...styles, format: (style) => formats[style]?.cellFormat ?? styles.format(style) },
    derive,
    wrapped: (style) => derive(style, "wrapped", (markup) => aligned(markup, "wrapText"), { wraps: true }),
    markAsText: (style) => void texts.add(formats[style]?.origin ?? style),
    toXml() {
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

/** Adds a setting to the alignment of a format and removes the settings that contradict it. */
function aligned(markup: string, setting: "wrapText" | "shrinkToFit"): string {
  return markup.replace(new RegExp(item.source, "s"), (_, prefix: string, attributes: string, inner = "") => {
    const stated = alignment.exec(inner)?.[1] ?? "";
    const kept = stated.replaceAll(/\s(?:wrapText|shrinkToFit)\s*=\s*"[^"]*"/g, "");
    const own = attributes.replaceAll(/\sapplyAlignment\s*=\s*"[^"]*"/g, "");
    const rest = inner.replace(alignment, "");
    return `<${prefix}xf${own} applyAlignment="1"><${prefix}alignment${kept} ${setting}="1"/>${rest}</${prefix}xf>`;
  });
}
