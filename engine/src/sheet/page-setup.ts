import { attribute } from "../detect/package.ts";
import { isTrue } from "./workbook-parts.ts";

/** What the author set for printing. Lengths in points. */
export interface AuthorSetup {
  fitToPage: boolean;
  /** Pages across and down when fitted; 0 is "as many as it takes". */
  fitToWidth: number;
  fitToHeight: number;
  /** Percent. */
  scale: number;
  landscape: boolean;
  marginsAcross: number;
  marginsDown: number;
  /** Columns after which the author breaks the page, counted from 1. */
  columnBreaks: number[];
}

/** What is to be written in its place. */
export interface NewSetup {
  landscape: boolean;
  /** Either a fit or a percentage. */
  fit?: { width: number; height: number };
  scale?: number;
}

const element = (name: string) => new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`);

/** What the author chose for printing, of a worksheet's XML; lengths in points. */
export function readPageSetup(xml: string): AuthorSetup {
  const { head, tail } = splitWorksheet(xml);
  const setup = element("pageSetup").exec(tail)?.[1] ?? "";
  const margins = element("pageMargins").exec(tail)?.[1] ?? "";
  const inches = (side: string, usual: number) => Number(attribute(margins, side) ?? usual) * 72;
  const count = (name: string) => Number(attribute(setup, name) ?? 1);
  const breaks = /<(?:\w+:)?colBreaks\b.*?<\/(?:\w+:)?colBreaks>/s.exec(tail)?.[0] ?? "";
  return {
    fitToPage: isTrue(attribute(element("pageSetUpPr").exec(head)?.[1] ?? "", "fitToPage")),
    fitToWidth: count("fitToWidth"),
    fitToHeight: count("fitToHeight"),
    scale: Number(attribute(setup, "scale") ?? 100) || 100,
    landscape: attribute(setup, "orientation") === "landscape",
    marginsAcross: inches("left", 0.7) + inches("right", 0.7),
    marginsDown: inches("top", 0.75) + inches("bottom", 0.75),
    columnBreaks: [...breaks.matchAll(/<(?:\w+:)?brk\b([^>]*)>/g)].map(([, attributes = ""]) =>
      Number(attribute(attributes, "id")),
    ),
  };
}

/** How many rows stay in view at the top of a worksheet (ECMA-376-1, 18.3.1.66). @param head before its cells */
export function frozenRowCount(head: string): number {
  const pane = element("pane").exec(head)?.[1] ?? "";
  return /^frozen/.test(attribute(pane, "state") ?? "") ? Math.floor(Number(attribute(pane, "ySplit") ?? 0)) : 0;
}

/** The worksheet around its cells. Views saved by users come with page set-ups of their own, which must not be taken for the sheet's. */
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

/** Views that users saved have page set-ups, headers and footers of their own. */
export const removeCustomViews = (xml: string) =>
  xml.replace(/<(?:\w+:)?customSheetViews\b.*?<\/(?:\w+:)?customSheetViews>/s, "");

/** An old workbook that states the usual width of a column names it as one that stays, which LibreOffice does not carry over. */
export function markCustomWidths(xml: string): string {
  const { head } = splitWorksheet(xml);
  return head.replaceAll(/(<(?:\w+:)?col\b[^>]*\scustomWidth=")false"/g, '$1true"') + xml.slice(head.length);
}

/** Excel shows the picture behind the cells of a sheet and never prints it (ECMA-376-1, 18.3.1.67); LibreOffice prints it. */
export function removeBackground(xml: string): string {
  const prefix = /<((?:\w+:)?)(?:worksheet|chartsheet)\b/.exec(xml)?.[1] ?? "";
  return xml.replace(new RegExp(`<${prefix}picture\\s[^>]*?(?:/>|></${prefix}picture>)`), "");
}

/** @param head of the worksheet, before its cells. @returns it with "fit to page" on or off */
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

/** What stays of it: the number of the first page, and whether pages go on to the right or downwards. */
const keptSettings = /\s(?:firstPageNumber|useFirstPageNumber|pageOrder)="\w*"/g;

/** Replaces the sheet's page set-up; the printer's own data goes with it. Paper 9 is A4. */
export function setPageSetup(tail: string, setup: NewSetup): string {
  const prefix = /<\/((?:\w+:)?)worksheet\s*>/.exec(tail)?.[1] ?? "";
  const size = setup.fit
    ? `fitToWidth="${setup.fit.width}" fitToHeight="${setup.fit.height}"`
    : `scale="${setup.scale ?? 100}"`;
  const orientation = setup.landscape ? "landscape" : "portrait";
  const stated = element("pageSetup").exec(tail)?.[1] ?? "";
  const own = [...stated.matchAll(keptSettings)].map(([setting]) => setting).join("");
  const wanted = `<${prefix}pageSetup paperSize="9" ${size} orientation="${orientation}"${own}/>`;
  const kept = removeHeaderPaths(tail.replace(/<(?:\w+:)?pageSetup\b[^>]*?(?:\/>|><\/(?:\w+:)?pageSetup>)/, ""));
  // Its place is behind the margins; where there are none, LibreOffice takes it anywhere behind the cells.
  const place =
    /<(?:\w+:)?pageMargins\b[^>]*?(?:\/>|><\/(?:\w+:)?pageMargins>)/.exec(kept) ??
    /^<\/(?:\w+:)?sheetData\s*>/.exec(kept);
  const at = place ? place.index + place[0].length : 0;
  return kept.slice(0, at) + wanted + kept.slice(at);
}

/** A chart on a sheet of its own fills A4, across as in Excel unless its author chose otherwise ([ECMA-376-1] 18.3.1.12). */
export function setChartPage(xml: string): string {
  const setup = /<(?:\w+:)?pageSetup\b([^>]*?)(?:\/>|><\/(?:\w+:)?pageSetup>)/;
  const kept = removeCustomViews(xml);
  const orientation = attribute(setup.exec(kept)?.[1] ?? "", "orientation") === "portrait" ? "portrait" : "landscape";
  const prefix = /<((?:\w+:)?)chartsheet\b/.exec(xml)?.[1] ?? "";
  const wanted = `<${prefix}pageSetup paperSize="9" orientation="${orientation}"/>`;
  return removeHeaderPaths(kept.replace(setup, "")).replace(
    /<(?:\w+:)?(?:headerFooter|drawing)\b/,
    (next) => wanted + next,
  );
}

/**
 * LibreOffice writes an OpenDocument's letters in the automatic colour, where others had one of their own before, as white ones
 * ([ECMA-376-1] 18.3.1.46, code K).
 */
export function removeWhiteHeaderColour(xml: string): string {
  return editHeaders(xml, (all) => all.replace(/&amp;Kffffff/gi, ""));
}

/** A header or footer that asks for the folder of the file would print a folder of this machine ([ECMA-376-1] 18.3.1.46, code Z). */
function removeHeaderPaths(tail: string): string {
  return editHeaders(tail, (all) => all.replace(/&amp;Z/gi, ""));
}

function editHeaders(xml: string, change: (all: string) => string): string {
  return xml.replace(/<(?:\w+:)?headerFooter\b.*?<\/(?:\w+:)?headerFooter>/s, change);
}
