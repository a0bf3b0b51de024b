import { type PDFArray, PDFHexString } from "@cantoo/pdf-lib";
import { outputPages } from "@sheaf/contracts/limits.ts";
import { ConvertError } from "../converter.ts";
import { readerWithReusedBuffer } from "../reused-buffer.ts";
import { checkA4 } from "./check.ts";
import { arrayEntry, dictEntry } from "./objects.ts";
import { createPackedWriter, type PackedWriter } from "./packed-writer.ts";
import { renumber } from "./renumber.ts";
import {
  type DocumentStructure,
  readStructure,
  readWrittenDocument,
  type WrittenDocument,
} from "./written-document.ts";

export interface AssemblySource {
  /** A PDF that `placeOnA4` or the picture converter wrote. */
  path: string;
  /** The title of its bookmark. */
  title: string;
}

export interface Assembly {
  /** At least one, in the order of the output. */
  sources: AssemblySource[];
  /** The source index of each output page, when pages of several sources are mixed. */
  order?: number[];
  /** The title of the output document. */
  title: string;
  outPath: string;
}

/** One source's part of the output. All object numbers are those of the output. */
interface Part {
  title: string;
  pages: number;
  /** The source's page tree, which becomes a branch of the output's. */
  pageTree: number;
  /** The source's pages, in order. */
  kids: number[];
  /** The source's outline root becomes its bookmark, so that the items below it need no change. */
  bookmark: number;
  children: { first: number; last: number; count: number } | undefined;
  layers: Record<LayerList, string>;
}

type LayerList = "OCGs" | "OFF" | "AS";

const [catalogNumber, treeNumber, outlineNumber, infoNumber, firstFreeNumber] = [1, 2, 3, 4, 5];

/**
 * Joins A4 documents that this engine wrote: pages in order, a closed bookmark per source with the source's own
 * bookmarks below it, layers kept. Nothing is parsed or unpacked again: objects get new numbers, and streams are copied
 * unchanged.
 * @throws ConvertError too-large above the limit of pages
 */
export async function assemble({ sources, order, title, outPath }: Assembly): Promise<{ pages: number }> {
  if (sources.length === 0) throw new Error("A PDF needs at least one source");
  const writer = createPackedWriter(outPath);
  const read = readerWithReusedBuffer();
  const parts: Part[] = [];
  let pages = 0;
  let free = firstFreeNumber;
  try {
    for (const source of sources) {
      const document = readWrittenDocument(read(source.path));
      const structure = readStructure(document);
      pages += structure.pages;
      if (pages > outputPages) throw tooManyPages();

      const by = free - 1;
      free += document.bodies.length - 1;
      const bookmark = structure.outline ? structure.outline.number + by : free++;
      copyObjects(document, structure, by, order !== undefined, writer);
      parts.push(describePart(source.title, structure, by, bookmark));
    }
    for (const part of parts) writer.addObject(part.bookmark, writeBookmark(part, parts));
    writeStructure(parts, order, pages, title, writer);
    writer.finish(free, catalogNumber, infoNumber);
  } finally {
    writer.close();
  }
  await checkA4(outPath, pages);
  return { pages };
}

function tooManyPages(): ConvertError {
  const limit = outputPages.toLocaleString("en-GB");
  return new ConvertError("too-large", `makes the PDF longer than ${limit} pages. Send it in two jobs.`);
}

/**
 * Copies the objects of a source, except its catalogue and its outline root, which are written once for the output.
 * @param by added to every object number
 * @param isMixed whether pages of several sources are mixed; the source's page tree is then left out
 */
function copyObjects(
  document: WrittenDocument,
  structure: DocumentStructure,
  by: number,
  isMixed: boolean,
  writer: PackedWriter,
): void {
  const pages = new Set(isMixed ? structure.kids.map(({ objectNumber }) => objectNumber) : []);
  document.bodies.forEach((body, number) => {
    if (!body || number === document.catalog || number === structure.outline?.number) return;
    if (number === structure.pageTree) {
      if (!isMixed) writer.addObject(number + by, writePartTree(structure, by));
      return;
    }
    const { text, streamStart } = renumber(document.bytes, body.start, body.end, by);
    if (pages.has(number)) {
      writer.addObject(
        number + by,
        text.replace(`/Parent ${structure.pageTree + by} 0 R`, `/Parent ${treeNumber} 0 R`),
      );
    } else if (streamStart === undefined) {
      writer.addObject(number + by, text);
    } else {
      const data = document.bytes.subarray(streamStart, body.end - "\nendstream".length);
      writer.addStream(number + by, text, data);
    }
  });
}

/** Writes the source's page tree as a branch of the output's, so that its pages keep their parent. */
function writePartTree({ kids, pages }: DocumentStructure, by: number): string {
  const list = kids.map((kid) => `${kid.objectNumber + by} 0 R`).join(" ");
  return `<< /Type /Pages /Parent ${treeNumber} 0 R /Kids [${list}] /Count ${pages} >>`;
}

function describePart(title: string, structure: DocumentStructure, by: number, bookmark: number): Part {
  const { outline, layers } = structure;
  const listed = (list: PDFArray | undefined): string => {
    const text = Buffer.from((list?.asArray() ?? []).join(" "), "latin1");
    return renumber(text, 0, text.length, by).text;
  };
  return {
    title,
    pages: structure.pages,
    pageTree: structure.pageTree + by,
    kids: structure.kids.map(({ objectNumber }) => objectNumber + by),
    bookmark,
    children: outline && {
      first: outline.first.objectNumber + by,
      last: outline.last.objectNumber + by,
      count: outline.items,
    },
    layers: {
      OCGs: listed(arrayEntry(layers, "OCGs")),
      OFF: listed(arrayEntry(dictEntry(layers, "D"), "OFF")),
      AS: listed(arrayEntry(dictEntry(layers, "D"), "AS")),
    },
  };
}

function writeBookmark(part: Part, parts: Part[]): string {
  const at = parts.indexOf(part);
  const [previous, next] = [parts[at - 1], parts[at + 1]];
  const entries = [
    `/Title ${PDFHexString.fromText(part.title)} /Parent ${outlineNumber} 0 R /Dest [${part.kids[0]} 0 R /Fit]`,
    previous && `/Prev ${previous.bookmark} 0 R`,
    next && `/Next ${next.bookmark} 0 R`,
    // A negative count means a closed item (ISO 32000-1, table 153).
    part.children && `/First ${part.children.first} 0 R /Last ${part.children.last} 0 R /Count ${-part.children.count}`,
  ];
  return `<< ${entries.filter(Boolean).join(" ")} >>`;
}

/**
 * Returns the /Kids of the output's page tree: a branch for each source, or the pages themselves when they are mixed.
 */
function kidsOf(parts: Part[], order: number[] | undefined): number[] {
  if (!order) return parts.map(({ pageTree }) => pageTree);
  const left = parts.map(({ kids }) => kids.values());
  return order.map((source) => left[source]?.next().value ?? 0);
}

function writeStructure(
  parts: Part[],
  order: number[] | undefined,
  pages: number,
  title: string,
  writer: PackedWriter,
): void {
  const [first, last] = [parts[0], parts.at(-1)];
  const kids = kidsOf(parts, order)
    .map((number) => `${number} 0 R`)
    .join(" ");
  writer.addObject(treeNumber, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`);
  writer.addObject(
    outlineNumber,
    `<< /Type /Outlines /First ${first?.bookmark} 0 R /Last ${last?.bookmark} 0 R /Count ${parts.length} >>`,
  );
  writer.addObject(infoNumber, `<< /Title ${PDFHexString.fromText(title)} /Producer (Sheaf) >>`);

  const all = (list: LayerList) =>
    parts
      .map((part) => part.layers[list])
      .join(" ")
      .trim();
  const groups = all("OCGs");
  const layers = groups && `/OCProperties << /OCGs [${groups}] /D << /OFF [${all("OFF")}] /AS [${all("AS")}] >> >>`;
  const view = "/PageMode /UseOutlines /ViewerPreferences << /DisplayDocTitle true >>";
  writer.addObject(
    catalogNumber,
    `<< /Type /Catalog /Pages ${treeNumber} 0 R /Outlines ${outlineNumber} 0 R ${view} ${layers} >>`,
  );
}
