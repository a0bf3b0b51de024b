import { expect, test } from "vitest";
import { missingOptionals } from "./lock-file.ts";

test("a program for another system that the lock file lacks is described by its name", () => {
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

test("a dependency that lies beside its package, or above it, is not missing", () => {
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

test("a range says no version, so it is refused by name", () => {
  const lock = {
    packages: { "node_modules/a": { version: "1.0.0", optionalDependencies: { "b-darwin-x64": "^1.0.0" } } },
  };
  expect(() => missingOptionals(lock)).toThrow("node_modules/a asks for b-darwin-x64@^1.0.0");
});
