import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const server = resolve(import.meta.dirname, "../..");

test("what time it is, the database says: a machine's clock may be wrong", () => {
  const sources = globSync("**/*.ts", { cwd: server }).filter(
    (path) => !/(\.test\.ts$|^app\/demo\/|(^|\/)testing\/)/.test(path),
  );
  const asking = sources.filter((path) => readFileSync(resolve(server, path), "utf8").includes("new Date()"));

  expect(sources.length).toBeGreaterThan(300);
  expect(asking).toEqual([]);
});
