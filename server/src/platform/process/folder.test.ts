import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requireFolder } from "./folder.ts";
import { makeDataFolder } from "./folder-modes.ts";
import { StartError } from "./start-error.ts";

const here = mkdtempSync(join(tmpdir(), "sheaf-folder-"));
afterAll(() => rmSync(here, { recursive: true, force: true }));

test("creates a folder with its parent folders", () => {
  requireFolder(join(here, "a/b"), "SHEAF_DATA", makeDataFolder);
  expect(statSync(join(here, "a/b")).isDirectory()).toBe(true);
});

test("the error for an unusable folder names the folder, the reason and the variable", () => {
  const file = join(here, "file");
  writeFileSync(file, "");
  const sentence = (path: string, reason: string) =>
    new StartError(
      `The folder ${path} cannot be used: ${reason}. Correct this, or choose another folder with SHEAF_DATA.`,
    );
  expect(() => requireFolder(file, "SHEAF_DATA", makeDataFolder)).toThrow(sentence(file, "a file has this name"));
  const below = join(file, "data");
  expect(() => requireFolder(below, "SHEAF_DATA", makeDataFolder)).toThrow(
    sentence(below, "one of its parent folders is a file"),
  );
});
