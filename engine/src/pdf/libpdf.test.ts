import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rebuildWithLibPdf } from "./libpdf.ts";
import { addPage, aPdf, workFolder } from "./testing.ts";

async function rebuilt(bytes: Uint8Array): Promise<Buffer | undefined> {
  const folder = await workFolder();
  const path = join(folder, "in.pdf");
  await writeFile(path, bytes);
  return rebuildWithLibPdf(path, folder);
}

test("LibPDF rewrites a PDF and rejects other files", async () => {
  const bytes = await aPdf(async (document) => void (await addPage(document, [595, 842])));
  expect((await rebuilt(bytes))?.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(await rebuilt(Buffer.from("no PDF at all"))).toBeUndefined();
});

test("a file on which the parser loops endlessly is abandoned", async () => {
  const looping = "%PDF-1.4\n1 0 obj\n<< /Type /Catalog ) x /Pages 2 0 R >>\nendobj\ntrailer << /Root 1 0 R >>";
  expect(await rebuilt(Buffer.from(looping))).toBeUndefined();
});
