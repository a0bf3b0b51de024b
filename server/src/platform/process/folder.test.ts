import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { requireFolder } from "./folder.ts";
import { makeDataFolder } from "./folder-modes.ts";
import { StartError } from "./start-error.ts";

const here = mkdtempSync(join(tmpdir(), "sheaf-folder-"));
afterAll(() => rmSync(here, { recursive: true, force: true }));

test("a folder is made with those above it", () => {
  requireFolder(join(here, "a/b"), "SHEAF_DATA", makeDataFolder);
  expect(statSync(join(here, "a/b")).isDirectory()).toBe(true);
});

test("one that cannot be had is named in a sentence, with the variable that chooses another", () => {
  const file = join(here, "file");
  writeFileSync(file, "");
  const sentence = (path: string, reason: string) =>
    new StartError(`The folder ${path} cannot be used: ${reason}. Mend that, or choose another one with SHEAF_DATA.`);
  expect(() => requireFolder(file, "SHEAF_DATA", makeDataFolder)).toThrow(sentence(file, "a file has that name"));
  const below = join(file, "data");
  expect(() => requireFolder(below, "SHEAF_DATA", makeDataFolder)).toThrow(
    sentence(below, "a file has the name of a folder above it"),
  );
});
