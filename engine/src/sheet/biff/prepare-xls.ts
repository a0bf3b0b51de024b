import { readFile, writeFile } from "node:fs/promises";
import { attempt } from "../../attempt.ts";
import { readCompoundFile } from "../../detect/compound.ts";
import { cutProjectOff } from "../../detect/macros/old-macros.ts";
import { eachFilledCell } from "../cell-neighbours.ts";
import { createClippingTest, type PlacedText } from "../clippable-texts.ts";
import { findHeadingRows } from "../heading-rows.ts";
import type { NewSetup } from "../page-setup.ts";
import { layOutSheet } from "../sheet-layout.ts";
import { addTotals, noTotals, type SheetTotals, sheetTotals } from "../sheet-limits.ts";
import { repeatedHeight, repeatedRows } from "../split-rows.ts";
import { findTallRows } from "../tall-rows.ts";
import { ignoreRecord, replaceBiffFormulas } from "./formulas.ts";
import {
  cutsTexts,
  type NarrowNumber,
  narrowNumbers,
  shrinkNumbers,
  statesWidths,
  widenNarrowColumns,
} from "./narrow-columns.ts";
import { type PrintRows, writeBiffPrintNames } from "./print-names.ts";
import { printedBiffRows } from "./printed-rows.ts";
import { record, recordsOfPart } from "./records.ts";
import { trimBiffCells } from "./trim.ts";
import { type BiffSheet, type BiffWorkbook, readBook, removePrintAreas } from "./workbook-globals.ts";
import { type BiffWorksheet, fitsPages, noteFlag, readWorksheet, setupFlag } from "./worksheet.ts";

export interface XlsSheet extends SheetTotals {
  entry: BiffSheet;
  bands: number;
  isRefitted: boolean;
  /** Whether its header or footer holds a picture, which LibreOffice leaves out. */
  hasHeaderPicture: boolean;
  /** Texts that may not fit into their cells. */
  clippable: PlacedText[];
}

export interface PreparedXls {
  sheets: BiffSheet[];
  /** The printed sheets. */
  printed: XlsSheet[];
  /** Names of the fonts of printed cells. */
  fonts: Set<string>;
}

const a4Paper = 9;
/**
 * Columns of automatic width can only be widened in Office Open XML; to load more cells than this twice takes too long.
 */
const maxCellsReadTwice = 50_000;
/** A number that needs more than this multiple of its width is hard to read when shrunk. */
const maxShrinkFactor = 1.75;
/** Excel 97 and later use this name; earlier versions write "Book". */
const streamName = "Workbook";

/**
 * Prepares the pages of an Excel workbook of 1997 to 2003 in its own format, so that LibreOffice loads it only once.
 * Records of sheets keep their offsets and lengths.
 * @param outPath written only on success
 * @returns undefined for workbooks that differ from what Excel writes
 */
export async function prepareXls(path: string, outPath: string): Promise<PreparedXls | undefined> {
  const bytes = await readFile(path);
  // A damaged file stays as it is: LibreOffice may be able to repair it.
  const ready = attempt(() => prepareBytes(bytes));
  if (ready) await writeFile(outPath, bytes);
  return ready;
}

/**
 * Copies a workbook without its VBA project.
 * @returns false, without a copy, when it has none
 */
export async function copyWithoutProject(path: string, outPath: string): Promise<boolean> {
  const bytes = await readFile(path);
  const hadProject = attempt(() => cutProjectOff(readCompoundFile(bytes))) ?? false;
  if (hadProject) await writeFile(outPath, bytes);
  return hadProject;
}

function prepareBytes(bytes: Buffer): PreparedXls | undefined {
  const file = readCompoundFile(bytes);
  const pieces = file.pieces(streamName);
  if (!pieces) return undefined;
  const stream = Buffer.concat(pieces);
  const ready = prepareStream(stream);
  if (ready) {
    writeBack(stream, pieces);
    cutProjectOff(file);
  }
  return ready;
}

function writeBack(stream: Buffer, pieces: Buffer[]): void {
  let at = 0;
  for (const piece of pieces) at += stream.copy(piece, 0, at, at + piece.length);
}

function prepareStream(stream: Buffer): PreparedXls | undefined {
  const book = readBook(stream);
  if (book?.sheets[book.activeSheet]?.hidden !== false) return undefined;
  const shown = book.sheets.filter(({ hidden }) => !hidden);
  if (shown.some(({ kind }) => kind === "other")) return undefined;
  const starts = book.sheets.map(({ start }) => start);
  if (new Set(starts).size < starts.length) return undefined;

  removePrintAreas(stream, book);
  // Charts show cells of hidden sheets too. Formulas that cannot be replaced there do no harm.
  for (const { hidden, kind, start } of book.sheets)
    if (hidden && kind === "cells") replaceBiffFormulas(stream, start, false);
  for (const { start } of shown) removeBackground(stream, start);
  const printed: XlsSheet[] = [];
  const fonts = new Set<string>();
  const printNames: PrintRows[] = [];
  const used = { numbers: new Set<number>(), texts: new Set<number>() };
  const found = { narrow: [] as NarrowNumber[], widths: false, cutTexts: false, drawings: false };
  for (const entry of shown) {
    if (entry.kind === "chart") {
      found.drawings = true;
      putChartOnA4(stream, entry.start);
      const asIs = { bands: 1, isRefitted: false, hasHeaderPicture: false, clippable: [] };
      printed.push({ entry, ...asIs, ...noTotals, pages: 1, isBlank: false });
      continue;
    }
    if (!replaceBiffFormulas(stream, entry.start, true)) return undefined;
    const stated = readWorksheet(stream, entry.start, book);
    const isWidened = stated && widenNarrowColumns(stream, stated, book);
    const sheet = isWidened ? readWorksheet(stream, entry.start, book) : stated;
    const measured = sheet && trimBiffCells(stream, sheet, book);
    if (!measured) return undefined;
    found.drawings ||= sheet.contents.drawings.length > 0;
    found.narrow.push(...narrowNumbers(stream, sheet, book));
    found.widths ||= statesWidths(sheet);
    found.cutTexts ||= cutsTexts(sheet, book);
    closeNotes(stream, sheet);
    const layout = layOutSheet(measured, sheet.author, entry);
    const hints = { frozenRows: sheet.frozenRows, tables: [], filterRow: entry.filterRow };
    const heading = findHeadingRows(measured, hints, entry, book.styles, layout.pageHeight);
    const repeated = repeatedHeight(measured, heading ?? repeatedRows(entry.printTitles));
    if (findTallRows(measured, book.styles, layout.pageHeight - repeated).length > 0) return undefined;
    writePageSetup(stream, sheet, layout.setup);
    const rows = printedBiffRows(stream, sheet, { measured, setup: layout.setup }, book);
    const index = book.sheets.indexOf(entry);
    if (rows && entry.printArea === undefined) printNames.push({ index, what: "printed", rows: { from: 1, to: rows } });
    // Print titles are one name: repeated columns stay without the heading.
    if (heading && entry.printTitles === undefined && layout.pages > 1)
      printNames.unshift({ index, what: "repeated", rows: heading });
    const { bands, isRefitted, pages } = layout;
    const clippable = clippableBiffTexts(sheet, entry, book);
    const { hasHeaderPicture } = sheet;
    printed.push({ entry, bands, isRefitted, hasHeaderPicture, clippable, ...sheetTotals(measured, pages) });
    sheet.contents.eachCell(({ style, content }) => {
      if (!content) return;
      fonts.add(book.fontName(style));
      (content.text() === "" ? used.numbers : used.texts).add(style);
    });
  }
  const canShrink = ({ style, times }: NarrowNumber) => times <= maxShrinkFactor && !used.texts.has(style);
  // Where widths are stated, a number that can be shrunk is not worth loading the file twice.
  const hasNarrow = found.narrow.length > 0 && !(found.widths && found.narrow.every(canShrink));
  // Drawings look best in XLS, so only numbers justify the conversion to XLSX.
  const isFitted = hasNarrow || (found.cutTexts && !found.drawings);
  if (isFitted && printed.reduce(addTotals, noTotals).cells <= maxCellsReadTwice) return undefined;
  shrinkNumbers(stream, book, used);
  writeBiffPrintNames(stream, printNames);
  // A workbook without content may be a form of merged cells, which is printed through XLSX.
  return printed.some(({ isBlank }) => !isBlank) ? { sheets: book.sheets, printed, fonts } : undefined;
}

/** Printed texts that may not fit into their cells. */
function clippableBiffTexts(
  { contents }: BiffWorksheet,
  { printArea }: BiffSheet,
  { styles }: BiffWorkbook,
): PlacedText[] {
  const heights = new Map(contents.heights.map((one) => [one.row, one]));
  const mayBeClipped = createClippingTest(styles, { ...contents, heights, printArea });
  const found: PlacedText[] = [];
  eachFilledCell(contents.eachCell, ({ row, column, style, content }, neighbours) => {
    // No character is wider than the font is high.
    if (content.length * styles.format(style).fontSize <= contents.columnWidth(column)) return;
    const text = content.text();
    const placed = { row, column, style, text, inLines: styles.format(style).wraps || text.includes("\n"), neighbours };
    if (text !== "" && mayBeClipped(placed)) found.push(placed);
  });
  return found;
}

/** A chart sheet fills any page and keeps its orientation. */
function putChartOnA4(stream: Buffer, start: number): void {
  for (const { type, at } of recordsOfPart(stream, start)) {
    if (type === record.pageSetup) stream.writeUInt16LE(a4Paper, at);
  }
}

/** As `removeBackground` does in Office Open XML. */
function removeBackground(stream: Buffer, start: number): void {
  let isBackground = false;
  for (const one of recordsOfPart(stream, start)) {
    isBackground = one.type === record.background || (isBackground && one.type === record.continued);
    if (isBackground) ignoreRecord(stream, one);
  }
}

/** As `closedNotes` does in Office Open XML. */
function closeNotes(stream: Buffer, { records, setupAt }: BiffWorksheet): void {
  const { printsNotes, notesAtEnd } = setupFlag;
  if ((stream.readUInt16LE(setupAt + 10) & (printsNotes | notesAtEnd)) === printsNotes) return;
  for (const { type, at } of records) {
    if (type !== record.note) continue;
    stream.writeUInt16LE(stream.readUInt16LE(at + noteFlag.at) & ~noteFlag.isOpen, at + noteFlag.at);
  }
}

/** [MS-XLS] 2.4.257 and 2.4.351 */
function writePageSetup(
  stream: Buffer,
  { setupAt, optionsAt }: { setupAt: number; optionsAt: number },
  setup: NewSetup,
): void {
  const options = stream.readUInt16LE(optionsAt);
  stream.writeUInt16LE(setup.fit ? options | fitsPages : options & ~fitsPages, optionsAt);
  stream.writeUInt16LE(a4Paper, setupAt);
  stream.writeUInt16LE(setup.scale ?? 100, setupAt + 2);
  if (setup.fit) {
    stream.writeUInt16LE(setup.fit.width, setupAt + 6);
    stream.writeUInt16LE(setup.fit.height, setupAt + 8);
  }
  const { upright, isUnset, printsNotes, hasNoOrientation } = setupFlag;
  const kept = stream.readUInt16LE(setupAt + 10) & ~(upright | isUnset | printsNotes | hasNoOrientation);
  stream.writeUInt16LE(setup.landscape ? kept : kept | upright, setupAt + 10);
}
