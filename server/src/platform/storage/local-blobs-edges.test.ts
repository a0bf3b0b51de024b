import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { chmod, link, mkdir, rename, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BlobMissing, type BlobStore } from "./blob-store.ts";
import { blobFolder, openLocalBlobs } from "./local-blobs.ts";

vi.mock("node:fs/promises", async (original) => {
  const fs = await original<typeof import("node:fs/promises")>();
  return { ...fs, link: vi.fn(fs.link), mkdir: vi.fn(fs.mkdir), rename: vi.fn(fs.rename) };
});

let folder: string;
let root: string;
let blobs: BlobStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-blobs-"));
  root = blobFolder(folder);
  blobs = await openLocalBlobs(root);
  vi.clearAllMocks();
});
afterEach(() => rmSync(folder, { recursive: true }));

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};
const put = (key: string, content = "x") => blobs.put(key, Readable.from([content]));

test("a blob and its folders can be read by this user alone, and have the key as their path", async () => {
  expect(root).toBe(join(folder, "files"));
  await put("a/b", "text");
  expect([statSync(join(root, "a")).mode & 0o777, statSync(join(root, "a", "b")).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(blobs.kind).toBe("local");
  expect(await blobs.link("a/b", { disposition: "", type: "" })).toBeUndefined();
});

test("text and bytes are counted and stored alike", async () => {
  const body = Readable.from(["é", Buffer.from("é")], { objectMode: true });
  expect(await blobs.put("a", body)).toMatchObject({ sizeBytes: 4 });
  expect(await text(await blobs.open("a"))).toBe("éé");
});

test("a part of a blob includes its last byte", async () => {
  await put("a", "abcdef");
  expect(await text(await blobs.open("a", { start: 0, end: 0 }))).toBe("a");
  expect(await text(await blobs.open("a", { start: 2, end: 4 }))).toBe("cde");
});

test("a missing blob is told apart from one that cannot be read", async () => {
  await expect(blobs.open("none")).rejects.toBeInstanceOf(BlobMissing);
  writeFileSync(join(root, "file"), "");
  await expect(blobs.open("file/a")).rejects.toMatchObject({ code: "ENOTDIR" });
});

test("storing tries again when the folder is deleted meanwhile, but not for ever", async () => {
  vi.mocked(mkdir).mockImplementationOnce(failing("ENOENT")).mockImplementationOnce(failing("ENOENT"));
  await put("a/b");
  expect(vi.mocked(mkdir)).toHaveBeenCalledTimes(3);

  vi.mocked(mkdir).mockClear();
  for (let tries = 0; tries < 6; tries++) vi.mocked(mkdir).mockImplementationOnce(failing("ENOENT"));
  await expect(put("a/c")).rejects.toThrow("ENOENT");
  expect(vi.mocked(mkdir)).toHaveBeenCalledTimes(6);

  vi.mocked(mkdir).mockClear().mockImplementationOnce(failing("EACCES"));
  await expect(put("a/d")).rejects.toThrow("EACCES");
  expect(vi.mocked(mkdir)).toHaveBeenCalledTimes(1);
});

test("a blob that cannot be put in its place leaves nothing, and its source is closed", async () => {
  vi.mocked(rename).mockImplementationOnce(failing("EIO"));
  const body = Readable.from(["x"]);
  await expect(blobs.put("a", body)).rejects.toThrow("EIO");
  expect([readdirSync(root), body.destroyed]).toEqual([[], true]);
});

test("an upload that was aborted before it began stores nothing", async () => {
  const signal = AbortSignal.abort(new Error("gone away"));
  await expect(blobs.put("a", Readable.from(["x"]), { signal })).rejects.toThrow("gone away");
  expect(readdirSync(root)).toEqual([]);
});

test.each([
  ["moved on the same disk", undefined],
  ["copied from another disk", failing("EXDEV")],
])("a local file is %s, and gets the mode of a blob", async (_how, linking) => {
  const path = join(folder, "made");
  writeFileSync(path, "pages");
  await chmod(path, 0o644);
  if (linking) vi.mocked(link).mockImplementationOnce(linking);
  const stored = await blobs.putFile("a/b", path);
  expect(stored).toMatchObject({ sizeBytes: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect([existsSync(path), statSync(join(root, "a", "b")).mode & 0o777]).toEqual([false, 0o600]);
  expect(readdirSync(join(root, "a"))).toEqual(["b"]);
});

test("folders are the names directly below a prefix, without files", async () => {
  await put("practices/p/x");
  await put("practices/q/y/z");
  writeFileSync(join(root, "practices", "note"), "");
  const names = async (prefix: string) => {
    const found: string[] = [];
    for await (const name of blobs.folders(prefix)) found.push(name);
    return found.sort();
  };
  expect([await names("practices/"), await names("none/")]).toEqual([["p", "q"], []]);
});

test("a prefix may end within a name", async () => {
  for (const key of ["a/one", "a/only", "a/two", "b/one"]) await put(key);
  const keys: string[] = [];
  for await (const { key } of blobs.list("a/on")) keys.push(key);
  expect(keys.sort()).toEqual(["a/one", "a/only"]);
});

test("deleting keeps folders that have other content, and the folder of the store", async () => {
  await put("a/b/c");
  await put("a/d");
  await blobs.delete(["a/b/c"]);
  expect(readdirSync(join(root, "a"))).toEqual(["d"]);
  await blobs.delete(["a/d"]);
  expect([existsSync(root), readdirSync(root)]).toEqual([true, []]);
});

test("an unfinished file is removed from the age of 48 hours on", async () => {
  const now = new Date("2026-11-20T12:00:00Z");
  mkdirSync(join(root, "a"));
  const ages = { ".part-new": 172_799, ".part-old": 172_800, blob: 999_999 };
  for (const [name, seconds] of Object.entries(ages)) {
    writeFileSync(join(root, "a", name), "");
    const at = now.getTime() / 1000 - seconds;
    await utimes(join(root, "a", name), at, at);
  }
  expect(await blobs.sweep(now)).toBe(1);
  expect(readdirSync(join(root, "a")).sort()).toEqual([".part-new", "blob"]);
});

test("the check finds a folder that is gone", async () => {
  await expect(blobs.check()).resolves.toBeUndefined();
  rmSync(root, { recursive: true });
  await expect(blobs.check()).rejects.toThrow("The folder of files cannot be written to");
  mkdirSync(root);
});

test("more than the disk has is refused", async () => {
  await expect(blobs.requireFreeSpace(0)).resolves.toBeUndefined();
  await expect(blobs.requireFreeSpace(1e18)).rejects.toThrow("The disk of the files is full");
});
