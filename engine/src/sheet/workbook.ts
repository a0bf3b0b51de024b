import { mkdir, open } from "node:fs/promises";
import { basename, dirname, join, parse } from "node:path";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { ConvertError, type Converted, type Converter, type ScratchFile } from "../converter.ts";
import { type Archive, openArchive } from "../detect/archive.ts";
import type { Detected } from "../detect/detected.ts";
import { contentTypesPart } from "../detect/relationships.ts";
import { appleConverter } from "../office/apple-converter.ts";
import { type Office, OfficeDied } from "../office/office.ts";
import { fontWarning, warningOfFonts } from "../office/substituted-fonts.ts";
import { isMacroPart, withoutMacroRelations } from "../office/without-macros.ts";
import { addedStylesPart, plainStyles, withStylesRelation, withStylesType } from "./add-styles.ts";
import { copyWithoutProject, prepareXls } from "./biff/prepare-xls.ts";
import { type CellFormats, cellFormats } from "./cell-formats.ts";
import { cutWordsWarnings, type SheetTexts } from "./clipped-words.ts";
import { type ColumnContents, columnContents } from "./column-contents.ts";
import { type ColumnLimits, fitColumns, maxColumnDigits } from "./column-fit.ts";
import { drawingRanges } from "./drawing-ranges.ts";
import { hasHeaderPicture, headerPictureWarning } from "./header-pictures.ts";
import { addRepeatedRows, findHeadingRows, headingHints } from "./heading-rows.ts";
import { lostLinksWarning, removeExcessLinks } from "./hyperlinks.ts";
import { mergedGrid } from "./merged-grid.ts";
import { hasNewerChart, hasPictureInCell, missingDrawings, readRichValues } from "./missing-drawings.ts";
import { closedNotes } from "./notes.ts";
import { pagesWarning } from "./page-fit.ts";
import {
  type AuthorSetup,
  markCustomWidths,
  readPageSetup,
  removeBackground,
  removeCustomViews,
  removeUsualFooter,
  removeWhiteHeaderColour,
  setChartPage,
  setFitToPage,
  setPageSetup,
  splitWorksheet,
} from "./page-setup.ts";
import { detachPivotTables } from "./pivot-tables.ts";
import { computedAreaWarning, editPrintNames, type SheetPrintRange } from "./print-ranges.ts";
import { printedRows } from "./printed-rows.ts";
import { hideZeros, replaceErrors, replaceFormulas, trimCells } from "./sheet-cells.ts";
import { layOutSheet } from "./sheet-layout.ts";
import { addTotals, noTotals, refuseTooLarge, type SheetTotals, sheetTotals } from "./sheet-limits.ts";
import { quotedNames } from "./sheet-names.ts";
import { RowSplitter, repeatedRows } from "./split-rows.ts";
import { replaceWithStored } from "./stored-ods-content.ts";
import { readTables, type Table, withTableNames } from "./tables.ts";
import {
  hideSheets,
  partText,
  plainText,
  type Relationship,
  readRelatedParts,
  readRelationships,
  readSharedTexts,
  readWorkbook,
  relationshipsPart,
  type SheetEntry,
  setActiveSheet,
  type Workbook,
} from "./workbook-parts.ts";
import { measureWorksheet } from "./worksheet-cells.ts";
import { prepareXlsb } from "./xlsb/prepare-xlsb.ts";
import { asBytes } from "./xml-text.ts";
import { type PartContent, writeZip } from "./zip-writer.ts";

type WorkbookFormat = Extract<Detected, { kind: "workbook" }>["format"];

/** Converts workbooks. Each visible sheet is fitted to A4 before LibreOffice prints it. */
export function workbookConverter(office: Office, format: WorkbookFormat): Converter {
  const converter: Converter = {
    async toPdf(input, { workDir }) {
      const plainXls = format === "xls" && input.password === undefined;
      return (plainXls && (await convertXls(office, input, workDir))) || convertViaXlsx(office, format, input, workDir);
    },
  };
  return format === "numbers" ? appleConverter(converter) : converter;
}

/** Prints an XLS workbook that can be prepared in its own format. @returns undefined for any other */
async function convertXls(office: Office, { path }: ScratchFile, workDir: string): Promise<Converted | undefined> {
  const ready = join(workDir, "set-up", basename(path));
  await mkdir(dirname(ready));
  const book = await prepareXls(path, ready);
  if (!book) return undefined;
  refuseTooLarge(book.printed.reduce(addTotals, noTotals));
  const pdfPath = join(workDir, "workbook.pdf");
  await office.toPdf(ready, pdfPath);
  const warnings = book.printed.flatMap((sheet) => [
    ...computedAreaWarning(sheet.entry),
    ...pagesWarning(`Sheet “${sheet.entry.name}”`, sheet),
  ]);
  const missing = book.printed.filter(({ hasHeaderPicture }) => hasHeaderPicture);
  warnings.push(...headerPictureWarning(missing.map(({ entry }) => entry.name)));
  const clippable = book.printed.map(({ entry, clippable }) => ({ name: entry.name, texts: clippable }));
  warnings.push(...(await cutWordsWarnings(clippable, pdfPath)));
  warnings.push(...(await warningOfFonts(book.fonts, pdfPath)));
  return { pdfPath, warnings: [...hiddenSheets(book), ...warnings], origin: "own" };
}

async function convertViaXlsx(
  office: Office,
  format: WorkbookFormat,
  input: ScratchFile,
  workDir: string,
): Promise<Converted> {
  const source =
    format === "xlsx" && (await isZip(input.path))
      ? input.path
      : await saveAsXlsx(office, await prepared(input, format, workDir), join(workDir, "read.xlsx"));
  if (source === undefined) return convertUnchanged(office, input, workDir);
  const archive = await openArchive(source);
  try {
    const workbook = await readWorkbook(archive);
    refuseAllHidden(workbook);
    const ready = join(workDir, `${parse(input.path).name}.xlsx`);
    const { warnings, clippable } = await rewrite(archive, workbook, ready, format);
    const pdfPath = join(workDir, "workbook.pdf");
    await office.toPdf(ready, pdfPath);
    warnings.push(...(await cutWordsWarnings(clippable, pdfPath)), ...(await fontWarning(ready, "xlsx", pdfPath)));
    return { pdfPath, warnings: [...hiddenSheets(workbook), ...warnings], origin: "own" };
  } finally {
    archive.close();
  }
}

/** LibreOffice would print a hidden sheet where all are hidden. */
function refuseAllHidden({ sheets }: Workbook): void {
  if (sheets.length > 0 && sheets.every(({ hidden }) => hidden))
    throw new ConvertError("empty", "has hidden sheets only. Show the ones to be printed and replace the file.");
}

/** An encrypted XLSX workbook is a compound file, not a ZIP archive. */
async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return buffer.toString("latin1") === "PK";
}

/** For each format that LibreOffice saves as XLSX: prepares a file and returns whether it wrote a changed one. */
const preparations: { [Format in WorkbookFormat]?: (path: string, outPath: string) => Promise<boolean> } = {
  ods: replaceWithStored,
  xls: copyWithoutProject,
  xlsb: prepareXlsb,
};

/** For each format: corrects what LibreOffice wrote into a sheet. Numbers shows the name of a table above it. */
const corrections: { [Format in WorkbookFormat]?: (xml: string) => string } = {
  xls: markCustomWidths,
  numbers: removeUsualFooter,
};

/** Prepares a file before LibreOffice reads it; not an encrypted one, which only LibreOffice can decrypt. */
async function prepared(input: ScratchFile, format: WorkbookFormat, workDir: string): Promise<ScratchFile> {
  const prepare = preparations[format];
  if (!prepare || input.password !== undefined) return input;
  const path = join(workDir, "prepared", basename(input.path));
  await mkdir(dirname(path));
  return (await prepare(input.path, path)) ? { ...input, path } : input;
}

const passwordOption = ({ password }: ScratchFile) => (password === undefined ? {} : { password });

/** @returns undefined where LibreOffice crashes, as it does where the active sheet is none of the sheets */
async function saveAsXlsx(office: Office, input: ScratchFile, path: string): Promise<string | undefined> {
  try {
    await office.toXlsx(input.path, path, passwordOption(input));
    return path;
  } catch (error) {
    if (error instanceof OfficeDied) return undefined;
    throw error;
  }
}

/** Prints a workbook without preparing it, on the pages that LibreOffice chooses. */
async function convertUnchanged(office: Office, input: ScratchFile, workDir: string): Promise<Converted> {
  const pdfPath = join(workDir, "workbook.pdf");
  await office.toPdf(input.path, pdfPath, passwordOption(input));
  return { pdfPath, warnings: [], origin: "own" };
}

function hiddenSheets({ sheets }: { sheets: { name: string; hidden: boolean; isMacroSheet?: boolean }[] }): Warning[] {
  const names = sheets.filter(({ hidden, isMacroSheet }) => hidden && !isMacroSheet).map(({ name }) => name);
  if (names.length === 0) return [];
  const shown = quotedNames(names);
  const text =
    names.length === 1 ? `The hidden sheet ${shown} was left out.` : `Hidden sheets were left out: ${shown}.`;
  return [{ code: "hidden-sheets-left-out", text }];
}

/** Copies the package with new page set-ups in its visible worksheets, and with stored results in all worksheets. */
async function rewrite(archive: Archive, workbook: Workbook, path: string, format: WorkbookFormat) {
  const { stylesPart = addedStylesPart } = workbook;
  const styles = stylesPart === addedStylesPart ? plainStyles : await partText(archive, stylesPart);
  const formats = cellFormats(styles);
  const shared = (await readSharedTexts(archive, workbook)).map(plainText);
  const warnings: Warning[] = [];
  const clippable: SheetTexts[] = [];
  const richValues = await readRichValues(archive);
  const missing = {
    headerPictures: [] as string[],
    pictures: [] as string[],
    charts: [] as string[],
    links: [] as string[],
  };
  let totals: SheetTotals = {
    ...noTotals,
    isBlank: workbook.sheets.every((sheet) => sheet.hidden || sheet.isWorksheet),
  };
  const areas: SheetPrintRange[] = [];
  const titles: SheetPrintRange[] = [];
  const splitter = new RowSplitter(archive, workbook);
  // All sheets are examined before anything is written; only their new XML is kept in memory.
  const changed = new Map<string, string>();
  const withoutPivots = new Map<string, string>();
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (!archive.has(sheet.part)) continue;
    const stated = await partText(archive, sheet.part);
    // No known program writes worksheets in UTF-16: they are printed unchanged.
    if (stated.startsWith("\xff\xfe") || stated.startsWith("\xfe\xff")) continue;
    // In OpenDocument, a picture behind the page prints.
    const named = corrections[format]?.(stated) ?? stated;
    const xml = format === "ods" ? removeWhiteHeaderColour(named) : removeBackground(named);
    const relationships = await readRelationships(archive, sheet.part);
    const unpivoted = await detachPivotTables(archive, { part: sheet.part, xml }, relationships);
    if (unpivoted) withoutPivots.set(...unpivoted);
    if (sheet.hidden) {
      const replaced = sheet.isWorksheet ? replaceFormulasOnly(xml, workbook.recalculate) : xml;
      if (replaced !== xml) changed.set(sheet.part, replaced);
      continue;
    }
    const losesPicture = hasHeaderPicture(sheet.isWorksheet ? splitWorksheet(xml).tail : removeCustomViews(xml));
    if (losesPicture) missing.headerPictures.push(sheet.name);
    const drawn = await readRelatedParts(archive, relationships, "drawing");
    if (drawn.some(hasNewerChart)) missing.charts.push(sheet.name);
    if (hasPictureInCell(xml, richValues)) missing.pictures.push(sheet.name);
    if (!sheet.isWorksheet) {
      changed.set(sheet.part, setChartPage(xml));
      continue;
    }
    for (const [part, vml] of await closedNotes(archive, splitWorksheet(xml).tail, relationships))
      changed.set(part, vml);
    const context = {
      formats,
      shared,
      relationships,
      drawings: drawn,
      tables: await readTables(archive, relationships),
      recalculate: workbook.recalculate,
    };
    const fitted = await fitSheet(xml, sheet, context, splitter);
    changed.set(sheet.part, fitted.xml);
    if (fitted.linksLost) missing.links.push(sheet.name);
    const sheetName = asBytes(sheet.name);
    if (fitted.rows) areas.push({ sheetName, index, area: fitted.rows });
    if (fitted.titles) titles.push({ sheetName, index, area: fitted.titles });
    warnings.push(...computedAreaWarning(sheet), ...pagesWarning(`Sheet “${sheet.name}”`, fitted));
    clippable.push({ name: sheet.name, texts: fitted.clippable });
    totals = addTotals(totals, fitted.totals);
    refuseTooLarge(totals);
  }
  warnings.push(
    ...headerPictureWarning(missing.headerPictures),
    ...missingDrawings(missing),
    ...lostLinksWarning(missing.links),
  );
  // Pivot tables stay where GETPIVOTDATA is still to be computed.
  const readsPivots = [...changed.values()].some((xml) => xml.includes("GETPIVOTDATA("));
  if (!readsPivots) for (const [part, xml] of withoutPivots) changed.set(part, xml);
  await splitter.moveOthers(changed);
  const names = changed.get(workbook.part) ?? (await partText(archive, workbook.part));
  const grid = totals.isBlank ? printMergedGrid(workbook, changed) : undefined;
  // LibreOffice would print a hidden sheet that has a print area or is the active sheet.
  const isAreaUnwanted = (index: number) => index === grid?.index || workbook.sheets[index]?.hidden === true;
  const named = editPrintNames(names, { isAreaUnwanted, areas: grid ? [grid, ...areas] : areas, titles });
  const shown = workbook.sheets.findIndex(({ hidden }) => !hidden);
  const activated = workbook.sheets[workbook.activeSheet]?.hidden ? setActiveSheet(named, shown) : named;
  const isMacroSheet = (index: number) => workbook.sheets[index]?.isMacroSheet === true;
  const ready = workbook.sheets.some((sheet) => sheet.isMacroSheet) ? hideSheets(activated, isMacroSheet) : activated;
  if (ready !== names) changed.set(workbook.part, ready);
  const written = formats.toXml();
  if (written !== styles) changed.set(stylesPart, written);
  const isAdded = changed.has(addedStylesPart);
  if (isAdded) changed.set(contentTypesPart, withStylesType(await partText(archive, contentTypesPart)));
  const relations = relationshipsPart(workbook.part);
  const stated = await partText(archive, relations);
  const related = withoutMacroRelations(isAdded ? withStylesRelation(stated) : stated);
  if (related !== stated) changed.set(relations, related);
  const kept = archive.names.filter((name) => !isMacroPart(name));
  const contents = (isAdded ? [...kept, addedStylesPart] : kept).map((name): [string, PartContent] => {
    const xml = changed.get(name);
    return [name, xml === undefined ? archive.pieces(name) : Buffer.from(xml, "latin1")];
  });
  await writeZip(path, contents);
  return { warnings, clippable };
}

/** Hidden sheets keep their stored results too: charts and formulas of printed sheets show them. */
function replaceFormulasOnly(xml: string, recalculate: boolean): string {
  const { head, body } = splitWorksheet(xml);
  return head + replaceFormulas(body, recalculate) + xml.slice(head.length + body.length);
}

interface SheetContext {
  formats: CellFormats;
  shared: string[];
  relationships: Relationship[];
  drawings: string[];
  tables: Table[];
  recalculate: boolean;
}

async function fitSheet(stated: string, entry: SheetEntry, context: SheetContext, splitter: RowSplitter) {
  const contents = columnContents(stated, context.formats, context.shared, entry.printArea);
  const whole = chooseLayout(stated, entry, contents, context);
  const hints = headingHints(whole.xml, context.tables);
  const heading = findHeadingRows(whole.measured, hints, entry, context.formats.styles, whole.pageHeight);
  const named = heading ? { ...entry, printTitles: addRepeatedRows(entry.printTitles, entry.name, heading) } : entry;
  const split = await splitter.split(whole, named, context);
  const sheet = { ...context, sheet: named, ...split };
  const laid = split ? applyLayout(split.xml, split.sheet, sheet, { fitToHeight: 0 }) : whole;
  const { xml, body, measured, setup, pages, ...seen } = laid;
  const { head, tail: around } = splitWorksheet(xml);
  const tail = removeExcessLinks(around);
  const results = replaceFormulas(withTableNames(body, context.tables), context.recalculate);
  const replaced = replaceErrors(tail, hideZeros(head, results));
  const fitted = setFitToPage(head, setup.fit !== undefined) + replaced + setPageSetup(tail, setup);
  // Results that are computed only when it is opened may fill further cells.
  const isFinal = entry.printArea === undefined && !context.recalculate;
  const rows = isFinal ? printedRows({ ...sheet, xml, measured, setup }, context.formats.styles) : undefined;
  const repeated = heading && repeatedRows(sheet.sheet.printTitles);
  const titles = repeated && `$${repeated.from}:$${repeated.to}`;
  const totals = sheetTotals(measured, pages);
  const clippable = contents.clippable.filter(({ row }) => !split?.splitRows.has(row));
  return { xml: fitted, ...seen, rows, titles, linksLost: tail !== around, clippable, totals };
}

/** Limits that are tried in turn while widened columns make a sheet take more bands than its stated widths. */
const columnLimits = [maxColumnDigits, 24, 16];

/**
 * Widens columns to fit, and wraps texts as far as needed to take no more bands than before. Words are never broken.
 * Where a sheet takes more than one band, its last column wraps too if that saves any.
 */
function chooseLayout(stated: string, sheet: SheetEntry, contents: ColumnContents, context: SheetContext) {
  const { formats } = context;
  const laid = (xml: string) => applyLayout(xml, sheet, context);
  const fitting = (room: ColumnLimits) => fitColumns(stated, formats, contents, room);
  let best = laid(fitting({ maxDigits: maxColumnDigits, wrapsLast: false }));
  if (best.bands === 1) return best;
  const bands = best.xml === stated ? 1 : laid(stated).bands;
  for (const [index, maxDigits] of columnLimits.entries()) {
    if (index > 0 && best.bands <= bands) return best;
    const xml = fitting({ maxDigits, wrapsLast: true });
    if (xml === best.xml) return best;
    const one = laid(xml);
    if (one.bands < best.bands) best = one;
  }
  return best;
}

/** @param setup replaces parts of the page set-up that the worksheet states */
function applyLayout(
  xml: string,
  sheet: SheetEntry,
  { formats, shared, drawings }: Pick<SheetContext, "formats" | "shared" | "drawings">,
  setup?: Partial<AuthorSetup>,
) {
  const stated = measureWorksheet(xml, formats.styles, shared, drawings.flatMap(drawingRanges));
  const { body, measured } = trimCells(splitWorksheet(xml).body, stated);
  return { xml, body, measured, ...layOutSheet(measured, { ...readPageSetup(xml), ...setup }, sheet) };
}

/**
 * Lets the first sheet with merged cells print its grid where nothing else would print.
 * @returns its print area; undefined where no sheet has merged cells
 */
function printMergedGrid({ sheets }: Workbook, changed: Map<string, string>): SheetPrintRange | undefined {
  for (const [index, { name, part }] of sheets.entries()) {
    const grid = mergedGrid(changed.get(part) ?? "");
    if (!grid) continue;
    changed.set(part, grid.xml);
    return { sheetName: asBytes(name), index, area: grid.area };
  }
  return undefined;
}
