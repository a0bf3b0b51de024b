import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type Sheet, xlsx } from "../../../fixtures/office-files.ts";
import type { Converter } from "../converter.ts";
import { openArchive } from "../detect/archive.ts";
import type { Office, OfficeOptions } from "../office/office.ts";
import { zipBytes } from "./zip-writer.ts";

/** A file that was given to LibreOffice. */
interface Given {
  path: string;
  options: OfficeOptions | undefined;
  /** See `partsOf`. */
  parts: Record<string, string>;
}

/**
 * Stands in for LibreOffice: records the files that it is given.
 * @param saved what it saves as XLSX, or the error that it fails with
 * @param pdf what it prints
 */
export function recordingOffice(saved: Buffer | Error = Buffer.alloc(0), pdf = "%PDF-1.7") {
  const printed: Given[] = [];
  const read: Given[] = [];
  const office: Office = {
    async toPdf(path, outPath, options) {
      printed.push({ path, options, parts: await partsOf(await readFile(path)) });
      await writeFile(outPath, pdf);
      return { hiddenSlides: [], changesLeft: false };
    },
    async toXlsx(path, outPath, options) {
      read.push({ path, options, parts: await partsOf(await readFile(path)) });
      if (saved instanceof Error) throw saved;
      await writeFile(outPath, saved);
    },
  };
  return { office, printed, read };
}

/** The content of a ZIP file by part, one character for each byte; no parts of any other file. */
export async function partsOf(bytes: Buffer): Promise<Record<string, string>> {
  if (bytes.toString("latin1", 0, 2) !== "PK") return {};
  using archive = await openArchive(bytes);
  const parts: Record<string, string> = {};
  for (const name of archive.names) parts[name] = (await archive.read(name))?.toString("latin1") ?? "";
  return parts;
}

/** Returns parts that are added or replaced; undefined removes one. */
export type WorkbookChange = (parts: Record<string, string>) => Record<string, string | undefined>;

/** Makes an XLSX workbook, as the fixtures do, with some parts changed. */
export async function changedWorkbook(sheets: Sheet[], change: WorkbookChange = () => ({})): Promise<Buffer> {
  const parts = await partsOf(await xlsx(sheets));
  const all = Object.entries({ ...parts, ...change(parts) });
  return zipBytes(
    all.flatMap(([name, text]) => (text === undefined ? [] : [[name, Buffer.from(text, "latin1")] as const])),
  );
}

/** Converts files in a folder that is removed after the tests. */
export function startConverting() {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  return async (converter: Converter, name: string, content: Buffer | string, password?: string) => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-sheet-"));
    folders.push(folder);
    const workDir = join(folder, "work");
    await mkdir(workDir);
    const path = join(folder, name);
    await writeFile(path, content);
    const input = { path, name, sizeBytes: content.length, ...(password === undefined ? {} : { password }) };
    return converter.toPdf(input, { workDir, outPath: join(folder, "out.pdf") });
  };
}
