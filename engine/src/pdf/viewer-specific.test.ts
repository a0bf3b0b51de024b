import { PDFContext, type PDFDict, PDFName, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { addPage, aPdf, place, see } from "./testing.ts";
import { refuseViewerSpecificPdf } from "./viewer-specific.ts";

test("dynamic XFA forms and portfolios are refused with advice", async () => {
  const template = await aPdf(async (document) => {
    await addPage(document, [612, 792], "Please wait");
    document.catalog.set(PDFName.of("AcroForm"), document.context.obj({ Fields: [], AFX: PDFString.of("<xdp/>") }));
    document.catalog.set(PDFName.of("NeedsRendering"), document.context.obj(true));
  });
  // pdf-lib removes XFA when it writes, so the key is inserted afterwards.
  const dynamic = Buffer.from(template.toString("latin1").replace("/AFX", "/XFA"), "latin1");
  await expect(place(dynamic)).rejects.toMatchObject({ reason: "unsupported", detail: /XFA.*Print it to PDF/ });

  const portfolio = await aPdf(async (document) => {
    await addPage(document, [612, 792], "Open in Acrobat");
    document.catalog.set(PDFName.of("Collection"), document.context.obj({ View: "D" }));
  });
  await expect(place(portfolio)).rejects.toMatchObject({ reason: "unsupported", detail: /portfolio/ });
});

/** Makes a PDF with a page, an attached file, and a Collection dictionary that says how viewers show attachments. */
async function collection(View: string, AFRelationship: string): Promise<Buffer> {
  return aPdf(async (document) => {
    await addPage(document, [612, 792]);
    await document.attach(Buffer.from("content"), "factur-x.xml", { afRelationship: AFRelationship as never });
    document.catalog.set(PDFName.of("Collection"), document.context.obj({ View }));
  });
}

test("a hidden collection is converted as a page with attachments, unless it wraps an encrypted PDF", async () => {
  const placed = await place(await collection("H", "Alternative"));
  expect((await see(placed.path))[0]?.text).toContain("Invoice 42");
  expect(placed.warnings.map(({ code }) => code)).toEqual(["attachments-removed"]);
  const wrapper = place(await collection("H", "EncryptedPayload"));
  await expect(wrapper).rejects.toMatchObject({ reason: "unsupported", detail: /wrapper around an encrypted PDF/ });
});

test.each([
  ["the payload alone", ["EncryptedPayload"]],
  ["the payload before another file", ["EncryptedPayload", "Alternative"]],
  ["the payload after another file", ["Alternative", "EncryptedPayload"]],
])("a wrapper is recognised by its list of attachments: %s", async (_, relationships) => {
  const wrapper = await aPdf(async (document) => {
    await addPage(document, [612, 792]);
    const files = relationships.flatMap((AFRelationship, index) => [
      PDFString.of(`file ${index}`),
      document.context.obj({ Type: "Filespec", AFRelationship, F: PDFString.of("content.pdf") }),
    ]);
    document.catalog.set(PDFName.of("Names"), document.context.obj({ EmbeddedFiles: { Names: files } }));
    document.catalog.set(PDFName.of("Collection"), document.context.obj({ View: "H" }));
  });
  await expect(place(wrapper)).rejects.toMatchObject({ detail: /wrapper around an encrypted PDF/ });
});

test.each([
  ["required", "in one stream", "refused", 0],
  ["required", "in packets", "refused", 0],
  ["forbidden", "in one stream", "converted as shown", 1],
  ["forbidden", "in packets", "converted as shown", 1],
])("an XFA form whose dynamic rendering is %s, %s, is %s", async (dynamicRender, layout, _, pages) => {
  const template = await aPdf(async (document) => {
    await addPage(document, [612, 792], "Please wait");
    const config = document.context.register(
      document.context.stream(`<dynamicRender>${dynamicRender}</dynamicRender>`),
    );
    const AFX = layout === "in packets" ? [PDFString.of("config"), config] : config;
    document.catalog.set(PDFName.of("AcroForm"), document.context.obj({ Fields: [], AFX }));
  });
  const placed = place(Buffer.from(template.toString("latin1").replace("/AFX", "/XFA"), "latin1"));
  if (pages > 0) expect((await placed).pages).toBe(pages);
  else await expect(placed).rejects.toMatchObject({ reason: "unsupported", detail: /dynamic XFA/ });
});

const context = PDFContext.create();
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;
const config = (value: string) => PDFRawStream.of(dict({}), Buffer.from(`<dynamicRender>${value}</dynamicRender>`));
const payload = dict({ AFRelationship: "EncryptedPayload" });

/** Why a file of one page, with this catalogue and annotation, is refused. */
function refusal(catalog: object, annotation: object = {}): string | undefined {
  const page = { node: dict({ Annots: [annotation] }), reference: undefined, rotate: 0, userUnit: 1 };
  const pages = [{ ...page, box: [0, 0, 300, 400] as const }];
  try {
    refuseViewerSpecificPdf({ context, catalog: dict(catalog), pages, isTree: true });
    return undefined;
  } catch (error) {
    return /XFA|wrapper|portfolio/.exec((error as { detail: string }).detail)?.[0];
  }
}

test.each<[string, object, string | undefined]>([
  ["nothing special", {}, undefined],
  ["a form to be rendered", { NeedsRendering: true }, "XFA"],
  ["a form that needs no rendering", { NeedsRendering: false }, undefined],
  ["a dynamic form with spaces in its configuration", { AcroForm: { XFA: config(" required\n") } }, "XFA"],
  ["a form without its configuration", { AcroForm: { XFA: ["config"] } }, undefined],
  ["a form for which dynamic rendering is not required", { AcroForm: { XFA: config("notrequired") } }, undefined],
  ["a collection without a view", { Collection: {} }, "portfolio"],
  ["a collection as tiles", { Collection: { View: "T" } }, "portfolio"],
  ["a hidden collection", { Collection: { View: "H" } }, undefined],
  ["a hidden collection of another file", { Collection: { View: "H" }, AF: [{ AFRelationship: "Data" }] }, undefined],
  ["a collection with an encrypted payload", { Collection: { View: "H" }, AF: [7, payload] }, "wrapper"],
  ["an encrypted payload without a collection", { AF: [payload] }, undefined],
])("a file with %s", (_what, catalog, reason) => expect(refusal(catalog)).toBe(reason));

test("a dynamic form with fields on its pages is shown as they are", () => {
  const catalog = { AcroForm: { XFA: config("required") } };
  expect(refusal(catalog, { Subtype: "Link" })).toBe("XFA");
  expect(refusal(catalog, { Subtype: "Widget" })).toBeUndefined();
});
