import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** | sentence | `built in` | `held by`: title, which may be cut by … | */
const row = /^\| (?<sentence>.+) \| `(?<builtIn>[^`]+)` \| `(?<test>[^`]+)`: (?<title>.+) \|$/;

test("every sentence of the specification names a place and a test that are there", () => {
  const rows = read("docs/spec-coverage.md").matchAll(new RegExp(row, "gm"));
  const wrong = [...rows].flatMap(({ groups = {} }) => {
    const { sentence, builtIn = "", test = "", title = "" } = groups;
    if (!existsSync(join(root, builtIn))) return `${sentence}: there is no ${builtIn}`;
    if (!existsSync(join(root, test))) return `${sentence}: there is no ${test}`;
    return read(test).includes(title.replace(/ …$/, "")) ? [] : `${sentence}: ${test} has no test “${title}”`;
  });
  expect(wrong).toEqual([]);
});

test("every row of its tables can be read so", () => {
  const tables = read("docs/spec-coverage.md").split("\n## 1. ")[1]?.split("\n") ?? [];
  const rows = tables.filter((line) => line.startsWith("| ") && !line.startsWith("| sentence"));
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.filter((line) => !row.test(line))).toEqual([]);
});
