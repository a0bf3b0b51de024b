import { type PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { generateAppearances } from "./appearances.ts";
import type { Redraw } from "./inspect.ts";
import { entry, numbersEntry } from "./objects.ts";
import { showsText } from "./shown-text.ts";
import { annotate, aPdf } from "./testing.ts";

/** What PDFium changes in the annotations of a file. */

/** Redraws annotations of the first page, by their index, and returns all of them. */
async function redrawn(
  annotations: Record<string, unknown>[],
  redraws: [number, Redraw][],
  page = 0,
): Promise<PDFDict[]> {
  const bytes = await aPdf((document) => {
    const first = document.addPage([600, 800]);
    for (const entries of annotations) annotate(first, { F: 4, Rect: [100, 600, 300, 700], ...entries });
    const Helv = document.context.obj({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica" });
    document.catalog.set(PDFName.of("AcroForm"), document.context.obj({ Fields: [], DR: { Font: { Helv } } }));
  });
  const document = await PDFDocument.load(await generateAppearances(bytes, new Map([[page, new Map(redraws)]])));
  const list = document.getPage(0).node.Annots();
  return (list?.asArray() ?? []).map((_, index) => list?.lookup(index) as PDFDict);
}
const isDrawn = (annotation: PDFDict | undefined) => entry(entry(annotation, "AP"), "N") !== undefined;
const showsWords = (annotation: PDFDict | undefined) => {
  const drawing = entry(entry(annotation, "AP"), "N");
  return drawing instanceof PDFRawStream && showsText(drawing);
};
const textOf = (annotation: PDFDict | undefined, key: string) => {
  const text = entry(annotation, key);
  return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : undefined;
};

const square = { Subtype: "Square", C: [1, 0, 0] };
const field = { Subtype: "Widget", FT: "Tx", V: PDFString.of("Damson"), DA: PDFString.of("/Helv 12 Tf 0 g") };
const words = "Łódź, 9 €";

test("only the given annotations of the given page are drawn, and those that are not there are passed over", async () => {
  expect((await redrawn([square, square, square], [[1, "draw"]])).map(isDrawn)).toEqual([false, true, false]);
  const some: [number, Redraw][] = [
    [7, "draw"],
    [2, "draw"],
  ];
  expect((await redrawn([square, square, square], some)).map(isDrawn)).toEqual([false, false, true]);
  expect((await redrawn([square], [[0, "draw"]], 3)).map(isDrawn)).toEqual([false]);
});

test("a field is drawn with its value, or without it, and keeps it", async () => {
  const V = PDFHexString.fromText(words);
  const [drawn, framed, cleared] = await redrawn(
    [field, { ...field, V }, { ...field, AP: { N: PDFName.of("Old") } }],
    [
      [0, "draw"],
      [1, { words }],
      [2, "clear"],
    ],
  );
  expect([drawn, framed, cleared].map(isDrawn)).toEqual([true, true, false]);
  expect([drawn, framed, cleared].map((one) => textOf(one, "V"))).toEqual(["Damson", words, "Damson"]);
  expect([drawn, framed].map(showsWords)).toEqual([true, false]);
});

test("typed text is drawn without its words, and keeps them", async () => {
  const comment = { Subtype: "FreeText", Contents: PDFHexString.fromText(words), DA: PDFString.of("/Helv 12 Tf 0 g") };
  const [drawn] = await redrawn([comment], [[0, { words }]]);
  expect(isDrawn(drawn)).toBe(true);
  expect(textOf(drawn, "Contents")).toBe(words);
  expect(showsWords(drawn)).toBe(false);
});

test("the icon of a note, which has 20 points, is in the upper left corner of its rectangle", async () => {
  const rect = [100, 600, 300, 700];
  const small = [100, 680, 120, 700];
  const low = [100, 690, 120, 700];
  const drawn = await redrawn(
    [{ Subtype: "Text", Rect: rect }, { Subtype: "Text", Rect: small }, { Subtype: "Text", Rect: low }, square],
    [
      [0, "draw"],
      [1, "draw"],
      [2, "draw"],
      [3, "draw"],
    ],
  );
  expect(drawn.map((annotation) => numbersEntry(annotation, "Rect"))).toEqual([small, small, small, rect]);
});
