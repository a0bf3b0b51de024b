import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FixtureName, fixturePath } from "../../../fixtures/files.ts";
import { docx, odt, trackedDocx } from "../../../fixtures/office-files.ts";
import { photograph } from "../../../fixtures/pictures.ts";
import { openArchive } from "../detect/archive.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { withParts } from "../testing/with-parts.ts";
import { findOffice } from "./find-office.ts";
import type { Office } from "./office.ts";
import { officeConverter } from "./office-converter.ts";
import { openOffice } from "./open-office.ts";

const run = promisify(execFile);
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
let dir: string;
let office: Office;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-office-"));
  office = openOffice(findOffice(), dir, "en-GB");
});
// A LibreOffice process that is ending may still write to its profile.
afterAll(() => rm(dir, { recursive: true, force: true, maxRetries: 3 }));

type Format = Parameters<typeof officeConverter>[1];

async function printed(path: string) {
  const format = path.slice(path.lastIndexOf(".") + 1) as Format;
  const workDir = await mkdtemp(join(dir, "file-"));
  const input = { path, name: basename(path), sizeBytes: 1 };
  const { pdfPath, warnings } = await officeConverter(office, format).toPdf(input, {
    workDir,
    outPath: join(workDir, "out.pdf"),
  });
  const { stdout: text } = await run("pdftotext", ["-layout", pdfPath, "-"]);
  const { stdout: info } = await run("pdfinfo", [pdfPath]);
  const { stdout: list } = await run("pdfimages", ["-list", pdfPath]);
  const pictures = list.trim().split("\n").length - 2; // minus two heading lines
  return { pdfPath, text, pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]), pictures, warnings };
}

test.each<FixtureName>(["tracked.docx", "tracked.doc", "tracked.odt", "tracked.rtf"])(
  "%s prints its final text, without what was deleted and without comments",
  async (name) => {
    const { text } = await printed(fixturePath(name));
    expect(text.replaceAll(/\s+/g, " ")).toContain("Teasel agreed to 120.00 a month");
    expect(text).not.toMatch(/90\.00|Struck out|Ask the client/);
  },
);

test("a table deleted by a tracked change is removed even when the document was saved with changes hidden", async () => {
  const by = 'w:author="Reviewer" w:date="2026-01-15T09:00:00Z"';
  const struckOut = (text: string, id: number) =>
    `<w:tc><w:tcPr/><w:p><w:del w:id="${id}" ${by}><w:r><w:delText>${text}</w:delText></w:r></w:del></w:p></w:tc>`;
  const cells = ["December", "11,485", "13,444"].map(struckOut).join("");
  const columns = '<w:tblGrid><w:gridCol w:w="1458"/><w:gridCol w:w="2052"/><w:gridCol w:w="2160"/></w:tblGrid>';
  const markup = `<w:tbl><w:tblPr/>${columns}<w:tr>${cells}</w:tr></w:tbl>`;
  const outOfSight = (settings: string) =>
    settings.replace("<w:trackRevisions/>", '<w:revisionView w:insDel="0" w:formatting="0"/>$&');
  const path = join(dir, "out-of-sight.docx");
  const tracked = await docx(["Lease of the shop"], [], { markup, isProtected: true });
  await writeFile(path, await withParts(tracked, { "word/settings.xml": outOfSight }));

  const { text, warnings } = await printed(path);
  expect(text.trim()).toBe("Lease of the shop");
  expect(warnings).toEqual([]);
});

test("a document with only a header prints the header", async () => {
  const path = join(dir, "letterhead.rtf");
  await writeFile(path, String.raw`{\rtf1\ansi{\header Fennel & Co, Accountants\par}}`);
  expect((await printed(path)).text.trim()).toBe("Fennel & Co, Accountants");
});

test("an equation is printed", async () => {
  const path = join(dir, "equation.docx");
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const fraction = `<m:f><m:num>${run("profit")}</m:num><m:den>${run("turnover")}</m:den></m:f>`;
  const space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  await writeFile(
    path,
    await docx([], [], { markup: `<w:p><m:oMath ${space}>${fraction}${run("=0.42")}</m:oMath></w:p>` }),
  );
  const { text } = await printed(path);
  expect(text).toMatch(/profit\s+=\s?0\.42\s+turnover/);
});

test("a reference to a missing bookmark and a computed page number print as in Word", async () => {
  const path = join(dir, "references.docx");
  const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
  const field = (codes: string, result: string) => char("begin") + codes + char("separate") + result + char("end");
  const shown = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const formula = field(code(" = ") + field(code(" NUMPAGES "), code("9")) + code(" - 1 "), shown("8 pages"));
  const gone = field(code(" REF _Ref1 \\h "), shown("Clause 4.2"));
  const missing = field(code(' STYLEREF "Heading 9" '), shown("Terms"));
  const markup = [gone, formula, missing].map((one) => `<w:p>${one}</w:p>`).join("");
  await writeFile(path, await docx([], [], { markup }));
  expect((await printed(path)).text.split(/\s*\n\s*/).filter(Boolean)).toEqual(["Clause 4.2", "8 pages", "Terms"]);
});

test("references of an OpenDocument text print as in Writer, also to bookmarks without text", async () => {
  const path = join(dir, "references.odt");
  const reference = (name: string, format: string, text: string) =>
    `<text:bookmark-ref text:reference-format="${format}" text:ref-name="${name}">${text}</text:bookmark-ref>`;
  const range = (name: string, content: string) =>
    `<text:bookmark-start text:name="${name}"/>${content}<text:bookmark-end text:name="${name}"/>`;
  const line = [
    reference("gone", "text", "Clause 4.2"),
    reference("empty", "text", "Terms"),
    reference("empty", "page", "99"),
    reference("full", "text", "Out of date"),
  ];
  const markup = `<text:p>${range("empty", "")}${range("full", "Rates")}</text:p><text:p>${line.join(", ")}</text:p>`;
  const wordDocument = await odt(["LETTER"]);
  await writeFile(
    path,
    await withParts(wordDocument, { "content.xml": (xml) => xml.replace("<text:p>LETTER</text:p>", markup) }),
  );
  expect((await printed(path)).text.trim().split(/\s*\n\s*/)).toEqual(["Rates", "Clause 4.2, Terms, 1, Rates"]);
});

test("an RTF reference to a missing bookmark prints as in Word", async () => {
  const path = join(dir, "references.rtf");
  const field = (code: string, shown: string) => String.raw`{\field{\*\fldinst{ ${code} }}{\fldrslt{${shown}}}}\par `;
  await writeFile(
    path,
    String.raw`{\rtf1\ansi ${field("PAGEREF _Toc1 \\\\h", "Page 7")}${field("REF gone", "Clause 4")}}`,
  );
  expect((await printed(path)).text.split(/\s*\n\s*/).filter((line) => line.trim())).toEqual(["Page 7", "Clause 4"]);
});

test("a document with a field for its own path is rewritten, and LibreOffice reads it", async () => {
  const path = join(dir, "named.odt");
  const field = '<text:file-name text:display="full">/home/teasel/named.odt</text:file-name>';
  const archive = await openArchive(await odt(["Saved as FIELD"]));
  const content = String(await archive.read("content.xml")).replace("FIELD", field);
  const type = "application/vnd.oasis.opendocument.text";
  const manifest = (await archive.read("META-INF/manifest.xml")) ?? "";
  const wordDocument = await zipBytes([
    ["mimetype", type],
    ["content.xml", content],
    ["META-INF/manifest.xml", manifest],
  ]);
  await writeFile(path, wordDocument);
  expect((await printed(path)).text).toContain("Saved as named.odt");
});

const custom = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties";
const settingsWith = (protection: string) => (stated: string) =>
  stated.replace(/<w:documentProtection[^>]*>/, protection);
test.each<[string, Parameters<typeof withParts>[1]]>([
  ["protected against editing", {}],
  ["to be opened for reading only", { "word/settings.xml": settingsWith('<w:writeProtection w:recommended="1"/>') }],
  [
    "marked as final",
    {
      "word/settings.xml": settingsWith(""),
      "_rels/.rels": (stated) =>
        stated.replace(
          "</Relationships>",
          `<Relationship Id="rIdFinal" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties" Target="docProps/custom.xml"/></Relationships>`,
        ),
      "[Content_Types].xml": (stated) =>
        stated.replace(
          "</Types>",
          '<Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/></Types>',
        ),
      "docProps/custom.xml": `<Properties xmlns="${custom}" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="_MarkAsFinal"><vt:bool>true</vt:bool></property></Properties>`,
    },
  ],
])("a document that is %s prints its final text too", async (_what, parts) => {
  const path = join(dir, "guarded.docx");
  await writeFile(path, await withParts(await trackedDocx({ isProtected: true }), parts));
  const { text, warnings } = await printed(path);
  expect(text).toContain("Teasel agreed to 120.00 a month");
  expect(warnings).toEqual([]);
});

test("a warning is given when LibreOffice cannot accept the tracked changes", async () => {
  const path = join(dir, "guarded.rtf");
  // The content is a DOCX document, but the extension leads to a format that is not prepared here.
  await writeFile(path, await trackedDocx({ isProtected: true }));
  const { text, warnings } = await printed(path);
  expect(text).toContain("90.00120.00");
  expect(warnings).toMatchObject([{ code: "changes-left", text: expect.stringContaining("could not be accepted") }]);
});

test.each<[FixtureName, string, number]>([
  ["hidden-slide.pptx", "Campion", 2],
  ["hidden-slide.odp", "Campion", 2],
  ["slides.ppt", "Rowan", 1],
])("%s prints one slide on each page, without the hidden one and without notes", async (name, word, slides) => {
  const { text, pages, warnings } = await printed(fixturePath(name));
  expect(pages).toBe(slides);
  expect(text).toContain(word);
  expect(text).not.toMatch(/Hemlock|Speak slowly/);
  expect(warnings).toContainEqual({ code: "hidden-slides-left-out", text: "Slide 2 is hidden and was left out." });
});

test("a linked picture is replaced by a crossed frame, and a warning is given", async () => {
  const path = join(dir, "linked.docx");
  await writeFile(path, await docx(["Before the picture"], [], { picture: { link: "https://example.org/logo.png" } }));
  const { text, pictures, warnings } = await printed(path);
  expect(text).toContain("Before the picture");
  expect(pictures).toBe(1);
  expect(warnings).toMatchObject([{ code: "linked-pictures-missing" }]);
});

test("a Word control prints as the picture that Word stored of it", async () => {
  const path = join(dir, "control.docx");
  const spaces = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"';
  const shape = '<v:shape id="s1" style="width:108pt;height:20pt"><v:imagedata r:id="rIdPicture"/></v:shape>';
  const control = '<w:control r:id="rIdControl" w:name="Agreed" w:shapeid="s1"/>';
  const markup = `<w:p><w:r><w:object ${spaces} xmlns:r="${relationships}">${shape}${control}</w:object></w:r></w:p>`;
  const property = (name: string, value: string) => `<ax:ocxPr ax:name="${name}" ax:value="${value}"/>`;
  const checkBox = `<ax:ocx ax:classid="{8BD21D40-EC42-11CE-9E0D-00AA006002F3}" ax:persistence="persistPropertyBag" xmlns:ax="http://schemas.microsoft.com/office/2006/activeX">${property("DisplayStyle", "4")}${property("Value", "1")}</ax:ocx>`;
  const wordDocument = await docx([], [], { picture: { jpeg: await photograph(64, 64) }, markup });
  const related = `<Relationship Id="rIdControl" Type="${relationships}/control" Target="activeX/activeX1.xml"/></Relationships>`;
  await writeFile(
    path,
    await withParts(wordDocument, {
      "word/_rels/document.xml.rels": (xml) => xml.replace("</Relationships>", related),
      "word/activeX/activeX1.xml": checkBox,
    }),
  );
  expect(await printed(path)).toMatchObject({ pictures: 2, warnings: [] });
});

test("controls of an OpenDocument text print with their values", async () => {
  const path = join(dir, "controls.odt");
  const form = [
    '<form:checkbox form:id="c1" form:label="Paid" form:current-state="checked"/>',
    '<form:text form:id="c2" form:current-value="Teasel &amp; Sons"/>',
  ].join("");
  const shape = (id: string) =>
    `<draw:control text:anchor-type="as-char" svg:width="4cm" svg:height="0.6cm" draw:control="${id}"/>`;
  const spaces = [
    ["form", "form"],
    ["fo", "xsl-fo-compatible"],
  ].map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`);
  const wordDocument = await withParts(await odt(["CONTROLS"]), {
    "content.xml": (xml) =>
      xml
        .replace(" office:version", ` ${spaces.join(" ")} office:version`)
        .replace("<office:body>", "<office:automatic-styles></office:automatic-styles><office:body>")
        .replace("<office:text>", `<office:text><office:forms><form:form>${form}</form:form></office:forms>`)
        .replace("CONTROLS", `${shape("c1")} by ${shape("c2")}`),
  });
  await writeFile(path, wordDocument);
  const { text, warnings } = await printed(path);
  expect(text).toMatch(/☒ Paid\s+by\s+Teasel & Sons/);
  expect(warnings).not.toContainEqual(expect.objectContaining({ code: "form-controls-missing" }));
});

/** Returns the format of the PDF's only picture, and the sizes of both files. */
async function pictureOf(path: string) {
  const { pdfPath } = await printed(path);
  const { stdout: list } = await run("pdfimages", ["-list", pdfPath]);
  const [, , line = ""] = list.split("\n");
  const [, , , width = "", , , , , kept = ""] = line.trim().split(/\s+/);
  const [{ size: pdfBytes }, { size: documentBytes }] = await Promise.all([stat(pdfPath), stat(path)]);
  return { width: Number(width), kept, pdfBytes, documentBytes };
}

test("a photograph in a document keeps its full resolution", async () => {
  const path = join(dir, "sharp.docx");
  await writeFile(path, await docx([], [], { picture: { jpeg: await photograph(1200, 800) } }));
  expect(await pictureOf(path)).toMatchObject({ kept: "jpeg", width: 1200 });
});

test("a cropped photograph does not make the PDF much larger than its document", async () => {
  const path = join(dir, "photograph.docx");
  await writeFile(path, await docx([], [], { picture: { jpeg: await photograph(2400, 1600), cutLeft: 100 } }));
  const { kept, pdfBytes, documentBytes } = await pictureOf(path);
  expect(kept).toBe("jpeg");
  expect(pdfBytes).toBeLessThan(2 * documentBytes);
});

test("fonts that are not installed are named in a warning", async () => {
  const path = join(dir, "fonts.docx");
  const run = '<w:r><w:rPr><w:rFonts w:ascii="Garamond" w:hAnsi="Garamond"/></w:rPr><w:t>Old letters</w:t></w:r>';
  await writeFile(path, await docx([], [], { markup: `<w:p>${run}</w:p>` }));
  expect((await printed(path)).warnings).toMatchObject([
    { code: "font-substituted", text: expect.stringContaining("The font Garamond is not installed here") },
  ]);
});
