import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { UsageError } from "./cli-arguments.ts";
import { checkFiles } from "./cli-check.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-cli-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const file = at("a.txt");
writeFileSync(file, "words");
mkdirSync(at("pages.pdf"));

type Given = Parameters<typeof checkFiles>[0];
const check = (given: Partial<Given>) => checkFiles({ files: [file], passwordFiles: new Map(), ...given });

test.each([
  [{ files: [file, at("b.txt")] }, `There is no file "${at("b.txt")}".`],
  [{ files: [folder] }, `"${folder}" is a folder, not a file.`],
  [{ output: join(folder, "x", "..", "a.txt") }, `The output would replace "${file}". Choose another name.`],
  [{ output: at("none/out.pdf") }, `There is no folder "${at("none")}" for the output.`],
  [{ output: join(file, "out.pdf") }, `There is no folder "${file}" for the output.`],
  [{ output: at("pages.pdf") }, `"${at("pages.pdf")}" is a folder. Enter the name of a PDF file.`],
  [{ separateDir: file }, `"${file}" is not a folder.`],
  [{ passwordFiles: new Map([[file, at("secret")]]) }, `The password file "${at("secret")}" cannot be read.`],
] as [Partial<Given>, string][])("%j is refused: %s", (given, words) => {
  expect(() => check(given)).toThrow(UsageError);
  expect(() => check(given)).toThrow(words);
});

test("files are accepted with an output that is new or replaced, and a folder that is there or is not", () => {
  expect(check({})).toEqual(new Map());
  expect(check({ output: at("out.pdf"), separateDir: folder })).toEqual(new Map());
  writeFileSync(at("old.pdf"), "%PDF");
  expect(check({ output: at("old.pdf"), separateDir: at("new") })).toEqual(new Map());
});

test.each([
  ["orchard\n", "orchard"],
  ["orchard\r\n", "orchard"],
  [" or chard ", " or chard "],
  ["orchard\n\n", "orchard\n"],
  ["", ""],
])("the password in the text %j is %j", (text, password) => {
  writeFileSync(at("password"), text);
  expect(check({ passwordFiles: new Map([[file, at("password")]]) })).toEqual(new Map([[file, password]]));
});
