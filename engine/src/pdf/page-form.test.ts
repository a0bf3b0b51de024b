import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { PDFDocument, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { dictEntry, name, nameEntry } from "./objects.ts";
import { aPdf, place, see, syntaxOf } from "./testing.ts";

const [red, blue] = ["1 0 0 rg 100 600 100 100 re f ", "0 0 1 rg 300 600 100 100 re f "];

/** Applies the PNG predictor Up to rows of eight bytes and compresses them. */
function withPredictor(content: string): Buffer {
  const data = Buffer.from(content.padEnd(Math.ceil(content.length / 8) * 8));
  const rows: number[] = [];
  for (let at = 0; at < data.length; at += 8) {
    rows.push(2);
    for (let column = at; column < at + 8; column++) rows.push(((data[column] ?? 0) - (data[column - 8] ?? 0)) & 255);
  }
  return deflateSync(Buffer.from(rows));
}

/**
 * Encodes as LZW without compression. Codes grow from nine to ten bits after 255 of them, one later than with
 * EarlyChange 1, the default.
 */
function lzw(content: string): Buffer {
  const codes = [...Buffer.from(content.padStart(400)), 257].map((code, index) =>
    code.toString(2).padStart(index < 255 ? 9 : 10, "0"),
  );
  const bits = ["100000000", ...codes].join("");
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
}

const hexadecimal = (data: Buffer): Buffer => Buffer.from(`${data.toString("hex")}>`);

test.each<[string, object, Buffer]>([
  ["with a predictor", { Filter: "FlateDecode", DecodeParms: { Predictor: 12, Columns: 8 } }, withPredictor(red)],
  [
    "with a predictor and two filters",
    { Filter: ["ASCIIHexDecode", "FlateDecode"], DecodeParms: [null, { Predictor: 12, Columns: 8 }] },
    hexadecimal(withPredictor(red)),
  ],
  ["in LZW with EarlyChange 0", { Filter: "LZWDecode", DecodeParms: { EarlyChange: 0 } }, lzw(red)],
  ["with abbreviated filter names", { Filter: ["AHx", "Fl"] }, hexadecimal(deflateSync(Buffer.from(red)))],
])("a page with several content streams, one of them %s, shows all of them", async (_, entries, data) => {
  const bytes = await aPdf((document) => {
    const parts = [part(document, entries, data), part(document, {}, Buffer.from(blue))];
    document.addPage([595.276, 841.89]).node.set(name("Contents"), document.context.obj(parts));
  });
  const placed = await place(bytes);
  const [page] = await see(placed.path);
  expect(page?.colourAt(150, 650)).toEqual([255, 0, 0]);
  expect(page?.colourAt(350, 650)).toEqual([0, 0, 255]);
  expect(placed.warnings).toEqual([]);
});

test("a page compressed by a filter with an abbreviated name is not reported as damaged", async () => {
  const bytes = await aPdf((document) => {
    const content = part(document, { Filter: "AHx" }, hexadecimal(Buffer.from(red)));
    document.addPage([595.276, 841.89]).node.set(name("Contents"), content);
  });
  expect((await place(bytes)).warnings).toEqual([]);
});

const packedRed = deflateSync(Buffer.from(red.repeat(50)));
test.each<[string, Buffer, string[]]>([
  ["without its checksum", packedRed.subarray(0, -4), []],
  ["with half of its checksum", packedRed.subarray(0, -2), []],
  ["truncated in the middle", packedRed.subarray(0, -12), ["content-damaged"]],
])(
  "a page whose compressed content is %s is shown, and reported as damaged only when data is missing",
  async (_, data, codes) => {
    const bytes = await aPdf((document) => {
      const content = part(document, { Filter: "FlateDecode" }, data);
      document.addPage([595.276, 841.89]).node.set(name("Contents"), content);
    });
    const placed = await place(bytes);
    expect(placed.warnings.map(({ code }) => code)).toEqual(codes);
    expect((await see(placed.path))[0]?.colourAt(150, 650)).toEqual([255, 0, 0]);
  },
);

test("a page with empty compressed content is a blank page", async () => {
  const bytes = await aPdf((document) => {
    const content = part(document, { Filter: "FlateDecode" }, Buffer.alloc(0));
    document.addPage([595.276, 841.89]).node.set(name("Contents"), content);
  });
  expect(await place(bytes)).toMatchObject({ pages: 1, warnings: [] });
});

test("a form and a Type 3 font without resources get those of their page", async () => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const register = (content: string, entries: object) => context.register(context.stream(content, entries as never));
    const form = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 1000, 1000] };
    const font = context.obj({
      Type: "Font",
      Subtype: "Type3",
      FontBBox: [0, 0, 750, 750],
      FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
      CharProcs: { a: register("1000 0 0 0 750 750 d1 /Square Do", {}) },
      Encoding: { Differences: [97, "a"] },
      FirstChar: 97,
      LastChar: 97,
      Widths: [1000],
    });
    const XObject = {
      Square: register("0 0 700 700 re f", { ...form, Resources: {} }),
      Words: register("BT /Drawn 40 Tf 100 500 Td (a) Tj ET", form),
    };
    const page = document.addPage([595.276, 841.89]);
    page.node.set(name("Resources"), context.obj({ XObject, Font: { Drawn: context.register(font) } }));
    page.node.set(name("Contents"), register("/Words Do", {}));
  });
  const output = await PDFDocument.load(await readFile((await place(bytes)).path));
  const dicts = output.context.enumerateIndirectObjects().map(([, object]) => {
    return object instanceof PDFRawStream ? object.dict : object;
  });
  const drawing = dicts.filter((dict) => ["Form", "Type3"].includes(nameEntry(dict, "Subtype") ?? ""));
  expect(drawing).toHaveLength(4); // including the form made from the page
  for (const dict of drawing) expect(dictEntry(dict, "Resources")).toBeDefined();
});

test("pages that share one resource dictionary share it in the output", async () => {
  const pages = 40;
  const bytes = await aPdf((document) => {
    const { context } = document;
    const XObject: Record<string, PDFRef> = {};
    for (let page = 1; page <= pages; page++) {
      const entries = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 1000, 1000] };
      XObject[`TPL${page}`] = context.register(context.stream(red, entries));
    }
    const shared = context.register(context.obj({ XObject }));
    for (let page = 1; page <= pages; page++) {
      const { node } = document.addPage([595.276, 841.89]);
      node.set(name("Resources"), shared);
      node.set(name("Contents"), context.register(context.stream(`/TPL${page} Do`)));
    }
  });
  const { path } = await place(bytes);
  expect(syntaxOf(path).match(/\/TPL7 \d/g)).toHaveLength(1);
  expect((await see(path)).every((page) => page.colourAt(150, 650).join() === "255,0,0")).toBe(true);
});

function part({ context }: PDFDocument, entries: object, data: Buffer): PDFRef {
  const dict = context.obj({ ...entries, Length: data.length } as Parameters<typeof context.obj>[0]);
  return context.register(PDFRawStream.of(dict as never, data));
}
