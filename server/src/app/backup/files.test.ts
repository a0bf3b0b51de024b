import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BlobMissing, type BlobStore } from "../../platform/storage/blob-store.ts";
import { copyFilesIn, copyFilesOut } from "./files.ts";
import { readManifest } from "./manifest.ts";
import { columnList, quotedName } from "./tables.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-backup-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A store with these files by key; a file that is null was deleted after it was listed. */
function storeOf(files: Record<string, string | null | Error>) {
  const opened: string[] = [];
  const store = {
    async *list() {
      for (const [key, content] of Object.entries(files)) {
        yield { key, sizeBytes: typeof content === "string" ? content.length : 1 };
      }
    },
    async open(key: string) {
      opened.push(key);
      const content = files[key];
      if (content instanceof Error) throw content;
      if (typeof content !== "string") throw new BlobMissing(key);
      return Readable.from([content]);
    },
    async put(key: string, body: Readable) {
      files[key] = await text(body);
    },
  };
  return { store: store as unknown as BlobStore, opened, files };
}

test("files are copied with their folders, readable only by this user, and counted with their sizes", async () => {
  const { store } = storeOf({ "practices/1/a": "one", "practices/2/b": "three" });
  expect(await copyFilesOut(store, join(folder, "files"), undefined)).toEqual({ count: 2, bytes: 8 });
  const path = join(folder, "files/practices/1/a");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["one", 0o600]);
  expect(statSync(join(folder, "files/practices")).mode & 0o777).toBe(0o700);
});

test("a file that the last backup has with the same size is linked, and any other is copied again", async () => {
  const { store, opened } = storeOf({ a: "one", b: "two", c: "three" });
  mkdirSync(join(folder, "last"));
  writeFileSync(join(folder, "last/a"), "one");
  writeFileSync(join(folder, "last/b"), "tw");
  expect(await copyFilesOut(store, join(folder, "next"), join(folder, "last"))).toEqual({ count: 3, bytes: 11 });
  expect(opened).toEqual(["b", "c"]);
  expect(statSync(join(folder, "next/a")).ino).toBe(statSync(join(folder, "last/a")).ino);
  expect(readFileSync(join(folder, "next/b"), "utf8")).toBe("two");
});

test("a file that was deleted meanwhile is left out and not counted; another error ends the backup", async () => {
  const { store } = storeOf({ a: null, b: "two" });
  expect(await copyFilesOut(store, join(folder, "next"), undefined)).toEqual({ count: 1, bytes: 3 });
  const broken = storeOf({ a: new Error("no disk") });
  await expect(copyFilesOut(broken.store, join(folder, "other"), undefined)).rejects.toThrow("no disk");
});

test("all files below a folder are brought into the store by their path, none from a missing folder", async () => {
  mkdirSync(join(folder, "files/practices/1"), { recursive: true });
  writeFileSync(join(folder, "files/practices/1/a"), "one");
  writeFileSync(join(folder, "files/b"), "two");
  const { store, files } = storeOf({});
  expect(await copyFilesIn(join(folder, "files"), store)).toBe(2);
  expect(files).toEqual({ "practices/1/a": "one", b: "two" });
  expect(await copyFilesIn(join(folder, "nothing"), store)).toBe(0);
  expect(readdirSync(folder)).toEqual(["files"]);
});

const manifest = { format: 2, madeAt: "2026-11-20T02:15:00.000Z", version: "v", tables: [], files: null, key: "file" };

test.each([
  ["of this version", { ...manifest }, undefined],
  ["from before the baseline", { format: 1, madeAt: "2026-01-01" }, "made by an earlier version of Sheaf"],
  ["of a later format", { ...manifest, format: 3 }, "is damaged or was made by a newer version"],
  ["without its tables", { ...manifest, tables: undefined }, "is damaged or was made by a newer version"],
])("the manifest of a backup %s is read or refused in words", async (_what, content, refusal) => {
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(content));
  const reading = readManifest(folder);
  if (refusal === undefined) expect(await reading).toEqual(manifest);
  else await expect(reading).rejects.toThrow(refusal);
});

test("a folder without a manifest is not a backup", async () => {
  await expect(readManifest(folder)).rejects.toThrow("is not a backup");
});

test("names of tables and columns are quoted for PostgreSQL", () => {
  expect(quotedName('odd"name')).toBe('"odd""name"');
  expect(columnList(["id", "at"])).toBe('"id", "at"');
});
