import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const server = resolve(import.meta.dirname, "../..");

test("server code takes the current time from the database, because a machine's clock can be wrong", () => {
  const sources = globSync("**/*.ts", { cwd: server }).filter(
    (path) => !/(\.test\.ts$|^app\/demo\/|(^|\/)testing\/)/.test(path),
  );
  const usingOwnClock = sources.filter((path) => readFileSync(resolve(server, path), "utf8").includes("new Date()"));

  expect(sources.length).toBeGreaterThan(300);
  expect(usingOwnClock).toEqual([]);
});
