import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { prepareDocument } from "./prepare-document.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "sheaf-package-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Prepares a document with one embedded picture, "rIdOwn", and one linked picture, "rIdLink". */
async function prepared(picture: string) {
  const dir = await mkdtemp(join(root, "letter-"));
  const path = join(dir, "letter.docx");
  const image = 'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"';
  const relationships = `<Relationship Id="rIdOwn" ${image} Target="media/own.png"/><Relationship Id="rIdLink" ${image} Target="https://example.org/logo.png" TargetMode="External"/>`;
  await writeFile(
    path,
    await zipBytes([
      ["[Content_Types].xml", "<Types></Types>"],
      ["word/document.xml", `<w:document><w:body>${picture}</w:body></w:document>`],
      ["word/_rels/document.xml.rels", `<Relationships>${relationships}</Relationships>`],
      ["word/media/own.png", "own"],
    ]),
  );
  const { path: outPath, warnings } = await prepareDocument(path, "docx", dir);
  const archive = await openArchive(outPath);
  const parts = ["word/document.xml", "word/_rels/document.xml.rels"].map(async (name) => archive.read(name));
  const [document, related] = (await Promise.all(parts)).map((part) => part?.toString() ?? "");
  archive.close();
  return { document, isInside: related?.includes("External") === false, codes: warnings.map(({ code }) => code) };
}

test.each([
  ["in a drawing", '<a:blip r:link="rIdLink"/>', '<a:blip r:embed="rIdLink"/>'],
  ["in VML", '<v:imagedata r:id="rIdLink"/>', '<v:imagedata r:id="rIdLink"/>'],
  ["in VML by its address alone", '<v:imagedata o:href="cid:logo" r:href="rIdLink"/>', '<v:imagedata r:id="rIdLink"'],
])(
  "a picture that is only linked %s is replaced by a frame, and a warning is given",
  async (_where, picture, frame) => {
    const { document, isInside, codes } = await prepared(picture);
    expect(document).toContain(frame);
    expect({ isInside, codes }).toEqual({ isInside: true, codes: ["linked-pictures-missing"] });
  },
);

test.each([
  '<a:blip r:embed="rIdOwn" r:link="rIdLink"/>',
  '<v:imagedata r:id="rIdOwn" o:title="" r:href="rIdLink"/>',
  "<w:p/>",
])("a linked picture that is also embedded, or never shown, causes no warning: %s", async (picture) => {
  const { document, isInside, codes } = await prepared(picture);
  expect(document).not.toContain("rIdLink");
  expect({ isInside, codes }).toEqual({ isInside: true, codes: [] });
});

test("a container whose parts state no size is rewritten, since LibreOffice cannot read it", async () => {
  const dir = await mkdtemp(join(root, "endless-"));
  const path = join(dir, "letter.docx");
  // Written in pieces, so that their sizes were not known in advance.
  const parts = [
    ["[Content_Types].xml", ["<Types></Types>"]],
    ["word/document.xml", ["<w:document><w:body/></w:document>"]],
  ] as const;
  await writeFile(path, await zipBytes(parts, { stored: true }));
  const { path: outPath } = await prepareDocument(path, "docx", dir);
  const [before, after] = [await openArchive(path), await openArchive(outPath)];
  expect([before.hasEndlessParts, after.hasEndlessParts]).toEqual([true, false]);
  expect((await after.read("word/document.xml"))?.toString()).toBe("<w:document><w:body/></w:document>");
  for (const archive of [before, after]) archive.close();
});
