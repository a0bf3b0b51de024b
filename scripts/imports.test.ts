import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/**
 * The packages of the table in docs/architecture.md with what they may import. `journeys` and `bench` are omitted,
 * since they may import parts of everything by path.
 */
const packages = [...read("docs/architecture.md").matchAll(/^\| `(\w+)\/` \|.*\| ([^|]*)\|$/gm)]
  .map(([, folder = "", may = ""]) => ({ folder, may: [...may.matchAll(/`([\w/.-]+)`/g)].map(([, name]) => name) }))
  .filter(({ folder }) => folder !== "journeys" && folder !== "bench");

/** Test files may import more than the package may: fixtures, and the test helpers of other packages. */
const isForTests = (file: string) => /\.test\.tsx?$|\/testing\/|testing\.ts$|\/fuzz\/|\.config\.ts$/.test(file);

const filesIn = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] });
const sourcesIn = (folder: string) => filesIn(folder).filter((file) => !isForTests(file));

/** Returns the project's own modules that a file imports: paths from the root, or for a package only its folder. */
function importsOf(file: string): string[] {
  const imports = read(file).matchAll(/\b(?:from|import)\s*\(?\s*"(?:@sheaf\/(?<packageName>\w+)|(?<path>\.[^"]+))/g);
  return [...imports].flatMap(({ groups: { packageName, path } = {} }) => packageName ?? join(file, "..", path ?? ""));
}

test.each(packages)("$folder/ imports what docs/architecture.md allows it: $may", ({ folder, may }) => {
  const files = sourcesIn(folder);
  expect(files.length).toBeGreaterThan(0);
  const violations = files
    .flatMap((file) => importsOf(file).map((path) => ({ file, packageName: path.split("/")[0] ?? "" })))
    .filter(
      ({ packageName }) => packageName !== folder && packageName !== "package.json" && !may.includes(packageName),
    );
  expect(violations).toEqual([]);
});

test("the table names every folder that holds a package", () => {
  const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
  const table = read("docs/architecture.md");
  expect(workspaces.filter((folder) => !table.includes(`\n| \`${folder}/\` |`))).toEqual([]);
});

const layeredPackages = ["web/src", "server/src"] as const;
type LayeredPackage = (typeof layeredPackages)[number];
const partOf = (base: LayeredPackage, path: string) => new RegExp(`^${base}/(\\w+)/`).exec(path)?.[1] ?? "";

/** Returns the layers of a package, the lowest first. Files outside the layers may import from all of them. */
const layersOf = (base: LayeredPackage) =>
  [...read("docs/architecture.md").matchAll(new RegExp(`^\\| \`${base}/(\\w+)/\` \\|`, "gm"))].map(
    ([, layer = ""]) => layer,
  );

test.each(layeredPackages.flatMap((base) => layersOf(base).map((layer, level) => ({ base, layer, level }))))(
  "$base/$layer imports from no layer above it",
  ({ base, layer, level }) => {
    const below = layersOf(base).slice(0, level + 1);
    // Includes files outside the layers, such as the test helpers in `web/src/testing` and `server/testing`.
    const own = `${base.split("/")[0]}/`;
    const violations = sourcesIn(`${base}/${layer}`).flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith(own) && !below.includes(partOf(base, path)))
        .map((path) => ({ file, path })),
    );
    expect(violations).toEqual([]);
  },
);

test.each(layeredPackages)(
  "the layers of %s in docs/architecture.md are all of its folders, except the one with test helpers",
  (base) => {
    const folders = new Set(sourcesIn(base).flatMap((file) => partOf(base, file) || []));
    expect(layersOf(base).toSorted()).toEqual([...folders].toSorted());
  },
);

test("of two folders in one layer at most one imports from the other, and no page imports from another page", () => {
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

/** Finds import cycles: strongly connected components of more than one file or folder, by Tarjan's algorithm. */
function cyclesAmong(files: string[], importsFrom: (file: string) => string[] = importsOf): string[][] {
  const visits = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  /** @returns the number of the earliest visited open file that this file leads to */
  const visit = (file: string): number => {
    const own = visits.size;
    visits.set(file, own);
    open.push(file);
    const within = importsFrom(file).filter((path) => files.includes(path));
    const earliest = Math.min(own, ...within.map((path) => visits.get(path) ?? visit(path)));
    if (earliest < own) return earliest;
    const closed = open.splice(open.indexOf(file));
    for (const path of closed) visits.set(path, Number.POSITIVE_INFINITY);
    if (closed.length > 1) cycles.push(closed.toSorted());
    return own;
  };
  for (const file of files) if (!visits.has(file)) visit(file);
  return cycles;
}

test.each(["engine", "web/src", "server/src"])(
  "the files of %s have no import cycles, types and tests included",
  (folder) => {
    expect(cyclesAmong(filesIn(folder))).toEqual([]);
  },
);

test("the nouns of server/src/domain have no import cycles, types included", () => {
  const nounOf = (path: string) => /^server\/src\/domain\/([^/]+)\//.exec(path)?.[1] ?? "";
  const imports = sourcesIn("server/src/domain").map((file) => ({
    noun: nounOf(file),
    to: importsOf(file).map(nounOf),
  }));
  const nouns = [...new Set(imports.map(({ noun }) => noun))];
  const importedBy = (noun: string) => imports.flatMap((file) => (file.noun === noun ? file.to : []));
  expect(nouns.length).toBeGreaterThan(10);
  expect(cyclesAmong(nouns, importedBy)).toEqual([]);
});

/** Returns the modules that a file imports when it is loaded: paths from the root, and names of packages. */
function loadedBy(file: string): string[] {
  const imports = read(file).matchAll(/^(?:import|export)\b(?! type\b)[\w\s{},*]*"(?<name>[^"]+)"/gm);
  return [...imports].map(({ groups: { name = "" } = {} }) =>
    name.startsWith(".") ? join(file, "..", name) : name.replace(/^@sheaf\/(\w+)\//, "$1/src/"),
  );
}

test("no program of the server loads libraries for pictures and PDFs before it needs them: they take half of its start", () => {
  const programs = filesIn("server/src/app").filter((file) => /\/main-[\w-]+\.ts$/.test(file) && !isForTests(file));
  const loaded = new Set(programs);
  for (const file of loaded) {
    if (file.endsWith(".ts")) for (const path of loadedBy(file)) loaded.add(path);
  }
  expect(programs.length).toBeGreaterThan(5);
  expect(loaded.has("drizzle-orm"), "packages are followed").toBe(true);
  expect([...loaded].filter((name) => /^(sharp|@cantoo\/pdf-lib|@embedpdf\/pdfium)/.test(name))).toEqual([]);
});
