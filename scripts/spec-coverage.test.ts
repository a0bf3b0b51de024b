import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Columns: | sentence | `file` | `test file` [id of the test] | */
const row = /^\| (?<sentence>.+) \| `(?<builtIn>[^`]+)` \| `(?<test>[^`]+)` (?<id>\[[SD][\d.]+\]) \|$/;
const rows = [...read("docs/spec-coverage.md").matchAll(new RegExp(row, "gm"))].map(({ groups = {} }) => groups);

test("every sentence of the specification names a file and a test that exist", () => {
  const wrong = rows.flatMap(({ sentence, builtIn = "", test = "", id = "" }) => {
    if (!existsSync(join(root, builtIn))) return `${sentence}: there is no ${builtIn}`;
    if (!existsSync(join(root, test))) return `${sentence}: there is no ${test}`;
    return read(test).includes(`${id} `) ? [] : `${sentence}: ${test} has no test ${id}`;
  });
  expect(wrong).toEqual([]);
});

test("every row of the tables has the expected form", () => {
  const tables = read("docs/spec-coverage.md").split("\n## 1. ")[1]?.split("\n") ?? [];
  const lines = tables.filter((line) => line.startsWith("| ") && !line.startsWith("| sentence"));
  expect(lines.length).toBeGreaterThan(200);
  expect(lines.filter((line) => !row.test(line))).toEqual([]);
});

test("each id is in the title of one test only, and in the tables", () => {
  const tests = globSync("{contracts,engine,server,web,journeys}/**/*.{test,journey}.{ts,tsx}", {
    cwd: root,
    exclude: (path) => path.includes("node_modules"),
  });
  const ids = tests.flatMap((path) => read(path).match(/(?<=["`'])\[[SD][\d.]+\](?= )/g) ?? []);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
});
