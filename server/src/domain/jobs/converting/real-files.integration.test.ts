import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { see, sizesOf, upright } from "@sheaf/engine/pdf/testing.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FixtureName, fixturePath } from "../../../../../fixtures/files.ts";
import { type NewFile, openPractice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";

const fixture = (name: FixtureName): NewFile => [name, new Uint8Array(readFileSync(fixturePath(name)))];

let server: TestServer;
let workDir: string;

/** The real engine, in its sandbox. */
beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), "sheaf-real-"));
  server = await startTestServer({ worker: true });
});
afterAll(async () => {
  await server.close();
  await rm(workDir, { recursive: true, force: true });
});

test("[S1.2] a Word file, an Excel sheet, a phone photo and a PDF become one A4 PDF in that order", async () => {
  const anna = await openPractice(server);
  const names: FixtureName[] = ["invoice.docx", "ledger.xlsx", "receipt-photo.jpg", "statement.pdf"];

  const job = await anna.ended((await anna.job(names.map(fixture))).id);

  expect(job).toMatchObject({ status: "completed", light: { colour: "green" }, errorMessage: null });
  const path = join(workDir, "merged.pdf");
  await writeFile(path, (await anna.get(job.pdfPath ?? "")).bytes);
  const pages = await see(path);
  expect(pages).toHaveLength(5);
  expect(await sizesOf(path)).toEqual(Array(5).fill(upright));
  expect(pages[0]?.text).toContain("Bramble");
  expect(pages[1]?.text).toContain("Quince");
  expect(pages[3]?.text).toContain("Hawthorn");
});

test("a damaged .docx file fails with an error that names it, and a retry fails the same way without using a document", async () => {
  const anna = await openPractice(server);
  const job = await anna.ended((await anna.job([fixture("garbage.docx"), fixture("notes.txt")])).id);
  expect(job).toMatchObject({
    status: "failed",
    light: { colour: "red", word: "Needs you" },
    files: [{ state: "refused" }, { state: "converted", pages: 2 }],
    errorMessage: expect.stringMatching(/^“?garbage\.docx/),
  });
  expect(await anna.documentsUsed()).toBe(2);

  await anna.post(`/api/jobs/${job.id}/retry`);
  expect(await anna.ended(job.id)).toMatchObject({ status: "failed", errorMessage: job.errorMessage });
  expect(await anna.documentsUsed()).toBe(2);
});

test("[S1.4] separate PDFs are made one for each file", async () => {
  const anna = await openPractice(server);
  const names: FixtureName[] = ["us-letter.pdf", "bank.csv"];
  const job = await anna.ended((await anna.job(names.map(fixture), { separatePdfs: "true" })).id);
  expect(job.outputs).toMatchObject([
    { name: "us-letter.pdf", pages: 1 },
    { name: "bank.pdf", pages: 1 },
  ]);
});
