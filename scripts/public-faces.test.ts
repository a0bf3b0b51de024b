import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const domain = "server/src/domain";

const sources = globSync("server/src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

/**
 * Returns the statements `import … from "./x.ts"` and `export … from` of a file, including types, with the names
 * between braces.
 */
const statements = (file: string) =>
  [...read(file).matchAll(/\b(?:import|export)\s(?:type\s)?(?:\{([^}]*)\}\sfrom\s)?\(?\s*"(\.[^"]+)"/g)].map(
    ([, names = "", path = ""]) => ({
      names: names.split(",").flatMap((name) => /(?:type )?(\w+)(?: as \w+)?\s*$/.exec(name.trim())?.[1] ?? []),
      path: join(file, "..", path),
    }),
  );

/** Files of `app/` that may import every route or task, wherever it is in its noun. */
const listsOf: Record<string, RegExp> = {
  "server/src/app/routes.ts": /routes\.ts$/,
  "server/src/app/tasks.ts": /\.task\.ts$/,
};

const nouns = globSync(`${domain}/*/README.md`, { cwd: root }).map((page) => page.split("/").at(-2) ?? "");

/** Returns the imports of a noun's modules by files outside it, with names; paths are relative to the noun. */
const importsOfNoun = (noun: string) =>
  sources
    .filter((file) => !file.startsWith(`${domain}/${noun}/`))
    .flatMap((file) =>
      statements(file)
        .filter(({ path }) => path.startsWith(`${domain}/${noun}/`) && !listsOf[file]?.test(path))
        .map(({ names, path }) => ({ file, names, takes: path.slice(`${domain}/${noun}/`.length) })),
    );

test("the four largest nouns have a README", () => {
  expect(nouns).toEqual(expect.arrayContaining(["accounts", "billing", "delivery", "jobs"]));
});

test.each(nouns)("the README of %s names each of its sub-folders", (noun) => {
  const named = [...read(`${domain}/${noun}/README.md`).matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, folder = ""]) => folder,
  );
  const folders = globSync(`${domain}/${noun}/*/`, { cwd: root }).map((path) => `${path.split("/").at(4)}/`);
  expect(named.toSorted()).toEqual(folders.toSorted());
});

test.each(nouns)("other code imports only index.ts, the public interface, and table.ts of %s", (noun) => {
  const violations = importsOfNoun(noun).filter(({ takes }) => takes !== "index.ts" && takes !== "table.ts");
  expect(violations).toEqual([]);
});

test.each(nouns)("everything in the public interface of %s is imported by other code", (noun) => {
  const offered = statements(`${domain}/${noun}/index.ts`).flatMap(({ names }) => names);
  const taken = importsOfNoun(noun).flatMap(({ names }) => names);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered.filter((name) => !taken.includes(name))).toEqual([]);
});
