import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const widest = 120;

test("no line of a comment is wider than 120 columns", () => {
  const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  const wide = files.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const lines = text.split("\n");
    const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
    const ofComments = parseSync(path, text).comments.flatMap(({ start, end }) => {
      const first = lineOf(start);
      return Array.from({ length: lineOf(end) - first + 1 }, (_, index) => first + index);
    });
    return ofComments.filter((line) => (lines[line - 1] ?? "").length > widest).map((line) => `${path}:${line}`);
  });
  expect(wide).toEqual([]);
});
