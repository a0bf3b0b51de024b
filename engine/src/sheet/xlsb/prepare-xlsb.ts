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
  if (!workbook || !isStale(workbook)) {
    for (const name of archive.names.filter((one) => sheetPart.test(one))) {
      const stored = withStoredResults((await archive.read(name)) ?? Buffer.alloc(0));
      if (stored) edits.replace(name, stored);
    }
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

/**
 * Puts the stored results in place of the formulas of a sheet.
 * @returns undefined when there is none, or when a record is cut off
 */
export function withStoredResults(part: Buffer): Buffer | undefined {
  const written: Buffer[] = [];
  let [length, isChanged] = [0, false];
  for (const { type, body, whole } of xlsbRecords(part)) {
    length += whole.length;
    const plain = plainCells[type];
    if (plain === undefined) {
      if (!formulaOnly.has(type)) written.push(whole);
      continue;
    }
    const end = body.length < cellBytes + textLengthBytes ? body.length + 1 : cellBytes + plain.valueBytes(body);
    if (end > body.length) return undefined;
    written.push(writeXlsbRecord(plain.type, body.subarray(0, end)));
    isChanged = true;
  }
  return isChanged && length === part.length ? Buffer.concat(written) : undefined;
}
