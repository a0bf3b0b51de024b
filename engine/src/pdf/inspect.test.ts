import { PDFHexString, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { inspect, type Redraw } from "./inspect.ts";
import { readStrictly } from "./strict-reader.ts";
import { aPdf } from "./testing.ts";

test.each<[string, Record<string, unknown>, number]>([
  ["an empty text field, of which tax forms have hundreds, is not drawn", { FT: "Tx", MK: {} }, 0],
  ["a filled text field is drawn", { FT: "Tx", MK: {}, V: PDFString.of("42.00") }, 1],
  ["an empty text field with a border is drawn", { FT: "Tx", MK: { BC: [0] } }, 1],
  ["an empty text field with a background is drawn", { FT: "Tx", MK: { BG: [0.9] } }, 1],
  ["a choice field is drawn", { FT: "Ch" }, 1],
  ["a signature is not drawn", { FT: "Sig" }, 0],
])("without an appearance, %s", async (_, field, drawn) => {
  expect((await redraws({ Subtype: "Widget", ...field })).length).toBe(drawn);
});

const typed = (Contents: string, others = {}) => ({
  Subtype: "FreeText",
  Contents: PDFString.of(Contents),
  DA: PDFString.of("/Helv 12 Tf 0 g"),
  ...others,
});

test.each<[string, Record<string, unknown>, Redraw[]]>([
  ["text in Latin letters by PDFium", typed("Paid\rin café"), ["draw"]],
  [
    "text in other letters by its words",
    { ...typed(""), Contents: PDFHexString.fromText("Ωmega") },
    [{ words: "Ωmega" }],
  ],
  ["text that states no font by its words", typed("Paid", { DA: PDFString.of("0 g") }), [{ words: "Paid" }]],
  ["a line by PDFium", { Subtype: "Line", L: [72, 600, 272, 620] }, ["draw"]],
  ["a note by PDFium", { Subtype: "Text" }, ["draw"]],
  ["no reply to a note", { Subtype: "Text", IRT: {} }, []],
])("comments without an appearance: %s is drawn", async (_, comment, expected) => {
  expect(await redraws(comment)).toEqual(expected);
});

/** Returns how to draw the annotation on a page that has only this one, without an appearance. */
async function redraws(annotation: Record<string, unknown>): Promise<Redraw[]> {
  const bytes = await aPdf((document) => {
    const entries = { Type: "Annot", F: 4, Rect: [72, 600, 272, 620], ...annotation };
    const { context } = document;
    document.addPage().node.addAnnot(context.register(context.obj(entries as Parameters<typeof context.obj>[0])));
  });
  const source = readStrictly(bytes);
  if (!source) return [];
  const { withoutAppearance } = await inspect(source);
  return [...(withoutAppearance.get(0)?.values() ?? [])];
}
