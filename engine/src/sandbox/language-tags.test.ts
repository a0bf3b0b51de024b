import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shortLanguageRegistry } from "./language-tags.ts";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "sheaf-languages-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const language = (tag: string) =>
  `  <language>\n    <subtag>${tag}</subtag>\n    <description>A language</description>\n  </language>\n`;
const letters = [..."abcdefghijklmnopqrstuvwxyz"];
const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
const spoken = letters.flatMap((one) => letters.map((other) => one + other)).filter((tag) => names.of(tag));
spoken.push("fil", "haw", "hsb");
const registry = (tags: string[]) =>
  `<registry>\n${tags.map(language).join("")}  <script>\n    <subtag>Latn</subtag>\n  </script>\n</registry>\n`;
const write = (name: string, text: string) => {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
};

test("only languages without an English name are removed", () => {
  const path = write("full.xml", registry([...spoken, "aaa", "zzj"]));
  const short = shortLanguageRegistry(dir, path);
  expect(short && readFileSync(short, "utf8")).toBe(registry(spoken));
  expect(shortLanguageRegistry(dir, path)).toBe(short);
});

test("the copy is readable for every user", () => {
  const path = write("own.xml", registry([...spoken, "aac"]));
  const usual = process.umask(0o077);
  try {
    expect(statSync(shortLanguageRegistry(dir, path) ?? "").mode & 0o777).toBe(0o644);
  } finally {
    process.umask(usual);
  }
});

test("a changed registry gets a new copy", () => {
  const one = shortLanguageRegistry(dir, write("one.xml", registry([...spoken, "aaa"])));
  const other = shortLanguageRegistry(dir, write("other.xml", registry([...spoken, "aaa", "aab"])));
  expect(one).not.toBe(other);
});

test("no copy is made when the registry is missing or has an unknown format", () => {
  expect(shortLanguageRegistry(dir, join(dir, "missing.xml"))).toBeUndefined();
  expect(shortLanguageRegistry(dir, write("changed.xml", "<registry><lang tag='en'/></registry>"))).toBeUndefined();
});
