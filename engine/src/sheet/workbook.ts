import { mkdir, open } from "node:fs/promises";
import { basename, dirname, join, parse } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converted, type Converter, type ScratchFile } from "../converter.ts";
import { type Archive, openArchive } from "../detect/archive.ts";
import { type Office, OfficeDied } from "../office/office.ts";
import { fontWarning, warningOfFonts } from "../office/substituted-fonts.ts";
import { setUpXls } from "./biff/set-up.ts";
import { type CellFormats, cellFormats } from "./cell-formats.ts";
import { type ColumnContents, columnContents } from "./column-contents.ts";
import { type TextRoom, widest, withFittingColumns } from "./column-fit.ts";
import { cutWordsWarnings, type TightSheet } from "./cut-words.ts";
import { hasHeaderPicture, headerPictureWarning } from "./header-pictures.ts";
import { headingHints, headingRows, withRepeatedRows } from "./heading-rows.ts";
import { lostLinksWarning, withFewLinks } from "./links.ts";
import { mergedGrid } from "./merged-grid.ts";
import { hasNewerChart, hasPictureInCell, missingDrawings, readRichValues } from "./missing-drawings.ts";
import { closedNotes } from "./notes.ts";
import { withWhatIsStored } from "./ods-results.ts";
import { pagesWarning } from "./page-fit.ts";
import {
  type AuthorSetup,
  parts,
  readPageSetup,
  setChartPage,
  setFitToPage,
  setPageSetup,
  withNamedColumns,
  withoutBackground,
  withoutViews,
  withoutWhiteLetters,
} from "./page-setup.ts";
import { withOpaquePalette } from "./palette.ts";
import { withoutPivotTables } from "./pivot-tables.ts";
import {
  computedAreaWarning,
  type PrintArea,
  withoutPrintArea,
  withPrintAreas,
  withPrintTitles,
} from "./print-areas.ts";
import { printedRows } from "./printed-rows.ts";
import { settleFormulas, shownErrors, shownZeros, trimCells } from "./sheet-cells.ts";
import { layOutSheet } from "./sheet-layout.ts";
import { nothing, refuseTooLarge, type SheetTotals, together, totalsOf } from "./sheet-limits.ts";
import { drawingReach, measureSheet } from "./sheet-measure.ts";
import { quotedNames } from "./sheet-names.ts";
import { RowSplitter, repeatedRows } from "./split-rows.ts";
import { readTables, type Table, withTableNames } from "./tables.ts";
import {
  partsOfType,
  partText,
  type Related,
  readLooks,
  readSharedStrings,
  readWorkbook,
  type SheetEntry,
  targetsOf,
  type Workbook,
  withActiveSheet,
  withDollars,
  withoutHiddenAreas,
} from "./workbook-parts.ts";
import { asBytes } from "./xml-text.ts";
import { type PartContent, writeZip } from "./zip-writer.ts";

/** Workbooks of any format, each visible sheet fitted to A4 before LibreOffice prints it. */
export function workbookConverter(office: Office, format: "xls" | "xlsx" | "ods"): Converter {
  return {
    async toPdf(input, { workDir }) {
      const plainXls = format === "xls" && input.password === undefined;
      return (plainXls && (await xlsToPdf(office, input, workDir))) || throughXlsx(office, format, input, workDir);
    },
  };
}

/** An old workbook whose pages can be set up as it is. */
async function xlsToPdf(office: Office, { path }: ScratchFile, workDir: string): Promise<Converted | undefined> {
  const ready = join(workDir, "set-up", basename(path));
  await mkdir(dirname(ready));
  const book = await setUpXls(path, ready);
  if (!book) return undefined;
  refuseTooLarge(book.printed.reduce(together, nothing));
  const pdfPath = join(workDir, "workbook.pdf");
  await office.toPdf(ready, pdfPath);
  const warnings = book.printed.flatMap((sheet) => [
    ...computedAreaWarning(sheet.entry),
    ...pagesWarning(`Sheet “${sheet.entry.name}”`, sheet),
  ]);
  const losing = book.printed.filter(({ hasHeaderPicture }) => hasHeaderPicture);
  warnings.push(...headerPictureWarning(losing.map(({ entry }) => entry.name)));
  const tight = book.printed.map(({ entry, tight }) => ({ name: entry.name, texts: tight }));
  warnings.push(...(await cutWordsWarnings(tight, pdfPath)));
  warnings.push(...(await warningOfFonts(book.fonts, pdfPath)));
  return { pdfPath, warnings: [...hiddenSheets(book), ...warnings], origin: "own" };
}

async function throughXlsx(
  office: Office,
  format: "xls" | "xlsx" | "ods",
  input: ScratchFile,
  workDir: string,
): Promise<Converted> {
  const source =
    format === "xlsx" && (await isZip(input.path))
      ? input.path
      : await asXlsx(office, format === "ods" ? await withResults(input, workDir) : input, join(workDir, "read.xlsx"));
  if (source === undefined) return asItIs(office, input, workDir);
  const archive = await openArchive(source);
  try {
    const workbook = await readWorkbook(archive);
    refuseAllHidden(workbook);
    const ready = join(workDir, `${parse(input.path).name}.xlsx`);
    const { warnings, tight } = await rewrite(archive, workbook, ready, format);
    const pdfPath = join(workDir, "workbook.pdf");
    await office.toPdf(ready, pdfPath);
    warnings.push(...(await cutWordsWarnings(tight, pdfPath)), ...(await fontWarning(ready, "xlsx", pdfPath)));
    return { pdfPath, warnings: [...hiddenSheets(workbook), ...warnings], origin: "own" };
  } finally {
    archive.close();
  }
}

/** LibreOffice would show one all the same. */
function refuseAllHidden({ sheets }: Workbook): void {
  if (sheets.length > 0 && sheets.every(({ hidden }) => hidden))
    throw new ConvertError("empty", "has hidden sheets only. Show what is to be printed and replace it.");
}

/** An encrypted workbook is a compound file, whatever its format. */
async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString("latin1") === "PK";
}

/** What only LibreOffice can decrypt is computed. */
async function withResults(input: ScratchFile, workDir: string): Promise<ScratchFile> {
  const path = join(workDir, "stored", basename(input.path));
  await mkdir(dirname(path));
  const isChanged = input.password === undefined && (await withWhatIsStored(input.path, path));
  return isChanged ? { ...input, path } : input;
}

const passwordOf = ({ password }: ScratchFile) => (password === undefined ? {} : { password });

/** @returns undefined where LibreOffice dies over it, as over one whose open sheet is none of its sheets */
async function asXlsx(office: Office, input: ScratchFile, path: string): Promise<string | undefined> {
  try {
    await office.toXlsx(input.path, path, passwordOf(input));
    return path;
  } catch (error) {
    if (error instanceof OfficeDied) return undefined;
    throw error;
  }
}

/** On the pages that LibreOffice makes of it by itself. */
async function asItIs(office: Office, input: ScratchFile, workDir: string): Promise<Converted> {
  const pdfPath = join(workDir, "workbook.pdf");
  await office.toPdf(input.path, pdfPath, passwordOf(input));
  return { pdfPath, warnings: [], origin: "own" };
}

function hiddenSheets({ sheets }: { sheets: { name: string; hidden: boolean }[] }): Warning[] {
  const names = sheets.filter(({ hidden }) => hidden).map(({ name }) => name);
  if (names.length === 0) return [];
  const shown = quotedNames(names);
  const text =
    names.length === 1 ? `The hidden sheet ${shown} was left out.` : `Hidden sheets were left out: ${shown}.`;
  return [{ code: "hidden-sheets-left-out", text }];
}

/** Copies the container with new page set-ups in its visible worksheets, and stored results in all of them. */
async function rewrite(archive: Archive, workbook: Workbook, path: string, format: string) {
  const styles = await partText(archive, stylesPart);
  const formats = cellFormats(styles, await readLooks(archive));
  const shared = await readSharedStrings(archive);
  const warnings: Warning[] = [];
  const tight: TightSheet[] = [];
  const richValues = await readRichValues(archive);
  const losing = {
    headerPictures: [] as string[],
    pictures: [] as string[],
    charts: [] as string[],
    links: [] as string[],
  };
  let totals: SheetTotals = {
    ...nothing,
    isBlank: workbook.sheets.every((sheet) => sheet.hidden || sheet.isWorksheet),
  };
  const areas: PrintArea[] = [];
  const titles: PrintArea[] = [];
  const splitter = new RowSplitter(archive);
  // Sheets are judged one after the other before anything is written; only the new text of each is kept.
  const changed = new Map<string, string>();
  const withoutPivots = new Map<string, string>();
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (!archive.has(sheet.part)) continue;
    const stated = await partText(archive, sheet.part);
    // Nobody writes worksheets in UTF-16; they are printed as they are.
    if (stated.startsWith("\xff\xfe") || stated.startsWith("\xfe\xff")) continue;
    // A picture behind an OpenDocument page is part of the page.
    const named = format === "xls" ? withNamedColumns(stated) : stated;
    const xml = format === "ods" ? withoutWhiteLetters(named) : withoutBackground(named);
    const related = await targetsOf(archive, sheet.part);
    const unpivoted = await withoutPivotTables(archive, { part: sheet.part, xml }, related);
    if (unpivoted) withoutPivots.set(...unpivoted);
    if (sheet.hidden) {
      const settled = sheet.isWorksheet ? settledOnly(xml, workbook.recalculate) : xml;
      if (settled !== xml) changed.set(sheet.part, settled);
      continue;
    }
    const isLosing = hasHeaderPicture(sheet.isWorksheet ? parts(xml).tail : withoutViews(xml));
    if (isLosing) losing.headerPictures.push(sheet.name);
    const drawn = await partsOfType(archive, related, "drawing");
    if (drawn.some(hasNewerChart)) losing.charts.push(sheet.name);
    if (hasPictureInCell(xml, richValues)) losing.pictures.push(sheet.name);
    if (!sheet.isWorksheet) {
      changed.set(sheet.part, setChartPage(xml));
      continue;
    }
    for (const [part, vml] of await closedNotes(archive, parts(xml).tail, related)) changed.set(part, vml);
    const context = {
      formats,
      shared,
      related,
      drawings: drawn,
      tables: await readTables(archive, related),
      recalculate: workbook.recalculate,
    };
    const fitted = await fitSheet(xml, sheet, context, splitter);
    changed.set(sheet.part, fitted.xml);
    if (fitted.linksLost) losing.links.push(sheet.name);
    const sheetName = asBytes(sheet.name);
    if (fitted.rows) areas.push({ sheetName, index, area: fitted.rows });
    if (fitted.titles) titles.push({ sheetName, index, area: fitted.titles });
    warnings.push(...computedAreaWarning(sheet), ...pagesWarning(`Sheet “${sheet.name}”`, fitted));
    tight.push({ name: sheet.name, texts: fitted.tight });
    totals = together(totals, fitted.totals);
    refuseTooLarge(totals);
  }
  warnings.push(
    ...headerPictureWarning(losing.headerPictures),
    ...missingDrawings(losing),
    ...lostLinksWarning(losing.links),
  );
  // GETPIVOTDATA finds nothing where there is no pivot table.
  const asksPivots = [...changed.values()].some((xml) => xml.includes("GETPIVOTDATA("));
  if (!asksPivots) for (const [part, xml] of withoutPivots) changed.set(part, xml);
  await splitter.moveOthers(workbook, changed);
  const names = changed.get(workbook.part) ?? (await partText(archive, workbook.part));
  const visible = withDollars(withoutHiddenSheets(names, workbook));
  const shown = totals.isBlank ? withMergedGrid(visible, workbook, changed) : visible;
  const named = withPrintTitles(withPrintAreas(shown, areas), titles);
  if (named !== names) changed.set(workbook.part, named);
  const written = withOpaquePalette(splitter.withBorders(formats.written()));
  if (written !== styles) changed.set(stylesPart, written);
  const contents = archive.names.map((name): [string, PartContent] => {
    const xml = changed.get(name);
    return [name, xml === undefined ? archive.pieces(name) : Buffer.from(xml, "latin1")];
  });
  await writeZip(path, contents);
  return { warnings, tight };
}

/** A hidden sheet is not printed, but charts and formulas of those that are show what its author saw on it. */
function settledOnly(xml: string, recalculate: boolean): string {
  const { head, body } = parts(xml);
  return head + settleFormulas(body, recalculate) + xml.slice(head.length + body.length);
}

const stylesPart = "xl/styles.xml";

interface SheetContext {
  formats: CellFormats;
  shared: string[];
  related: Related[];
  drawings: string[];
  tables: Table[];
  recalculate: boolean;
}

async function fitSheet(stated: string, entry: SheetEntry, context: SheetContext, splitter: RowSplitter) {
  const contents = columnContents(stated, context.formats, context.shared, entry.printArea);
  const whole = layOut(stated, entry, contents, context);
  const hints = headingHints(whole.xml, context.tables);
  const heading = headingRows(whole.measured, hints, entry, context.formats.looks, whole.pageHeight);
  const named = heading ? { ...entry, printTitles: withRepeatedRows(entry.printTitles, entry.name, heading) } : entry;
  const split = await splitter.split(whole, named, context);
  const sheet = { ...context, sheet: named, ...split };
  const laid = split ? laidOut(split.xml, split.sheet, sheet, { fitToHeight: 0 }) : whole;
  const { xml, body, measured, setup, pages, ...seen } = laid;
  const { head, tail: around } = parts(xml);
  const tail = withFewLinks(around);
  const results = settleFormulas(withTableNames(body, context.tables), context.recalculate);
  const settled = shownErrors(tail, shownZeros(head, results));
  const fitted = setFitToPage(head, setup.fit !== undefined) + settled + setPageSetup(tail, setup);
  // Results that are computed only when it is opened may fill further cells.
  const isSettled = entry.printArea === undefined && !context.recalculate;
  const rows = isSettled ? printedRows({ ...sheet, xml, measured, setup }, context.formats.looks) : undefined;
  const repeated = heading && repeatedRows(sheet.sheet.printTitles);
  const titles = repeated && `$${repeated.from}:$${repeated.to}`;
  const totals = totalsOf(measured, pages);
  const tight = contents.tight.filter(({ row }) => !split?.partedRows.has(row));
  return { xml: fitted, ...seen, rows, titles, linksLost: tail !== around, tight, totals };
}

/** What is tried for the sake of texts, one after the other, while a sheet needs more bands than it did before. */
const rooms: TextRoom[] = [
  { mostDigits: widest, breaksLast: true },
  { mostDigits: 24, breaksLast: true },
  { mostDigits: 16, breaksLast: true },
];

/** In columns that fit, with texts in as many lines as it takes to need no more bands than before; words stay whole all the same. */
function layOut(stated: string, sheet: SheetEntry, contents: ColumnContents, context: SheetContext) {
  const { formats } = context;
  const laid = (xml: string) => laidOut(xml, sheet, context);
  const fitting = (room: TextRoom) => withFittingColumns(stated, formats, contents, room);
  let best = laid(fitting({ mostDigits: widest, breaksLast: false }));
  if (best.bands === 1) return best;
  const bands = best.xml === stated ? 1 : laid(stated).bands;
  for (const room of rooms) {
    if (best.bands <= bands) return best;
    const xml = fitting(room);
    if (xml === best.xml) return best;
    const one = laid(xml);
    if (one.bands < best.bands) best = one;
  }
  return best;
}

/** @param setup that the author is taken to have chosen, beside what the worksheet says */
function laidOut(
  xml: string,
  sheet: SheetEntry,
  { formats, shared, drawings }: Pick<SheetContext, "formats" | "shared" | "drawings">,
  setup?: Partial<AuthorSetup>,
) {
  const stated = measureSheet(xml, formats.looks, shared, drawings.flatMap(drawingReach));
  const { body, measured } = trimCells(parts(xml).body, stated);
  return { xml, body, measured, ...layOutSheet(measured, { ...readPageSetup(xml), ...setup }, sheet) };
}

/** LibreOffice prints a sheet that was open or has a print area, even if it is hidden. */
function withoutHiddenSheets(workbookXml: string, { sheets, activeSheet }: Workbook): string {
  const without = withoutHiddenAreas(workbookXml, sheets);
  const shown = sheets.findIndex(({ hidden }) => !hidden);
  return sheets[activeSheet]?.hidden ? withActiveSheet(without, shown) : without;
}

/** Where nothing else would print, the first sheet with merged cells does. */
function withMergedGrid(workbookXml: string, { sheets }: Workbook, changed: Map<string, string>): string {
  for (const [index, { name, part }] of sheets.entries()) {
    const grid = mergedGrid(changed.get(part) ?? "");
    if (!grid) continue;
    changed.set(part, grid.xml);
    const area = { sheetName: asBytes(name), index, area: grid.area };
    return withPrintAreas(withoutPrintArea(workbookXml, index), [area]);
  }
  return workbookXml;
}
