import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { acrobatPage, type PortfolioOptions, portfolioFile } from "../../../fixtures/portfolio-files.ts";
import { see } from "../pdf/testing.ts";
import { saysNothing } from "../portfolio/cover-page.ts";
import { openContainer } from "./containers.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-portfolio-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(bytes: Uint8Array): { path: string; name: string; sizeBytes: number } {
  const path = join(folder, "input.pdf");
  writeFileSync(path, bytes);
  return { path, name: "portfolio.pdf", sizeBytes: bytes.length };
}

/** Returns path and content of each item, or the reason of its refusal. */
async function unpacked(bytes: Uint8Array, password?: string): Promise<[path: string, content: string][] | null> {
  const container = await openContainer({ ...write(bytes), ...(password !== undefined && { password }) });
  if (!container) return null;
  const results: [string, string][] = [];
  for (const [index, item] of container.items.entries()) {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of container.pieces(index)) pieces.push(piece);
      const content = Buffer.concat(pieces);
      expect(content.length).toBe(item.sizeBytes);
      results.push([item.path, item.isOwnContent ? "own" : content.toString("latin1").slice(0, 20)]);
    } catch (error) {
      results.push([item.path, (error as { reason: string }).reason]);
    }
  }
  container.close();
  return results;
}

const paths = async (options: PortfolioOptions) =>
  (await unpacked(await portfolioFile(options)))?.map(([path]) => path);
const named = (...names: string[]) => names.map((name) => ({ name, content: name }));
const files = named("b.pdf", "a.xlsx");

test("the files of a portfolio are its items, with their content, without Acrobat's page", async () => {
  const large = "line ".repeat(50_000);
  const given = [
    { name: "Rechnung März.pdf", content: "%PDF-1.7" },
    { name: "large.txt", content: large },
  ];
  expect(await unpacked(await portfolioFile({ files: given }))).toEqual([
    ["Rechnung März.pdf", "%PDF-1.7"],
    ["large.txt", "line line line line "],
  ]);
});

test("files are in the folders of the portfolio, whose names are made safe", async () => {
  const given = [
    { name: "march.pdf", content: "1", folder: 2 },
    { name: "letter.pdf", content: "2", folder: 3 },
    { name: "top.pdf", content: "3" },
    { name: "lost.pdf", content: "4", folder: 9 },
    { name: "../../evil.pdf", content: "5", folder: 1 },
  ];
  const folders = { 1: "Bank", 2: "Bank/2026", 3: "Letters" };
  expect(await paths({ files: given, folders })).toEqual([
    "Bank/2026/march.pdf",
    "Letters/letter.pdf",
    "top.pdf",
    "lost.pdf",
    "Bank/evil.pdf",
  ]);
});

test.each([
  ["no order: that of the list", {}, ["10.pdf", "9.pdf", "1.pdf"]],
  ["names", { Schema: { file: { Subtype: "F" } }, Sort: { S: "file" } }, ["1.pdf", "9.pdf", "10.pdf"]],
  [
    "names, descending",
    { Schema: { file: { Subtype: "F" } }, Sort: { S: "file", A: false } },
    ["10.pdf", "9.pdf", "1.pdf"],
  ],
  ["a column of numbers", { Schema: { n: { Subtype: "N" } }, Sort: { S: "n" } }, ["9.pdf", "1.pdf", "10.pdf"]],
  [
    "two columns",
    { Schema: { group: { Subtype: "S" }, n: { Subtype: "N" } }, Sort: { S: ["group", "n"], A: [true, false] } },
    ["10.pdf", "9.pdf", "1.pdf"],
  ],
])("items come in the order that the portfolio states: %s", async (_, collection, expected) => {
  const given = [
    { name: "10.pdf", content: "1", values: { n: 30, group: "a" } },
    { name: "9.pdf", content: "2", values: { n: 2, group: "a" } },
    { name: "1.pdf", content: "3", values: { n: 11, group: "b" } },
  ];
  expect(await paths({ files: given, collection })).toEqual(expected);
});

test("a cover page that says something is the first item, as a PDF without the files", async () => {
  const words = "Hawthorn & Sons: documents for the accounts of 2026";
  const bytes = await portfolioFile({ files, pages: [words] });
  expect(await unpacked(bytes)).toEqual([
    ["Cover page.pdf", "own"],
    ["b.pdf", "b.pdf"],
    ["a.xlsx", "a.xlsx"],
  ]);
  const container = await openContainer(write(bytes));
  const pieces: Buffer[] = [];
  for await (const piece of container?.pieces(0) ?? []) pieces.push(piece);
  const cover = Buffer.concat(pieces);
  const path = join(folder, "cover.pdf");
  writeFileSync(path, cover);
  expect((await see(path)).map(({ text }) => text.trim())).toEqual([words]);
  expect(cover.includes("EmbeddedFile") || cover.includes("Collection")).toBe(false);
  expect(await paths({ files, pages: [acrobatPage, acrobatPage] }), "several pages").toHaveLength(3);
});

test.each([
  ["", true],
  ["1 2 3", true],
  [acrobatPage, true],
  [
    "Um optimale Ergebnisse zu erzielen, öffnen Sie dieses PDF-Portfolio in Acrobat X oder Adobe Reader X oder höher.",
    true,
  ],
  ["Pour un confort d'utilisation optimal, ouvrez ce porte-documents PDF dans Acrobat X ou Adobe Reader X.", true],
  [
    `Multiple files are bound together in this PDF Package. ${"Adobe recommends using Adobe Reader. ".repeat(20)}`,
    true,
  ],
  ["Invoices of March 2026", false],
  [`Contents of this PDF: ${"invoice 2026-014, ".repeat(40)} shown in Acrobat`, false],
])("whether a cover page says nothing: %j", (text, expected) => {
  expect(saysNothing(text)).toBe(expected);
});

test("PDFs with attachments, a hidden collection or a wrapped file are documents", async () => {
  expect(await paths({ files, collection: null })).toBeUndefined();
  expect(await paths({ files, collection: { View: "H" } })).toBeUndefined();
  expect(await paths({ files: [] })).toBeUndefined();
});

test("an encrypted portfolio asks for its password and opens with it, with its cover page", async () => {
  const plain = write(await portfolioFile({ files, pages: ["Cover of 2026"] })).path;
  execFileSync("qpdf", ["--encrypt", "orchard", "owner", "256", "--", plain, join(folder, "locked.pdf")]);
  const bytes = readFileSync(join(folder, "locked.pdf"));
  await expect(unpacked(bytes)).rejects.toMatchObject({ reason: "password" });
  await expect(unpacked(bytes, "pear")).rejects.toMatchObject({ reason: "password" });
  expect(await unpacked(bytes, "orchard")).toEqual([
    ["Cover page.pdf", "own"],
    ["b.pdf", "b.pdf"],
    ["a.xlsx", "a.xlsx"],
  ]);
});

test("a file that states another size is unpacked, and one with damaged data is refused alone", async () => {
  const bytes = await portfolioFile({
    files: [{ name: "a.txt", content: "content", statedBytes: 5 }, ...named("b.txt")],
  });
  expect(await unpacked(bytes)).toEqual([
    ["a.txt", "content"],
    ["b.txt", "b.txt"],
  ]);
  const dictionary = /\/EmbeddedFile\b/.exec(bytes.toString("latin1"))?.index;
  const at = bytes.indexOf("stream\n", dictionary) + 7;
  bytes.fill(0xff, at, at + 4);
  expect(await unpacked(bytes)).toEqual([
    ["a.txt", "damaged"],
    ["b.txt", "b.txt"],
  ]);
});

test("a portfolio with more than 500 files, or whose files unpack to 120 MB from 120 kB, is refused", async () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ name: `${index}.txt`, content: "x" }));
  await expect(paths({ files: many })).rejects.toMatchObject({ reason: "too-large" });
  const bomb = { content: Buffer.alloc(60_000_000) };
  const bombs = await portfolioFile({ files: ["a", "b"].map((name) => ({ name, ...bomb })) });
  await expect(unpacked(bombs)).rejects.toMatchObject({ reason: "too-large" });
});

test("folders that contain themselves end", async () => {
  const given = [{ name: "a.pdf", content: "1", folder: 1 }];
  const text = (await portfolioFile({ files: given, folders: { 1: "Bank" } })).toString("latin1");
  const own = /\/Folders (\d+ 0 R)/.exec(text)?.[1] ?? "";
  const child = /\/Child (\d+ 0 R)/.exec(text)?.[1] ?? "";
  expect(own.length).toBe(child.length);
  expect((await unpacked(Buffer.from(text.replace(`/Child ${child}`, `/Child ${own}`), "latin1")))?.[0]?.[0]).toBe(
    "a.pdf",
  );
});
