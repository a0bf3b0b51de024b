import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { StandardFonts } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { aPdf, workFolder } from "../pdf/testing.ts";
import { trustedText } from "./page-text.ts";

/** The trusted text of a PDF with a page for each of these texts. */
async function textOf(pages: string[]): Promise<string | undefined> {
  const path = join(await workFolder(), "in.pdf");
  const bytes = await aPdf(async (document) => {
    const font = await document.embedFont(StandardFonts.Helvetica);
    for (const words of pages) document.addPage([595, 842]).drawText(words, { x: 10, y: 400, size: 2, font });
  });
  await writeFile(path, bytes);
  return trustedText(path);
}

const long = "a".repeat(100);

test("the text of all pages is read", async () => {
  expect(await textOf([long, `second ${long}`])).toBe(`${long}\nsecond ${long}`);
});

test.each([
  ["100 letters", ["a".repeat(100)], true],
  ["99 letters", [`${"a".repeat(99)}1`], false],
  ["20 characters on the second page", [long, "b".repeat(20)], true],
  ["19 characters on the second page", [long, "b".repeat(19)], false],
  ["no text on the first page", ["", long], false],
  ["50 pages", Array<string>(50).fill(long), true],
  ["51 pages", Array<string>(51).fill(long), false],
])("whether the text of a PDF with %s is trusted", async (_what, pages, isTrusted) => {
  expect((await textOf(pages)) !== undefined).toBe(isTrusted);
});

test("a file that is no PDF has no trusted text", async () => {
  const path = join(await workFolder(), "in.pdf");
  await writeFile(path, "no PDF");
  expect(await trustedText(path)).toBeUndefined();
});
