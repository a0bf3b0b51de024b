import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** `folder/` and `what` it may import; those that may reach for parts of all of it, from outside, name paths and are left out. */
const houses = [...read("docs/architecture.md").matchAll(/^\| `(\w+)\/` \|.*\| ([^|]*)\|$/gm)]
  .map(([, folder = "", may = ""]) => ({ folder, may: [...may.matchAll(/`([\w/.-]+)`/g)].map(([, name]) => name) }))
  .filter(({ folder }) => folder !== "journeys" && folder !== "bench");

/** They may take more than the house does: files, and what serves the tests of others. */
const isForTests = (file: string) => /\.test\.tsx?$|\/testing\/|testing\.ts$|\/fuzz\/|\.config\.ts$/.test(file);

/** The houses that a file's imports lead into, by name or by path. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/\b(?:from|import)\s*\(?\s*"(?:@sheaf\/(?<house>\w+)|(?<path>\.[^"]+))/g);
  return [...imports].flatMap(
    ({ groups: { house, path } = {} }) => house ?? join(file, "..", path ?? "").split("/")[0] ?? [],
  );
}

test.each(houses)("$folder/ imports what docs/architecture.md allows it: $may", ({ folder, may }) => {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] });
  expect(files.length).toBeGreaterThan(0);
  const strays = files
    .filter((file) => !isForTests(file))
    .flatMap((file) => importsOf(file).map((house) => ({ file, house })))
    .filter(({ house }) => house !== folder && house !== "package.json" && !may.includes(house));
  expect(strays).toEqual([]);
});

test("the table names every folder that holds a package", () => {
  const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
  const table = read("docs/architecture.md");
  expect(workspaces.filter((folder) => !table.includes(`\n| \`${folder}/\` |`))).toEqual([]);
});
