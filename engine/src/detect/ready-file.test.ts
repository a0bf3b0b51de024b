import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FixtureName, fixturePath } from "../../../fixtures/files.ts";
import { detect } from "./detect.ts";
import { readyFile } from "./ready-file.ts";

async function ready(name: FixtureName, path = fixturePath(name), password?: string) {
  const input = { path, name, sizeBytes: statSync(path).size, ...(password !== undefined && { password }) };
  return { input, file: await readyFile(input, await detect(input), mkdtempSync(join(tmpdir(), "sheaf-ready-"))) };
}

test("a file with the extension of its format is used unchanged", async () => {
  const { input, file } = await ready("invoice.docx");
  expect(file).toEqual(input);
});

test("a file with another extension is copied with its own extension and the same name", async () => {
  const workDir = mkdtempSync(join(tmpdir(), "sheaf-ready-"));
  const input = { path: fixturePath("letter.doc"), name: "letter.csv", sizeBytes: 1 };
  const file = await readyFile(
    { ...input, path: fixturePath("letter.doc") },
    { kind: "office", format: "rtf" },
    workDir,
  );
  expect(file.path).toBe(join(workDir, "ready", "letter.rtf"));
  expect(readFileSync(file.path)).toEqual(readFileSync(input.path));
});

test("a file that was decrypted with its password needs no password afterwards", async () => {
  const { file } = await ready("protected.docx", undefined, "orchard");
  expect(file.password).toBeUndefined();
  expect(readFileSync(file.path)).toEqual(readFileSync(fixturePath("invoice.docx")));
});
