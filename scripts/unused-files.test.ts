import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const isForTests = (file: string) => /\.test\.tsx?$|\/testing\/|testing\.ts$|\/fuzz\/|\.config\.ts$/.test(file);
const sources = globSync("{contracts,engine,server,web,papers,fixtures,bench,journeys,scripts}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/dist/**"],
}).filter((file) => !isForTests(file));

/** Files that a process or a build begins with. */
const begins = /^server\/src\/app\/main-\w+(-\w+)*\.ts$|^web\/src\/(main|entry-server)\.tsx$|\/quick-imports\.ts$/;

/** What a file imports of ours, at once or later: paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const imports = text.matchAll(
    /\b(?:from|import)\s*\(?\s*"(?:@sheaf\/(?<house>\w+)\/(?<inside>[^"]+)|(?<path>\.[^"]+))/g,
  );
  return [...imports].map(({ groups: { house, inside, path = "" } = {} }) =>
    house ? `${house}/src/${inside}` : join(file, "..", path),
  );
}

test("every file of contracts, server and web is imported by another, but those that a process or a build begins with", () => {
  const imported = new Set(sources.flatMap(importsOf));
  const watched = sources.filter((file) => /^(contracts|server|web)\/src\//.test(file));
  expect(watched.length).toBeGreaterThan(500);
  expect(watched.filter((file) => !imported.has(file) && !begins.test(file))).toEqual([]);
});
