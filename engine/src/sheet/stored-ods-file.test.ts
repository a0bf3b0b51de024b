import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceOdsFormulas, replaceWithStored } from "./stored-ods-content.ts";
import { partsOf } from "./testing.ts";
import { type Parts, zipBytes } from "./zip-writer.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-ods-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const meta = (generator: string) =>
  `<office:document-meta xmlns:office="o" xmlns:meta="m"><office:meta>${generator}</office:meta></office:document-meta>`;
const by = (program: string) => meta(`<meta:generator>${program}</meta:generator>`);
const cell = (formula: string) =>
  `<table:table-cell${formula} office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell>`;
const computed = ' table:formula="of:=TODAY()"';
const picture = '<draw:image xlink:href="ObjectReplacements/Object 1"/>';
const object = `<draw:object-ole xlink:href="./Object 1"/>${picture}`;

/** @returns the content of the prepared file; undefined where none was written */
async function prepared(metaXml: string | undefined, content: string, others: Parts = []) {
  const [path, outPath] = [join(dir, "in.ods"), join(dir, `out-${Math.random()}.ods`)];
  const parts: [string, string][] = [["content.xml", content]];
  await writeFile(
    path,
    await zipBytes([...parts, ...(metaXml === undefined ? [] : [["meta.xml", metaXml] as const]), ...others]),
  );
  if (!(await replaceWithStored(path, outPath))) return undefined;
  return partsOf(await readFile(outPath));
}

test.each<[string, string | undefined, string | undefined]>([
  ["LibreOffice", by("LibreOffice/25.2"), cell("")],
  ["Excel", by("MicrosoftOffice/16.0"), cell("")],
  ["another program", by("ods-writer"), undefined],
  ["an unknown program", meta(""), undefined],
  ["a program that writes no properties", undefined, undefined],
])("the formulas of a workbook by %s become stored results, or stay", async (_who, metaXml, content) => {
  expect((await prepared(metaXml, cell(computed)))?.["content.xml"]).toBe(content);
});

test("formulas become stored results however the tags are written", async () => {
  const spaced = cell(computed)
    .replaceAll('="', ' = "')
    .replaceAll(/"([^"]*)"/g, "'$1'");
  expect((await prepared(by("LibreOffice"), spaced))?.["content.xml"]).toBe(cell(""));
});

test("an object becomes its stored picture whoever wrote the file, and formulas stay placeholders", async () => {
  const parts = await prepared(by("ods-writer"), cell(computed) + object, [["ObjectReplacements/Object 1", "p"]]);
  expect(parts?.["content.xml"]).toBe(cell(computed) + picture);
  const both = await prepared(by("LibreOffice"), cell(computed) + object, [["ObjectReplacements/Object 1", "p"]]);
  expect(both?.["content.xml"]).toBe(cell("") + picture);
  expect((await prepared(by("LibreOffice"), cell(computed) + object))?.["content.xml"]).toBe(cell("") + object);
});

test("macros are removed, and a file with nothing to replace is not written", async () => {
  const parts = await prepared(by("ods-writer"), "<a/>", [["Basic/Standard/Module1.xml", "code"]]);
  expect(Object.keys(parts ?? {})).toEqual(["content.xml", "meta.xml"]);
  expect(await prepared(by("LibreOffice"), "<a/>")).toBeUndefined();
});

test.each([
  ["percentage", "office:value"],
  ["time", "office:time-value"],
])("a %s is stored in %s", (type, place) => {
  const stored = (formula: string) => `<table:table-cell${formula} office:value-type="${type}" ${place}="1"/>`;
  expect(replaceOdsFormulas(stored(computed))).toBe(stored(""));
  const unknown = `<table:table-cell${computed} office:value-type="void" ${place}="1"/>`;
  expect(replaceOdsFormulas(unknown)).toBe(unknown);
});

test("a cell without a formula stays, as does a text that is stored in its paragraphs only", () => {
  const plain = cell(' table:number-matrix-columns-spanned="2"');
  expect(replaceOdsFormulas(plain)).toBe(plain);
  const text = `<table:table-cell${computed} office:value-type="string"><text:p>OVERDUE</text:p></table:table-cell>`;
  expect(replaceOdsFormulas(text)).toBe(text);
});
