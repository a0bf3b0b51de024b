import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { logo } from "../../../fixtures/pictures.ts";
import { bankStatement, modernPage, newsletter, savedPage, webMail } from "../../../fixtures/web-pages.ts";
import { startPrinting } from "../testing/printing.ts";
import { webPageConverter } from "./web-page.ts";

const printing = startPrinting();
const { printed, written } = printing;

const run = promisify(execFile);

async function picturesOf(pdfPath: string): Promise<number> {
  const { stdout } = await run("pdfimages", ["-list", pdfPath]);
  return stdout.split("\n").filter((line) => /^ *\d+ +\d+ +image/.test(line)).length;
}

async function page(html: string | Uint8Array, name = "page.html") {
  const seen = await printed(webPageConverter(printing.office), await written(name, html));
  const words = seen.text.split(/\s+/).filter((word) => word !== "");
  return { ...seen, words, codes: seen.warnings.map(({ code }) => code), flat: words.join(" ") };
}

test("a bank's statement is printed with its columns, its float, and its rules for paper", async () => {
  const { text, pages, flat, codes } = await page(bankStatement);
  expect(pages).toBe(1);
  expect(text).toMatch(/03 Mar 2026 +Faster payment from J Moss +1,118\.85 +2,310\.55/);
  expect(flat).toContain("Printed from online banking");
  expect(flat).not.toContain("Unseen");
  expect(codes).toEqual(["layout-simplified"]);
});

test("a newsletter's nested tables keep their columns, and its preview text and counting picture stay out", async () => {
  const { text, flat, codes } = await page(newsletter);
  expect(text).toMatch(/Ship to +Paid with/);
  expect(text).toMatch(/Garden twine, 100 m +2 +£9\.98/);
  expect(flat).not.toContain("Unseen");
  expect(codes).toEqual([]);
});

test("a page with flex, grid and variables keeps its rows, says that it was simplified, and shows what a form holds", async () => {
  const { text, flat, codes } = await page(modernPage);
  expect(text).toMatch(/Electricity +Gas +Total\n/);
  expect(text).toMatch(/£48\.20 +£61\.75 +£109\.95/);
  expect(flat).toMatch(/Name Ada Typed ☑ Paperless Chosen two Typed note/);
  expect(flat).not.toContain("Unseen");
  expect(flat).not.toContain("One");
  expect(codes).toEqual(["layout-simplified"]);
});

test("every visible word of a message of web mail is printed once, in its order", async () => {
  const { flat, words } = await page(webMail);
  expect(flat).toContain("Dear Ada, please find the invoice attached. • One • Two 1. Nested Quoted earlier mail");
  expect(words.filter((word) => word === "Quoted")).toHaveLength(1);
  expect(flat).toContain("שלום");
});

test("a page saved in one file is printed with its stylesheet, its picture and its frame", async () => {
  const { flat, codes, pdfPath } = await page(savedPage(await logo()), "receipt.mht");
  expect(flat).toContain("Tansy Hosting £ receipt Amount due: £24.00");
  expect(flat).toContain("Paid by card in a frame Terms");
  expect(flat).not.toContain("Unseen");
  expect(await picturesOf(pdfPath)).toBe(2);
  expect(codes).toEqual(["layout-simplified"]); // frames are printed in the text
});
