import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compoundFile } from "../../../fixtures/encrypted.ts";
import { vbaStreams } from "../../../fixtures/vba-project.ts";
import { openArchive } from "../detect/archive.ts";
import { readCompoundFile } from "../detect/compound.ts";
import { workFolder } from "../pdf/testing.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { type OfficeFormat, prepareDocument } from "./prepare-document.ts";

async function prepared(format: OfficeFormat, bytes: Buffer | string) {
  const workDir = await workFolder();
  const path = join(workDir, `letter.${format}`);
  await writeFile(path, bytes);
  const { path: outPath, warnings } = await prepareDocument(path, format, workDir);
  const isChanged = outPath !== path;
  if (isChanged) expect(outPath).toBe(join(workDir, "prepared", `letter.${format}`));
  expect(existsSync(join(workDir, "prepared", `letter.${format}`))).toBe(isChanged);
  return { bytes: isChanged ? await readFile(outPath) : undefined, warnings, workDir };
}

test.each<OfficeFormat>(["ppt", "pages", "key", "wpd", "wps"])(
  "a file of the format %s is given to LibreOffice as it is",
  async (format) => {
    const { bytes, workDir } = await prepared(format, "\x13 FILENAME \\p \x14");
    expect(bytes).toBeUndefined();
    expect(existsSync(join(workDir, "prepared"))).toBe(false);
  },
);

const project = vbaStreams([{ name: "Module1", kind: "own", source: "Sub Tart()\nEnd Sub" }], "Macros/");
const words = Buffer.from("\x13 FILENAME \\p \x14 Damson", "latin1");
const hasProject = (bytes: Buffer) => readCompoundFile(bytes).folder("Macros")?.folder("VBA") !== undefined;

test("the VBA project of an old Word document is cut off, with its path field or without", async () => {
  const plain = compoundFile({ WordDocument: Buffer.from("Damson") });
  expect((await prepared("doc", plain)).bytes).toBeUndefined();
  const withProject = compoundFile({ WordDocument: Buffer.from("Damson"), ...project });
  const cut = (await prepared("doc", withProject)).bytes ?? Buffer.alloc(0);
  expect([withProject, cut].map(hasProject)).toEqual([true, false]);
  const both = (await prepared("doc", compoundFile({ WordDocument: words, ...project }))).bytes ?? Buffer.alloc(0);
  expect(hasProject(both)).toBe(false);
  expect(both.includes("FILENAME    \x14 Damson")).toBe(true);
});

test("a document that is no compound file loses its path field", async () => {
  expect((await prepared("doc", words)).bytes?.toString("latin1")).toBe("\x13 FILENAME    \x14 Damson");
  expect((await prepared("doc", "Damson")).bytes).toBeUndefined();
});

test.each([
  ["a path field", "{\\rtf1 {\\fldinst FILENAME \\\\p}}", "{\\rtf1 {\\fldinst FILENAME    }}"],
  ["a missing bookmark", "{\\rtf1{\\fldinst{ REF gone}}}", "{\\rtf1{\\fldinst{     gone}}}"],
  ["a header alone", "{\\rtf1{\\header Words\\par}}", "{\\rtf1{\\header Words\\par}\\par}"],
])("an RTF document with %s is changed", async (_what, before, after) => {
  expect((await prepared("rtf", before)).bytes?.toString("latin1")).toBe(after);
});

test("an RTF document with nothing to change is given to LibreOffice as it is", async () => {
  expect((await prepared("rtf", "{\\rtf1{\\header A\\par}Words\\par}")).bytes).toBeUndefined();
});

const control = '<form:date form:id="control1" form:current-value="2026"/>';
const shape = '<draw:control draw:control="control1"/>';
const reference = '<text:bookmark-ref text:ref-name="gone">7</text:bookmark-ref>';
const name = '<text:file-name text:display="full">C:\\x</text:file-name>';

test("references and controls are replaced in an OpenDocument text, and paths in a presentation too", async () => {
  const content = `<office:document-content>${control}${shape}${reference}${name}</office:document-content>`;
  const read = async (bytes: Buffer | undefined) => {
    using archive = await openArchive(bytes ?? Buffer.alloc(0));
    return (await archive.read("content.xml"))?.toString();
  };
  const text = await prepared("odt", await zipBytes([["content.xml", content]]));
  const named = content.replace('"full"', '"name-and-extension"');
  expect(await read(text.bytes)).toBe(named.replace(reference, "<text:span>7</text:span>"));
  expect(text.warnings.map(({ code }) => code)).toEqual(["form-controls-missing"]);
  const slides = await prepared("odp", await zipBytes([["content.xml", content]]));
  expect(await read(slides.bytes)).toBe(named);
  expect(slides.warnings).toEqual([]);
});

test("macros are removed from a presentation", async () => {
  const parts: [string, string][] = [
    ["ppt/presentation.xml", "<p/>"],
    ["ppt/vbaProject.bin", "x"],
  ];
  using archive = await openArchive((await prepared("pptx", await zipBytes(parts))).bytes ?? Buffer.alloc(0));
  expect(archive.names).toEqual(["ppt/presentation.xml"]);
});
