import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/**
 * `folder/` and `what` it may import; those that may reach for parts of all of it, from outside, name paths and are
 * left out.
 */
const houses = [...read("docs/architecture.md").matchAll(/^\| `(\w+)\/` \|.*\| ([^|]*)\|$/gm)]
  .map(([, folder = "", may = ""]) => ({ folder, may: [...may.matchAll(/`([\w/.-]+)`/g)].map(([, name]) => name) }))
  .filter(({ folder }) => folder !== "journeys" && folder !== "bench");

/** They may take more than the house does: files, and what serves the tests of others. */
const isForTests = (file: string) => /\.test\.tsx?$|\/testing\/|testing\.ts$|\/fuzz\/|\.config\.ts$/.test(file);

const filesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] });
const sourcesIn = (folder: string) => filesIn(folder).filter((file) => !isForTests(file));

/** What a file imports of ours: paths from the root, for a package its folder alone. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/\b(?:from|import)\s*\(?\s*"(?:@sheaf\/(?<house>\w+)|(?<path>\.[^"]+))/g);
  return [...imports].flatMap(({ groups: { house, path } = {} }) => house ?? join(file, "..", path ?? ""));
}

test.each(houses)("$folder/ imports what docs/architecture.md allows it: $may", ({ folder, may }) => {
  const files = sourcesIn(folder);
  expect(files.length).toBeGreaterThan(0);
  const strays = files
    .flatMap((file) => importsOf(file).map((path) => ({ file, house: path.split("/")[0] ?? "" })))
    .filter(({ house }) => house !== folder && house !== "package.json" && !may.includes(house));
  expect(strays).toEqual([]);
});

test("the table names every folder that holds a package", () => {
  const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
  const table = read("docs/architecture.md");
  expect(workspaces.filter((folder) => !table.includes(`\n| \`${folder}/\` |`))).toEqual([]);
});

const houseWithFloors = ["web/src", "server/src"] as const;
type Built = (typeof houseWithFloors)[number];
const partOf = (built: Built, path: string) => new RegExp(`^${built}/(\\w+)/`).exec(path)?.[1] ?? "";

/** The ground floor first. Files beside the floors may import from all of them. */
const floorsOf = (built: Built) =>
  [...read("docs/architecture.md").matchAll(new RegExp(`^\\| \`${built}/(\\w+)/\` \\|`, "gm"))].map(
    ([, floor = ""]) => floor,
  );

test.each(houseWithFloors.flatMap((built) => floorsOf(built).map((floor, level) => ({ built, floor, level }))))(
  "what stands in $built/$floor imports from no floor above it",
  ({ built, floor, level }) => {
    const below = floorsOf(built).slice(0, level + 1);
    // Also what stands beside the floors, test beds too: `web/src/testing`, `server/testing`.
    const own = `${built.split("/")[0]}/`;
    const strays = sourcesIn(`${built}/${floor}`).flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith(own) && !below.includes(partOf(built, path)))
        .map((path) => ({ file, path })),
    );
    expect(strays).toEqual([]);
  },
);

test.each(houseWithFloors)("the floors of %s are all of its folders, but the one that serves its tests", (built) => {
  const folders = new Set(sourcesIn(built).flatMap((file) => partOf(built, file) || []));
  expect(floorsOf(built).toSorted()).toEqual([...folders].toSorted());
});

test("of two folders on one floor at most one imports from the other, and no page from another page", () => {
  const folderOf = (path: string) => /^web\/src\/(?:components|shell|pages)\/[^/]+(?=\/)/.exec(path)?.[0];
  const ways = sourcesIn("web/src").flatMap((file) =>
    importsOf(file).flatMap((path) => {
      const [from, to] = [folderOf(file), folderOf(path)];
      return from && to && from !== to && partOf("web/src", file) === partOf("web/src", path)
        ? [`${from} → ${to}`]
        : [];
    }),
  );
  const back = (way: string) => way.split(" → ").toReversed().join(" → ");
  expect(ways.filter((way) => way.startsWith("web/src/pages/") || ways.includes(back(way)))).toEqual([]);
});

/**
 * What leads back to itself through imports: Tarjan's strongly connected components of more than one file or folder.
 */
function ringsAmong(files: string[], importsFrom: (file: string) => string[] = importsOf): string[][] {
  const visits = new Map<string, number>();
  const open: string[] = [];
  const rings: string[][] = [];
  /** @returns the earliest visit of an open file that this one leads to */
  const visit = (file: string): number => {
    const own = visits.size;
    visits.set(file, own);
    open.push(file);
    const within = importsFrom(file).filter((path) => files.includes(path));
    const earliest = Math.min(own, ...within.map((path) => visits.get(path) ?? visit(path)));
    if (earliest < own) return earliest;
    const closed = open.splice(open.indexOf(file));
    for (const path of closed) visits.set(path, Number.POSITIVE_INFINITY);
    if (closed.length > 1) rings.push(closed.toSorted());
    return own;
  };
  for (const file of files) if (!visits.has(file)) visit(file);
  return rings;
}

test.each(["engine", "web/src", "server/src"])(
  "no files of %s import each other in a ring, types and tests included",
  (folder) => {
    expect(ringsAmong(filesIn(folder))).toEqual([]);
  },
);

test("no nouns of server/src/domain import each other in a ring, types included", () => {
  const nounOf = (path: string) => /^server\/src\/domain\/([^/]+)\//.exec(path)?.[1] ?? "";
  const imports = sourcesIn("server/src/domain").map((file) => ({
    noun: nounOf(file),
    to: importsOf(file).map(nounOf),
  }));
  const nouns = [...new Set(imports.map(({ noun }) => noun))];
  const importedBy = (noun: string) => imports.flatMap((file) => (file.noun === noun ? file.to : []));
  expect(nouns.length).toBeGreaterThan(10);
  expect(ringsAmong(nouns, importedBy)).toEqual([]);
});
