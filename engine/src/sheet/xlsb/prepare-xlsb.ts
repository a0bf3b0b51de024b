import { openArchive } from "../../detect/archive.ts";
import { editPackage } from "../../office/package-edits.ts";
import { removeMacros } from "../../office/without-macros.ts";
import { writeXlsbRecord, xlsbRecord, xlsbRecords } from "./records.ts";

/**
 * Prepares a binary workbook of Excel, before LibreOffice saves it as XLSX: puts stored results in place of formulas,
 * some of which LibreOffice cannot read and shows as an error, and removes macros.
 * @param outPath written only when something was changed
 * @returns whether something was changed
 */
export async function prepareXlsb(path: string, outPath: string): Promise<boolean> {
  using archive = await openArchive(path);
  const edits = editPackage(archive);
  await removeMacros(archive.names, edits);
  const workbook = await archive.read(workbookPart);
  const keepsFormulas = workbook !== undefined && isStale(workbook);
  for (const name of archive.names.filter((one) => sheetPart.test(one))) {
    const sheet = prepareSheet((await archive.read(name)) ?? Buffer.alloc(0), keepsFormulas);
    if (sheet) edits.replace(name, sheet);
  }
  return edits.save(outPath);
}

const workbookPart = "xl/workbook.bin";
const sheetPart = /^xl\/worksheets\/[^/]+\.bin$/i;

/** The flags of the record of calculation, and the one that asks to compute all formulas ([MS-XLSB] 2.4.331). */
const calculationFlags = { offset: 24, all: 1 };

/** Whether a workbook declares that its stored results are to be computed again. */
function isStale(workbook: Buffer): boolean {
  for (const { type, body } of xlsbRecords(workbook))
    if (type === xlsbRecord.calculation) return ((body[calculationFlags.offset] ?? 0) & calculationFlags.all) !== 0;
  return false;
}

/** A cell's column and format, before its value. */
const cellBytes = 8;
const textLengthBytes = 4;

/** For each type of cell with a formula: the type of a cell without, and the size of its value. */
const plainCells: Record<number, { type: number; valueBytes: (body: Buffer) => number }> = {
  [xlsbRecord.textFormula]: {
    type: xlsbRecord.textCell,
    valueBytes: (body) => textLengthBytes + 2 * body.readUInt32LE(cellBytes),
  },
  [xlsbRecord.numberFormula]: { type: xlsbRecord.numberCell, valueBytes: () => 8 },
  [xlsbRecord.booleanFormula]: { type: xlsbRecord.booleanCell, valueBytes: () => 1 },
  [xlsbRecord.errorFormula]: { type: xlsbRecord.errorCell, valueBytes: () => 1 },
};
/** Formulas that several cells share follow the first of them. */
const formulaOnly = new Set<number>([xlsbRecord.arrayFormula, xlsbRecord.sharedFormula, xlsbRecord.dataTable]);

/** No header and no footer ([MS-XLSB] 2.4.52): flags, and six texts that are missing. */
const noHeaders = Buffer.concat([
  writeXlsbRecord(xlsbRecord.beginHeaders, Buffer.concat([Buffer.alloc(2), Buffer.alloc(6 * 4, 0xff)])),
  writeXlsbRecord(xlsbRecord.endHeaders, Buffer.alloc(0)),
]);

/**
 * Puts the stored results in place of the formulas of a sheet, and states that it has no headers where it states none:
 * LibreOffice would print the sheet's name and a page number.
 * @returns undefined when a record is cut off
 */
export function prepareSheet(part: Buffer, keepsFormulas: boolean): Buffer | undefined {
  const written: Buffer[] = [];
  let [length, hasHeaders] = [0, false];
  for (const { type, body, whole } of xlsbRecords(part)) {
    length += whole.length;
    hasHeaders ||= type === xlsbRecord.beginHeaders;
    if (type === xlsbRecord.endSheet && !hasHeaders) written.push(noHeaders);
    const plain = keepsFormulas ? undefined : plainCells[type];
    if (plain === undefined) {
      if (keepsFormulas || !formulaOnly.has(type)) written.push(whole);
      continue;
    }
    const end = body.length < cellBytes + textLengthBytes ? body.length + 1 : cellBytes + plain.valueBytes(body);
    if (end > body.length) return undefined;
    written.push(writeXlsbRecord(plain.type, body.subarray(0, end)));
  }
  return length === part.length ? Buffer.concat(written) : undefined;
}
