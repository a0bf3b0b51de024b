import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { cacheFolder } from "./cli-process.ts";
import { readReadArguments } from "./cli-read-arguments.ts";

const place = mkdtempSync(join(tmpdir(), "sheaf-cli-cache-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test("files and options to read with are read in any order", () => {
  expect(readReadArguments(["a.pdf"])).toEqual({
    files: ["a.pdf"],
    json: false,
    language: undefined,
    passwordFiles: new Map(),
  });
  expect(readReadArguments(["--json", "a.pdf", "--language", "deu", "b.pdf", "--password-file", "b.pdf=x"])).toEqual({
    files: ["a.pdf", "b.pdf"],
    json: true,
    language: "deu",
    passwordFiles: new Map([["b.pdf", "x"]]),
  });
  expect(readReadArguments(["-h"])).toBe("help");
});

test.each([
  [[], /^Enter at least one file: sheaf read FILE\.\.\.$/],
  [["a.pdf", "--none"], /^Unknown option '--none'\. See sheaf read --help\.$/],
  [["a.pdf", "--password-file", "x"], /^--password-file needs FILE=PATH/],
])("the arguments %j are refused", (given, words) => expect(() => readReadArguments(given)).toThrow(words));

test("data for later runs is kept below the folder for it, and nowhere when that cannot be written", () => {
  vi.stubEnv("XDG_CACHE_HOME", place);
  expect(cacheFolder()).toBe(join(place, "sheaf"));
  vi.stubEnv("XDG_CACHE_HOME", "/dev/null/x");
  expect(cacheFolder()).toBe(join(tmpdir(), `sheaf-cache-${process.pid}`));
  vi.stubEnv("XDG_CACHE_HOME", "");
  vi.stubEnv("HOME", place);
  expect(cacheFolder()).toBe(join(place, ".cache", "sheaf"));
});
