import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { readFile, truncate, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";
import { openLocalBlobs, sweepLocalBlobs } from "./local-blobs.ts";

let folder: string;
let blobs: BlobStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-blobs-"));
  blobs = await openLocalBlobs(join(folder, "files"));
});

const key = "practices/p/jobs/j/original-1";
const filesLeft = () =>
  readdirSync(join(folder, "files"), { recursive: true, withFileTypes: true }).filter((e) => e.isFile());
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

test("what was put is read back, with its size and checksum", async () => {
  const data = Buffer.alloc(300_000, "abc");
  const stored = await blobs.put(key, Readable.from([data.subarray(0, 7), data.subarray(7)]));
  expect(stored).toEqual({ sizeBytes: 300_000, sha256: sha256(data) });
  expect(await buffer(await blobs.open(key))).toEqual(data);
  expect((await buffer(await blobs.open(key, { start: 1, end: 3 }))).toString()).toBe("bca");
});

test("a broken upload leaves nothing behind", async () => {
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

test("an aborted upload leaves nothing behind, and what was there stays", async () => {
  await blobs.put(key, Readable.from(["first"]));
  const stop = new AbortController();
  const endless = new PassThrough();
  endless.write("x");
  setImmediate(() => stop.abort(new Error("gone away")));
  await expect(blobs.put(key, endless, { signal: stop.signal })).rejects.toThrow("gone away");
  expect((await buffer(await blobs.open(key))).toString()).toBe("first");
  expect(filesLeft()).toHaveLength(1);
});

test("a local file is moved in", async () => {
  const path = join(folder, "pages.pdf");
  writeFileSync(path, "pages");
  const stored = await blobs.putFile(key, path);
  expect(stored).toEqual({ sizeBytes: 5, sha256: sha256(Buffer.from("pages")) });
  expect(existsSync(path)).toBe(false);
  expect((await buffer(await blobs.open(key))).toString()).toBe("pages");
});

test("a blob that changed on the disk is not handed out", async () => {
  const stored = await blobs.put(key, Readable.from(["whole"]));
  const copy = join(folder, "copy");
  await blobs.fetch(key, copy, stored);
  expect(await readFile(copy, "utf8")).toBe("whole");

  await truncate(join(folder, "files", key), 3);
  await expect(blobs.fetch(key, copy, stored)).rejects.toThrow(BlobDamaged);
  expect(existsSync(copy)).toBe(false);
});

test.each(["../outside", "a/../../outside", "/etc/passwd", "a//b", ".hidden", "a/.part-1", "a\\b", "", "a b", "é"])(
  "the key %j is refused",
  async (bad) => {
    await expect(blobs.put(bad, Readable.from(["x"]))).rejects.toThrow("Not a key");
    await expect(blobs.open(bad)).rejects.toThrow("Not a key");
  },
);

test("deleting takes absent keys calmly and leaves no empty folders", async () => {
  await blobs.put(key, Readable.from(["x"]));
  await blobs.delete([key, key, "practices/q/none"]);
  expect(readdirSync(join(folder, "files"))).toEqual([]);
});

test("putting goes on while the same folder is emptied", async () => {
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

test("old unfinished files are swept away, fresh ones and blobs stay", async () => {
  await blobs.put("a/1", Readable.from(["x"]));
  const [old, fresh] = [join(folder, "files", "a", ".part-0"), join(folder, "files", "a", ".part-1")];
  writeFileSync(old, "unfinished");
  writeFileSync(fresh, "unfinished");
  const now = new Date();
  const before = new Date(now.getTime() - 25 * 3_600_000);
  await utimes(old, before, before);

  expect(await sweepLocalBlobs(join(folder, "files"), now)).toBe(1);

  expect([existsSync(old), existsSync(fresh), existsSync(join(folder, "files", "a", "1"))]).toEqual([
    false,
    true,
    true,
  ]);
});
