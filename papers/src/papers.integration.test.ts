import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { openEngine } from "@sheaf/engine/engine.ts";
import type { Engine } from "@sheaf/engine/engine-api.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { drawPaper, paperKinds } from "./history.ts";
import type { Paper } from "./paper.ts";
import { samplePapers } from "./sample.ts";

let engine: Engine;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-papers-"));
  await chmod(dir, 0o711); // so that root can give each sandboxed process a user of its own
  engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir: inject("engineCacheDir") });
});
afterAll(async () => {
  await engine?.close();
  await rm(dir, { recursive: true, force: true });
});

async function convert({ name, bytes }: Paper, password?: string) {
  const path = join(dir, name);
  await writeFile(path, bytes);
  const result = await engine.convertFile({ path, name, ...(password ? { password } : {}) }, `${path}.out`, {
    practiceId: "papers",
  });
  return { result, out: `${path}.out` };
}

/** Returns width and height of each page in whole points. */
async function pagesOf(path: string) {
  const pdf = await PDFDocument.load(await readFile(path));
  return pdf.getPages().map((page) => [Math.round(page.getWidth()), Math.round(page.getHeight())]);
}

const upright = [595, 842];

/** Protected and damaged papers are refused, which the test of the sample checks. */
const convertible = paperKinds.filter((kind) => kind !== "protected-payslip" && kind !== "damaged-letter");

test("of the sample papers one needs its password, one is damaged, and all others become upright A4 pages", async () => {
  const outcomes: Record<string, unknown> = {};
  for (const paper of await samplePapers(new Date("2026-11-23T12:00:00Z"))) {
    const { result, out } = await convert(paper);
    outcomes[paper.name] = result.outcome === "rejected" ? result.reason : await pagesOf(out);
    if (paper.password) {
      const opened = await convert(paper, paper.password);
      expect(opened.result.outcome).toBe("converted");
    }
  }
  expect(outcomes).toEqual({
    "Rent review letter.docx": [upright],
    "Statement October 2026.pdf": [upright, upright],
    "IMG_4821.jpg": [upright],
    "IMG_4822.jpg": [upright],
    "IMG_4836.jpg": [upright],
    "Mileage log.xlsx": [upright],
    "Payslip October 2026.pdf": "password",
    "Insurance renewal.docx": "damaged",
    "Card transactions.csv": [upright],
    "Scan_0007.png": [upright],
  });
});

test.each(convertible)("a paper of the kind %s converts without a warning", async (kind) => {
  const facts = { business: "Quillmoor Joinery Ltd", date: new Date("2026-09-15T10:00:00Z") };
  for (const seed of ["a", "b", "c"]) {
    const { result, out } = await convert(await drawPaper(kind, seed, facts));
    expect(result).toMatchObject({ outcome: "converted", warnings: [] });
    expect(new Set((await pagesOf(out)).map(String))).toEqual(new Set([String(upright)]));
  }
});

test("a rotated photo has an EXIF orientation and is converted upright", async () => {
  const facts = { business: "Quillmoor Joinery Ltd", date: new Date("2026-09-15T10:00:00Z") };
  for (const seed of "abcdefghijkl") {
    const photo = await drawPaper("receipt-photo", seed, facts);
    const { orientation, width, height } = await sharp(photo.bytes).metadata();
    if (orientation !== 6) continue;
    expect([width, height]).toEqual([1600, 1200]);
    expect(await pagesOf((await convert(photo)).out)).toEqual([upright]);
    return;
  }
  expect.fail("None of twelve photos lies on its side.");
});
