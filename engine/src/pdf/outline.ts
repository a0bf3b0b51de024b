import {
  type PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from "@cantoo/pdf-lib";
import type { FindDestination } from "./destinations.ts";
import type { SourceDocument } from "./document.ts";
import { dictEntry, entry, name, nameEntry, textEntry } from "./objects.ts";

interface OutlineItem {
  title: string;
  destination: PDFArray | undefined;
  children: OutlineItem[];
}

/** Limits against broken and malicious outlines. */
const maxLevel = 32;
const maxItems = 20_000;
const maxTitleLength = 500;

/**
 * Reads the file's bookmarks with their new destinations, each item once. Items without a destination stay as headings.
 */
export function readOutline(source: SourceDocument, findDestination: FindDestination): OutlineItem[] {
  const seen = new Set<PDFDict>();

  function readLevel(first: PDFObject | undefined, level: number): OutlineItem[] {
    const items: OutlineItem[] = [];
    for (let at = first; at instanceof PDFDict && !seen.has(at) && seen.size < maxItems; at = entry(at, "Next")) {
      seen.add(at);
      const action = dictEntry(at, "A");
      const destination =
        entry(at, "Dest") ?? (action && nameEntry(action, "S") === "GoTo" ? entry(action, "D") : undefined);
      items.push({
        title: (textEntry(at, "Title") ?? "").slice(0, maxTitleLength),
        destination: findDestination(destination),
        children: level < maxLevel ? readLevel(entry(at, "First"), level + 1) : [],
      });
    }
    return items;
  }
  return readLevel(entry(dictEntry(source.catalog, "Outlines"), "First"), 1);
}

/** Removes items that have neither a destination nor children. */
export function dropDeadItems(items: OutlineItem[]): OutlineItem[] {
  return items
    .map((item) => ({ ...item, children: dropDeadItems(item.children) }))
    .filter(({ destination, children }) => destination !== undefined || children.length > 0);
}

/** Writes the items, closed below the top level. @returns the outline's root for the catalogue */
export function writeOutline(items: OutlineItem[], target: PDFContext): PDFRef | undefined {
  if (items.length === 0) return undefined;
  const root = target.nextRef();

  function writeLevel(level: OutlineItem[], parent: PDFRef, parentDict: PDFDict): void {
    const references = level.map(() => target.nextRef());
    level.forEach((item, index) => {
      const reference = references[index];
      if (!reference) return;
      const dict = target.obj({
        Title: PDFHexString.fromText(item.title),
        Parent: parent,
        Dest: item.destination,
        Prev: references[index - 1],
        Next: references[index + 1],
      });
      if (item.children.length > 0) {
        writeLevel(item.children, reference, dict);
        dict.set(name("Count"), PDFNumber.of(-item.children.length));
      }
      target.assign(reference, dict);
    });
    setIfPresent(parentDict, "First", references[0]);
    setIfPresent(parentDict, "Last", references.at(-1));
  }

  const rootDict = target.obj({ Type: "Outlines", Count: items.length });
  writeLevel(items, root, rootDict);
  target.assign(root, rootDict);
  return root;
}

function setIfPresent(dict: PDFDict, key: string, reference: PDFRef | undefined): void {
  if (reference) dict.set(name(key), reference);
}
