import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipBytes } from "../sheet/zip-writer.ts";
import { requestedFonts } from "./requested-fonts.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-fonts-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function fontsOf(format: "rtf" | "odt" | "docx" | "xlsx" | "pptx", content: string | Buffer): Promise<string[]> {
  const path = join(dir, `letter.${format}`);
  await writeFile(path, content);
  return [...(await requestedFonts(path, format))];
}

const table = String.raw`{\fonttbl{\f0\froman Times New Roman;}{\f1\fswiss Verdana{\*\falt Arial};}{\f2 Georgia;}{\f3 Futura;}}`;
const styles = String.raw`{\stylesheet{\s0\f3 Normal;}{\s1\f3{\*\keycode n}heading 1;}}`;

test.each([
  ["the first when no default is stated", "", String.raw`Words\par`, ["Times New Roman"]],
  [
    "the default and those that the text switches to",
    String.raw`\deff1`,
    String.raw`Words {\f2 and\af3  more}\fs24`,
    ["Verdana", "Georgia"],
  ],
])("fonts of an RTF document's font table: %s", async (_which, start, body, fonts) => {
  expect(await fontsOf("rtf", String.raw`{\rtf1\ansi${start}${table}${styles}${body}}`)).toEqual(fonts);
});

test("an RTF document without a font table requests no font", async () => {
  expect(await fontsOf("rtf", String.raw`{\rtf1\ansi Words\par}`)).toEqual([]);
});

test("fonts of an RTF document as Word writes it: codes before the names and character sets after them are ignored", async () => {
  const font = (number: number, name: string) =>
    String.raw`{\f${number}\fbidi \froman\fcharset0\fprq2{\*\panose 02020603050405020304}${name};}`;
  const all = `${font(0, "Times New Roman")}${font(1, "Courier New")}${font(2, "Arial CE")}`;
  expect(await fontsOf("rtf", String.raw`{\rtf1\ansi\deff0{\fonttbl${all}}\f0 One\f1 two\f2 three}`)).toEqual([
    "Times New Roman",
    "Courier New",
    "Arial",
  ]);
});

const faces = ["Body", "Title", "Spare", "Kanji", "Arabic"].map(
  (name) => `<style:font-face style:name="${name}1" svg:font-family="&apos;${name} Font&apos;"/>`,
);
const fonts = (name: string) => `<style:text-properties style:font-name="${name}1"/>`;
const otherFonts =
  '<style:text-properties style:font-name="Body1" style:font-name-asian="Kanji1" style:font-name-complex="Arabic1"/>';
const style = (name: string, basis: string, content = "") =>
  `<style:style style:name="${name}" style:family="paragraph"${basis && ` style:parent-style-name="${basis}"`}>${content}</style:style>`;

const aDocument = (body: string) =>
  zipBytes([
    [
      "styles.xml",
      `<office:document-styles><office:font-face-decls>${faces.join("")}</office:font-face-decls><office:styles><style:default-style style:family="paragraph">${otherFonts}</style:default-style><style:style style:name="Standard" style:family="paragraph"/>${style("Heading", "Standard", fonts("Title"))}${style("List", "Standard", fonts("Spare"))}</office:styles></office:document-styles>`,
    ],
    [
      "content.xml",
      `<office:document-content><office:automatic-styles>${style("P1", "Heading")}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ],
  ]);

test.each([
  ["the default for a style without a font", '<text:p text:style-name="Standard">☒ Words</text:p>', ["Body Font"]],
  ["the font that a style inherits", '<text:h text:style-name="P1">Words</text:h>', ["Title Font"]],
  [
    "the one for Chinese characters",
    '<text:p text:style-name="Standard">名 Words</text:p>',
    ["Body Font", "Kanji Font"],
  ],
  ["the one for Arabic characters", '<text:p text:style-name="Standard">سلام</text:p>', ["Body Font", "Arabic Font"]],
])("fonts of an OpenDocument text: %s", async (_which, body, wanted) => {
  expect(await fontsOf("odt", await aDocument(body))).toEqual(wanted);
});

const inFont = (font: string) => `<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr>`;
const words = (font: string, text: string) => `<w:r>${inFont(font)}<w:t>${text}</w:t></w:r>`;

test.each([
  ["those of its text", words("Garamond", "Invoice") + words("Futura", "42"), ["Garamond", "Futura"]],
  [
    "not those of check boxes",
    words("MS Gothic", "☐") + words("MS Gothic", "☒") + words("Garamond", "VAT"),
    ["Garamond"],
  ],
  ["not those of paragraph marks", `<w:pPr>${inFont("Futura")}</w:pPr><w:r><w:t>Words</w:t></w:r>`, []],
  ["not those of runs without text", `<w:r>${inFont("Futura")}<w:t/></w:r><w:r><w:t>Words</w:t></w:r>`, []],
  ["not those replaced by a tracked change", words(`New"/></w:rPr><w:rPr><w:rFonts w:ascii="Old`, "Words"), ["New"]],
])("fonts of a Word document: %s", async (_which, markup, fonts) => {
  const aDocument = await zipBytes([["word/document.xml", `<w:document><w:p>${markup}</w:p></w:document>`]]);
  expect(await fontsOf("docx", aDocument)).toEqual(fonts);
});

test("fonts of a workbook: those of the formats that cells use", async () => {
  const font = (name: string) => `<font><sz val="10"/><name val="${name}"/></font>`;
  const styles = `<styleSheet><fonts>${font("Lohit")}<font/>${font("Arial")}${font("Georgia")}</fonts><cellStyleXfs><xf fontId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0" fontId="2"/><xf fontId="1"/><xf fontId="3"/></cellXfs></styleSheet>`;
  expect(await fontsOf("xlsx", await zipBytes([["xl/styles.xml", styles]]))).toEqual(["Arial", "Georgia"]);
});

test.each([
  ["in quotes of XML", "Rock &amp; Roll", ["Rock & Roll"]],
  ["with spaces around it", " Garamond ", ["Garamond"]],
  ["of two characters", "Ab", ["Ab"]],
  ["of one character", "A", []],
  ["of sixty characters", "A".repeat(60), ["A".repeat(60)]],
  ["of more characters", "A".repeat(61), []],
  ["that begins with a sign of the theme", "+mn-lt", []],
  ["for vertical text", "@SimSun", []],
])("a font name %s: %s", async (_which, name, fonts) => {
  const styles = `<styleSheet><fonts><font><name val="${name}"/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/></cellXfs></styleSheet>`;
  expect(await fontsOf("xlsx", await zipBytes([["xl/styles.xml", styles]]))).toEqual(fonts);
});

test.each(["doc", "ppt", "pages", "key", "wpd", "wps"] as const)(
  "the fonts of a %s file are not read",
  async (format) => {
    expect(await requestedFonts("/missing", format)).toEqual(new Set());
  },
);

const theme = (minor: string, major: string) =>
  `<a:theme><a:majorFont><a:latin typeface="${major}"/></a:majorFont><a:minorFont>\n<a:latin typeface="${minor}" panose="0"/></a:minorFont></a:theme>`;
const latin = (name: string) => `<a:rPr><a:latin pitchFamily="2" typeface="${name}"/></a:rPr>`;

test("fonts of a presentation: those of its theme and those that its slides state", async () => {
  const parts: [string, string][] = [
    ["ppt/theme/theme1.xml", theme("Body", "Title")],
    ["ppt/slides/slide2.xml", latin("Futura") + latin("Georgia")],
    ["ppt/slideMasters/slideMaster1.xml", latin("Master")],
    ["ppt/notesSlides/notesSlide1.xml", latin("Notes")],
  ];
  expect(await fontsOf("pptx", await zipBytes(parts))).toEqual(["Body", "Title", "Futura", "Georgia"]);
  expect(await fontsOf("pptx", await zipBytes(parts.slice(1)))).toEqual(["Futura", "Georgia"]);
});

const wordStyle = (id: string, font: string, { attributes = "", basis = "" } = {}) =>
  `<w:style ${attributes} w:styleId="${id}">${basis && `<w:basedOn w:val="${basis}"/>`}<w:rPr><w:rFonts w:ascii="${font}"/></w:rPr></w:style>`;
const defaults = '<w:docDefaults><w:rFonts w:asciiTheme="minorHAnsi" w:hAnsi="Defaults"/></w:docDefaults>';
const styleSheet = [
  defaults,
  wordStyle("Normal", "Normal Font", { attributes: 'w:default="1"' }),
  wordStyle("Table", "Table Font", { attributes: 'w:default="0"' }),
  wordStyle("Base", "Base Font"),
  wordStyle("Middle", "Middle Font", { basis: "Base" }),
  wordStyle("Title", "Title Font", { basis: "Middle" }),
  wordStyle("Spare", "Spare Font"),
].join("");
const usual = ["Body", "Defaults", "Normal Font"];

test.each([
  ["without styles of its own", "<w:r><w:t>x</w:t></w:r>", []],
  [
    "with a paragraph's style, which has others as its basis",
    '<w:pStyle w:val="Title"/>',
    ["Title Font", "Middle Font", "Base Font"],
  ],
  ["with a character's style", '<w:rStyle w:val="Spare"/>', ["Spare Font"]],
  ["with a table's style", '<w:tblStyle w:val="Table"/>', ["Table Font"]],
  ["with a style that is missing", '<w:pStyle w:val="Gone"/>', []],
])("fonts of a Word document %s: its defaults and those styles", async (_which, markup, fonts) => {
  const aDocument = await zipBytes([
    ["word/document.xml", `<w:document>${markup}</w:document>`],
    ["word/styles.xml", `<w:styles>${styleSheet}</w:styles>`],
    ["word/theme/theme1.xml", theme("Body", "Heading")],
  ]);
  expect((await fontsOf("docx", aDocument)).sort()).toEqual([...usual, ...fonts].sort());
});

test("fonts of a Word document whose parts have numbers in their names, single quotes and other prefixes", async () => {
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const styles = `<w:styles ${main}>${styleSheet}</w:styles>`;
  const aDocument = await zipBytes([
    ["word/document2.xml", "<w:document><w:pStyle w:val='Title'/></w:document>"],
    ["word/styles2.xml", styles.replaceAll('"', "'").replaceAll("w:", "ns0:").replace("xmlns:w", "xmlns:ns0")],
    ["word/theme/theme11.xml", theme("Body", "Heading").replaceAll('"', "'")],
  ]);
  expect((await fontsOf("docx", aDocument)).sort()).toEqual(
    [...usual, "Title Font", "Middle Font", "Base Font"].sort(),
  );
});

test("fonts of a Word document: the theme's for headings, and those of headers and notes", async () => {
  const themed = (which: string) => `<w:r><w:rPr><w:rFonts w:hAnsiTheme="${which}"/></w:rPr><w:t>x</w:t></w:r>`;
  const aDocument = await zipBytes([
    ["word/document.xml", themed("majorHAnsi")],
    ["word/header3.xml", words("Header Font", "x")],
    ["word/endnotes.xml", words("Endnote Font", "x")],
    ["word/comments.xml", words("Comment Font", "x")],
    ["word/theme/theme1.xml", theme("Body", "Heading")],
  ]);
  expect((await fontsOf("docx", aDocument)).sort()).toEqual(["Endnote Font", "Header Font", "Heading"]);
});

test("a font ends with its run, so that the next run without one has none", async () => {
  const markup = `<w:r>${inFont("Futura")}</w:r><w:r><w:t>Words</w:t></w:r>${words("Garamond", "x")}<w:r><w:t>y</w:t></w:r>`;
  expect(await fontsOf("docx", await zipBytes([["word/document.xml", markup]]))).toEqual(["Garamond"]);
});

const chain = (length: number) => {
  const styles = Array.from({ length }, (_, index) => style(`S${index}`, `S${index + 1}`)).join("");
  return `<office:document-content><office:font-face-decls>${faces.join("")}</office:font-face-decls><office:automatic-styles>${styles}${style(`S${length}`, "", fonts("Title"))}</office:automatic-styles><office:body><text:p text:style-name="S0">x</text:p></office:body></office:document-content>`;
};

test.each([
  [29, ["Title Font"]],
  [30, []],
])("a style inherits its font over %i others, up to a limit that ends circles", async (length, expected) => {
  expect(await fontsOf("odt", await zipBytes([["content.xml", chain(length)]]))).toEqual(expected);
});

test.each([
  ["of its own", 'fo:font-family="Futura"', ["Futura"]],
  ["of its own, in the older way", 'style:font-family="&apos;Gill Sans&apos;"', ["Gill Sans"]],
  ["that is declared", 'style:font-name="Title1" fo:font-family="Other"', ["Title Font"]],
  ["that is not declared", 'style:font-name="Gone" fo:font-family="Other"', []],
])("a style of an OpenDocument text has the font %s", async (_which, properties, expected) => {
  const own = style("P1", "", `<style:text-properties ${properties}/>`);
  const content = `<office:document-content><office:font-face-decls>${faces.join("")}</office:font-face-decls>${own}<office:body><text:p text:style-name="P1">x</text:p></office:body></office:document-content>`;
  expect(await fontsOf("odt", await zipBytes([["content.xml", content]]))).toEqual(expected);
});

test("speaker notes of a presentation request no fonts, and its master pages do", async () => {
  const use = (name: string) => `<text:p text:style-name="${name}">x</text:p>`;
  const styles = ["Body", "Title", "Spare"].map((name) => style(name, "", fonts(name))).join("");
  const content = `<office:document-content><office:font-face-decls>${faces.join("")}</office:font-face-decls>${styles}<office:master-styles>${use("Title")}</office:master-styles><office:body>${use("Body")}<presentation:notes a="1">${use("Spare")}</presentation:notes></office:body></office:document-content>`;
  const path = join(dir, "slides.odp");
  await writeFile(path, await zipBytes([["content.xml", content]]));
  expect([...(await requestedFonts(path, "odp"))].sort()).toEqual(["Body Font", "Title Font"]);
});

test.each(["CE", "Cyr", "Greek", "Tur", "Baltic", "(Hebrew)", "(Vietnamese)"])(
  "the character set %s is no part of a font's name in RTF",
  async (set) => {
    expect(await fontsOf("rtf", String.raw`{\rtf1{\fonttbl{\f0\fnil Arial ${set};}}\f0 x}`)).toEqual(["Arial"]);
  },
);
