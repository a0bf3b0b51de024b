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

async function fontsOf(format: "rtf" | "odt" | "docx" | "xlsx", content: string | Buffer): Promise<string[]> {
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
