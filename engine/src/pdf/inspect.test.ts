import { PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { inspect } from "./inspect.ts";
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
  const bytes = await aPdf((document) => {
    const entries = { Type: "Annot", Subtype: "Widget", F: 4, Rect: [72, 600, 272, 620], ...field };
    const { context } = document;
    document.addPage().node.addAnnot(context.register(context.obj(entries as Parameters<typeof context.obj>[0])));
  });
  const source = readStrictly(bytes);
  expect(source && inspect(source).withoutAppearance.get(0)?.size).toBe(drawn || undefined);
});
