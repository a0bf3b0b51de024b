import type { Archive } from "../detect/archive.ts";
import type { CellFormats } from "./cell-formats.ts";
import { rangesOf } from "./cell-ranges.ts";
import type { Measured, Strip } from "./measure.ts";
import { parts } from "./page-setup.ts";
import { type PieceStyles, pieceStyles } from "./piece-styles.ts";
import { rowsInPieces } from "./row-pieces.ts";
import { movedDrawing, movedFormulas, movedPlaces, movedReferences, RowShift } from "./row-shift.ts";
import { tallRows } from "./tall-rows.ts";
import { partText, type Related, type SheetEntry, type Workbook } from "./workbook-parts.ts";

/** A worksheet with its place on paper. */
export interface LaidSheet {
  xml: string;
  body: string;
  measured: Measured;
  pageHeight: number;
}

export interface SplitSheet {
  xml: string;
  sheet: SheetEntry;
  drawings: string[];
  /** Those that were parted, as they were counted before. */
  partedRows: Set<number>;
}

interface Moved {
  sheet: SheetEntry;
  shift: RowShift;
  related: Related[];
}

const stylesPart = "xl/styles.xml";

/**
 * Parts rows that are higher than a page (`tallRows`) into several of a workbook's sheets. What stands behind them moves down, and with
 * it whatever refers to it: formulas, names, charts, drawings.
 */
export class RowSplitter {
  private readonly archive: Archive;
  private styles: PieceStyles | undefined;
  private sharedItems: string[] | undefined;
  private readonly moved: Moved[] = [];

  constructor(archive: Archive) {
    this.archive = archive;
  }

  /** @returns undefined where no row is too high */
  async split(
    { xml, body, measured, pageHeight }: LaidSheet,
    sheet: SheetEntry,
    { formats, related, drawings }: { formats: CellFormats; related: Related[]; drawings: string[] },
  ): Promise<SplitSheet | undefined> {
    const tall = tallRows(
      measured,
      formats.looks,
      pageHeight - repeatedHeight(measured, repeatedRows(sheet.printTitles)),
    );
    if (tall.length === 0) return undefined;
    this.styles ??= pieceStyles(await partText(this.archive, stylesPart), formats);
    this.sharedItems ??= await readShared(this.archive);
    const { sharedItems, styles } = this;
    const shift = new RowShift(tall.map(({ row, pieces }) => ({ behind: row, count: pieces - 1 })));
    const sources = { styles, sharedText: (index: number) => sharedItems[index] ?? "" };
    const { head, tail } = parts(xml);
    const split = movedPlaces(head, shift) + rowsInPieces(body, tall, shift, sources) + movedPlaces(tail, shift);
    const moved = (names: string | undefined) => names && movedReferences(names, sheet.name, shift, false);
    this.moved.push({ sheet, shift, related });
    return {
      xml: movedFormulas(split, sheet.name, shift, true),
      sheet: { ...sheet, printArea: moved(sheet.printArea), printTitles: moved(sheet.printTitles) },
      partedRows: new Set(tall.map(({ row }) => row)),
      drawings: drawings.map((drawing) => movedDrawing(drawing, shift)),
    };
  }

  /** Moves what stands in other parts. @param changed parts with their new text */
  async moveOthers({ part: workbookPart, sheets }: Workbook, changed: Map<string, string>): Promise<void> {
    for (const { sheet, shift, related } of this.moved) {
      const change = async (part: string, moved: (xml: string) => string) => {
        const xml = changed.get(part) ?? (await partText(this.archive, part));
        const now = moved(xml);
        if (now !== xml) changed.set(part, now);
      };
      const formulas = (xml: string) => movedFormulas(xml, sheet.name, shift, false);
      const charts = this.archive.names.filter((name) => /\/charts\/[^/]+\.xml$/.test(name));
      const others = sheets.flatMap(({ part }) => (part === sheet.part || part === "" ? [] : [part]));
      for (const part of [workbookPart, ...others, ...charts]) await change(part, formulas);
      for (const { type, part } of related) {
        if (type.endsWith("/drawing")) await change(part, (xml) => movedDrawing(xml, shift));
        if (/\/(?:table|comments)$/.test(type)) await change(part, (xml) => movedPlaces(xml, shift));
      }
    }
  }

  /** @returns the part that lists formats, with the borders of new ones */
  withBorders(styles: string): string {
    return this.styles?.withBorders(styles) ?? styles;
  }
}

/** The rows that are repeated on each page, counted from 1. @param printTitles as a name of the workbook states it */
export const repeatedRows = (printTitles = "") =>
  rangesOf(printTitles)?.find(({ columns }) => columns === undefined)?.rows;

/** Points of rows that stand on every page. */
export const repeatedHeight = ({ heightTo }: Measured, rows: Strip | undefined) =>
  rows ? heightTo(rows.to) - heightTo(rows.from - 1) : 0;

/** The texts that cells refer to, with the markup of their formats. */
async function readShared(archive: Archive): Promise<string[]> {
  const xml = await partText(archive, "xl/sharedStrings.xml", "utf8");
  return [...xml.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?si>)/gs)].map(([, inner = ""]) => inner);
}
