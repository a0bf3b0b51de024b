import { PDFContext, PDFDict, PDFNumber, PDFRef } from "@cantoo/pdf-lib";
import { arrayEntry, dictEntry, name, numberEntry } from "./objects.ts";
import { createSyntaxReader } from "./syntax.ts";

/** A PDF that `writeDocument` wrote, read without parsing its objects: they are renumbered as text. */
export interface WrittenDocument {
  bytes: Buffer;
  /** Start and end of each object's body, by object number; undefined for unused numbers. */
  bodies: ({ start: number; end: number } | undefined)[];
  catalog: number;
}

const objectEnd = Buffer.from("\nendobj\n");

/** @throws Error when `writeDocument` did not write the file, which is a bug of the caller */
export function readWrittenDocument(bytes: Buffer): WrittenDocument {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - 200));
  const found = /\/Size (\d+) \/Root (\d+) 0 R >>\nstartxref\n(\d+)\n%%EOF\n$/.exec(tail);
  if (!found) throw new Error("The PDF was not written by this engine");
  const [size, catalog, table] = found.slice(1).map(Number) as [number, number, number];

  const entryBytes = 20;
  const firstEntry = table + `xref\n0 ${size}\n`.length;
  const offsets: { number: number; offset: number }[] = [];
  for (let number = 1; number < size; number++) {
    const entry = bytes.toString("latin1", firstEntry + number * entryBytes, firstEntry + number * entryBytes + 18);
    if (entry.endsWith("n")) offsets.push({ number, offset: Number(entry.slice(0, 10)) });
  }
  offsets.sort((one, other) => one.offset - other.offset);

  const bodies: WrittenDocument["bodies"] = [];
  offsets.forEach(({ number, offset }, index) => {
    const next = offsets[index + 1]?.offset ?? table;
    bodies[number] = { start: offset + `${number} 0 obj\n`.length, end: next - objectEnd.length };
  });
  return { bytes, bodies, catalog };
}

/** The objects that `assemble` has to interpret. */
export interface DocumentStructure {
  pageTree: number;
  pages: number;
  /** The /Kids of the page tree: every page, because this engine writes page trees without branches. */
  kids: PDFRef[];
  outline: { number: number; first: PDFRef; last: PDFRef; items: number } | undefined;
  /** Direct arrays of references and dictionaries, still with the source's object numbers. */
  layers: PDFDict | undefined;
}

/** Reads page tree, bookmarks and layers of a PDF that this engine wrote. @throws Error when it has no pages */
export function readStructure(document: WrittenDocument): DocumentStructure {
  const catalog = parseObject(document, document.catalog);
  const tree = catalog.get(name("Pages"));
  if (!(tree instanceof PDFRef)) throw new Error("The PDF has no page tree");
  const pageTree = parseObject(document, tree.objectNumber);
  const kids = (arrayEntry(pageTree, "Kids")?.asArray() ?? []).filter((kid) => kid instanceof PDFRef);
  if (kids.length === 0) throw new Error("The PDF has no pages");
  return {
    pageTree: tree.objectNumber,
    pages: numberEntry(pageTree, "Count") ?? kids.length,
    kids,
    outline: readOutlineRoot(document, catalog),
    layers: dictEntry(catalog, "OCProperties"),
  };
}

function readOutlineRoot(document: WrittenDocument, catalog: PDFDict): DocumentStructure["outline"] {
  const root = catalog.get(name("Outlines"));
  if (!(root instanceof PDFRef)) return undefined;
  const dict = parseObject(document, root.objectNumber);
  const first = dict.get(name("First"));
  const last = dict.get(name("Last"));
  const items = dict.get(name("Count"));
  if (!(first instanceof PDFRef && last instanceof PDFRef && items instanceof PDFNumber)) return undefined;
  return { number: root.objectNumber, first, last, items: items.asNumber() };
}

function parseObject({ bytes, bodies }: WrittenDocument, number: number): PDFDict {
  const body = bodies[number];
  if (!body) throw new Error(`The PDF has no object ${number}`);
  const object = createSyntaxReader(bytes.subarray(body.start, body.end), PDFContext.create()).value();
  if (!(object instanceof PDFDict)) throw new Error(`Object ${number} of the PDF is not a dictionary`);
  return object;
}
