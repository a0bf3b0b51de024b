import { readFile } from "node:fs/promises";
import {
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  PDFString,
  StandardFonts,
} from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { dictEntry, entry, nameEntry } from "./objects.ts";
import { aPdf, place } from "./testing.ts";

const content = (words: string) => `BT /Lent 14 Tf 2 8 Td (${words}) Tj ET`;

/** Adds an annotation whose appearance uses a font that its own resources do not contain. */
function annotate(page: PDFPage, words: string, y: number, entries: object, resources: object): void {
  const { context } = page.doc;
  const look = context.stream(content(words), {
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, 0, 200, 24],
    ...resources,
  });
  const all = { Type: "Annot", F: 4, Rect: [72, y, 272, y + 24], AP: { N: context.register(look) }, ...entries };
  page.node.addAnnot(context.register(context.obj(all as Parameters<typeof context.obj>[0])));
}

/**
 * Returns the base font in the resources of each appearance on the converted page. `lend` adds the font to other
 * resources of the document.
 */
async function withFont(lend: (document: PDFDocument, font: PDFRef, page: PDFPage) => void): Promise<unknown[]> {
  const bytes = await aPdf(async (document) => {
    const page = document.addPage([595.276, 841.89]);
    const font = await document.embedFont(StandardFonts.Helvetica);
    const field = { Subtype: "Widget", FT: "Tx", V: PDFString.of("Bright Bakery") };
    annotate(page, "Bright Bakery", 600, field, {});
    annotate(page, "Bright Bakery", 500, field, { Resources: { ProcSet: ["PDF", "Text"] } });
    lend(document, font.ref, page);
  });
  const output = await PDFDocument.load(await readFile((await place(bytes)).path));
  const drawn = dictEntry(output.getPage(0).node.Resources(), "XObject");
  const appearances = (drawn?.keys() ?? []).map((key) => key.decodeText()).filter((key) => key.startsWith("A"));
  return appearances.map((key) => {
    const form = entry(drawn, key);
    const resources = form instanceof PDFRawStream ? dictEntry(form.dict, "Resources") : undefined;
    return nameEntry(dictEntry(dictEntry(resources, "Font"), "Lent"), "BaseFont");
  });
}

test("fields whose appearances lack the font get it from the form's default resources", async () => {
  const fonts = await withFont((document, font) => {
    document.getForm().acroForm.dict.set(PDFName.of("DR"), document.context.obj({ Font: { Lent: font } }));
  });
  expect(fonts).toEqual(["Helvetica", "Helvetica"]);
});

test("an appearance that lacks a font gets it from the resources of its page", async () => {
  const fonts = await withFont((_, font, page) => {
    page.node.setFontDictionary(PDFName.of("Lent"), font);
    annotate(page, "Received", 400, { Subtype: "Stamp" }, {});
  });
  expect(fonts).toEqual(["Helvetica", "Helvetica", "Helvetica"]);
});
