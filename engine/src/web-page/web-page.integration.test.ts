import { expect, test } from "vitest";
import { bankStatement, modernPage, newsletter, webMail } from "../../../fixtures/web-pages.ts";
import { startPrinting } from "../testing/printing.ts";
import { webPageConverter } from "./web-page.ts";

const printing = startPrinting();
const { printed, written } = printing;

async function page(html: string) {
  const seen = await printed(webPageConverter(printing.office), await written("page.html", html));
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
