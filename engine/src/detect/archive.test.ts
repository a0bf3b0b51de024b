import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { docx } from "../../../fixtures/office-files.ts";
import { ConvertError } from "../converter.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { openArchive } from "./archive.ts";
import { detect } from "./detect.ts";
import { packageKind } from "./package.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-archive-"));

async function verdict(bytes: Buffer, name = "document.docx"): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  try {
    const found = await detect({ path, name, sizeBytes: bytes.length });
    return found.kind;
  } catch (error) {
    if (error instanceof ConvertError) return error.reason;
    throw error;
  }
}

/** The parts of a small document, for tests that add parts or damage one. */
const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/d.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const rels =
  '<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="d.xml"/></Relationships>';
const wordDocument = (document: string | Buffer = "<w/>", ...more: [string, string | Buffer][]) =>
  zipBytes([["[Content_Types].xml", types], ["_rels/.rels", rels], ["d.xml", document], ...more]);

/** Replaces a text by another of the same length everywhere in the bytes: in the local header and in the directory. */
const replaced = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");

test("the smallest possible Word document is recognised", async () =>
  expect(await verdict(await wordDocument())).toBe("office"));

test("a document with a part name that leads out of the folder is refused as damaged", async () => {
  const bytes = await wordDocument("<w/>", ["aa/evil.xml", "<a/>"]);
  expect(await verdict(replaced(bytes, "aa/evil.xml", "../evil.xml"))).toBe("damaged");
});

test("a document with part names that differ only in case is refused as damaged", async () => {
  expect(await verdict(replaced(await wordDocument("<w/>", ["e.xml", "<a/>"]), "e.xml", "D.xml"))).toBe("damaged");
});

test("a document of more than 2,000 parts is refused as too large", async () => {
  const many = Array.from({ length: 2_000 }, (_, index): [string, string] => [`p${index}`, ""]);
  expect(await verdict(await wordDocument("<w/>", ...many))).toBe("too-large");
});

test("a document that unpacks to more than 200 MB is refused as too large", async () => {
  expect(await verdict(await wordDocument("<w/>", ["big.bin", Buffer.alloc(201 * 1024 * 1024)]))).toBe("too-large");
});

test("a document with a part longer than its stated size is refused as damaged", async () => {
  const bytes = await wordDocument(`<w>${"a".repeat(5000)}</w>`);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(5007);
  const smaller = Buffer.alloc(4);
  smaller.writeUInt32LE(7);
  expect(await verdict(replaced(bytes, size.toString("latin1"), smaller.toString("latin1")))).toBe("damaged");
});

test("a Word document that is truncated anywhere is refused as damaged", async () => {
  const whole = await docx(["A document"]);
  for (let length = 4; length < whole.length; length += 37) {
    expect(await verdict(whole.subarray(0, length))).toBe("damaged");
  }
});

test("a document type declaration is refused wherever it is, and text that mentions one is accepted", async () => {
  expect(await verdict(await wordDocument("<!-- x --><!DOCTYPE w><w/>"))).toBe("damaged");
  expect(await verdict(await wordDocument(Buffer.from('\ufeff<!DOCTYPE w [<!ENTITY a "b">]><w/>', "utf16le")))).toBe(
    "damaged",
  );
  expect(await verdict(await wordDocument('<?xml version="1.0" encoding="UTF-7"?><w/>'))).toBe("damaged");
  expect(await verdict(await wordDocument('<w a="&lt;!DOCTYPE"><!-- <!DOCTYPE --><![CDATA[<!DOCTYPE x>]]></w>'))).toBe(
    "office",
  );
});

test("elements nested more than a thousand deep are refused", async () => {
  expect(await verdict(await wordDocument("<a>".repeat(2_000) + "</a>".repeat(2_000)))).toBe("too-large");
  expect(await verdict(await wordDocument(`<w>${"<a/><b></b>".repeat(5_000)}</w>`))).toBe("office");
});

const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

test.each([
  ["application/vnd.ms-word.document.macroEnabled.main+xml", "office"],
  ["application/vnd.ms-word.template.macroEnabledTemplate.main+xml", "office"],
  ["application/vnd.ms-excel.sheet.macroEnabled.main+xml", "workbook"],
  ["application/vnd.ms-excel.template.macroEnabled.main+xml", "workbook"],
  ["application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml", "office"],
  ["application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml", "office"],
])("a document of the type %s is converted, and its macros are found wherever they are", async (type, kind) => {
  const found = async (...more: [string, string][]) => {
    using archive = await openArchive(
      await zipBytes([
        ["[Content_Types].xml", types.replace(main, type)],
        ["_rels/.rels", rels],
        ["d.xml", "<w/>"],
        ...more,
      ]),
    );
    const { found, hasMacros } = await packageKind(archive);
    return [found.kind, hasMacros];
  };
  const leadsTo = (what: string) => `<Relationships><Relationship Type="${what}" Target="x.bin"/></Relationships>`;

  expect(await found()).toEqual([kind, false]);
  expect(await found(["elsewhere/VBAProject.BIN", "x"])).toEqual([kind, true]);
  expect(await found(["xl/macrosheets/sheet1.xml", "<a/>"])).toEqual([kind, true]);
  const relations = leadsTo("http://schemas.microsoft.com/office/2006/relationships/vbaProject");
  expect(await found(["x.bin", "x"], ["_rels/d.xml.rels", relations])).toEqual([kind, true]);
});

test("a printed part must be well-formed, and other parts need not be", async () => {
  expect(await verdict(await wordDocument("<w>A & B</w>"))).toBe("damaged");
  expect(await verdict(await wordDocument("<w><p></w>"))).toBe("damaged");
  expect(await verdict(await wordDocument("<w/>", ["docProps/app.xml", "<a>A & B"]))).toBe("office");
});

test("an old OpenDocument file with the document type that OpenOffice wrote in its manifest still converts", async () => {
  const manifest =
    '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd"><manifest:manifest/>';
  const parts = (content: string): [string, string][] => [
    ["mimetype", "application/vnd.oasis.opendocument.text"],
    ["content.xml", content],
    ["META-INF/manifest.xml", manifest],
  ];
  expect(await verdict(await zipBytes(parts("<a/>")), "old.odt")).toBe("office");
  expect(await verdict(await zipBytes(parts("<!DOCTYPE a><a/>")), "old.odt")).toBe("damaged");
});

test("a Word document with any single byte changed is converted or refused, and never causes another error", async () => {
  const whole = await wordDocument("<w><p>Some text of a document</p></w>", ["word/other.xml", "<a>more</a>"]);
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8((damaged.readUInt8(at) ^ change) & 255, at);
      expect(["office", "damaged", "unsupported", "password", "too-large"]).toContain(await verdict(damaged));
    }),
    { numRuns: 300 },
  );
});
