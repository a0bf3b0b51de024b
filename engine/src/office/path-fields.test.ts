import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { prepareDocument } from "./prepare-document.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-path-fields-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const field = (...texts: string[]) =>
  [
    '<w:fldChar w:fldCharType="begin"/>',
    ...texts.map((text) => `<w:instrText xml:space="preserve">${text}</w:instrText>`),
    '<w:fldChar w:fldCharType="separate"/>',
  ].join("");

async function partAfter(format: "docx" | "odt", name: string, xml: string): Promise<string | null> {
  const path = join(dir, `in.${format}`);
  await writeFile(path, await zipBytes([[name, xml]]));
  const { path: outPath } = await prepareDocument(path, format, await mkdtemp(join(dir, "work-")));
  if (outPath === path) return null;
  const archive = await openArchive(outPath);
  const part = await archive.read(name);
  archive.close();
  return String(part);
}

test.each([
  ["in one piece", field(" FILENAME \\p "), field(" FILENAME  ")],
  ["in pieces", field(" FILE", "NAME \\* Lower \\", "p"), field(" FILENAME \\* Lower ", "", "")],
  ["simple", '<w:fldSimple w:instr=" FILENAME \\p "/>', '<w:fldSimple w:instr=" FILENAME  "/>'],
])("a field for the document's path (%s) prints only the file name", async (_how, before, after) => {
  expect(await partAfter("docx", "word/footer2.xml", before)).toBe(after);
});

test("a document with only other fields is not rewritten, and its fields keep their switches", async () => {
  expect(await partAfter("docx", "word/document.xml", field(" PAGEREF here \\p ") + field(" FILENAME "))).toBeNull();
});

test("an OpenDocument text prints only the file name", async () => {
  const before = '<text:file-name text:display="full">C:\\x.odt</text:file-name>';
  expect(await partAfter("odt", "styles.xml", before)).toBe(
    '<text:file-name text:display="name-and-extension">C:\\x.odt</text:file-name>',
  );
});

test("a rewritten document begins with its type, uncompressed and with its size stated before it, as LibreOffice requires", async () => {
  const path = join(dir, "typed.odt");
  const type = "application/vnd.oasis.opendocument.text";
  await writeFile(
    path,
    await zipBytes([
      ["content.xml", '<text:file-name text:display="path"/>'],
      ["mimetype", type],
    ]),
  );

  const { path: outPath } = await prepareDocument(path, "odt", await mkdtemp(join(dir, "work-")));
  expect(outPath).not.toBe(path);

  // The local header of a part (APPNOTE.TXT, 4.3.7): flags and method, both sizes, the name and the content.
  const zip = await readFile(outPath);
  expect([zip.readUInt16LE(6) & 8, zip.readUInt16LE(8)]).toEqual([0, 0]);
  expect([zip.readUInt32LE(18), zip.readUInt32LE(22)]).toEqual([type.length, type.length]);
  expect(zip.toString("latin1", 30, 38 + type.length)).toBe(`mimetype${type}`);
});

test.each([
  ["rtf", "{\\*\\fldinst { FILENAME  \\\\p }}", "{\\*\\fldinst { FILENAME      }}", "latin1"],
  ["doc", "\x13 FILENAME \\p \x14", "\x13 FILENAME    \x14", "latin1"],
  ["doc", "\x13 FILENAME \\p \x14", "\x13 FILENAME    \x14", "utf16le"],
] as const)(
  "a path field in a %s file is overwritten without changing the file's length",
  async (format, before, after, encoding) => {
    const path = join(dir, `in.${format}`);
    await writeFile(path, Buffer.from(`before${before}after`, encoding));

    const { path: outPath } = await prepareDocument(path, format, await mkdtemp(join(dir, "work-")));

    expect(outPath).not.toBe(path);
    expect(await readFile(outPath)).toEqual(Buffer.from(`before${after}after`, encoding));
  },
);

test.each([
  ["rtf", "{\\*\\fldinst { FILENAME  \\\\* Lower }}", "latin1"],
  ["rtf", "{\\rtf1 The FILENAME{ of \\\\p}}", "latin1"],
  ["doc", "\x13 FILENAME \\* Lower \x14", "latin1"],
  ["doc", "\x13 PAGE \x14 FILENAME \\p", "utf16le"],
] as const)("a %s file without a path field is converted as it is", async (format, content, encoding) => {
  const path = join(dir, `in.${format}`);
  await writeFile(path, Buffer.from(`before${content}after`, encoding));
  const { path: outPath } = await prepareDocument(path, format, await mkdtemp(join(dir, "work-")));
  expect(outPath).toBe(path);
});

test("every path field of a document is changed, and those of the name alone stay", async () => {
  const name = (display: string) => `<text:file-name text:display="${display}">x</text:file-name>`;
  const before = `<d>${["name", "full", "name-and-extension", "path", "fuller"].map(name).join("")}</d>`;
  expect(await partAfter("odt", "content.xml", before)).toBe(
    before.replace('"full"', '"name-and-extension"').replace('"path"', '"name-and-extension"'),
  );
  expect(await partAfter("odt", "content.xml", `<d>${name("name")}</d>`)).toBeNull();
});

test.each(["latin1", "utf16le"] as const)("every path field of a DOC in %s is overwritten", async (encoding) => {
  const path = join(dir, "several.doc");
  const fields = "\x13FILENAME \\p\x14a\x15 \x13PAGE\x15 \x13  filename \\* Upper \\p \\p\x14b\x15";
  await writeFile(path, Buffer.from(fields, encoding));
  const { path: outPath } = await prepareDocument(path, "doc", await mkdtemp(join(dir, "work-")));
  const blanked = fields.replace("\\p", "  ").replace("\\p", "  ");
  expect((await readFile(outPath)).toString(encoding)).toBe(blanked);
});
