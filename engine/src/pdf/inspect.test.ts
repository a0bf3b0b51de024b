import { PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { inspect } from "./inspect.ts";
import { readStrictly } from "./strict-reader.ts";
import { aPdf } from "./testing.ts";

test.each<[string, Record<string, unknown>, number]>([
  ["an empty line to write on, as tax forms have hundreds of", { FT: "Tx", MK: {} }, 0],
  ["a line that was written on", { FT: "Tx", MK: {}, V: PDFString.of("42.00") }, 1],
  ["an empty line with a frame", { FT: "Tx", MK: { BC: [0] } }, 1],
  ["an empty line on a ground", { FT: "Tx", MK: { BG: [0.9] } }, 1],
  ["a list to choose from", { FT: "Ch" }, 1],
  ["a signature", { FT: "Sig" }, 0],
])("of the fields without appearance, %s is drawn or left alone", async (_, field, drawn) => {
  const bytes = await aPdf((document) => {
    const entries = { Type: "Annot", Subtype: "Widget", F: 4, Rect: [72, 600, 272, 620], ...field };
    const { context } = document;
    document.addPage().node.addAnnot(context.register(context.obj(entries as Parameters<typeof context.obj>[0])));
  });
  const source = readStrictly(bytes);
  expect(source && inspect(source).withoutAppearance.get(0)?.size).toBe(drawn || undefined);
});
