import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { copyFilesIn } from "./files.ts";
import { loadTables, requireLoadable } from "./load.ts";
import { readManifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";

vi.mock("./files.ts", () => ({ copyFilesIn: vi.fn(async () => 3) }));
vi.mock("./load.ts", () => ({ requireLoadable: vi.fn(), loadTables: vi.fn(async () => ({ inDoubt: 2 })) }));
vi.mock("./manifest.ts", async (original) => ({ ...(await original<object>()), readManifest: vi.fn() }));

const usual = {
  format: 2 as const,
  madeAt: "2026-11-20T12:00:00Z",
  version: "v",
  tables: [],
  key: "environment" as const,
};
const files = { count: 3, bytes: 9 };
const keyHex = "ab".repeat(32);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-restore-"));
  writeFileSync(join(folder, "secret.key"), "the key");
  vi.clearAllMocks();
});
afterEach(() => rmSync(folder, { recursive: true }));

async function restore(manifest: object, env: Record<string, string> = {}, kind = "local") {
  vi.mocked(readManifest).mockResolvedValue({ ...usual, files: null, ...manifest });
  const config = readConfig({ SHEAF_DATA: join(folder, "data"), ...env });
  const needs = { config, url: "postgres://x", storage: { kind } as never };
  return restoreBackup(needs, folder).catch(({ message }) => message);
}

test("files are copied after the checks and before the tables", async () => {
  const result = await restore({ files }, { SHEAF_KEY: keyHex });
  expect(result).toMatchObject({ files: 3, inDoubt: 2, manifest: { version: "v" } });
  const order = [requireLoadable, copyFilesIn, loadTables].map((one) => vi.mocked(one).mock.invocationCallOrder[0]);
  expect(order).toEqual([...order].sort((one, other) => (one ?? 0) - (other ?? 0)));
  expect(vi.mocked(copyFilesIn).mock.calls[0]?.[0]).toBe(join(folder, "files"));
});

test("a backup without files copies none", async () => {
  expect(await restore({}, { SHEAF_KEY: keyHex }, "s3")).toMatchObject({ files: 0 });
  expect(copyFilesIn).not.toHaveBeenCalled();
});

test("a backup with files is refused when files are stored in S3", async () => {
  expect(await restore({ files }, { SHEAF_KEY: keyHex }, "s3")).toContain("Unset S3_BUCKET");
  expect(requireLoadable).not.toHaveBeenCalled();
});

test("a backup made with SHEAF_KEY needs it", async () => {
  expect(await restore({})).toContain("Set SHEAF_KEY to the same 64 hex digits.");
  expect(loadTables).not.toHaveBeenCalled();
});

test("the key of a backup is written last, for this user alone", async () => {
  await restore({ key: "file" });
  const path = join(folder, "data", "secret.key");
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["the key", 0o600]);
});

test.each([
  ["a key is set", { key: "file" }, { SHEAF_KEY: keyHex }],
  ["the backup has none", {}, { SHEAF_KEY: keyHex }],
])("no key is written when %s", async (_when, manifest, env) => {
  expect(await restore(manifest, env)).toMatchObject({ inDoubt: 2 });
  expect(() => readFileSync(join(folder, "data", "secret.key"))).toThrow("ENOENT");
});

test("the key is not written when the tables cannot be loaded", async () => {
  vi.mocked(loadTables).mockRejectedValueOnce(new Error("damaged"));
  expect(await restore({ key: "file" })).toBe("damaged");
  expect(() => readFileSync(join(folder, "data", "secret.key"))).toThrow("ENOENT");
});
