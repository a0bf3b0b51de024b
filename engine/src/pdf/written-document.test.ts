import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PDFContext, PDFNumber, type PDFObject, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { writeDocument } from "./file-writer.ts";
import { workFolder } from "./testing.ts";
import { readStructure, readWrittenDocument } from "./written-document.ts";

/** Writes objects by number, in this order; the first one is the catalogue. */
async function written(objects: [number: number, entries: unknown][]): Promise<Buffer> {
  const context = PDFContext.create();
  for (const [number, entries] of objects)
    context.assign(PDFRef.of(number), context.obj(entries as never) as PDFObject);
  const path = join(await workFolder(), "out.pdf");
  writeDocument(context, PDFRef.of(objects[0]?.[0] ?? 0), path);
  return readFileSync(path);
}
const ref = (number: number) => PDFRef.of(number);
const structure = async (...objects: [number, unknown][]) => readStructure(readWrittenDocument(await written(objects)));

test("the bodies of all objects are found, and numbers that are not used have none", async () => {
  const document = readWrittenDocument(
    await written([
      [4, { A: 1 }],
      [2, [7, 8]],
      [11, { Long: [1, 2, 3, 4, 5, 6, 7, 8, 9] }],
    ]),
  );
  const bodies = Array.from({ length: 13 }, (_, number) => {
    const body = document.bodies[number];
    return body && document.bytes.toString("latin1", body.start, body.end).replaceAll(/\s+/g, " ");
  });
  const none = undefined;
  const long = "<< /Long [ 1 2 3 4 5 6 7 8 9 ] >>";
  const [two, four] = ["[ 7 8 ]", "<< /A 1 >>"];
  expect(bodies).toEqual([none, none, two, none, four, none, none, none, none, none, none, long, none]);
  expect(document.catalog).toBe(4);
});

test("a file with thousands of objects is read", async () => {
  const many = Array.from({ length: 3000 }, (_, index): [number, unknown] => [index + 1, { A: index + 1 }]);
  const { bodies, bytes } = readWrittenDocument(await written(many));
  const last = bodies[3000] ?? { start: 0, end: 0 };
  expect(bytes.toString("latin1", last.start, last.end)).toBe("<<\n/A 3000\n>>");
  expect(bodies.filter((body) => body !== undefined)).toHaveLength(3000);
});

test.each<[string, (text: string) => string]>([
  ["without its end", (text) => text.slice(0, -1)],
  ["with something after its end", (text) => `${text} `],
  ["with another trailer", (text) => text.replace(/\/Root 1 0 R/, "/Root 1 0 R /ID []")],
  ["that is empty", () => ""],
])("a file %s was not written by this engine", async (_what, change) => {
  const text = (await written([[1, {}]])).toString("latin1");
  expect(() => readWrittenDocument(Buffer.from(change(text), "latin1"))).toThrow("was not written by this engine");
});

const tree: [number, unknown] = [2, { Type: "Pages", Kids: [ref(3), ref(5)], Count: 9 }];

test("page tree, bookmarks and layers are read", async () => {
  const read = await structure([1, { Pages: ref(2), Outlines: ref(4), OCProperties: { OCGs: [ref(8)] } }], tree, [
    4,
    { First: ref(6), Last: ref(7), Count: 2 },
  ]);
  expect(read).toMatchObject({ pageTree: 2, pages: 9, kids: [ref(3), ref(5)] });
  expect(read.outline).toEqual({ number: 4, first: ref(6), last: ref(7), items: 2 });
  expect(String(read.layers).replaceAll(/\s+/g, " ")).toBe("<< /OCGs [ 8 0 R ] >>");
});

test("a document without bookmarks and layers has none", async () => {
  expect(await structure([1, { Pages: ref(2) }], tree)).toMatchObject({ outline: undefined, layers: undefined });
});

test("the pages are counted where their number is missing, and only references are pages", async () => {
  const pages = (entries: object) => structure([1, { Pages: ref(2) }], [2, entries]);
  expect(await pages({ Kids: [ref(3), 7, ref(4)] })).toMatchObject({ pages: 2, kids: [ref(3), ref(4)] });
  expect(await pages({ Kids: [ref(3)], Count: 1 })).toMatchObject({ pages: 1 });
});

test.each<[string, object]>([
  ["first item", { Last: ref(7), Count: 2 }],
  ["last item", { First: ref(6), Count: 2 }],
  ["number of items", { First: ref(6), Last: ref(7) }],
  ["reference to its first item", { First: 7, Last: ref(7), Count: 2 }],
  ["reference to its last item", { First: ref(6), Last: 7, Count: 2 }],
])("an outline without its %s is none", async (_what, entries) => {
  expect((await structure([1, { Pages: ref(2), Outlines: ref(4) }], tree, [4, entries])).outline).toBeUndefined();
});

test.each<[string, [number, unknown][], string]>([
  ["without a page tree", [[1, {}]], "The PDF has no page tree"],
  ["whose page tree is in its catalogue", [[1, { Pages: { Kids: [ref(3)] } }]], "The PDF has no page tree"],
  [
    "without pages",
    [
      [1, { Pages: ref(2) }],
      [2, { Kids: [] }],
    ],
    "The PDF has no pages",
  ],
  [
    "without a list of pages",
    [
      [1, { Pages: ref(2) }],
      [2, {}],
    ],
    "The PDF has no pages",
  ],
  ["whose page tree is missing", [[1, { Pages: ref(9) }]], "The PDF has no object 9"],
  [
    "whose page tree is a list",
    [
      [1, { Pages: ref(2) }],
      [2, []],
    ],
    "Object 2 of the PDF is not a dictionary",
  ],
  ["whose catalogue is a number", [[1, PDFNumber.of(7)]], "Object 1 of the PDF is not a dictionary"],
])("a document %s cannot be read", async (_what, objects, message) => {
  await expect(structure(...objects)).rejects.toThrow(message);
});
