import { attempt } from "../../attempt.ts";
import type { CompoundFile } from "../compound.ts";
import { folderHasCode } from "./vba-project.ts";

/** Folders with the VBA project of a document and of a workbook ([MS-DOC] 2.1.9, [MS-XLS] 2.1.6). */
const projectFolders = { doc: "Macros", xls: "_VBA_PROJECT_CUR" };

/** An Excel workbook lists its sheets in such records, with the kind in the sixth byte ([MS-XLS] 2.4.28). */
const sheetRecord = 0x85;
/** A sheet of Excel 4 macros, and a module of Excel 5. */
const macroSheets = new Set([1, 6]);

/** The atom in a presentation that leads to its VBA project ([MS-PPT] 2.4.10): record header, reference, flag. */
const vbaAtom = Buffer.from("020000040c000000", "hex");
const flagOffset = 12;

const hasProject = (file: CompoundFile, name: string) => {
  const project = file.folder(name);
  return project !== undefined && (attempt(() => folderHasCode(project)) ?? true);
};

export const documentHasMacros = (file: CompoundFile): boolean => hasProject(file, projectFolders.doc);

/** @param globals the first records of the workbook */
export function workbookHasMacros(file: CompoundFile, globals: Buffer): boolean {
  for (let at = 0; at + 10 <= globals.length; at += 4 + globals.readUInt16LE(at + 2))
    if (globals.readUInt16LE(at) === sheetRecord && macroSheets.has(globals.readUInt8(at + 9))) return true;
  return hasProject(file, projectFolders.xls);
}

export function presentationHasMacros(file: CompoundFile): boolean {
  const stream = attempt(() => file.read("PowerPoint Document"));
  const at = stream?.indexOf(vbaAtom) ?? -1;
  return stream !== undefined && at >= 0 && at + flagOffset < stream.length && stream[at + flagOffset] === 1;
}

/**
 * Cuts off the VBA project of an old document or workbook, in its bytes.
 * @returns whether there was one
 */
export const cutProjectOff = (file: CompoundFile): boolean =>
  Object.values(projectFolders)
    .map((name) => file.emptyFolder(name))
    .includes(true);
