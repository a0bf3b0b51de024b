import { expect, test } from "vitest";
import { contentText } from "./content-text.ts";
import { parseDocument } from "./parse.ts";

const latin = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding";

interface Parts {
  /** Entries of the font /F. */
  font?: string;
  /** The map to Unicode of the font, without its frame. */
  map?: string;
  /** Content of the form /X, and its own resources. */
  form?: string;
  formResources?: string;
}

const stream = (entries: string, data: string) =>
  `<< ${entries} /Length ${data.length} >> stream\n${data}\nendstream endobj`;

/** The text of a page whose content is these streams. */
async function textOf(contents: string | string[], parts: Parts = {}): Promise<string | undefined> {
  const { font = latin, map, form = "", formResources = "" } = parts;
  const streams = [contents].flat();
  const places = streams.map((_, index) => `${index + 20} 0 R`).join(" ");
  const pdf = [
    "%PDF-1.4",
    "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
    "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F 4 0 R >> /XObject << /X 6 0 R >> >> >> endobj",
    `3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [${places}] >> endobj`,
    `4 0 obj << ${font} ${map === undefined ? "" : "/ToUnicode 5 0 R"} >> endobj`,
    `5 0 obj ${stream("", `1 begincodespacerange <00> <ff> endcodespacerange ${map}`)}`,
    `6 0 obj ${stream(`/Subtype /Form /BBox [0 0 9 9] ${formResources}`, form)}`,
    ...streams.map((data, index) => `${index + 20} 0 obj ${stream("", data)}`),
    "trailer << /Root 1 0 R >>",
    "%%EOF",
  ];
  const { pages } = await parseDocument(Buffer.from(pdf.join("\n"), "latin1"));
  return contentText(pages)?.trim().replaceAll(/ +/g, " ");
}

test.each([
  ["(Total) Tj 0 -12 Td (1,060.70) Tj", "Total 1,060.70"],
  ["(Total) Tj (s) Tj", "Totals"],
  ["[(1,0) 20 (60) -50 (.70)] TJ", "1,060.70"],
  ["[(Total) -300 (1,060.70)] TJ", "Total 1,060.70"],
  ["(Total) Tj (1,060.70) '", "Total 1,060.70"],
  ['(Total) Tj 0 0 (1,060.70) "', "Total 1,060.70"],
  ["<546f74616c> Tj", "Total"],
  ["(\\124otal \\(net\\)) Tj", "Total (net)"],
  ["(\\200 5) Tj", "\u0080 5"],
  ["(Total) Tj ET 0 0 m 9 9 l S BT /F 9 Tf (5.00) Tj", "Total 5.00"],
  ["BI /W 1 /H 1 /BPC 8 /CS /G ID (no) Tj EI (Total) Tj", "Total"],
])("of the content %j the text is %j", async (content, text) => {
  expect(await textOf(`BT /F 9 Tf ${content} ET`)).toBe(text);
});

test("the streams of a page are read as one", async () => {
  expect(await textOf(["BT /F 9 Tf [(To)", "(tal)] TJ ET"])).toBe("Total");
});

test("forms are read, with their own resources or those of the page", async () => {
  const content = "BT /F 9 Tf (Total) Tj ET /X Do";
  expect(await textOf(content, { form: "BT /F 9 Tf (5.00) Tj ET" })).toBe("Total 5.00");
  const formResources = "/Resources << /Font << /F << /Type /Font /Subtype /Type3 >> >> >>";
  expect(await textOf(content, { form: "BT /F 9 Tf (5.00) Tj ET", formResources })).toBe("Total \ufffd");
});

test.each([
  ["2 beginbfchar <01> <0031> <02> <002C0030> endbfchar", "(\\001\\002\\003) Tj", "1,0\ufffd"],
  ["1 beginbfrange <01> <03> <0031> endbfrange", "(\\001\\002\\003) Tj", "123"],
  ["1 beginbfrange <01> <02> [<0039> <002E 0037>] endbfrange", "(\\001\\002) Tj", "9.7"],
  ["1 beginbfchar <01> <31> endbfchar", "(\\001) Tj", "1"],
])("with the map to Unicode %s, a font's codes are read", async (map, content, text) => {
  expect(await textOf(`BT /F 9 Tf ${content} ET`, { map })).toBe(text);
});

test("codes of two bytes are read by a map to Unicode, and not without one", async () => {
  const font = "/Type /Font /Subtype /Type0 /Encoding /Identity-H";
  const content = "BT /F 9 Tf <01020103> Tj ET";
  const map = "1 beginbfrange <0102> <0103> <0035> endbfrange";
  expect(await textOf(content, { font, map })).toBe("56");
  expect(await textOf(content, { font })).toBe("\ufffd");
  expect(await textOf(content, { font: font.replace("Identity-H", "UniJIS-UCS2-H"), map })).toBe("\ufffd");
});

test.each([
  ["without an encoding", "/Type /Font /Subtype /TrueType"],
  ["with an encoding of its own", "/Type /Font /Subtype /Type1 /Encoding << /Differences [65 /B] >>"],
])("the characters of a font %s are unknown", async (_what, font) => {
  expect(await textOf("BT /F 9 Tf (A) Tj ET", { font })).toBe("\ufffd");
});

test("the font of before is used again when the graphics state is restored", async () => {
  const unknown = "/Resources << /Font << /F 4 0 R /G << /Type /Font /Subtype /Type3 >> >> >>";
  const form = "BT /F 9 Tf q /G 9 Tf (12) Tj Q (34) Tj ET";
  expect(await textOf("/X Do", { form, formResources: unknown })).toBe("\ufffd34");
});

test("the font of a graphics state that is set by its name is unknown", async () => {
  const formResources =
    "/Resources << /Font << /F 4 0 R >> /ExtGState << /S << /Font [4 0 R 9] >> /T << /CA 1 >> >> >>";
  const form = "BT /F 9 Tf /T gs (12) Tj /S gs (34) Tj ET";
  expect(await textOf("/X Do", { form, formResources })).toBe("12\ufffd");
});

test.each([
  ["sections without an end", "beginbfchar ".repeat(60_000)],
  ["lists without an end", `beginbfrange ${"<00><00>[".repeat(80_000)} endbfrange`],
  ["codes without an end", `beginbfchar ${"<00".repeat(200_000)}`],
])("a map of %s is read in one pass", async (_what, map) => {
  expect(await textOf("BT /F 9 Tf (A) Tj ET", { map })).toBe("\ufffd");
});

test("the texts of codes are of limited length", async () => {
  const map = `1 beginbfchar <41> <${"0031".repeat(100_000)}> endbfchar`;
  expect(await textOf("BT /F 9 Tf (AA) Tj ET", { map })).toBe("1".repeat(16));
});

test("content that cannot be read, or is too large, has no text", async () => {
  expect(await textOf("BT /F 9 Tf (Total Tj ET")).toBeUndefined();
  const own = "/Resources << /XObject << /X 6 0 R >> >>";
  expect(await textOf("/X Do", { form: "/X Do", formResources: own }), "a form in itself").toBeUndefined();
  expect(await textOf("/X Do ".repeat(5_000), { form: "0 0 m" }), "many forms").toBeUndefined();
  expect(await textOf("0 0 m ".repeat(800_000)), "much content").toBeUndefined();
  const map = "1 beginbfrange <0001> <ffff> <0031> endbfrange ".repeat(9);
  expect(await textOf("BT /F 9 Tf (A) Tj ET", { map }), "a map with too many entries").toBeUndefined();
  const long = "1 beginbfchar <41> <0031003100310031> endbfchar";
  const shown = `(${"A".repeat(700_000)}) Tj `.repeat(2);
  expect(await textOf(`BT /F 9 Tf ${shown} ET`, { map: long }), "much text").toBeUndefined();
});
