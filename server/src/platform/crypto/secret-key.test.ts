import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secretKey } from "./secret-key.ts";

const folder = () => mkdtempSync(join(tmpdir(), "sheaf-key-"));

test("processes that start at the same time use one key, in a file that only its owner can read", async () => {
  const dataDir = join(folder(), "new");
  const keys = await Promise.all(Array.from({ length: 8 }, () => secretKey({ keyHex: undefined, dataDir })));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect(statSync(join(dataDir, "secret.key")).mode & 0o777).toBe(0o600);
});

test("the key of the environment takes precedence over the key file", async () => {
  expect((await secretKey({ keyHex: "ab".repeat(32), dataDir: folder() })).toString("hex")).toBe("ab".repeat(32));
});

test("the error for a damaged key file names the file and how to recover", async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "secret.key"), "oops");
  await expect(secretKey({ keyHex: undefined, dataDir })).rejects.toThrow(
    /secret\.key must contain 64 hex digits.*backup/,
  );
});
