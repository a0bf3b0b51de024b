import { readFile } from "node:fs/promises";
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
  PDFString,
  rgb,
} from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { addPage, annotate, aPdf, place, see, syntaxOf } from "./testing.ts";

/** Which interactive content is kept, and which is removed, when pages are placed. */

async function linksOf(path: string): Promise<PDFDict[]> {
  const document = await PDFDocument.load(await readFile(path));
  return document.getPages().flatMap((page) => {
    const annotations = page.node.Annots();
    return annotations ? annotations.asArray().map((_, index) => annotations.lookup(index, PDFDict)) : [];
  });
}

const addressOf = (link: PDFDict) =>
  link.lookupMaybe(PDFName.of("A"), PDFDict)?.lookup(PDFName.of("URI"), PDFString).decodeText();

function uriLink(page: PDFPage, address: string): void {
  const A = { Type: "Action", S: "URI", URI: PDFString.of(address) };
  annotate(page, { Subtype: "Link", Rect: [61.2, 79.2, 122.4, 158.4], A });
}

test("web and email links keep working, other actions are removed", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    for (const address of [
      "https://example.com/a(b)",
      "mailto:bank@example.com",
      "javascript:alert(1)",
      "file:///etc/passwd",
      "tel:+44",
    ]) {
      uriLink(page, address);
    }
  });
  const links = await linksOf((await place(bytes)).path);
  expect(links.map(addressOf)).toEqual(["https://example.com/a%28b%29", "mailto:bank@example.com"]);
});

test("a link without scheme that begins with www becomes a web link", async () => {
  const bytes = await aPdf(async (document) => uriLink(await addPage(document, [612, 792]), "www.example.co.uk/a"));
  expect((await linksOf((await place(bytes)).path)).map(addressOf)).toEqual(["http://www.example.co.uk/a"]);
});

test.each<[string, PDFString | PDFHexString]>([
  ["a UTF-8 literal string", PDFString.of("https://example.com/caf\u00c3\u00a9")],
  ["a UTF-8 hexadecimal string", PDFHexString.of(Buffer.from("https://example.com/café").toString("hex"))],
  ["PDFDocEncoding", PDFString.of("https://example.com/caf\u00e9")],
  ["UTF-16", PDFHexString.fromText("https://example.com/café")],
])("a link address in %s keeps its target", async (_, URI) => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    annotate(page, { Subtype: "Link", Rect: [72, 72, 144, 144], A: { S: "URI", URI } });
  });
  expect((await linksOf((await place(bytes)).path)).map(addressOf)).toEqual(["https://example.com/caf%C3%A9"]);
});

test("links beyond the limit are removed with a warning", async () => {
  const withLinks = (count: number) =>
    aPdf(async (document) => {
      const page = await addPage(document, [612, 792]);
      uriLink(page, "https://example.com/");
      const [link] = page.node.Annots()?.asArray() ?? [];
      page.node.set(PDFName.of("Annots"), document.context.obj(Array.from({ length: count }, () => link ?? null)));
    });
  const [few, many] = [await place(await withLinks(20_000)), await place(await withLinks(20_001))];
  expect(few.warnings).toEqual([]);
  expect(many.warnings).toEqual([{ code: "links-left-out", text: expect.stringContaining("20,000") }]);
  expect(await linksOf(many.path)).toHaveLength(20_000);
});

test("a link with border width 0 and a dash array gets no border", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    const A = { S: "URI", URI: PDFString.of("https://example.com") };
    annotate(page, { Subtype: "Link", Rect: [72, 72, 144, 144], A, Border: [0, 0, 0, [3, 3]] });
  });
  const [link] = await linksOf((await place(bytes)).path);
  expect(String(link?.lookup(PDFName.of("Border")))).toBe("[ 0 0 0 ]");
});

test("a relative link is resolved against the file's base address, and removed without one", async () => {
  const bytes = (base?: string) =>
    aPdf(async (document) => {
      const page = await addPage(document, [612, 792]);
      for (const address of ["terms/2026.html", "javascript:alert(1)"]) uriLink(page, address);
      const entries = base === undefined ? {} : { Base: PDFString.of(base) };
      document.catalog.set(PDFName.of("URI"), document.context.obj(entries));
    });
  const addressesOf = async (base?: string) => (await linksOf((await place(await bytes(base))).path)).map(addressOf);
  expect(await addressesOf("https://example.com/a/b")).toEqual(["https://example.com/a/terms/2026.html"]);
  expect(await addressesOf("file:///etc/")).toEqual([]);
  expect(await addressesOf()).toEqual([]);
});

test("a note with the NoRotate flag stays upright at its upper left corner on a rotated page", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([841.89, 595.276]);
    page.setRotation(degrees(90));
    const { context } = document;
    // Red above, blue below.
    const drawing = "1 0 0 rg 0 50 100 50 re f 0 0 1 rg 0 0 100 50 re f";
    const look = context.register(
      context.stream(drawing, { Type: "XObject", Subtype: "Form", BBox: [0, 0, 100, 100] }),
    );
    annotate(page, { Subtype: "Text", F: 28, Rect: [300, 300, 400, 400], AP: { N: look } });
  });
  const [page] = await see((await place(bytes)).path);
  // The corner at 300, 400 of the page is seen at 400, 841.89 - 300.
  expect(page?.colourAt(450, 841.89 - 325)).toEqual([255, 0, 0]);
  expect(page?.colourAt(450, 841.89 - 375)).toEqual([0, 0, 255]);
});

test("a hidden link is removed, including its border", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    const A = { S: "URI", URI: PDFString.of("https://example.com") };
    for (const F of [2, 32]) annotate(page, { Subtype: "Link", Rect: [72, 72, 144, 144], F, A });
  });
  expect(await linksOf((await place(bytes)).path)).toEqual([]);
});

test("a link covers its words after the page was scaled", async () => {
  const bytes = await aPdf(async (document) => uriLink(await addPage(document, [612, 792]), "https://example.com"));
  const [link] = await linksOf((await place(bytes)).path);
  const rect = link?.lookup(PDFName.of("Rect"), PDFArray).asRectangle();
  const scale = 595.276 / 612;
  expect(rect?.x).toBeCloseTo(61.2 * scale, 2);
  expect(rect?.y).toBeCloseTo(79.2 * scale + (841.89 - 792 * scale) / 2, 2);
});

test("links to another page and to a named destination keep their targets", async () => {
  const bytes = await aPdf(async (document) => {
    const first = await addPage(document, [612, 792]);
    const second = await addPage(document, [612, 792]);
    annotate(first, { Subtype: "Link", Rect: [0, 0, 9, 9], Dest: [second.ref, "XYZ", 0, 792, null] });
    annotate(first, { Subtype: "Link", Rect: [0, 0, 9, 9], A: { S: "GoTo", D: PDFString.of("totals") } });
    const names = document.context.obj({ Names: [PDFString.of("totals"), [second.ref, "Fit"]] });
    document.catalog.set(PDFName.of("Names"), document.context.obj({ Dests: names }));
  });
  const { path } = await place(bytes);
  const document = await PDFDocument.load(await readFile(path));
  const second = document.getPage(1).ref;
  for (const link of await linksOf(path)) {
    expect(String(link.lookup(PDFName.of("Dest"), PDFArray).get(0))).toBe(String(second));
  }
});

test.each([0, 90, 180, 270])(
  "a bookmark without coordinates to a page rotated by %i degrees leads to its upper left corner",
  async (turn) => {
    const bytes = await aPdf(async (document) => {
      const first = await addPage(document, [612, 792]);
      const second = await addPage(document, [612, 792]);
      second.setRotation(degrees(turn));
      annotate(first, { Subtype: "Link", Rect: [0, 0, 9, 9], Dest: [second.ref, "XYZ", null, null, null] });
    });
    const [link] = await linksOf((await place(bytes)).path);
    const [x, y] = [2, 3].map((at) => link?.lookup(PDFName.of("Dest"), PDFArray).lookup(at, PDFNumber).asNumber());
    const [width, height] = turn % 180 === 0 ? [595.276, 841.89] : [841.89, 595.276];
    const [across, down] = turn % 180 === 0 ? [612, 792] : [792, 612];
    const scale = Math.min(width / across, height / down);
    expect(x).toBeCloseTo((width - across * scale) / 2, 1);
    expect(y).toBeCloseTo((height + down * scale) / 2, 1);
  },
);

test("a destination on a rotated page keeps given coordinates and takes omitted ones from the page's edge", async () => {
  const bytes = await aPdf(async (document) => {
    const page = document.addPage([841.89, 595.276]); // as wide as the sheet is high
    page.setRotation(degrees(90));
    for (const [x, y] of [
      [200, null],
      [null, 100],
    ]) {
      annotate(page, { Subtype: "Link", Rect: [0, 0, 9, 9], Dest: [page.ref, "XYZ", x, y, null] });
    }
  });
  const links = await linksOf((await place(bytes)).path);
  const places = links.map((link) =>
    [2, 3].map((at) => link.lookup(PDFName.of("Dest"), PDFArray).lookup(at, PDFNumber).asNumber()),
  );
  expect(places).toEqual([
    [0, 641.89],
    [100, 841.89],
  ]);
});

test("scripts, launch actions and attachments are removed with a warning", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    document.addJavaScript("hello", "app.alert('active')");
    document.catalog.set(PDFName.of("OpenAction"), document.context.obj({ S: "JavaScript", JS: PDFString.of("x()") }));
    annotate(page, { Subtype: "Link", Rect: [0, 0, 9, 9], A: { S: "Launch", F: PDFString.of("calc.exe") } });
    await document.attach(Buffer.from("<Invoice/>"), "factur-x.xml", { mimeType: "text/xml" });
  });
  const { path, warnings } = await place(bytes);
  expect(syntaxOf(path)).not.toMatch(/JavaScript|Launch|EmbeddedFile|OpenAction|factur|calc\.exe/);
  expect(warnings).toEqual([
    { code: "attachments-removed", text: "Files attached to the PDF were left out: factur-x.xml." },
    { code: "active-content-removed", text: "Scripts and actions in the PDF were removed." },
  ]);
});

test("actions and files hidden in a page's resources are not copied", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    const action = document.context.register(
      document.context.obj({ Type: "Action", S: "JavaScript", JS: PDFString.of("x()") }),
    );
    page.node.Resources()?.set(PDFName.of("Hidden"), document.context.obj({ One: action, Two: page.ref }));
  });
  expect(syntaxOf((await place(bytes)).path)).not.toMatch(/JavaScript|x\(\)/);
});

test("form fields become page content that shows their values", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    const form = document.getForm();
    const name = form.createTextField("name");
    name.setText("Bright Bakery Ltd");
    name.addToPage(page, { x: 72, y: 600, width: 300, height: 24 });
    const agreed = form.createCheckBox("agreed");
    agreed.addToPage(page, { x: 72, y: 500, width: 40, height: 40, borderWidth: 0, backgroundColor: rgb(0, 1, 0) });
    agreed.check();
    form.updateFieldAppearances();
  });
  const { path } = await place(bytes);
  const [page] = await see(path);
  expect(page?.text).toContain("Bright Bakery Ltd");
  const scale = 595.276 / 612;
  const margin = (841.89 - 792 * scale) / 2;
  expect(page?.colourAt(76 * scale, 504 * scale + margin)).toEqual([0, 255, 0]);
  expect(syntaxOf(path)).not.toMatch(/AcroForm|\/Widget/);
});

test("a filled field without appearance is drawn", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    const field = document.getForm().createTextField("total");
    field.addToPage(page, { x: 72, y: 600, width: 300, height: 24 });
    field.setText("1,234.56");
    field.acroField.getWidgets()[0]?.dict.delete(PDFName.of("AP"));
  });
  expect((await see((await place(bytes)).path))[0]?.text).toContain("1,234.56");
});

test("visible comments are drawn, hidden ones are not", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [595.276, 841.89]);
    const square = { Subtype: "Square", C: [1, 0, 0], IC: [1, 0, 0], BS: { W: 0 } };
    annotate(page, { ...square, Rect: [100, 100, 200, 200] });
    annotate(page, { ...square, Rect: [300, 100, 400, 200], F: 2 });
  });
  const [page] = await see((await place(bytes)).path);
  expect(page?.colourAt(150, 150)).toEqual([255, 0, 0]);
  expect(page?.colourAt(350, 150)).toEqual([255, 255, 255]);
});

test("a signature's appearance is kept, and a warning says that the signature is no longer valid", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    annotate(page, { Subtype: "Widget", FT: "Sig", Rect: [0, 0, 9, 9], V: { Type: "Sig", Filter: "Adobe.PPKLite" } });
  });
  expect((await place(bytes)).warnings.map(({ code }) => code)).toEqual(["signature-removed"]);
});

test("a hidden layer stays hidden", async () => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const page = document.addPage([595.276, 841.89]);
    const layer = (layerName: string) => context.register(context.obj({ Type: "OCG", Name: PDFString.of(layerName) }));
    const [shown, hidden] = [layer("Shown"), layer("Hidden")];
    const square = (key: string, x: number) => `/OC /${key} BDC 1 0 0 rg ${x} 100 100 100 re f EMC `;
    page.node.set(PDFName.of("Resources"), context.obj({ Properties: { On: shown, Off: hidden } }));
    page.node.set(PDFName.of("Contents"), context.register(context.stream(square("On", 100) + square("Off", 300))));
    document.catalog.set(PDFName.of("OCProperties"), context.obj({ OCGs: [shown, hidden], D: { OFF: [hidden] } }));
  });
  const [page] = await see((await place(bytes)).path);
  expect(page?.colourAt(150, 150)).toEqual([255, 0, 0]);
  expect(page?.colourAt(350, 150)).toEqual([255, 255, 255]);
});

test.each([
  ["with an empty appearance", true],
  ["without appearance", false],
])("a field %s in a hidden layer stays hidden, including its value", async (_, isDrawn) => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const [shown, hidden] = ["Shown", "Hidden"].map((layerName) =>
      context.register(context.obj({ Type: "OCG", Name: PDFString.of(layerName) })),
    );
    const look = context.register(
      context.stream("/Tx BMC EMC", { Type: "XObject", Subtype: "Form", BBox: [0, 0, 300, 24] }),
    );
    const page = document.addPage([595.276, 841.89]);
    for (const [OC, y, value] of [
      [shown, 600, "For everybody"],
      [hidden, 700, "For nobody Żółć"],
    ] as const) {
      const AP = isDrawn ? { AP: { N: look } } : {};
      const V = PDFHexString.fromText(value);
      annotate(page, { Subtype: "Widget", FT: "Tx", F: 4, Rect: [72, y, 372, y + 24], OC, V, ...AP });
    }
    document.catalog.set(
      PDFName.of("OCProperties"),
      context.obj({ OCGs: [shown, hidden], D: { OFF: [hidden] } } as never),
    );
  });
  const [page] = await see((await place(bytes)).path);
  const isWritten = (bottom: number) =>
    Array.from({ length: 300 * 24 }, (_each, at) =>
      page?.colourAt(72 + (at % 300), bottom + Math.floor(at / 300)),
    ).some((colour) => (colour?.[0] ?? 255) < 200);
  expect([isWritten(600), isWritten(700)]).toEqual([true, false]);
});

test("the file's metadata is removed", async () => {
  const bytes = await aPdf(async (document) => {
    const page = await addPage(document, [612, 792]);
    document.setAuthor("Confidential Author");
    const metadata = PDFRawStream.of(document.context.obj({ Type: "Metadata" }), Buffer.from("<secret/>"));
    page.node.set(PDFName.of("Metadata"), document.context.register(metadata));
  });
  expect(syntaxOf((await place(bytes)).path)).not.toMatch(/Confidential|secret/);
});
