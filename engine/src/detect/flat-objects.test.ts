import { expect, test } from "vitest";
import { openArchive } from "./archive.ts";
import { packFlatDocument } from "./flat-document.ts";

const spaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="d" xmlns:text="t" xmlns:math="m"';
const type = "application/vnd.oasis.opendocument.text";
const documentOf = (body: string, before = "") =>
  `<office:document ${spaces} office:mimetype="${type}">${before}<office:body>${body}</office:body></office:document>`;

async function partsOf(xml: string | Buffer): Promise<Record<string, string>> {
  const { container } = await packFlatDocument(Buffer.from(xml as string));
  using archive = await openArchive(container);
  const parts: [string, string][] = [];
  for (const name of archive.names) parts.push([name, String(await archive.read(name))]);
  return Object.fromEntries(parts);
}
const reasonOf = (xml: string) =>
  packFlatDocument(Buffer.from(xml)).then(
    () => "packed",
    (error: { reason: string }) => error.reason,
  );
const object = (inner: string) => `<draw:object>${inner}</draw:object>`;
const inner = (body: string) =>
  `<office:document office:mimetype="a/b"><office:body>${body}</office:body></office:document>`;

test("each part has the elements that belong into it, with the attributes of the root, and a part without any is left out", async () => {
  const before = "<office:meta/><office:styles/><office:automatic-styles/><office:scripts/>";
  const parts = await partsOf(documentOf("<text:p>Words</text:p>", before));
  expect(Object.keys(parts)).toEqual(["mimetype", "content.xml", "styles.xml", "meta.xml", "META-INF/manifest.xml"]);
  expect(parts.mimetype).toBe(type);
  expect(parts["content.xml"]).toMatch(
    /^<\?xml version="1.0"\?><office:document-content [^>]*office:mimetype="[^"]+"[^>]*><office:automatic-styles\/><office:body><text:p>Words<\/text:p><\/office:body><\/office:document-content>$/,
  );
  expect(parts["styles.xml"]).toMatch(/<office:document-styles [^>]*><office:styles\/><office:automatic-styles\/></);
  expect(parts["meta.xml"]).toMatch(/<office:document-meta [^>]*><office:meta\/><\/office:document-meta>$/);
  expect(parts["META-INF/manifest.xml"]).toContain(
    `<manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>`,
  );
  expect(parts["META-INF/manifest.xml"]).toContain(
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>',
  );
});

test("the declaration of the document stands before each part", async () => {
  const declaration = '<?xml version="1.0" encoding="ISO-8859-1"?>';
  const xml = Buffer.from(`${declaration}\n${documentOf("<text:p>Gr\xf6\xdfe</text:p>")}`, "latin1");
  const { container } = await packFlatDocument(xml);
  using archive = await openArchive(container);
  const content = (await archive.read("content.xml"))?.toString("latin1");
  expect(content?.startsWith(`${declaration}<office:document-content`)).toBe(true);
  expect(content).toContain("Gr\xf6\xdfe");
});

test("a chart becomes a package in a folder, and its place leads there", async () => {
  const parts = await partsOf(documentOf(`<text:p>${object(inner("<text:p>Chart</text:p>"))}After</text:p>`));
  expect(parts["content.xml"]).toContain('<text:p><draw:object xlink:href="./Object 1"/>After</text:p>');
  expect(parts["content.xml"]).toContain('xmlns:xlink="http://www.w3.org/1999/xlink"');
  expect(parts["Object 1/content.xml"]).toContain("<office:body><text:p>Chart</text:p></office:body>");
  expect(parts["Object 1/content.xml"]).toContain('xmlns:text="t"');
  expect(parts["META-INF/manifest.xml"]).toContain('"Object 1/" manifest:media-type="a/b"');
});

test("a formula keeps the names that the document around it declares", async () => {
  const parts = await partsOf(documentOf(object("<math:math><math:mi>x</math:mi></math:math>")));
  expect(parts["Object 1/content.xml"]).toMatch(
    /^<\?xml version="1.0"\?><math:math [^>]*xmlns:math="m"[^>]*><math:mi>x<\/math:mi><\/math:math>$/,
  );
});

test("objects in objects are in folders of their own, up to four deep", async () => {
  const nested = (depth: number): string => (depth === 0 ? "Words" : object(inner(nested(depth - 1))));
  const parts = await partsOf(documentOf(nested(2)));
  const names = Object.keys(parts).filter((name) => name.endsWith("content.xml"));
  expect(names).toContain("content.xml");
  expect(names.filter((name) => /^Object \d+\/content\.xml$/.test(name))).toHaveLength(1);
  expect(names.filter((name) => /^Object \d+\/Object \d+\/content\.xml$/.test(name))).toHaveLength(1);
  expect(await reasonOf(documentOf(nested(4)))).toBe("packed");
  expect(await reasonOf(documentOf(nested(5)))).toBe("damaged");
});

test("a place without an object, and one with something else, stay as they are", async () => {
  const parts = await partsOf(documentOf(`${object("")}${object("<text:p>Words</text:p>")}<text:p/>`));
  expect(parts["content.xml"]).toContain(`${object("")}${object("<text:p>Words</text:p>")}<text:p/>`);
  const deeper = object(`<text:p>${inner("Chart")}</text:p>`);
  expect((await partsOf(documentOf(deeper)))["content.xml"]).toContain(deeper);
});

test("the first of two equal elements counts", async () => {
  const xml = documentOf("one").replace("</office:document>", "<office:body>two</office:body></office:document>");
  const parts = await partsOf(xml);
  expect(parts["content.xml"]).toContain("<office:body>one</office:body></");
  expect(parts["content.xml"]).not.toContain("two");
});

test.each([
  ["another root", documentOf("").replaceAll("office:document", "office:other"), "damaged"],
  ["a type with odd characters", documentOf("").replace(type, "a/b&quot;<c>".replace(/[<>]/g, "")), "packed"],
  ["a tag that does not end", documentOf("<text:p"), "damaged"],
])("a flat document with %s: %s", async (_, xml, reason) => {
  expect(await reasonOf(xml)).toBe(reason);
});

test("characters that belong into no media type are left out of it", async () => {
  expect((await partsOf(documentOf("").replace(type, "a/b+c.d-1 &quot;x"))).mimetype).toBe("a/b+c.d-1x");
});

test.each(["utf16le", "utf16be"])("a document in %s with a mark of its order is read", async (order) => {
  const wide = Buffer.from(
    `\ufeff<?xml version="1.0" encoding="UTF-16"?>${documentOf("<text:p>Größe</text:p>")}`,
    "utf16le",
  );
  const parts = await partsOf((order === "utf16be" ? wide.swap16() : wide) as Buffer);
  expect(parts["content.xml"]).toContain("<text:p>Größe</text:p>");
  expect(parts["content.xml"]?.startsWith('<?xml version="1.0"?><office')).toBe(true);
});
