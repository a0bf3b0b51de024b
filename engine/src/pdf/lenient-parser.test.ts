import { PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { parseLeniently } from "./lenient-parser.ts";
import { entry } from "./objects.ts";

const usualRoot = "<< /Type /Catalog /Pages 2 0 R >>";
const usualPage = "/MediaBox [0 0 300 400]";
const file = (trailer: string, { root = usualRoot, page = usualPage, others = [] as string[] } = {}) =>
  Buffer.from(
    [
      "%PDF-1.4",
      `1 0 obj ${root} endobj`,
      "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
      `3 0 obj << /Type /Page ${page} >> endobj`,
      "4 0 obj << /Length 5 0 R >> stream\nabc\r\nendstream endobj",
      "5 0 obj 4 endobj",
      ...others,
      `trailer << ${trailer} >>`,
      "%%EOF",
    ].join("\n"),
    "latin1",
  );

test("a file without offsets and cross-reference table is parsed", async () => {
  const { pages, isTree } = await parseLeniently(file("/Root 1 0 R"));
  expect(pages.map(({ box }) => box)).toEqual([[0, 0, 300, 400]]);
  expect(isTree).toBe(true);
});

test("invalid objects are left out", async () => {
  const bytes = file("/Root 1 0 R", { others: ["9 0 obj ) endobj", "8 0 obj << /A endobj"] });
  expect((await parseLeniently(bytes)).pages).toHaveLength(1);
});

test("streams are complete, as their length says", async () => {
  const { pages } = await parseLeniently(file("/Root 1 0 R", { page: "/Contents 4 0 R" }));
  const stream = entry(pages[0]?.node, "Contents");
  const data = stream instanceof PDFRawStream ? stream.getContents() : [];
  expect(Buffer.from(data).toString("latin1")).toBe("abc\r");
});

test.each([
  ["encrypted", file("/Root 1 0 R /Encrypt << /Filter /Standard >>"), "The PDF is still encrypted"],
  ["whose catalogue is none", file("/Root 1 0 R", { root: "[1]" }), "The PDF has no catalogue"],
  ["without pages", file("/Root 1 0 R", { root: "<< /Type /Catalog >>" }), "The PDF has no pages"],
])("a file %s cannot be used", async (_what, bytes, message) => {
  await expect(parseLeniently(bytes)).rejects.toThrow(message);
});
