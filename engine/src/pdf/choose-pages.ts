import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArrangedPage } from "../engine-api.ts";
import type { AssemblySource } from "./assemble.ts";
import type { SourcePage } from "./document.ts";
import { writeDocument } from "./file-writer.ts";
import { placePages } from "./place.ts";
import { readStrictly } from "./strict-reader.ts";

export interface ChosenPages {
  /** The sources of which there are pages, in the order of their first ones; each has its pages of the document alone, turned. */
  sources: AssemblySource[];
  /** For each page of the document the index of its source, whose pages come in their order. */
  order: number[];
}

/**
 * What `assemble` puts together to make a document of single pages. Nothing of the other pages stays: neither their
 * content nor bookmarks and links that lead to them. A turned page is drawn turned, on A4 turned with it.
 * @param pages of the document, in order; `source` is an index of `sources`
 * @param workDir takes files, which `assemble` reads
 * @throws Error when there is no such page: our own fault
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

/** @returns where these pages alone are: the source itself where it has no others, and they lie as they lie there */
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
