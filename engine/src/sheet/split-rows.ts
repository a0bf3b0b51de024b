import type { Archive } from "../detect/archive.ts";
import type { CellFormats } from "./cell-formats.ts";
import type { IndexRange, SheetMeasurements } from "./measure-sheet.ts";
import { splitWorksheet } from "./page-setup.ts";
import { parseRanges } from "./range-references.ts";
import { splitTallRows } from "./row-pieces.ts";
import { moveDrawing, moveFormulas, moveRanges, moveReferences, RowShift } from "./row-shift.ts";
import { findTallRows } from "./tall-rows.ts";
import { partText, type Relationship, readSharedTexts, type SheetEntry, type Workbook } from "./workbook-parts.ts";

/** A worksheet with its layout. */
export interface LaidOutSheet {
  xml: string;
  body: string;
  measured: SheetMeasurements;
  pageHeight: number;
}

export interface SplitSheet {
  xml: string;
  sheet: SheetEntry;
  drawings: string[];
  /** Numbers of the split rows before they were split. */
  splitRows: Set<number>;
}

interface Moved {
  sheet: SheetEntry;
  shift: RowShift;
  relationships: Relationship[];
}

/**
 * Splits rows that are higher than a page (`findTallRows`) in the sheets of a workbook. The rows after them move down,
 * and formulas, names, charts and drawings that refer to moved rows are updated.
 */
export class RowSplitter {
  private readonly archive: Archive;
  private readonly workbook: Workbook;
  private sharedItems: string[] | undefined;
  private readonly moved: Moved[] = [];

  constructor(archive: Archive, workbook: Workbook) {
    this.archive = archive;
    this.workbook = workbook;
  }

  /** @returns undefined where no row is higher than a page */
  async split(
    { xml, body, measured, pageHeight }: LaidOutSheet,
    sheet: SheetEntry,
    { formats, relationships, drawings }: { formats: CellFormats; relationships: Relationship[]; drawings: string[] },
  ): Promise<SplitSheet | undefined> {
    const tall = findTallRows(
      measured,
      formats.styles,
      pageHeight - repeatedHeight(measured, repeatedRows(sheet.printTitles)),
    );
    if (tall.length === 0) return undefined;
    this.sharedItems ??= await readSharedTexts(this.archive, this.workbook);
    const { sharedItems } = this;
    const shift = new RowShift(tall.map(({ row, pieces }) => ({ behind: row, count: pieces - 1 })));
    const sources = { formats, sharedText: (index: number) => sharedItems[index] ?? "" };
    const { head, tail } = splitWorksheet(xml);
    const split = moveRanges(head, shift) + splitTallRows(body, tall, shift, sources) + moveRanges(tail, shift);
    const moved = (names: string | undefined) => names && moveReferences(names, sheet.name, shift, false);
    this.moved.push({ sheet, shift, relationships });
    return {
      xml: moveFormulas(split, sheet.name, shift, true),
      sheet: { ...sheet, printArea: moved(sheet.printArea), printTitles: moved(sheet.printTitles) },
      splitRows: new Set(tall.map(({ row }) => row)),
      drawings: drawings.map((drawing) => moveDrawing(drawing, shift)),
    };
  }

  /** Updates the other parts of the workbook after all sheets were split. @param changed new XML by part */
  async moveOthers(changed: Map<string, string>): Promise<void> {
    const { part: workbookPart, sheets } = this.workbook;
    for (const { sheet, shift, relationships } of this.moved) {
      const change = async (part: string, moved: (xml: string) => string) => {
        const xml = changed.get(part) ?? (await partText(this.archive, part));
        const now = moved(xml);
        if (now !== xml) changed.set(part, now);
      };
      const formulas = (xml: string) => moveFormulas(xml, sheet.name, shift, false);
      const charts = this.archive.names.filter((name) => /\/charts\/[^/]+\.xml$/.test(name));
      const others = sheets.flatMap(({ part }) => (part === sheet.part || part === "" ? [] : [part]));
      for (const part of [workbookPart, ...others, ...charts]) await change(part, formulas);
      for (const { type, part } of relationships) {
        if (type.endsWith("/drawing")) await change(part, (xml) => moveDrawing(xml, shift));
        if (/\/(?:table|comments)$/.test(type)) await change(part, (xml) => moveRanges(xml, shift));
      }
    }
  }
}

/** The rows that print titles repeat on each page. @param printTitles as the workbook states them */
export const repeatedRows = (printTitles = "") =>
  parseRanges(printTitles)?.find(({ columns }) => columns === undefined)?.rows;

/** Height of repeated rows, in points. */
export const repeatedHeight = ({ heightTo }: SheetMeasurements, rows: IndexRange | undefined) =>
  rows ? heightTo(rows.to) - heightTo(rows.from - 1) : 0;
