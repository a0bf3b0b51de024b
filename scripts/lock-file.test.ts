import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type LockFile, missingOptionals, withoutIntegrity } from "./lock-file.ts";

test("every package of the lock file has a hash, so that no registry can replace it", () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package-lock.json"), "utf8")) as LockFile;

  expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
  expect(withoutIntegrity(lock)).toEqual([]);
  expect(missingOptionals(lock)).toEqual([]);
});

test("a package without a hash is reported, and the project's own folders need none", () => {
  const lock = {
    packages: {
      "": { version: "1.0.0" },
      server: { version: "1.0.0" },
      "node_modules/@sheaf/server": { version: "1.0.0", link: true },
      "node_modules/known": { version: "1.0.0", integrity: "sha512-x" },
      "node_modules/known/node_modules/unknown": { version: "1.0.0" },
    },
  };
  expect(withoutIntegrity(lock)).toEqual(["node_modules/known/node_modules/unknown"]);
});

test("a missing program for another system gets an entry derived from its name", () => {
  const lock = {
    packages: {
      "node_modules/linter": {
        version: "2.0.0",
        dev: true,
        optionalDependencies: { "@linter/cli-linux-x64-musl": "2.0.0", "@linter/cli-linux-x64": "2.0.0" },
      },
      "node_modules/@linter/cli-linux-x64": { version: "2.0.0", optional: true },
    },
  };
  expect(missingOptionals(lock)).toEqual([
    {
      name: "@linter/cli-linux-x64-musl",
      entry: { version: "2.0.0", dev: true, optional: true, os: ["linux"], cpu: ["x64"], libc: ["musl"] },
    },
  ]);
});

test("a dependency in the folder of its package, or in a folder above, is not missing", () => {
  const lock = {
    packages: {
      "node_modules/outer/node_modules/inner": {
        version: "1.0.0",
        optionalDependencies: { beside: "1.0.0", above: "1.0.0" },
      },
      "node_modules/outer/node_modules/beside": { version: "1.0.0" },
      "node_modules/above": { version: "1.0.0" },
    },
  };
  expect(missingOptionals(lock)).toEqual([]);
});

test("a version range of a missing dependency is refused with the name of the dependency", () => {
  const lock = {
    packages: { "node_modules/a": { version: "1.0.0", optionalDependencies: { "b-darwin-x64": "^1.0.0" } } },
  };
  expect(() => missingOptionals(lock)).toThrow("node_modules/a requires b-darwin-x64@^1.0.0");
});
