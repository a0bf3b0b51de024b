import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { examineDataFolder } from "./data-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-data-"));
  writeFileSync(join(folder, "secret.key"), "", { mode: 0o600 });
  mkdirSync(join(folder, "files"), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a folder as Sheaf creates it is ok", () => {
  expect(examineDataFolder(folder).state).toBe("ok");
});

test("a missing folder is unknown, and a file in its place is a failure", () => {
  expect(examineDataFolder(join(folder, "new")).state).toBe("unknown");
  expect(examineDataFolder(join(folder, "secret.key")).state).toBe("failed");
});

test("a key that others can read is a failure", () => {
  chmodSync(join(folder, "secret.key"), 0o644);
  expect(examineDataFolder(folder)).toMatchObject({
    state: "failed",
    remedy: { command: `chmod 600 ${folder}/secret.key` },
  });
});

test("a folder that others can write to is a failure", () => {
  chmodSync(folder, 0o777);
  expect(examineDataFolder(folder)).toMatchObject({ state: "failed", remedy: { command: `chmod go-w ${folder}` } });
});

test("a files folder that others can enter is a warning", () => {
  chmodSync(join(folder, "files"), 0o755);
  expect(examineDataFolder(folder)).toMatchObject({
    state: "warning",
    remedy: { command: `chmod 700 ${folder}/files` },
  });
});

test.skipIf(process.getuid?.() !== 0)(
  "an entry that belongs to another user is a failure (skipped where this user is not root)",
  () => {
    chownSync(join(folder, "files"), 65_534, 65_534);
    mkdirSync(join(folder, "postgres-18"));
    chownSync(join(folder, "postgres-18"), 65_534, 65_534);
    expect(examineDataFolder(folder)).toMatchObject({
      state: "failed",
      words: expect.stringContaining(`${folder}/files belongs to nobody`),
      remedy: { command: `chown -R root ${folder}/files` },
    });
    chownSync(join(folder, "files"), 0, 0);
    expect(examineDataFolder(folder).state).toBe("ok");
  },
);
