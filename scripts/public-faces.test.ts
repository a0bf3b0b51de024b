import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const domain = "server/src/domain";

const sources = globSync("server/src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));

/** `import … from "./x.ts"` and `export … from`, types included, with the names between braces. */
const statements = (file: string) =>
  [...read(file).matchAll(/\b(?:import|export)\s(?:type\s)?(?:\{([^}]*)\}\sfrom\s)?\(?\s*"(\.[^"]+)"/g)].map(
    ([, names = "", path = ""]) => ({
      names: names.split(",").flatMap((name) => /(?:type )?(\w+)(?: as \w+)?\s*$/.exec(name.trim())?.[1] ?? []),
      path: join(file, "..", path),
    }),
  );

/** `app/` lists every route and task, wherever in its noun it lies. */
const listsOf: Record<string, RegExp> = {
  "server/src/app/routes.ts": /routes\.ts$/,
  "server/src/app/tasks.ts": /\.task\.ts$/,
};

const nouns = globSync(`${domain}/*/README.md`, { cwd: root }).map((page) => page.split("/").at(-2) ?? "");

/** What files outside a noun import of it, each import with its names; paths within the noun. */
const takenOf = (noun: string) =>
  sources
    .filter((file) => !file.startsWith(`${domain}/${noun}/`))
    .flatMap((file) =>
      statements(file)
        .filter(({ path }) => path.startsWith(`${domain}/${noun}/`) && !listsOf[file]?.test(path))
        .map(({ names, path }) => ({ file, names, takes: path.slice(`${domain}/${noun}/`.length) })),
    );

test("the four largest nouns open with a page", () => {
  expect(nouns).toEqual(expect.arrayContaining(["accounts", "billing", "delivery", "jobs"]));
});

test.each(nouns)("the page of %s names each of its sub-folders", (noun) => {
  const named = [...read(`${domain}/${noun}/README.md`).matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, folder = ""]) => folder,
  );
  const folders = globSync(`${domain}/${noun}/*/`, { cwd: root }).map((path) => `${path.split("/").at(4)}/`);
  expect(named.toSorted()).toEqual(folders.toSorted());
});

test.each(nouns)("others import of %s only index.ts, its public face, and table.ts", (noun) => {
  const strays = takenOf(noun).filter(({ takes }) => takes !== "index.ts" && takes !== "table.ts");
  expect(strays).toEqual([]);
});

test.each(nouns)("everything in the public face of %s is imported by others", (noun) => {
  const offered = statements(`${domain}/${noun}/index.ts`).flatMap(({ names }) => names);
  const taken = takenOf(noun).flatMap(({ names }) => names);
  expect(offered.length).toBeGreaterThan(0);
  expect(offered.filter((name) => !taken.includes(name))).toEqual([]);
});
