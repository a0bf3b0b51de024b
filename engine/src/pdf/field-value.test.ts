import { type PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString, type PDFTextField } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { addPage, annotate, aPdf, place, see } from "./testing.ts";

const a4Page: [number, number] = [595.276, 841.89];

/** Sets the value of a field without pdf-lib's updates and gives it an empty appearance, as some programs write it. */
function fill(document: PDFDocument, field: PDFTextField, value: string, [width, height]: [number, number]): void {
  field.acroField.dict.set(PDFName.of("V"), PDFHexString.fromText(value));
  const empty = document.context.stream("", { Type: "XObject", Subtype: "Form", BBox: [0, 0, width, height] });
  const appearances = document.context.obj({ N: document.context.register(empty) });
  field.acroField.getWidgets()[0]?.dict.set(PDFName.of("AP"), appearances);
}

interface Look {
  size?: [width: number, height: number];
  entries?: Record<string, unknown>;
}

/** Makes a document with one field that `fill` filled, at (72, 600). */
async function filled(value: string, { size = [300, 24], entries = {} }: Look = {}): Promise<Buffer> {
  return aPdf(async (document) => {
    const page = await addPage(document, a4Page, " ");
    const field = document.getForm().createTextField("field");
    const [width, height] = size;
    field.addToPage(page, { x: 72, y: 600, width, height, borderWidth: 0 });
    for (const [key, entry] of Object.entries(entries)) {
      field.acroField.dict.set(PDFName.of(key), document.context.obj(entry as number));
    }
    fill(document, field, value, size);
  });
}

const plain = (text: string | undefined) => text?.replaceAll(/\s+/g, " ").trim();

test.each([
  ["Greek and phonetic characters", "Salad ÷πʬ 42"],
  ["Polish and Czech", "Zażółć gęślą jaźń, příliš žluťoučký"],
  ["Russian and Ukrainian", "Привіт, Київ"],
  ["Greek", "Αθήνα 1.234,56 €"],
  ["Chinese", "增值税发票 北京"],
  ["Japanese", "株式会社 さくら カフェ"],
  ["Korean", "주식회사 서울"],
  ["Thai", "ใบเสร็จ"],
  ["Vietnamese", "Hóa đơn giá trị gia tăng"],
])("a value in %s is drawn as text that can be copied, without a warning", async (_, value) => {
  const placed = await place(await filled(value));
  expect(plain((await see(placed.path))[0]?.text)?.normalize("NFC")).toBe(value);
  expect(placed.warnings).toEqual([]);
});

test("characters that no font has are shown as question marks and listed in a warning", async () => {
  const placed = await place(await filled("A\u{10fffe}B"));
  expect(plain((await see(placed.path))[0]?.text)).toBe("A?B");
  expect(placed.warnings).toEqual([
    { code: "form-value-redrawn", text: expect.stringContaining("no installed font can draw") },
  ]);
});

test("a value is drawn into a field whose appearance is compressed and empty", async () => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const look = context.obj({
      Type: "XObject",
      Subtype: "Form",
      BBox: [0, 0, 300, 24],
      Filter: "FlateDecode",
      Length: 0,
    });
    const N = context.register(PDFRawStream.of(look, new Uint8Array()));
    const entries = { Subtype: "Widget", FT: "Tx", F: 4, Rect: [72, 600, 372, 624], V: PDFString.of("Bright Bakery") };
    annotate(document.addPage(a4Page), { ...entries, AP: { N } });
  });
  expect((await see((await place(bytes)).path))[0]?.text).toContain("Bright Bakery");
});

test("a value is drawn into a field whose appearance has a bounding box without area", async () => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const content = "/Tx BMC BT /Helv 12 Tf 2 6 Td (Bright Bakery) Tj ET EMC";
    const N = context.register(context.stream(content, { Type: "XObject", Subtype: "Form", BBox: [0, 0, 0, 0] }));
    const entries = { Subtype: "Widget", FT: "Tx", F: 4, Rect: [72, 600, 372, 624], V: PDFString.of("Bright Bakery") };
    annotate(document.addPage(a4Page), { ...entries, AP: { N } });
  });
  expect(plain((await see((await place(bytes)).path))[0]?.text)).toBe("Bright Bakery");
});

const blanksZeros = 'if (+event.value === 0) event.value = "";';
test.each<[string, string, string, string]>([
  ["a zero is hidden when the form's own script hides it", "0", blanksZeros, ""],
  ["a zero with decimals is hidden when the form's own script hides it", "0.00", blanksZeros, ""],
  ["a zero is drawn when a standard script formats it", "0", 'AFNumber_Format(2, 0, 0, 0, "", true);', "0"],
  ["another amount is drawn when the form's own script hides zeros", "10", blanksZeros, "10"],
])("in a field with an empty appearance, %s", async (_, value, script, shown) => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const N = context.register(
      context.stream("/Tx BMC EMC", { Type: "XObject", Subtype: "Form", BBox: [0, 0, 300, 24] }),
    );
    const AA = { F: { S: "JavaScript", JS: context.register(context.stream(script)) } };
    const entries = { Subtype: "Widget", FT: "Tx", F: 4, Rect: [72, 600, 372, 624], V: PDFString.of(value), AA };
    annotate(document.addPage(a4Page), { ...entries, AP: { N } });
  });
  expect(plain((await see((await place(bytes)).path))[0]?.text)).toBe(shown);
});

/** Returns the bounding box of all dark pixels on the page, in points. */
async function inkOf(bytes: Buffer): Promise<{ left: number; right: number; bottom: number; top: number }> {
  const [page] = await see((await place(bytes)).path);
  const ink = { left: 1000, right: 0, bottom: 1000, top: 0 };
  for (let x = 1; x < 594; x++) {
    for (let y = 1; y < 840; y++) {
      if ((page?.colourAt(x, y)[1] ?? 255) > 140) continue;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x);
      ink.bottom = Math.min(ink.bottom, y);
      ink.top = Math.max(ink.top, y);
    }
  }
  return ink;
}

test("text is aligned left, centred or right as the field specifies", async () => {
  const [left, middle, right] = await Promise.all(
    [0, 1, 2].map(async (Q) => inkOf(await filled("HHHH", { entries: { Q } }))),
  );
  expect(left?.left).toBeLessThan(78);
  expect(((middle?.left ?? 0) + (middle?.right ?? 0)) / 2).toBeCloseTo(222, -1);
  expect(right?.right).toBeGreaterThan(366);
});

test("a long value is shrunk to its field instead of being cut", async () => {
  const ink = await inkOf(await filled("H".repeat(80)));
  expect(ink.left).toBeGreaterThanOrEqual(72);
  expect(ink.right).toBeLessThanOrEqual(372);
});

test.each([
  [8, 4],
  [14, 8],
  [60, 12],
])(
  "text of automatic size in a field %i points high is at most %i points large, in the middle",
  async (height, size) => {
    const ink = await inkOf(
      await filled("HHHH", { size: [300, height], entries: { DA: PDFString.of("/Helv 0 Tf 0 g") } }),
    );
    const capitalHeight = ink.top - ink.bottom;
    expect(capitalHeight).toBeGreaterThanOrEqual(size * 0.72 - 2.5);
    expect(capitalHeight).toBeLessThanOrEqual(size * 0.72 + 2.5);
    expect(Math.abs((ink.top + ink.bottom) / 2 - (600 + height / 2))).toBeLessThanOrEqual(1.5);
  },
);

test("multiline text is wrapped, fitted into its box and set from the top", async () => {
  const words = "The quick brown fox jumps over the lazy dog and comes home late. ".repeat(12);
  const bytes = await filled(`First line\n${words}`, { size: [300, 90], entries: { Ff: 1 << 12 } });
  const ink = await inkOf(bytes);
  expect(ink.left).toBeGreaterThanOrEqual(72);
  expect(ink.right).toBeLessThanOrEqual(373);
  expect(ink.top).toBeLessThanOrEqual(690);
  expect(ink.top).toBeGreaterThan(675);
  expect(ink.bottom).toBeGreaterThanOrEqual(600);
  expect(plain((await see((await place(bytes)).path))[0]?.text)).toContain("comes home late. The quick");
});

test("a comb field shows each character in a cell of its own", async () => {
  const ink = await inkOf(await filled("HHHH", { entries: { Ff: 1 << 24, MaxLen: 4 } }));
  expect(ink.left).toBeGreaterThan(100); // 75 points per cell, the character in its middle
  expect(ink.right).toBeGreaterThan(330);
});

test("leading empty cells of a comb field stay empty", async () => {
  const entries = { Ff: 1 << 24, MaxLen: 8 };
  // the middle of 72 to 372
  expect((await inkOf(await filled("    1234", { entries }))).left).toBeGreaterThanOrEqual(222);
  expect((await inkOf(await filled("   12345678", { entries }))).left).toBeLessThan(110); // too long
});

test("the font size and colour of the default appearance are used", async () => {
  const entries = { DA: PDFString.of("1 0 0 rg /Helv 20 Tf") };
  const bytes = await filled("HHHHHHHH", { size: [300, 30], entries });
  const [page] = await see((await place(bytes)).path);
  const row = Array.from({ length: 130 }, (_, x) => page?.colourAt(72 + x, 612) ?? ([0, 0, 0] as const));
  expect(row.some(([red, green, blue]) => red > 240 && green < 100 && blue < 100)).toBe(true);
  expect(row.every(([red]) => red > 240)).toBe(true);
});

test("a choice field shows the display text, not the stored value", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, a4Page, " ");
    const { context } = document;
    const Opt = [[PDFString.of("GB"), PDFString.of("United Kingdom")]];
    const empty = context.register(context.stream("", { Type: "XObject", Subtype: "Form", BBox: [0, 0, 200, 20] }));
    const entries = { Subtype: "Widget", FT: "Ch", V: PDFString.of("GB"), Opt, Rect: [72, 600, 272, 620] };
    page.node.addAnnot(context.register(context.obj({ Type: "Annot", ...entries, AP: { N: empty } })));
  });
  expect(plain((await see((await place(bytes)).path))[0]?.text)).toBe("United Kingdom");
});

test("check boxes and radio buttons show their current state", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage(a4Page);
    const { context } = document;
    const filledBox = (colour: string) =>
      context.register(
        context.stream(`${colour} 0 0 20 20 re f`, { Type: "XObject", Subtype: "Form", BBox: [0, 0, 20, 20] }),
      );
    const [on, off] = [filledBox("1 0 0 rg"), filledBox("0 0 1 rg")];
    const button = (x: number, entries: object) => {
      const box = { Type: "Annot", Subtype: "Widget", FT: "Btn", Rect: [x, 100, x + 20, 120] };
      page.node.addAnnot(context.register(context.obj({ ...box, AP: { N: { Yes: on, Off: off } }, ...entries })));
    };
    button(100, { AS: "Yes" });
    button(200, { AS: "Off", V: "Yes" });
    button(300, { V: "Yes" });
    button(400, { AS: "Gone" });
  });
  const [page] = await see((await place(bytes)).path);
  const colours = [110, 210, 310, 410].map((x) => page?.colourAt(x, 110));
  expect(colours).toEqual([
    [255, 0, 0],
    [0, 0, 255],
    [255, 0, 0],
    [255, 255, 255],
  ]);
});

/** Makes a document with one field that has no appearance. */
async function undrawn(entries: Record<string, unknown>): Promise<Buffer> {
  return aPdf((document) => {
    const { context } = document;
    const all = {
      Type: "Annot",
      Subtype: "Widget",
      F: 4,
      Rect: [72, 600, 372, 624],
      DA: PDFString.of("/Helv 12 Tf 0 g"),
    };
    const field = context.register(context.obj({ ...all, ...entries } as Parameters<typeof context.obj>[0]));
    document.addPage(a4Page).node.addAnnot(field);
    const helvetica = context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" });
    document.catalog.set(PDFName.of("AcroForm"), context.obj({ Fields: [field], DR: { Font: { Helv: helvetica } } }));
  });
}

const utf8 = (text: string) => PDFHexString.of(Buffer.from(`\ufeff${text}`).toString("hex"));
const countries = [[PDFString.of("gb"), PDFString.of("United Kingdom")]];
const framed = { MK: { BC: [1, 0, 0] }, BS: { W: 4 } };

test.each<[string, Record<string, unknown>, string]>([
  ["characters that Helvetica lacks", { FT: "Tx", V: PDFHexString.fromText("Zażółć Ltd") }, "Zażółć Ltd"],
  ["a value in UTF-8", { FT: "Tx", V: utf8("Café €12") }, "Café €12"],
  ["a choice by its display text", { FT: "Ch", Ff: 1 << 17, V: PDFString.of("gb"), Opt: countries }, "United Kingdom"],
])("a field without appearance shows %s inside its border", async (_, entries, shown) => {
  const [page] = await see((await place(await undrawn({ ...entries, ...framed }))).path);
  expect(plain(page?.text)).toContain(shown);
  expect(page?.colourAt(300, 602)).toEqual([255, 0, 0]);
});

test.each([
  ["without appearance", {}],
  ["with an empty appearance rotated with it", { Matrix: [0, 1, -1, 0, 24, 0], BBox: [0, 0, 200, 24] }],
])("the value of a rotated field %s is rotated with the field", async (_, drawing) => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const look = context.register(context.stream("", { Type: "XObject", Subtype: "Form", ...drawing }));
    const AP = "BBox" in drawing ? { AP: { N: look } } : {};
    const value = { V: PDFHexString.fromText("Zażółć gęślą jaźń"), MK: { R: 90 }, DA: PDFString.of("/Helv 12 Tf 0 g") };
    const field = { Type: "Annot", Subtype: "Widget", FT: "Tx", F: 4, Rect: [100, 400, 124, 600], ...value, ...AP };
    const helvetica = context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" });
    const reference = context.register(context.obj(field));
    document.addPage(a4Page).node.addAnnot(reference);
    document.catalog.set(
      PDFName.of("AcroForm"),
      context.obj({ Fields: [reference], DR: { Font: { Helv: helvetica } } }),
    );
  });
  const ink = await inkOf(bytes);
  expect(ink.top - ink.bottom).toBeGreaterThan(70);
  expect(ink.right - ink.left).toBeLessThan(20);
});

test.each<[string, (document: PDFDocument) => unknown, string]>([
  ["in a stream", ({ context }) => context.register(context.stream("Bright Bakery")), "Bright Bakery"],
  ["as a number", () => 1250.5, "1250.5"],
  ["as a name", () => "Smith", "Smith"],
])("a value stored %s is drawn", async (_, value, shown) => {
  const bytes = await aPdf((document) => {
    const field = { Subtype: "Widget", FT: "Tx", F: 4, Rect: [72, 600, 372, 624], V: value(document) };
    annotate(document.addPage(a4Page), field);
  });
  expect(plain((await see((await place(bytes)).path))[0]?.text)).toBe(shown);
});

test.each([
  ["selected", { AS: "First" }, true],
  ["selected by its value only", { V: "Ja doch" }, true],
  ["not selected", { AS: "Off" }, false],
])("a button without appearance that is %s is drawn so, whatever the name of its state", async (_, state, isOn) => {
  const button = { FT: "Btn", Rect: [100, 600, 140, 640], ...state };
  const ink = await inkOf(await undrawn({ ...button, MK: { CA: PDFString.of("n") } }));
  expect(ink.right - ink.left > 0).toBe(isOn);
});

test("a check box whose appearance dictionary has no streams is drawn", async () => {
  const box = { FT: "Btn", AS: "Yes", Rect: [100, 600, 140, 640], MK: { CA: PDFString.of("4"), BC: [1, 0, 0] } };
  const missing = await inkOf(await undrawn({ ...box, AP: { N: { Yes: {} } } }));
  expect(missing.right - missing.left).toBeGreaterThan(30);
});
