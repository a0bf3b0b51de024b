import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConvertError } from "../converter.ts";
import { workFolder } from "../pdf/testing.ts";
import type { Office, OfficeOptions, Printed } from "./office.ts";
import { officeConverter } from "./office-converter.ts";

type Format = Parameters<typeof officeConverter>[1];
const path = "FILENAME \\\\p";
const letter = String.raw`{\rtf1{\fonttbl{\f0 Garamond;}}\f0 {\field{\*\fldinst ${path}}} Words\par}`;

interface Given {
  password?: string;
  printed?: Partial<Printed>;
  pdf?: string;
}

/** Converts a letter with a LibreOffice that writes the given PDF. */
async function converted(format: Format, { password, printed = {}, pdf = "/BaseFont/NotoSerif" }: Given = {}) {
  const workDir = await workFolder();
  const given: { inPath: string; bytes: string; options: OfficeOptions | undefined }[] = [];
  const office: Office = {
    async toPdf(inPath, outPath, options) {
      given.push({ inPath, bytes: await readFile(inPath, "latin1"), options });
      await writeFile(outPath, pdf);
      return { hiddenSlides: [], changesLeft: false, ...printed };
    },
    toXlsx: () => Promise.reject(new ConvertError("damaged")),
  };
  const inPath = join(workDir, `letter.${format}`);
  await writeFile(inPath, letter);
  const input = { path: inPath, name: "letter", sizeBytes: 1, ...(password === undefined ? {} : { password }) };
  const result = await officeConverter(office, format).toPdf(input, { workDir, outPath: join(workDir, "out.pdf") });
  return { ...result, given, workDir, inPath };
}

test("a document is prepared before LibreOffice prints it, and its missing fonts are warned of", async () => {
  const { pdfPath, origin, warnings, given, workDir, inPath } = await converted("rtf");
  expect({ pdfPath, origin }).toEqual({ pdfPath: join(workDir, "office.pdf"), origin: "own" });
  expect(warnings.map(({ code }) => code)).toEqual(["font-substituted"]);
  expect(given).toHaveLength(1);
  expect(given[0]).toMatchObject({ options: {}, bytes: letter.replace("\\\\p", "   ") });
  expect(given[0]?.inPath).not.toBe(inPath);
});

test("an encrypted document is given to LibreOffice as it is, with its password, and its fonts are not read", async () => {
  const { warnings, given, inPath } = await converted("rtf", { password: "damson" });
  expect(given).toEqual([{ inPath, bytes: letter, options: { password: "damson" } }]);
  expect(warnings).toEqual([]);
});

test("a password of no characters counts as one", async () => {
  const { given, inPath } = await converted("rtf", { password: "" });
  expect(given).toMatchObject([{ inPath, options: { password: "" } }]);
});

test("tracked changes that could not be accepted are warned of", async () => {
  const { warnings } = await converted("ppt", { printed: { changesLeft: true } });
  expect(warnings.map(({ code }) => code)).toEqual(["changes-left"]);
  expect((await converted("ppt")).warnings).toEqual([]);
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test.each([
  [[3], "Slide 3 is hidden and was left out."],
  [[2, 5], "Slides 2 and 5 are hidden and were left out."],
  [[2, 5, 9], "Slides 2, 5 and 9 are hidden and were left out."],
  [upTo(12), "Slides 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12 are hidden and were left out."],
  [upTo(13), "Slides 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more are hidden and were left out."],
  [upTo(20), "Slides 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 8 more are hidden and were left out."],
])("the hidden slides %j are named", async (hiddenSlides, text) => {
  const { warnings } = await converted("ppt", { printed: { hiddenSlides } });
  expect(warnings).toEqual([{ code: "hidden-slides-left-out", text }]);
});
