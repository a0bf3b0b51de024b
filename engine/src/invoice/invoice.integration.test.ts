import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { MB } from "@sheaf/contracts/limits.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ublInvoice } from "../../../fixtures/invoices-ubl.ts";
import { openEngine } from "../engine.ts";
import type { Engine } from "../engine-api.ts";
import { pageSizes, textOf } from "../testing/pdf-words.ts";

let dir: string;
let engine: Engine;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-invoices-"));
  await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
  await mkdir(join(dir, "items"));
  const options = { cacheDir: inject("engineCacheDir"), children: 1, ahead: false };
  engine = await openEngine({ ...options, scratchDir: join(dir, "scratch") });
});
afterAll(async () => {
  await engine.close();
  await rm(dir, { recursive: true, force: true });
});

async function written(xml: string) {
  const path = join(dir, "input");
  await writeFile(path, xml);
  return { path, name: "invoice.xml" };
}

const outPath = () => join(dir, "pages.pdf");
const practiceId = "anna";

test("an invoice with an attached file is unpacked in the sandbox, and its own page is made from the same XML", async () => {
  const attachment = { content: Buffer.alloc(2 * MB, "Day;Hours\n") };
  const input = await written(ublInvoice({ attachment }));
  expect(await engine.convertFile(input, outPath(), { practiceId })).toMatchObject({ outcome: "container" });

  const sizes: [string, string, number][] = [];
  const limits = { items: 500, bytes: 1024 * MB };
  for await (const one of engine.unpack(input, join(dir, "items"), { practiceId, limits })) {
    if (one.outcome !== "unpacked") throw new Error(JSON.stringify(one));
    await pipeline(one.body, createWriteStream(join(dir, one.item.path)));
    sizes.push([one.item.path, one.outcome, one.item.sizeBytes]);
  }
  expect(sizes).toMatchObject([
    ["Invoice.xml", "unpacked", expect.any(Number)],
    ["timesheet-marjoram.csv", "unpacked", 2 * MB],
  ]);
  const page = { path: join(dir, "Invoice.xml"), name: "Invoice.xml" };
  expect(await engine.convertFile(page, outPath(), { practiceId, asDocument: true })).toMatchObject({ pages: 3 });
  expect(await pageSizes(outPath())).toEqual(["A4", "A4", "A4"]);
  expect(await textOf(outPath())).toContain("timesheet-marjoram.csv (text/csv, 2.0 MB)");
});

test("XML with entities is refused in the sandbox, with a sentence", async () => {
  const input = await written(ublInvoice({ prolog: '<!DOCTYPE x [<!ENTITY a "b">]>', attachment: null, extra: "&a;" }));
  expect(await engine.convertFile(input, outPath(), { practiceId })).toMatchObject({
    outcome: "rejected",
    reason: "damaged",
    text: expect.stringMatching(/^invoice\.xml declares a document type, .* Ask for a new copy and replace it\.$/),
  });
});
