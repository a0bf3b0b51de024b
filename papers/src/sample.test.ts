import { PDFDocument } from "@cantoo/pdf-lib";
import { beforeAll, expect, test } from "vitest";
import type { Paper } from "./paper.ts";
import { samplePapers, samplePassword } from "./sample.ts";

const now = new Date("2026-11-23T12:00:00Z");
let papers: Paper[];
let again: Paper[];
beforeAll(async () => {
  papers = await samplePapers(now);
  again = await samplePapers(now);
});

test("the sample has ten papers with different names", () => {
  expect(papers.map(({ name }) => name)).toEqual([
    "Rent review letter.docx",
    "Statement October 2026.pdf",
    "IMG_4821.jpg",
    "IMG_4822.jpg",
    "IMG_4836.jpg",
    "Mileage log.xlsx",
    "Payslip October 2026.pdf",
    "Insurance renewal.docx",
    "Card transactions.csv",
    "Scan_0007.png",
  ]);
});

test("each paper has a description of one sentence", () => {
  for (const { about } of papers) expect(about).toMatch(/^[A-Z].{10,70}[^.]$/);
});

test("the sample is the same each time, except for the encrypted paper", () => {
  const plain = (some: Paper[]) => some.filter(({ password }) => !password);
  expect(plain(again).map(({ bytes }) => Buffer.from(bytes).toString("base64"))).toEqual(
    plain(papers).map(({ bytes }) => Buffer.from(bytes).toString("base64")),
  );
  expect(again.map(({ name, about, password }) => [name, about, password])).toEqual(
    papers.map(({ name, about, password }) => [name, about, password]),
  );
});

test("one paper is protected, and its description states the password that opens it", async () => {
  const [locked, ...more] = papers.filter(({ password }) => password);
  expect(more).toEqual([]);
  expect(locked?.about).toContain(samplePassword);
  const bytes = locked?.bytes ?? new Uint8Array();
  await expect(PDFDocument.load(bytes)).rejects.toThrow(/encrypted/);
  await expect(PDFDocument.load(bytes, { password: "scone" })).rejects.toThrow();
  expect((await PDFDocument.load(bytes, { password: samplePassword })).getPageCount()).toBe(1);
});

test("the papers are dated in the month before the given day", async () => {
  const [, statement, ...others] = await samplePapers(new Date("2027-01-02T00:00:00Z"));
  expect(statement?.name).toBe("Statement December 2026.pdf");
  const list = others.find(({ name }) => name.endsWith(".csv"));
  const [, ...rows] = new TextDecoder().decode(list?.bytes).trim().split("\r\n");
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((row) => !/^\d\d\/12\/2026,/.test(row))).toEqual([]);
});
