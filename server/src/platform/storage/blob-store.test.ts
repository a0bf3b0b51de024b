import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Server, startS3Server } from "../../../testing/s3-server.ts";
import { readConfig } from "../config/config.ts";
import { BlobDamaged, BlobMissing, type BlobStore } from "./blob-store.ts";
import { openStorage } from "./open-storage.ts";

let folder: string;
let s3: S3Server;
const stores: Record<string, BlobStore> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-blobs-"));
  s3 = await startS3Server();
  stores.local = await openStorage(readConfig({ SHEAF_DATA: folder }));
  stores.s3 = await openStorage(readConfig({ SHEAF_DATA: folder, ...s3.env }));
  stores["s3 with links"] = await openStorage(
    readConfig({ SHEAF_DATA: folder, ...s3.env, S3_PUBLIC_ENDPOINT: s3.endpoint }),
  );
});
afterAll(async () => {
  for (const store of Object.values(stores)) await store.close();
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

let keys = 0;
const freshKey = () => `practices/p/jobs/j/original-${++keys}`;

describe.each(["local", "s3"])("a %s store", (kind) => {
  const store = () => stores[kind] as BlobStore;

  test("returns what was stored, completely or in part, regardless of its chunks", async () => {
    const key = freshKey();
    const data = Buffer.alloc(300_000, "abc");
    const { sizeBytes } = await store().put(key, Readable.from([data.subarray(0, 7), data.subarray(7)]));
    expect(sizeBytes).toBe(300_000);
    expect(await buffer(await store().open(key))).toEqual(data);
    expect(await text(await store().open(key, { start: 1, end: 3 }))).toBe("bca");
  });

  test("stores a file of many parts, and an empty one", async () => {
    const [large, empty] = [freshKey(), freshKey()];
    const parts = Array.from({ length: 200 }, (_, n) => Buffer.alloc(100_000, n));
    await store().put(large, Readable.from(parts));
    expect(Buffer.concat(parts).equals(await buffer(await store().open(large)))).toBe(true);
    expect((await store().put(empty, Readable.from([]))).sizeBytes).toBe(0);
    expect(await buffer(await store().open(empty))).toHaveLength(0);
  });

  test("stores nothing of an interrupted upload, and keeps the previous content", async () => {
    const [key, taken] = [freshKey(), freshKey()];
    const broken = () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(9_000_000);
          throw new Error("connection lost");
        })(),
      );
    await expect(store().put(key, broken())).rejects.toThrow("connection lost");
    await expect(store().open(key)).rejects.toThrow(BlobMissing);

    await store().put(taken, Readable.from(["first"]));
    const stop = new AbortController();
    const endless = new PassThrough();
    endless.write("x");
    setImmediate(() => stop.abort(new Error("gone away")));
    await expect(store().put(taken, endless, { signal: stop.signal })).rejects.toThrow("gone away");
    expect(await text(await store().open(taken))).toBe("first");
  });

  test("moves a local file into the store", async () => {
    const [key, path] = [freshKey(), join(folder, "pages.pdf")];
    writeFileSync(path, "pages");
    expect((await store().putFile(key, path)).sizeBytes).toBe(5);
    expect(existsSync(path)).toBe(false);
    expect(await text(await store().open(key))).toBe("pages");
  });

  test("does not return content that differs from what was stored", async () => {
    const [key, copy] = [freshKey(), join(folder, "copy")];
    const stored = await store().put(key, Readable.from(["whole"]));
    await store().fetch(key, copy, stored);
    expect(await readFile(copy, "utf8")).toBe("whole");

    await store().put(key, Readable.from(["whine"]));
    await expect(store().fetch(key, copy, stored)).rejects.toThrow(BlobDamaged);
    expect(existsSync(copy)).toBe(false);
  });

  test("lists by prefix, and deletes existing and missing keys", async () => {
    await store().put("list/a/1", Readable.from(["x"]));
    await store().put("list/a/2", Readable.from(["xy"]));
    await store().put("list/b/1", Readable.from(["x"]));
    const listed = async (prefix: string) => {
      const found: string[] = [];
      for await (const { key, sizeBytes } of store().list(prefix)) found.push(`${key} ${sizeBytes}`);
      return found;
    };
    expect(await listed("list/a/")).toEqual(["list/a/1 1", "list/a/2 2"]);
    const folders: string[] = [];
    for await (const name of store().folders("list/")) folders.push(name);
    expect(folders.sort()).toEqual(["a", "b"]);
    for (const key of ["list/a0", "list/a1/1"]) await store().put(key, Readable.from(["x"]));
    const inOrder = ["list/a/1 1", "list/a/2 2", "list/a0 1", "list/a1/1 1", "list/b/1 1"];
    expect(await listed("list/")).toEqual(inOrder);
    await store().delete(["list/a0", "list/a1/1"]);
    await store().delete(["list/a/1", "list/a/1", "list/none"]);
    expect(await listed("list/")).toEqual(["list/a/2 2", "list/b/1 1"]);
  });

  test.each(["../outside", "a/../../outside", "/etc/passwd", "a//b", ".hidden", "a\\b", "", "a b", "é"])(
    "refuses the key %j",
    async (bad) => {
      await expect(store().put(bad, Readable.from(["x"]))).rejects.toThrow("Not a key");
      await expect(store().open(bad)).rejects.toThrow("Not a key");
    },
  );

  test("check succeeds", async () => {
    await expect(store().check()).resolves.toBeUndefined();
  });
});

test("returns a link to the file with its download name only when browsers can reach the store", async () => {
  const key = freshKey();
  const store = stores["s3 with links"] as BlobStore;
  await store.put(key, Readable.from(["a PDF"]));
  const as = { disposition: 'attachment; filename="March.pdf"', type: "application/pdf" };
  const link = await store.link(key, as);
  const answer = await fetch(link ?? "");
  expect(await answer.text()).toBe("a PDF");
  expect(answer.headers.get("content-disposition")).toBe(as.disposition);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(await stores.s3?.link(key, as)).toBeUndefined();
  expect(await stores.local?.link(key, as)).toBeUndefined();
});

test("the error for a missing bucket names it", async () => {
  const store = await openStorage(readConfig({ SHEAF_DATA: folder, ...s3.env, S3_BUCKET: "elsewhere" }));
  await expect(store.check()).rejects.toThrow(/bucket elsewhere cannot be used: there is none of that name/);
  await store.close();
});
