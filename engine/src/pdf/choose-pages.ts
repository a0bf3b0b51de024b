import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArrangedPage } from "../engine-api.ts";
import type { AssemblySource } from "./assemble.ts";
import type { SourcePage } from "./document.ts";
import { writeDocument } from "./file-writer.ts";
import { placePages } from "./place.ts";
import { readStrictly } from "./strict-reader.ts";

export interface ChosenPages {
  /** The sources that are used, in order of first use. Each is reduced to its chosen pages, rotated as requested. */
  sources: AssemblySource[];
  /** The source index of each page of the document. */
  order: number[];
}

/**
 * Prepares the sources of a document made of single pages. Nothing of the other pages remains: neither their content
 * nor bookmarks and links to them. The A4 sheet is rotated with its page.
 * @param pages of the document, in order; `source` is an index of `sources`
 * @param workDir for intermediate files that `assemble` reads
 * @throws Error when a page does not exist, which is a bug of the caller
 */
export function choosePages(sources: AssemblySource[], pages: ArrangedPage[], workDir: string): ChosenPages {
  const used = [...new Set(pages.map(({ source }) => source))];
  const chosen = used.map((index) => {
    const source = sources[index];
    if (!source) throw new Error(`There is no source ${index}`);
    const outPath = join(workDir, `chosen-${index}.pdf`);
    const ofSource = pages.filter((page) => page.source === index);
    return { ...source, path: writeChosen(source.path, ofSource, outPath) };
  });
  return { sources: chosen, order: pages.map(({ source }) => used.indexOf(source)) };
}

/**
 * @returns the path of a PDF with only these pages: the source itself when all its pages are chosen, unrotated and in
 * order
 */
function writeChosen(path: string, chosen: ArrangedPage[], outPath: string): string {
  const document = readStrictly(readFileSync(path));
  if (!document) throw new Error("The PDF was not written by this engine");
  const isWhole = chosen.every(({ page, turn }, index) => page === index + 1 && turn === 0);
  if (isWhole && chosen.length === document.pages.length) return path;

  const pages = chosen.map(({ page, turn }): SourcePage => {
    const found = document.pages[page - 1];
    if (!found) throw new Error(`The PDF has no page ${page}`);
    return { ...found, rotate: turn };
  });
  const placed = placePages({ ...document, pages }, new Map(), { omitsDeadBookmarks: true });
  writeDocument(placed.context, placed.catalog, outPath);
  return outPath;
}
