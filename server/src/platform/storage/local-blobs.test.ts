import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { readFile, truncate, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";
import { openLocalBlobs } from "./local-blobs.ts";

let folder: string;
let blobs: BlobStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-blobs-"));
  blobs = await openLocalBlobs(join(folder, "files"));
});

const key = "practices/p/jobs/j/original-1";
const filesLeft = () =>
  readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true }).filter((e) => e.isFile());

test("an interrupted upload leaves no file", async () => {
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("half");
      throw new Error("connection lost");
    })(),
  );
  await expect(blobs.put(key, broken)).rejects.toThrow("connection lost");
  await expect(blobs.open(key)).rejects.toThrow(BlobMissing);
  expect(filesLeft()).toEqual([]);
});

test("an aborted upload leaves no file, and keeps the previous content", async () => {
  await blobs.put(key, Readable.from(["first"]));
  const stop = new AbortController();
  const endless = new PassThrough();
  endless.write("x");
  setImmediate(() => stop.abort(new Error("gone away")));
  await expect(blobs.put(key, endless, { signal: stop.signal })).rejects.toThrow("gone away");
  expect((await buffer(await blobs.open(key))).toString()).toBe("first");
  expect(filesLeft()).toHaveLength(1);
});

test("a blob that was changed on the disk is not returned", async () => {
  const stored = await blobs.put(key, Readable.from(["whole"]));
  const copy = join(folder, "copy");
  await blobs.fetch(key, copy, stored);
  expect(await readFile(copy, "utf8")).toBe("whole");

  await truncate(join(folder, "files", key), 3);
  await expect(blobs.fetch(key, copy, stored)).rejects.toThrow(BlobDamaged);
  expect(existsSync(copy)).toBe(false);
});

test("deleting ignores absent keys and leaves no empty folders", async () => {
  await blobs.put(key, Readable.from(["x"]));
  await blobs.delete([key, key, "practices/q/none"]);
  expect(readdirSync(join(folder, "files"))).toEqual([]);
});

test("storing succeeds while the same folder is being emptied", async () => {
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      await blobs.put(`practices/p/${n}`, Readable.from(["x"]));
      await blobs.delete([`practices/p/${n}`]);
    }),
  );
  expect(readdirSync(join(folder, "files"))).toEqual([]);
});

test("blobs are listed by prefix, unfinished files are not", async () => {
  await blobs.put("a/1", Readable.from(["x"]));
  await blobs.put("a/2", Readable.from(["xy"]));
  await blobs.put("b/1", Readable.from(["x"]));
  writeFileSync(join(folder, "files", "a", ".part-0"), "unfinished");
  const found: { key: string; sizeBytes: number }[] = [];
  for await (const blob of blobs.list("a/")) found.push(blob);
  expect(found.map(({ key: name, sizeBytes }) => [name, sizeBytes]).sort()).toEqual([
    ["a/1", 1],
    ["a/2", 2],
  ]);
});

test("old unfinished files are removed, recent ones and blobs stay", async () => {
  await blobs.put("a/1", Readable.from(["x"]));
  const [old, fresh] = [join(folder, "files", "a", ".part-0"), join(folder, "files", "a", ".part-1")];
  writeFileSync(old, "unfinished");
  writeFileSync(fresh, "unfinished");
  const now = new Date();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await utimes(old, hoursAgo(49), hoursAgo(49));
  // As after the clock was set a day ahead.
  await utimes(fresh, hoursAgo(25), hoursAgo(25));

  expect(await blobs.sweep(now)).toBe(1);

  expect([existsSync(old), existsSync(fresh), existsSync(join(folder, "files", "a", "1"))]).toEqual([
    false,
    true,
    true,
  ]);
});
