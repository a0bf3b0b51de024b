import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  PDFContext,
  type PDFDict,
  PDFDocument,
  type PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { assemble } from "./assemble.ts";
import { writeDocument } from "./file-writer.ts";
import { dictEntry, entry } from "./objects.ts";
import { workFolder } from "./testing.ts";

/** The objects of a joined PDF, and the limit of its pages. */

interface Made {
  /** How many pages the page tree claims to have. */
  count?: number;
  pages?: number;
  bookmarks?: number;
  layers?: number;
}

/** Writes a PDF as the engine does. */
async function written({ pages = 1, count = pages, bookmarks = 0, layers = 0 }: Made): Promise<string> {
  const context = PDFContext.create();
  const object = (entries: object): PDFObject => context.obj(entries as never);
  const [catalog, tree] = [context.nextRef(), context.nextRef()];
  const groups = Array.from({ length: layers }, (_, index) =>
    context.register(object({ Type: "OCG", Name: PDFString.of(`Layer ${index}`) })),
  );
  const kids = Array.from({ length: pages }, (_, index) => {
    const Contents = context.register(context.stream(`% page ${index}`));
    const Properties = Object.fromEntries(groups.map((group, number) => [`L${number}`, group]));
    const Resources = { Properties };
    return context.register(
      object({ Type: "Page", MediaBox: [0, 0, 595.276, 841.89], Parent: tree, Resources, Contents }),
    );
  });
  const items = Array.from({ length: bookmarks }, (_, index) =>
    context.register(object({ Title: PDFString.of(`Item ${index}`), Dest: [kids[0], "Fit"] })),
  );
  const outline = { Type: "Outlines", First: items[0], Last: items.at(-1), Count: items.length };
  context.assign(tree, object({ Type: "Pages", Kids: kids, Count: count }));
  const D = { OFF: groups.slice(1), AS: [{ Event: "Print", OCGs: groups }] };
  context.assign(
    catalog,
    object({
      Type: "Catalog",
      Pages: tree,
      ...(items.length > 0 && { Outlines: context.register(object(outline)) }),
      ...(groups.length > 0 && { OCProperties: { OCGs: groups, D } }),
    }),
  );
  const path = join(await workFolder(), "a.pdf");
  writeDocument(context, catalog, path);
  return path;
}

async function joined(order: number[] | undefined, ...sources: Made[]): Promise<PDFDocument> {
  const outPath = join(await workFolder(), "all.pdf");
  const listed = await Promise.all(
    sources.map(async (made, index) => ({ path: await written(made), title: `File ${index}` })),
  );
  await assemble({ sources: listed, ...(order && { order }), title: "Käse", outPath });
  return PDFDocument.load(readFileSync(outPath), { updateMetadata: false });
}

/** The bookmarks below an outline, as "title, count of its items, with what precedes and follows". */
function itemsOf(parent: PDFDict | undefined): string[] {
  const titles = (item: PDFDict | undefined) => (entry(item, "Title") as PDFHexString | undefined)?.decodeText() ?? "-";
  const found: string[] = [];
  for (let item = dictEntry(parent, "First"); item; item = dictEntry(item, "Next")) {
    const around = ["Prev", "Next"].map((key) => titles(dictEntry(item, key)));
    found.push(`${titles(item)}, ${entry(item, "Count") ?? "none"}, ${around.join(" and ")}`);
    expect(entry(item, "Parent")).toBe(parent);
  }
  expect(titles(dictEntry(parent, "Last"))).toBe(found.at(-1)?.split(",")[0]);
  return found;
}

test("each file has a closed bookmark between those of its neighbours, and the file's own below it", async () => {
  const document = await joined(undefined, { bookmarks: 2 }, {}, { bookmarks: 1, pages: 2 });
  const outline = dictEntry(document.catalog, "Outlines");
  expect(String(entry(outline, "Count"))).toBe("3");
  expect(itemsOf(outline)).toEqual([
    "File 0, -2, - and File 1",
    "File 1, none, File 0 and File 2",
    "File 2, -1, File 1 and -",
  ]);
  const first = dictEntry(outline, "First");
  expect(String(entry(dictEntry(first, "First"), "Title"))).toBe("(Item 0)");
  expect(String(entry(dictEntry(first, "Last"), "Title"))).toBe("(Item 1)");
  expect(document.getTitle()).toBe("Käse");
  expect(document.getProducer()).toBe("Sheaf");
});

/** What the content of each page says. */
const contents = (document: PDFDocument) =>
  document.getPages().map(({ node }) => {
    const stream = entry(node, "Contents");
    return stream instanceof PDFRawStream ? Buffer.from(stream.getContents()).toString("latin1") : undefined;
  });

test("each file's page tree is a branch of the output's", async () => {
  const document = await joined(undefined, { pages: 2 }, { pages: 1 });
  const tree = document.catalog.Pages();
  const branches = tree
    .Kids()
    .asArray()
    .map((kid) => document.context.lookup(kid) as PDFDict);
  expect(branches.map((branch) => String(entry(branch, "Count")))).toEqual(["2", "1"]);
  expect(branches.map((branch) => entry(branch, "Parent"))).toEqual([tree, tree]);
  expect(String(entry(tree, "Count"))).toBe("3");
  expect(contents(document)).toEqual(["% page 0", "% page 1", "% page 0"]);
});

test("mixed pages are children of the output's page tree, in the given order", async () => {
  const document = await joined([1, 0, 1], { pages: 1 }, { pages: 2 });
  const tree = document.catalog.Pages();
  expect(document.getPages().map(({ node }) => entry(node, "Parent"))).toEqual([tree, tree, tree]);
  expect(tree.Kids().size()).toBe(3);
  expect(contents(document)).toEqual(["% page 0", "% page 0", "% page 1"]);
  const trees = document.context
    .enumerateIndirectObjects()
    .filter(([, one]) => String(entry(one, "Type")) === "/Pages");
  expect(trees).toHaveLength(1);
});

test("the layers of all files are listed with their state, under their new numbers", async () => {
  const document = await joined(undefined, { layers: 2 }, {}, { layers: 3 });
  const properties = dictEntry(document.catalog, "OCProperties");
  const named = (list: PDFObject | undefined) =>
    (String(list).match(/\d+ 0 R/g) ?? []).map((reference) => {
      const number = Number.parseInt(reference, 10);
      const found = document.context.enumerateIndirectObjects().find(([{ objectNumber }]) => objectNumber === number);
      return String(entry(found?.[1], "Name"));
    });
  const [zero, one, two] = ["(Layer 0)", "(Layer 1)", "(Layer 2)"];
  expect(named(entry(properties, "OCGs"))).toEqual([zero, one, zero, one, two]);
  expect(named(entry(dictEntry(properties, "D"), "OFF"))).toEqual([one, one, two]);
  expect(named(entry(dictEntry(properties, "D"), "AS"))).toEqual([zero, one, zero, one, two]);
  expect(entry((await joined(undefined, {}, {})).catalog, "OCProperties")).toBeUndefined();
});

test("an output has at most 5,000 pages", async () => {
  const outPath = join(await workFolder(), "all.pdf");
  const source = async (count: number) => ({ path: await written({ count }), title: "a" });
  const join5000 = assemble({ sources: [await source(4999), await source(1)], title: "a", outPath });
  const reason = await join5000.then(
    () => undefined,
    (error: { reason?: string }) => error.reason,
  );
  expect(reason).not.toBe("too-large");
  await expect(assemble({ sources: [await source(4999), await source(2)], title: "a", outPath })).rejects.toMatchObject(
    {
      reason: "too-large",
      detail: "makes the PDF longer than 5,000 pages. Send it in two jobs.",
    },
  );
  await expect(assemble({ sources: [], title: "a", outPath })).rejects.toThrow("A PDF needs at least one source");
});
