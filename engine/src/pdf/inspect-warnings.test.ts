import { PDFContext, type PDFDict, type PDFObject, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { ciiInvoice } from "../../../fixtures/invoices-cii.ts";
import { readDocument } from "./document.ts";
import { type Inspection, inspect } from "./inspect.ts";

/** What a file contains besides the content of its pages, as the warnings of its conversion tell. */

const context = PDFContext.create();
const text = (words: string) => PDFString.of(words);

/** Inspects a file whose pages have these entries. */
async function inspected(catalog: object, ...pages: object[]): Promise<Inspection> {
  const Kids = pages.map((entries) => context.register(context.obj({ Type: "Page", ...entries } as never)));
  const all = { Type: "Catalog", Pages: { Kids, Count: Kids.length }, ...catalog };
  return inspect(readDocument(context, context.obj(all as never) as unknown as PDFDict));
}
const warnings = async (catalog: object, ...pages: object[]) =>
  (await inspected(catalog, ...(pages.length > 0 ? pages : [{}]))).warnings.map(({ code, text }) => `${code}: ${text}`);
const codes = async (catalog: object, ...pages: object[]) =>
  (await warnings(catalog, ...pages)).map((warning) => warning.split(":")[0]);

const signature = { Subtype: "Widget", FT: "Sig", V: { Type: "Sig" } };
test.each<[string, object, string[]]>([
  ["with a signature", signature, ["signature-removed"]],
  ["whose parent has a signature", { Subtype: "Widget", Parent: signature }, ["signature-removed"]],
  ["to be signed", { ...signature, V: null }, []],
  ["with the signature of a text field", { ...signature, FT: "Tx" }, []],
  ["that is no field", { ...signature, Subtype: "Stamp" }, []],
])("a file with an annotation %s", async (_what, annotation, expected) => {
  expect(await codes({}, { Annots: [annotation] })).toEqual(expected);
  expect(await codes({}, { Annots: [annotation, { Subtype: "Widget", FT: "Tx" }] })).toEqual(expected);
});

const launch = { S: "Launch" };
test.each<[string, object, object[], boolean]>([
  ["a script", { Names: { JavaScript: {} } }, [{}], true],
  ["scripts that are none", { Names: { JavaScript: 7 } }, [{}], false],
  ["actions of the file", { AA: {} }, [{}], true],
  ["an opening action", { OpenAction: launch }, [{}], true],
  ["an opening action to a page", { OpenAction: { S: "GoTo" } }, [{}], false],
  ["an opening place", { OpenAction: [0, "Fit"] }, [{}], false],
  ["an opening action of no kind", { OpenAction: {} }, [{}], false],
  ["an opening action followed by another", { OpenAction: { S: "GoTo", Next: launch } }, [{}], true],
  ["a field with actions", { AcroForm: { Fields: [7, {}, { AA: {} }] } }, [{}], true],
  ["fields without actions", { AcroForm: { Fields: [7, {}, { A: { S: "URI" } }] } }, [{}], false],
  ["actions of its second page", {}, [{}, { AA: {} }, {}], true],
  ["an annotation with actions", {}, [{ Annots: [{ AA: {} }, {}] }, {}], true],
  ["a link that runs a program", {}, [{ Annots: [{ A: launch }, {}] }, {}], true],
  ["a link to an address", {}, [{ Annots: [{ A: { S: "URI" } }] }], false],
])("a file with %s", async (_what, catalog, pages, isActive) => {
  const all = "active-content-removed: Scripts and actions in the PDF were removed.";
  expect(await warnings(catalog, ...pages)).toEqual(isActive ? [all] : []);
});

const named = (...files: (PDFObject | object)[]) => ({ Names: { EmbeddedFiles: { Names: files } } });
const leftOut = (names: string) => [`attachments-removed: Files attached to the PDF were left out: ${names}.`];

test.each<[string, object, string]>([
  ["by its name in Unicode", named(text("a"), { UF: text("b.txt"), F: text("c.txt") }), "b.txt"],
  ["by its file name", named(text("a"), { F: text("c.txt") }), "c.txt"],
  ["by a name alone", named(text("a"), text("d.txt")), "d.txt"],
  ["by its key", named(text("a"), {}), "a"],
  ["by its key, a reference", named(context.register(text("a")), context.register(context.obj({}))), "a"],
  ["as unnamed", named(PDFRef.of(9999), {}), "unnamed"],
  ["without its folders", named(text("a"), { F: text("c:\\x/y/z.txt") }), "z.txt"],
  ["by its key instead of a folder", named(text("a"), { F: text("x/y/") }), "a"],
  ["by 200 characters", named(text("a"), { F: text("x".repeat(201)) }), "x".repeat(200)],
  ["once", { AF: [{ F: text("a") }, { F: text("b") }, {}], ...named(text("a"), {}) }, "a, b"],
])("a file that is attached is told %s", async (_how, catalog, names) => {
  expect(await warnings(catalog)).toEqual(leftOut(names));
});

test("files attached to a page are told after the others", async () => {
  const Annots = [
    { Subtype: "FileAttachment", FS: { F: text("b") } },
    { Subtype: "FileAttachment", FS: {} },
    { Subtype: "Stamp", FS: { F: text("c") } },
  ];
  expect(await warnings(named(text("a"), {}), { Annots })).toEqual(leftOut("a, b, unnamed"));
});

test("ten attached files are named, and more are counted", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `file ${index}`);
  const withFiles = (count: number) => warnings({ AF: names.slice(0, count).map((F) => ({ F: text(F) })) });
  const ten = names.slice(0, 10).join(", ");
  expect(await withFiles(10)).toEqual(leftOut(ten));
  expect(await withFiles(11)).toEqual(leftOut(`${ten} and 1 more`));
  expect(await withFiles(12)).toEqual(leftOut(`${ten} and 2 more`));
});

test("the first invoice inside a PDF is kept, and no invoice is told as an attachment", async () => {
  const stream = (data: string) => context.register(context.stream(Buffer.from(data)));
  const file = (name: string, data: string) => ({ UF: text(name), EF: { F: stream(data) } });
  const AF = [file("a.xml", "<Invoice/>"), file("b.XML", ciiInvoice()), file("c.xml", `${ciiInvoice()}\n`)];
  const { invoiceXml, warnings: told } = await inspected({ AF: [...AF, file("d.txt", ciiInvoice())] }, {});
  expect(invoiceXml?.toString() === ciiInvoice()).toBe(true);
  expect(told.map((warning) => warning.text)).toEqual(["Files attached to the PDF were left out: a.xml, d.txt."]);
});

test("warnings come in a fixed order", async () => {
  const note = { Subtype: "Text", Contents: text("Not ours") };
  const all = { AA: {}, ...named(text("a"), {}) };
  expect(await codes(all, { Annots: [note, signature] })).toEqual([
    "signature-removed",
    "attachments-removed",
    "note-text-left-out",
    "active-content-removed",
  ]);
});

const shownText = (words: string) => ({ Subtype: "FreeText", Contents: text(words) });
test.each<[string, object[], boolean]>([
  ["nothing", [], false],
  ["a field", [{ Subtype: "Widget", FT: "Sig" }, {}], true],
  ["text that the engine sets", [shownText("Damson"), {}], true],
  ["text that PDFium sets", [{ ...shownText("Damson"), DA: text("/Helv 12 Tf") }], false],
  ["a note", [{ Subtype: "Text" }], false],
])("whether text may have to be set on a page with %s", async (_what, Annots, hasText) => {
  expect((await inspected({}, { Annots })).hasText).toBe(hasText);
});

test("annotations to be redrawn are listed by page and place", async () => {
  const [square, link] = [{ Subtype: "Square" }, { Subtype: "Link" }];
  const { withoutAppearance } = await inspected({}, { Annots: [link] }, { Annots: [square, link, square] });
  expect([...withoutAppearance].map(([page, places]) => [page, [...places]])).toEqual([
    [
      1,
      [
        [0, "draw"],
        [2, "draw"],
      ],
    ],
  ]);
});
