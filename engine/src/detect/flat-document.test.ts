import { expect, test } from "vitest";
import { fodp, fods, fodt } from "../../../fixtures/flat-documents.ts";
import { openArchive } from "./archive.ts";
import { packFlatDocument } from "./flat-document.ts";

const bytes = (xml: string) => Buffer.from(xml);
const office = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const wrapped = (inner: string) => fodp("Words").replace("<draw:page ", `${inner}<draw:page `);

async function partsOf(xml: string | Buffer) {
  const { container, hasMacros } = await packFlatDocument(typeof xml === "string" ? bytes(xml) : xml);
  using archive = await openArchive(container);
  const part = async (name: string) => String(await archive.read(name));
  return {
    names: archive.names,
    content: await part("content.xml"),
    manifest: await part("META-INF/manifest.xml"),
    hasMacros,
  };
}

test("a flat document becomes a package with its type, its parts and its formula as an object", async () => {
  const sheet = await partsOf(fods("Costs", "Hidden"));
  expect(sheet.names).toEqual(["mimetype", "content.xml", "styles.xml", "META-INF/manifest.xml"]);
  expect(sheet.content).toContain("<text:p>Costs</text:p>");
  expect(sheet.manifest).toContain("opendocument.spreadsheet");

  const text = await partsOf(fodt("Words", Buffer.from("picture"), "y"));
  expect(text.names).toContain("Object 1/content.xml");
  expect(text.content).toContain('<draw:object xlink:href="./Object 1"/>');
  expect(text.content).not.toContain("math:mi");
  expect(text.manifest).toContain('"Object 1/" manifest:media-type="application/vnd.oasis.opendocument.formula"');
});

test("a flat document in UTF-16 is read, and macros are found and left out", async () => {
  const wide = Buffer.from(`\ufeff${fodp("Größe").replace("UTF-8", "UTF-16")}`, "utf16le");
  expect((await partsOf(wide)).content).toContain("Größe");
  const source = "<ooo:source-code>Sub Main\nMsgBox 1\nEnd Sub</ooo:source-code>";
  const macros = fodp("Words").replace("<office:body>", `<office:scripts>${source}</office:scripts><office:body>`);
  const packed = await partsOf(macros.replace("<office:document ", '<office:document xmlns:ooo="o" '));
  expect(packed).toMatchObject({ hasMacros: true });
  expect(packed.content).not.toContain("MsgBox");
  expect((await partsOf(fodp("Words"))).hasMacros).toBe(false);
});

test.each([
  [
    "a document type",
    fodp("Words").replace("<office:document ", '<!DOCTYPE a [<!ENTITY b "c">]><office:document '),
    "damaged",
  ],
  ["elements nested deep", wrapped("<text:p>".repeat(2000) + "</text:p>".repeat(2000)), "too-large"],
  ["an element without an end", fodp("Words").replace("</office:body>", ""), "damaged"],
  ["an entity that it does not declare", wrapped("<text:p>&unknown;</text:p>"), "damaged"],
  ["no body", `<office:document xmlns:office="${office}"><office:meta/></office:document>`, "damaged"],
  [
    "objects inside objects",
    wrapped(
      `<draw:object><office:document><office:body>`.repeat(6) +
        `</office:body></office:document></draw:object>`.repeat(6),
    ),
    "damaged",
  ],
  ["thousands of objects", wrapped("<draw:object><math:math/></draw:object>".repeat(3000)), "damaged"],
])("a flat document with %s is refused", async (_, xml, reason) => {
  await expect(packFlatDocument(bytes(xml))).rejects.toMatchObject({ reason });
});
