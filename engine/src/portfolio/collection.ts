import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from "@cantoo/pdf-lib";
import { forEachInNameTree } from "../pdf/destinations.ts";
import type { SourceDocument } from "../pdf/document.ts";
import {
  asNumber,
  asText,
  dictEntry,
  elements,
  entry,
  nameEntry,
  numberEntry,
  resolve,
  textEntry,
} from "../pdf/objects.ts";

/** A file in a portfolio. */
export interface EmbeddedFile {
  /** Names of the folders, outermost first. */
  folders: string[];
  name: string;
  stream: PDFRawStream;
  /** The size that the portfolio states. */
  statedBytes: number | undefined;
}

/**
 * Reads the files of a portfolio in the order in which viewers show them (ISO 32000-1, 7.11.6).
 * @returns undefined for other PDFs: files of a hidden collection are attachments, and a wrapper around an encrypted
 * PDF has only a page that says so
 */
export function portfolioFiles({ context, catalog }: SourceDocument): EmbeddedFile[] | undefined {
  const collection = dictEntry(catalog, "Collection");
  if (!collection || nameEntry(collection, "View") === "H") return undefined;
  const folders = folderNames(dictEntry(collection, "Folders"));
  const found: { file: EmbeddedFile; specification: PDFDict }[] = [];
  let isWrapper = false;
  forEachInNameTree(dictEntry(dictEntry(catalog, "Names"), "EmbeddedFiles"), (key, value) => {
    const specification = resolve(context, value);
    if (!(specification instanceof PDFDict)) return;
    isWrapper ||= nameEntry(specification, "AFRelationship") === "EncryptedPayload";
    const file = fileOf(specification, asText(resolve(context, key)) ?? "", folders);
    if (file) found.push({ file, specification });
  });
  if (isWrapper) return undefined;
  const order = compareBy(dictEntry(collection, "Sort"), dictEntry(collection, "Schema"));
  if (order) found.sort((one, other) => order(one.specification, other.specification));
  return found.map(({ file }) => file);
}

function fileOf(specification: PDFDict, key: string, folders: Map<number, string[]>): EmbeddedFile | undefined {
  const embedded = dictEntry(specification, "EF");
  const stream = entry(embedded, "UF") ?? entry(embedded, "F");
  if (!(stream instanceof PDFRawStream)) return undefined;
  const [, folder, rest] = /^<(\d+)>(.*)$/s.exec(key) ?? [];
  const stated = textEntry(specification, "UF") ?? textEntry(specification, "F");
  return {
    folders: folders.get(Number(folder)) ?? [],
    name: (stated || rest || key).split(/[/\\]/).at(-1) || "file",
    stream,
    statedBytes: numberEntry(dictEntry(stream.dict, "Params"), "Size"),
  };
}

const maxFolders = 2_000;

/** Returns the path of each folder by its number. The outermost folder is the portfolio itself. */
function folderNames(root: PDFDict | undefined): Map<number, string[]> {
  const paths = new Map<number, string[]>();
  const seen = new Set<PDFDict>();
  const waiting: { folder: PDFDict | undefined; path: string[] }[] = [{ folder: root, path: [] }];
  for (let next = waiting.pop(); next && seen.size < maxFolders; next = waiting.pop()) {
    const { folder, path } = next;
    if (!folder || seen.has(folder)) continue;
    seen.add(folder);
    const own = folder === root ? [] : [...path, textEntry(folder, "Name") ?? "folder"];
    paths.set(numberEntry(folder, "ID") ?? -1, own);
    waiting.push({ folder: dictEntry(folder, "Next"), path }, { folder: dictEntry(folder, "Child"), path: own });
  }
  return paths;
}

type Compare = (one: PDFDict, other: PDFDict) => number;

/** Returns the order that a collection states; undefined when it states none. */
function compareBy(sort: PDFDict | undefined, schema: PDFDict | undefined): Compare | undefined {
  const listed = (key: string): (PDFObject | undefined)[] => {
    const value = entry(sort, key);
    return value instanceof PDFArray ? elements(value) : value === undefined ? [] : [value];
  };
  const fields = listed("S").flatMap((field) => (field instanceof PDFName ? [field.decodeText()] : []));
  if (fields.length === 0) return undefined;
  const ascending = listed("A").map((value) => String(value) !== "false");
  return (one, other) => {
    for (const [index, field] of fields.entries()) {
      const order = compareValues(fieldValue(one, field, schema), fieldValue(other, field, schema));
      if (order !== 0) return (ascending[index] ?? ascending[0] ?? true) ? order : -order;
    }
    return 0;
  };
}

/** Returns a file's value of a field: of the file itself, or of the portfolio's own columns (tables 157 and 158). */
function fieldValue(specification: PDFDict, field: string, schema: PDFDict | undefined): string | number {
  const stream = entry(dictEntry(specification, "EF"), "F");
  const parameters = stream instanceof PDFRawStream ? dictEntry(stream.dict, "Params") : undefined;
  const kind = nameEntry(dictEntry(schema, field), "Subtype") ?? field;
  if (kind === "F") return textEntry(specification, "UF") ?? textEntry(specification, "F") ?? "";
  if (kind === "Desc") return textEntry(specification, "Desc") ?? "";
  if (kind === "Size") return numberEntry(parameters, "Size") ?? 0;
  if (kind === "ModDate" || kind === "CreationDate") return textEntry(parameters, kind) ?? "";
  const own = entry(dictEntry(specification, "CI"), field);
  const value = own instanceof PDFDict ? entry(own, "D") : own;
  return asNumber(value) ?? asText(value) ?? "";
}

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}
