import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConvertError, type Converted } from "../converter.ts";
import { addPage, aPdf, workFolder } from "../pdf/testing.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { appleConverter } from "./apple-converter.ts";

const page = await aPdf(async (document) => void (await addPage(document, [300, 300])));
const blank = await aPdf((document) => void document.addPage([300, 300]));
const preview = `${" ".repeat(1_019)}%PDF-1.4`;

/** Converts a file of these parts with a converter that returns a PDF, or throws. */
async function converted(result: Buffer | Error, parts: [name: string, content: string][] = []) {
  const workDir = await workFolder();
  const path = join(workDir, "plan.pages");
  await writeFile(path, await zipBytes(parts));
  const pdfPath = join(workDir, "laid-out.pdf");
  const converter = appleConverter({
    async toPdf(): Promise<Converted> {
      if (result instanceof Error) throw result;
      await writeFile(pdfPath, result);
      return { pdfPath, warnings: [{ code: "changes-left", text: "Changes" }], origin: "own" };
    },
  });
  const input = { path, name: "plan.pages", sizeBytes: 1 };
  const run = converter.toPdf(input, { workDir, outPath: join(workDir, "out.pdf") });
  return { run, pdfPath, previewPath: join(workDir, "preview.pdf") };
}

test("a document that LibreOffice lays out is printed so, with a warning that it may look different", async () => {
  const { run, pdfPath, previewPath } = await converted(page, [["preview.pdf", preview]]);
  expect(await run).toMatchObject({
    pdfPath,
    origin: "own",
    warnings: [{ code: "changes-left" }, { code: "layout-simplified" }],
  });
  expect(existsSync(previewPath)).toBe(false);
});

test.each<[string, Buffer | Error]>([
  ["prints nothing", blank],
  ["is damaged", new ConvertError("damaged")],
  ["is empty", new ConvertError("empty", "has nothing")],
])("the PDF inside is used of a document that %s for LibreOffice", async (_what, result) => {
  for (const name of ["QuickLook/Preview.pdf", "preview.pdf", "plan.pages/QuickLook/Preview.pdf"]) {
    const { run, previewPath } = await converted(result, [
      ["Index.zip", "x"],
      [name, preview],
    ]);
    expect(await run).toEqual({ pdfPath: previewPath, warnings: [], origin: "foreign" });
    expect(await readFile(previewPath, "latin1")).toBe(preview);
  }
});

test.each<[string, [string, string][]]>([
  ["nothing", [["Index.zip", "x"]]],
  ["a picture of its first page", [["QuickLook/Preview.jpg", preview]]],
  ["a PDF of another name", [["QuickLook/MyPreview.pdf", preview]]],
  ["a preview that is no PDF", [["QuickLook/Preview.pdf", "PNG"]]],
  ["a PDF that begins too late", [["QuickLook/Preview.pdf", ` ${preview}`]]],
])("a document that LibreOffice cannot read and with %s inside is refused", async (_what, parts) => {
  const { run, previewPath } = await converted(new ConvertError("damaged"), parts);
  await expect(run).rejects.toMatchObject({ reason: "unsupported" });
  expect(existsSync(previewPath)).toBe(false);
});

test("other errors are passed on, even where there is a PDF inside", async () => {
  const parts: [string, string][] = [["QuickLook/Preview.pdf", preview]];
  await expect((await converted(new ConvertError("password", "is locked"), parts)).run).rejects.toMatchObject({
    reason: "password",
  });
  await expect((await converted(new Error("The disk is full"), parts)).run).rejects.toThrow("The disk is full");
});
