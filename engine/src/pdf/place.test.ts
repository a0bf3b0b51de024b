import { PDFContext, PDFDict, PDFHexString, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import type { SourceDocument } from "./document.ts";
import type { ValueFonts } from "./fonts/value-fonts.ts";
import type { AnnotationPlaces } from "./inspect.ts";
import { dictEntry, elements, entry, name, numberEntry } from "./objects.ts";
import { type PlaceOptions, placePages } from "./place.ts";

const context = PDFContext.create();
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;
const stream = (entries: object, content = "") =>
  context.register(PDFRawStream.of(dict(entries), Buffer.from(content)));
const flat = (object: unknown) => String(object).replaceAll(/\s+/g, " ");

interface Given extends PlaceOptions {
  catalog?: object;
  generated?: AnnotationPlaces;
}

/** Places pages of A4, each of these entries; returns what is written. */
function placed(pages: object[], { catalog = {}, generated = new Map(), ...options }: Given = {}) {
  const source: SourceDocument = {
    context,
    catalog: dict(catalog),
    pages: pages.map((entries) => {
      const node = dict(entries);
      const reference = context.register(node);
      return { node, reference, box: [10, 20, 605.276, 861.89] as const, rotate: 0, userUnit: 1 };
    }),
    isTree: true,
  };
  const document = placePages(source, generated, options);
  const root = document.context.lookup(document.catalog, PDFDict);
  const sheets = elements(dictEntry(root, "Pages")?.lookup(name("Kids")) as never) as PDFDict[];
  const contents = sheets.map((sheet) =>
    Buffer.from((entry(sheet, "Contents") as PDFRawStream).getContents()).toString(),
  );
  return { document, root, sheets, contents };
}
const own = { Contents: stream({}, "0 0 9 9 re f") };
const link = (others: object = {}) => ({
  Subtype: "Link",
  Rect: [20, 30, 40, 50],
  A: { S: "URI", URI: PDFHexString.of(Buffer.from("https://example.com").toString("hex")) },
  ...others,
});
const square = (others: object = {}) => ({
  Subtype: "Square",
  Rect: [20, 30, 40, 50],
  AP: { N: stream({ BBox: [0, 0, 20, 20] }, "0 0 20 20 re f") },
  ...others,
});

test("each page is drawn on a sheet of its own, at its place", () => {
  const { document, root, sheets, contents } = placed([own, own]);
  expect(document).toMatchObject({ pages: 2, damagedPages: 0, linksLost: false });
  expect([...document.missingCharacters]).toEqual([]);
  expect(numberEntry(dictEntry(root, "Pages"), "Count")).toBe(2);
  expect(contents).toEqual(["q 1 0 0 1 -10 -20 cm /P Do Q", "q 1 0 0 1 -10 -20 cm /P Do Q"]);
  for (const sheet of sheets) {
    expect(flat(entry(sheet, "MediaBox"))).toBe("[ 0 0 595.276 841.89 ]");
    expect(entry(sheet, "Parent")).toBe(dictEntry(root, "Pages"));
    expect(["Annots", "Group"].map((key) => entry(sheet, key))).toEqual([undefined, undefined]);
    expect(flat(entry(sheet, "Resources"))).toMatch(/^<< \/XObject << \/P \d+ 0 R >> >>$/);
  }
  expect([entry(root, "Outlines"), entry(root, "OCProperties")]).toEqual([undefined, undefined]);
});

test("annotations are drawn above their page, within its box", () => {
  const { contents, sheets } = placed([
    { ...own, Annots: [square(), square({ F: 2 }), square({ OC: { Type: "OCG" } })] },
  ]);
  expect(contents[0]?.split("\n")).toEqual([
    "q 1 0 0 1 -10 -20 cm /P Do Q",
    "q 1 0 0 1 -10 -20 cm 10 20 595.276 841.89 re W n",
    "q 1 0 0 1 20 30 cm /A0 Do Q",
    "/OC /L0 BDC",
    "q 1 0 0 1 20 30 cm /A1 Do Q",
    "EMC",
    "Q",
  ]);
  const resources = dictEntry(sheets[0], "Resources");
  expect(dictEntry(resources, "XObject")?.keys().map(String)).toEqual(["/P", "/A0", "/A1"]);
  expect(dictEntry(resources, "Properties")?.keys().map(String)).toEqual(["/L0"]);
  expect(dictEntry(resources, "ExtGState")).toBeUndefined();
  expect(dictEntry(resources, "Font")).toBeUndefined();
});

test("a highlight is multiplied with what it covers", () => {
  const { contents, sheets } = placed([{ ...own, Annots: [square({ Subtype: "Highlight" })] }]);
  expect(contents[0]).toContain("q /Multiply gs 1 0 0 1 20 30 cm /A0 Do Q");
  expect(flat(entry(dictEntry(sheets[0], "Resources"), "ExtGState"))).toBe(
    "<< /Multiply << /Type /ExtGState /BM /Multiply >> >>",
  );
});

test("an appearance that was generated is in the page's coordinates, that of its page and place only", () => {
  const generated = new Map([[1, new Set([0])]]) as unknown as AnnotationPlaces;
  const page = { ...own, Annots: [square(), square()] };
  const { contents } = placed([page, page], { generated });
  const drawn = contents.map((content) => content.match(/q [^q]* cm \/A\d Do Q/g));
  const [moved, movedToo] = ["q 1 0 0 1 20 30 cm /A0 Do Q", "q 1 0 0 1 20 30 cm /A1 Do Q"];
  expect(drawn).toEqual([
    [moved, movedToo],
    ["q 1 0 0 1 0 0 cm /A0 Do Q", movedToo],
  ]);
});

test("a link stays on its sheet, and one without a target or a place does not", () => {
  const Annots = [link(), link({ A: { S: "Launch" } }), link({ Rect: [1, 2] }), link({ F: 2 }), link()];
  const { sheets, contents, document } = placed([own, { ...own, Annots }]);
  expect(sheets.map((sheet) => elements(entry(sheet, "Annots") as never).length)).toEqual([0, 2]);
  expect(flat(elements(entry(sheets[1], "Annots") as never)[0])).toContain("/Rect [ 10 10 30 30 ]");
  expect(contents[1]).toBe("q 1 0 0 1 -10 -20 cm /P Do Q");
  expect(document.linksLost).toBe(false);
});

test("the pages whose content is damaged are counted", () => {
  const broken = { Contents: stream({ Filter: "FlateDecode" }, "Damson") };
  expect(placed([broken, own, broken]).document.damagedPages).toBe(2);
});

test("a sheet blends in the colour space of its page's group", () => {
  const group = { S: "Transparency", CS: "DeviceRGB", I: true, K: true };
  const { sheets } = placed([{ ...own, Group: group }]);
  expect(flat(entry(sheets[0], "Group"))).toBe("<< /S /Transparency /CS /DeviceRGB >>");
});

const bookmarks = {
  Outlines: {
    First: { Title: PDFHexString.fromText("Plum"), Next: { Title: PDFHexString.fromText("Tart"), Dest: [0, "Fit"] } },
  },
};
test.each([
  [undefined, 2],
  [false, 2],
  [true, 1],
])("bookmarks without a target are omitted where that is wanted: %s", (omitsDeadBookmarks, count) => {
  const { root } = placed([own], {
    catalog: bookmarks,
    ...(omitsDeadBookmarks !== undefined && { omitsDeadBookmarks }),
  });
  expect(numberEntry(dictEntry(root, "Outlines"), "Count")).toBe(count);
});

test("layers are kept", () => {
  const layer = context.register(dict({ Type: "OCG" }));
  const { root } = placed([own], { catalog: { OCProperties: { OCGs: [layer], D: { OFF: [layer] } } } });
  expect(flat(entry(root, "OCProperties"))).toMatch(
    /^<< \/OCGs \[ (\d+ 0 R) \] \/D << \/OFF \[ \1 \] \/AS \[ \] >> >>$/,
  );
});

test("values of fields are shown in the fonts that are given, which are finished at the end", () => {
  const calls: string[] = [];
  const fonts = (): ValueFonts => ({
    missing: new Set(["x"]),
    widthOf: (text, size) => text.length * size,
    show(text, _size, use) {
      use("Value", PDFRef.of(7));
      calls.push(text);
      return `(${text}) Tj`;
    },
    finish: () => void calls.push("finished"),
  });
  const field = { Subtype: "Widget", FT: "Tx", V: PDFHexString.fromText("Plum"), Rect: [20, 30, 90, 50] };
  const { document, contents, sheets } = placed([{ ...own, Annots: [field] }], { valueFonts: fonts });
  expect(contents[0]).toContain("(Plum) Tj");
  expect(calls).toEqual(["Plum", "finished"]);
  expect([...document.missingCharacters]).toEqual(["x"]);
  expect(flat(entry(dictEntry(sheets[0], "Resources"), "Font"))).toContain("/Value 7 0 R");
});

test("fonts that an appearance names are found in the form for fields, and in the page for all", () => {
  const fontNamed = (BaseFont: string) => context.register(dict({ Type: "Font", BaseFont }));
  const ap = () => ({ N: stream({ BBox: [0, 0, 20, 20] }, "BT /F 9 Tf (a) Tj ET") });
  const page = {
    ...own,
    Resources: { Font: { F: fontNamed("OfPage") } },
    Annots: [square({ AP: ap() }), square({ AP: ap(), Subtype: "Widget" })],
  };
  const { document, sheets } = placed([page], { catalog: { AcroForm: { DR: { Font: { F: fontNamed("OfForm") } } } } });
  const fontOf = (key: string) => {
    const form = dictEntry(sheets[0], "Resources")?.lookup(name("XObject"), PDFDict).lookup(name(key)) as PDFRawStream;
    const font = dictEntry(dictEntry(form.dict, "Resources"), "Font")?.get(name("F"));
    return flat(document.context.lookup(font));
  };
  expect(fontOf("A0")).toContain("/OfPage");
  expect(fontOf("A1")).toContain("/OfForm");
});
