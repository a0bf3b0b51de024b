import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const domain = "server/src/domain";

const sources = globSync("server/src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

/** Files of the server that a file imports, types included: paths from the root. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) => join(file, "..", path));

/** `app/` lists every route and task, wherever in its noun it lies. */
const listsOf: Record<string, RegExp> = {
  "server/src/app/routes.ts": /routes\.ts$/,
  "server/src/app/tasks.ts": /\.task\.ts$/,
};

/** The first column of the table under a heading of the noun's page. */
const namedIn = (noun: string, heading: string) => {
  const [, section = ""] = read(`${domain}/${noun}/README.md`).split(`## ${heading}\n`);
  return [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = ""]) => name);
};

const nouns = globSync(`${domain}/*/README.md`, { cwd: root }).map((page) => page.split("/").at(-2) ?? "");

/** What others take of a noun, and who takes it: paths within the noun. */
const takenOf = (noun: string) =>
  sources
    .filter((file) => !file.startsWith(`${domain}/${noun}/`))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith(`${domain}/${noun}/`) && !listsOf[file]?.test(path))
        .map((path) => ({ file, takes: path.slice(`${domain}/${noun}/`.length) })),
    );

test("the nouns with many files open with a page", () => {
  expect(nouns).toEqual(expect.arrayContaining(["accounts", "billing"]));
});

test.each(nouns)("the page of %s names each of its sub-folders", (noun) => {
  const folders = globSync(`${domain}/${noun}/*/`, { cwd: root }).map((path) => `${path.split("/").at(4)}/`);
  expect(namedIn(noun, "Sub-folders").toSorted()).toEqual(folders.toSorted());
});

test.each(nouns)("others import of %s only the files that its page offers", (noun) => {
  const offered = namedIn(noun, "Offered to others");
  expect(takenOf(noun).filter(({ takes }) => !offered.includes(takes))).toEqual([]);
});

test.each(nouns)("every file that the page of %s offers is imported by others", (noun) => {
  const taken = takenOf(noun).map(({ takes }) => takes);
  expect(namedIn(noun, "Offered to others").filter((file) => !taken.includes(file))).toEqual([]);
});
