import { attribute } from "../detect/package.ts";
import { applyEdits, nameBeside, type XmlEdit } from "../xml/xml-edits.ts";
import { childOf, readTree } from "../xml/xml-tree.ts";
import { isTrue } from "./workbook-parts.ts";

/** The page set-up that a worksheet states. Lengths in points. */
export interface AuthorSetup {
  fitToPage: boolean;
  /** Pages across and down when fitted; 0 is any number. */
  fitToWidth: number;
  fitToHeight: number;
  /** Percent. */
  scale: number;
  landscape: boolean;
  marginsAcross: number;
  marginsDown: number;
  /** Columns, from 1, after which there is a manual page break. */
  columnBreaks: number[];
}

/** The page set-up to write. */
export interface NewSetup {
  landscape: boolean;
  /** Pages across and down, 0 for any number; undefined where `scale` applies. */
  fit?: { width: number; height: number };
  /** Percent. */
  scale?: number;
}

/** Returns the beginning of the first element of this name, with its attributes; an empty text without one. */
const firstTag = (name: string, xml: string) => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>`).exec(xml)?.[0] ?? "";

/** Reads the page set-up of a worksheet part. */
export function readPageSetup(xml: string): AuthorSetup {
  const { head, tail } = splitWorksheet(xml);
  const setup = firstTag("pageSetup", tail);
  const margins = firstTag("pageMargins", tail);
  const inches = (side: string, usual: number) => Number(attribute(margins, side) ?? usual) * 72;
  const count = (name: string) => Number(attribute(setup, name) ?? 1);
  const breaks = /<(?:\w+:)?colBreaks\b.*?<\/(?:\w+:)?colBreaks>/s.exec(tail)?.[0] ?? "";
  return {
    fitToPage: isTrue(attribute(firstTag("pageSetUpPr", head), "fitToPage")),
    fitToWidth: count("fitToWidth"),
    fitToHeight: count("fitToHeight"),
    scale: Number(attribute(setup, "scale")) || 100,
    landscape: attribute(setup, "orientation") === "landscape",
    marginsAcross: inches("left", 0.7) + inches("right", 0.7),
    marginsDown: inches("top", 0.75) + inches("bottom", 0.75),
    columnBreaks: [...breaks.matchAll(/<(?:\w+:)?brk\b([^>]*)>/g)].map(([, attributes = ""]) =>
      Number(attribute(attributes, "id")),
    ),
  };
}

/** Number of frozen rows at the top of a worksheet (ECMA-376-1, 18.3.1.66). @param head the part before its cells */
export function frozenRowCount(head: string): number {
  const pane = firstTag("pane", head);
  return /^frozen/.test(attribute(pane, "state") ?? "") ? Math.floor(Number(attribute(pane, "ySplit") ?? 0)) : 0;
}

/**
 * Splits a worksheet part before and after its rows. `tail` begins with the end tag of `sheetData` and is without
 * custom views, whose page set-ups must not be taken for the sheet's. Head and tail are read with regular expressions,
 * as the rows are: each is a fragment that is not well-formed by itself, and one call of the parser for the whole part
 * would also read every cell.
 */
export function splitWorksheet(xml: string): { head: string; body: string; tail: string } {
  const open = /<(?:\w+:)?sheetData\b[^>]*>/.exec(xml);
  if (!open) return { head: xml, body: "", tail: "" };
  const bodyStart = open.index + open[0].length;
  const close = open[0].endsWith("/>") ? bodyStart : Math.max(bodyStart, xml.search(/<\/(?:\w+:)?sheetData\s*>/));
  return {
    head: xml.slice(0, bodyStart),
    body: xml.slice(bodyStart, close),
    tail: removeCustomViews(xml.slice(close)),
  };
}

/**
 * Removes custom views, which have page set-ups, headers and footers of their own. Uses a regular expression because
 * the tail of a worksheet is a fragment.
 */
export const removeCustomViews = (xml: string) =>
  xml.replace(/<(?:\w+:)?customSheetViews\b.*?<\/(?:\w+:)?customSheetViews>/s, "");

/**
 * Marks all stated widths as custom. XLS has only custom widths, but LibreOffice saves those equal to the default as
 * automatic. Uses a regular expression because the XML parser would also read every cell.
 */
export function markCustomWidths(xml: string): string {
  const { head } = splitWorksheet(xml);
  return head.replaceAll(/(<(?:\w+:)?col\b[^>]*\scustomWidth=")false"/g, '$1true"') + xml.slice(head.length);
}

/**
 * Removes the picture behind the cells of a sheet, which Excel never prints and LibreOffice does (ECMA-376-1,
 * 18.3.1.67). Uses a regular expression because the XML parser would also read every cell.
 */
export function removeBackground(xml: string): string {
  const prefix = /<((?:\w+:)?)(?:worksheet|chartsheet)\b/.exec(xml)?.[1] ?? "";
  return xml.replace(new RegExp(`<${prefix}picture\\s[^>]*?(?:/>|></${prefix}picture>)`), "");
}

/** Switches "fit to page" on or off. @param head of the worksheet part, before its cells */
export function setFitToPage(head: string, on: boolean): string {
  const prefix = /<((?:\w+:)?)worksheet\b/.exec(head)?.[1] ?? "";
  const wanted = `<${prefix}pageSetUpPr fitToPage="${on ? 1 : 0}"/>`;
  const without = head.replace(/<(?:\w+:)?pageSetUpPr\b[^>]*?(?:\/>|><\/(?:\w+:)?pageSetUpPr>)/, "");
  const closed = /<(?:\w+:)?sheetPr\b([^>]*)\/>/.exec(without);
  if (closed) return without.replace(closed[0], `<${prefix}sheetPr${closed[1]}>${wanted}</${prefix}sheetPr>`);
  if (/<\/(?:\w+:)?sheetPr>/.test(without)) return without.replace(/<\/(?:\w+:)?sheetPr>/, (end) => `${wanted}${end}`);
  return without.replace(
    /<(?:\w+:)?worksheet\b[^>]*>/,
    (start) => `${start}<${prefix}sheetPr>${wanted}</${prefix}sheetPr>`,
  );
}

/** Settings that are kept: the first page number, and the order of pages. */
const keptSettings = /\s(?:firstPageNumber|useFirstPageNumber|pageOrder)="\w*"/g;

/** Replaces the page set-up of a worksheet, including its reference to printer settings. Paper size 9 is A4. */
export function setPageSetup(tail: string, setup: NewSetup): string {
  const prefix = /<\/((?:\w+:)?)worksheet\s*>/.exec(tail)?.[1] ?? "";
  const size = setup.fit
    ? `fitToWidth="${setup.fit.width}" fitToHeight="${setup.fit.height}"`
    : `scale="${setup.scale ?? 100}"`;
  const orientation = setup.landscape ? "landscape" : "portrait";
  const stated = firstTag("pageSetup", tail);
  const own = [...stated.matchAll(keptSettings)].map(([setting]) => setting).join("");
  const wanted = `<${prefix}pageSetup paperSize="9" ${size} orientation="${orientation}"${own}/>`;
  const kept = editHeaders(
    tail.replace(/<(?:\w+:)?pageSetup\b[^>]*?(?:\/>|><\/(?:\w+:)?pageSetup>)/, ""),
    withoutPaths,
  );
  // It follows the margins; where there are none, LibreOffice accepts it anywhere after the cells.
  const place =
    /<(?:\w+:)?pageMargins\b[^>]*?(?:\/>|><\/(?:\w+:)?pageMargins>)/.exec(kept) ??
    /^<\/(?:\w+:)?sheetData\s*>/.exec(kept);
  const at = place ? place.index + place[0].length : 0;
  return kept.slice(0, at) + wanted + kept.slice(at);
}

/** Lets a chart sheet fill A4, in landscape as Excel does unless portrait is stated ([ECMA-376-1] 18.3.1.12). */
export function setChartPage(xml: string): string {
  const sheet = readTree(xml);
  if (!sheet) return xml;
  const [views, stated, headers] = ["customSheetViews", "pageSetup", "headerFooter"].map((name) =>
    childOf(sheet, name),
  );
  const edits = [views, stated].flatMap((one): XmlEdit[] => (one ? [{ ...one, text: "" }] : []));
  const next = headers ?? childOf(sheet, "drawing");
  if (next) {
    const orientation = stated?.element.attributes.orientation === "portrait" ? "portrait" : "landscape";
    const text = `<${nameBeside(next.element, "pageSetup")} paperSize="9" orientation="${orientation}"/>`;
    edits.push({ from: next.from, to: next.from, text });
  }
  if (headers) edits.push({ ...headers.inner, text: withoutPaths(xml.slice(headers.inner.from, headers.inner.to)) });
  return applyEdits(xml, edits);
}

/**
 * Removes the colour white from headers and footers ([ECMA-376-1] 18.3.1.46, code K): LibreOffice writes it when it
 * saves OpenDocument text of automatic colour that follows coloured text.
 */
export function removeWhiteHeaderColour(xml: string): string {
  return editHeaders(xml, (all) => all.replace(/&amp;Kffffff/gi, ""));
}

/**
 * Removes the code for the file's folder from headers and footers, which would print a folder of this machine
 * ([ECMA-376-1] 18.3.1.46, code Z).
 */
const withoutPaths = (headers: string) => headers.replaceAll(/&amp;Z/gi, "");

/** Uses a regular expression because the XML parser would also read every cell. */
function editHeaders(xml: string, change: (all: string) => string): string {
  return xml.replace(/<(?:\w+:)?headerFooter\b.*?<\/(?:\w+:)?headerFooter>/s, change);
}

/** Removes the footer that LibreOffice makes up where a workbook has none, the page's number. */
export const removeUsualFooter = (xml: string): string => xml.replace(usualFooter, "$1$2");

const usualFooter = /(<oddFooter>)&amp;C&amp;(?:&quot;|")[^<&"]*(?:&quot;|")&amp;12[^<&]{0,20} &amp;P(<\/oddFooter>)/;
