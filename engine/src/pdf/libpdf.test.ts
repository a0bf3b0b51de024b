import { expect, test } from "vitest";
import { rebuildWithLibPdf } from "./libpdf.ts";
import { addPage, aPdf } from "./testing.ts";

test("a PDF is written again, and something else is not", async () => {
  const bytes = await aPdf(async (document) => void (await addPage(document, [595, 842])));
  expect((await rebuildWithLibPdf(bytes))?.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(await rebuildWithLibPdf(Buffer.from("no PDF at all"))).toBeUndefined();
});
