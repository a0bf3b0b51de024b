import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BlobDamaged } from "./blob-store.ts";
import { hashFile, requireUndamaged } from "./hashing.ts";

const ofAbc = { sizeBytes: 3, sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" };

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-hash-"));
  path = join(folder, "file");
  await writeFile(path, "abc");
});
afterEach(() => rm(folder, { recursive: true }));

test("a file has its size and its hash", async () => {
  expect(await hashFile(path)).toEqual(ofAbc);
  await writeFile(path, Buffer.alloc(300_000));
  expect((await hashFile(path)).sizeBytes).toBe(300_000);
});

test("a copy with the expected size and hash is kept", async () => {
  await requireUndamaged(path, ofAbc, { ...ofAbc });
  expect(existsSync(path)).toBe(true);
});

test.each([
  ["size", { ...ofAbc, sizeBytes: 4 }],
  ["hash", { ...ofAbc, sha256: "0".repeat(64) }],
])("a copy with another %s is removed and refused", async (_, expected) => {
  await expect(requireUndamaged(path, ofAbc, expected)).rejects.toThrow(BlobDamaged);
  expect(existsSync(path)).toBe(false);
});
