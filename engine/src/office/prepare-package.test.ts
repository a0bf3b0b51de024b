import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
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

/** Prepares a document of these parts. @returns a part of the result, as text */
async function preparedParts(parts: [name: string, content: string][]) {
  const dir = await mkdtemp(join(root, "parts-"));
  const path = join(dir, "letter.docx");
  await writeFile(path, await zipBytes(parts));
  const { path: outPath, warnings } = await prepareDocument(path, "docx", dir);
  const archive = await openArchive(outPath);
  onTestFinished(() => archive.close());
  return { part: async (name: string) => (await archive.read(name))?.toString(), warnings };
}

const external = (id: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}" TargetMode="External"/>`;

test("each linked picture that is shown counts, and one that is not shown does not", async () => {
  const links = ["a", "b", "c"].map((id) => external(id, `https://example.org/${id}.png`)).join("");
  const { part, warnings } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:blip r:link="a"/><a:blip r:link="b"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${links}</Relationships>`],
  ]);
  expect(warnings.map(({ text }) => text)).toEqual([
    "2 pictures that the file only links to are missing: crossed frames stand in their places.",
  ]);
  expect(await part("word/_rels/document.xml.rels")).not.toMatch(/example\.org|External/);
  expect(await part("word/_rels/document.xml.rels")).toContain('Target="../media/sheaf-missing-picture.png"');
  expect(await part("media/sheaf-missing-picture.png")).toMatch(/PNG/);
});

test("one linked picture that is shown is told of as one", async () => {
  const { warnings } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:blip r:link="a"/><a:blip r:link="a"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${external("a", "https://example.org/a.png")}</Relationships>`],
  ]);
  expect(warnings.map(({ text }) => text)).toEqual([
    "A picture that the file only links to is missing: a crossed frame stands in its place.",
  ]);
});

test("linked pictures of several parts count together, each with the frame relative to its part", async () => {
  const related = `<Relationships>${external("a", "https://example.org/a.png")}</Relationships>`;
  const { part, warnings } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:blip r:link="a"/></w:document>'],
    ["word/_rels/document.xml.rels", related],
    ["word/glossary/document.xml", '<w:document><a:blip r:link="a"/></w:document>'],
    ["word/glossary/_rels/document.xml.rels", related],
  ]);
  expect(warnings.map(({ text }) => text)).toEqual([expect.stringMatching(/^2 pictures /)]);
  const glossary = await part("word/glossary/_rels/document.xml.rels");
  expect(glossary).toContain('Target="../../media/sheaf-missing-picture.png"');
});

test("links to pages stay, and so do pictures of other elements that are linked", async () => {
  const page = external("a", "https://example.org/").replace("/image", "/hyperlink");
  const parts: [string, string][] = [
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:blip r:link="a"/><w:hyperlink r:id="a"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${page}</Relationships>`],
  ];
  const { part, warnings } = await preparedParts(parts);
  expect(await part("word/_rels/document.xml.rels")).toBe(parts[2]?.[1]);
  expect(await part("word/document.xml")).toBe(parts[1]?.[1]);
  expect(await part("media/sheaf-missing-picture.png")).toBeUndefined();
  expect(warnings).toEqual([]);
  const other = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:hlink r:link="a"/><a:blip link="a" r:embed="b"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${external("a", "https://example.org/a.png")}</Relationships>`],
  ]);
  expect(await other.part("word/document.xml")).toBe(
    '<w:document><a:hlink r:link="a"/><a:blip link="a" r:embed="b"/></w:document>',
  );
  expect(other.warnings).toEqual([]);
});

const referring = (code: string) =>
  `<w:document><w:fldSimple w:instr="${code}"><w:t>7</w:t></w:fldSimple></w:document>`;

test("a reference stays a field where another part without fields has its bookmark or style", async () => {
  const bookmark = '<w:footnotes><w:bookmarkStart w:id="1" w:name="note"/><w:bookmarkEnd w:id="1"/></w:footnotes>';
  const parts = (code: string): [string, string][] => [
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", referring(code)],
    ["word/footnotes.xml", bookmark],
    ["word/header1.xml", '<w:hdr><w:pStyle w:val="Client"/></w:hdr>'],
    ["word/comments.xml", bookmark.replace("note", "gone")],
  ];
  for (const code of ["REF note", "STYLEREF Client"])
    expect(await (await preparedParts(parts(code))).part("word/document.xml")).toBe(referring(code));
  expect(await (await preparedParts(parts("REF gone"))).part("word/document.xml")).toBe(
    "<w:document><w:t>7</w:t></w:document>",
  );
});

test("a control without a picture in any part causes one warning", async () => {
  const control = '<w:ftr><w:object><w:control r:id="rId2"/></w:object></w:ftr>';
  const { warnings } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", "<w:document/>"],
    ["word/footer1.xml", control],
    ["word/footer2.xml", "<w:ftr/>"],
  ]);
  expect(warnings.map(({ code }) => code)).toEqual(["form-controls-missing"]);
});

test("settings that are not well-formed stay as they are, and so do properties that only sound like protection", async () => {
  const broken = "<w:settings><w:writeProtection/>";
  const named = '<Properties><property name="Client_MarkAsFinal"/><note name="_MarkAsFinal"/></Properties>';
  const { part } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", "<w:document/>"],
    ["word/settings.xml", broken],
    ["docProps/custom.xml", named],
  ]);
  expect(await part("word/settings.xml")).toBe(broken);
  expect(await part("docProps/custom.xml")).toBe(named);
});

test("characters written as references survive in a tag that is changed", async () => {
  const { part } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:blip title="&#233; é &#x20AC;" r:link="a"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${external("a", "https://example.org/a.png")}</Relationships>`],
  ]);
  expect(await part("word/document.xml")).toContain('title="é é €"');
});

test("an empty embedding is replaced by the frame, and other attributes of the picture stay", async () => {
  const { part } = await preparedParts([
    ["[Content_Types].xml", "<Types/>"],
    ["word/document.xml", '<w:document><a:blip r:embed="" cstate="print" r:link="a"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${external("a", "https://example.org/a.png")}</Relationships>`],
  ]);
  expect(await part("word/document.xml")).toBe('<w:document><a:blip r:embed="a" cstate="print"/></w:document>');
});

test.each([
  ["<Types/>", false],
  ['<t:Types xmlns:t="urn:types"><t:Default Extension="xml" ContentType="a/b"/></t:Types>', false],
  ['<Types><Default Extension="PNG" ContentType="image/png"/></Types>', true],
])("the frame's content type is declared once: %s", async (types, isDeclared) => {
  const { part } = await preparedParts([
    ["[Content_Types].xml", types],
    ["word/document.xml", '<w:document><a:blip r:link="a"/></w:document>'],
    ["word/_rels/document.xml.rels", `<Relationships>${external("a", "https://example.org/a.png")}</Relationships>`],
  ]);
  const written = (await part("[Content_Types].xml")) ?? "";
  expect(written.match(/Extension="png"/gi)).toHaveLength(1);
  expect(written === types).toBe(isDeclared);
  if (types.startsWith("<t:")) expect(written).toContain('<t:Default Extension="png" ContentType="image/png"/>');
});

test.each(["word/settings.xml", "word/settings2.xml"])(
  "protection against editing is removed from %s with its content, other settings stay",
  async (settings) => {
    const { part } = await preparedParts([
      ["[Content_Types].xml", "<Types/>"],
      ["word/document.xml", "<w:document/>"],
      [
        settings,
        '<w:settings><w:zoom/><w:writeProtection w:recommended="1"/><w:documentProtection><w:x/></w:documentProtection><w:y/></w:settings>',
      ],
      [
        "docProps/custom.xml",
        '<Properties><property name="_MarkAsFinal"><vt:bool>true</vt:bool></property><property name="Client"/></Properties>',
      ],
    ]);
    expect(await part(settings)).toBe("<w:settings><w:zoom/><w:y/></w:settings>");
    expect(await part("docProps/custom.xml")).toBe('<Properties><property name="Client"/></Properties>');
  },
);

test.each([
  [conversionLimits.pages - 1, false],
  [conversionLimits.pages, true],
])(
  "a document with %i page breaks has one page more; beyond the limit it is refused: %s",
  async (breaks, isRefused) => {
    const document = `<w:document>${'<w:br w:type="page"/>'.repeat(breaks)}<w:br w:type="line"/></w:document>`;
    const preparing = preparedParts([
      ["[Content_Types].xml", "<Types/>"],
      ["word/document.xml", document],
    ]);
    if (isRefused) await expect(preparing).rejects.toMatchObject({ reason: "too-large" });
    else expect(await (await preparing).part("word/document.xml")).toBe(document);
  },
);
