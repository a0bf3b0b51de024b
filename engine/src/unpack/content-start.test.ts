import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fixturePath, fixtures } from "../../../fixtures/files.ts";
import { zipFile } from "../../../fixtures/zip-files.ts";
import { containerItems } from "./containers.ts";
import { mayBeContainer } from "./content-start.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-content-start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function mayBe(bytes: Buffer): boolean {
  const path = join(folder, "input");
  writeFileSync(path, bytes);
  return mayBeContainer(path);
}

test("pictures and archives that begin as documents are no containers, without a look at the rest of them", async () => {
  const quick = fixtures.filter(({ name }) => /\.(docx|xlsx|pptx|odt|ods|jpg|png|tiff|gif|webp|bmp)$/.test(name));
  const slow = quick.filter(({ name }) => mayBeContainer(fixturePath(name)));
  expect(slow.map(({ name }) => name)).toEqual(["protected.docx", "protected.xlsx", "protected.pptx", "garbage.docx"]);
});

test("what is a container passes, also an archive whose first name only begins like a document's", async () => {
  expect(mayBe(zipFile([{ name: "a.pdf" }]))).toBe(true);
  expect(mayBe(zipFile([{ name: "mimetypes.pdf" }]))).toBe(true);
  expect(mayBe(zipFile([]))).toBe(true);
  expect(mayBe(Buffer.from("PK\x03\x04"))).toBe(true);
  expect(mayBe(Buffer.from("From: anna@example.com\nSubject: Invoice\n\nHello"))).toBe(true);
  expect(mayBe(Buffer.alloc(0))).toBe(true);
});

test("no file that is skipped would have been a container", async () => {
  for (const { name } of fixtures) {
    const path = fixturePath(name);
    if (mayBeContainer(path)) continue;
    expect(await containerItems({ path, name, sizeBytes: 1_000_000 }).catch(() => null), name).toBe(null);
  }
});
