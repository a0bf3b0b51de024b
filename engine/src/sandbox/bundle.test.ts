import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sandboxProgram } from "./bundle.ts";
import { bundled } from "./bundle-folder.ts";
import { projectDir } from "./project-dir.ts";

test("the programs of a sandboxed process and of the command line are bundled once, with files that every user can read", async () => {
  const program = await sandboxProgram();
  const made = statSync(join(projectDir, program));
  expect(program).toMatch(/^node_modules\/.*sandbox-program\.mjs$/);
  expect(made.mode & 0o777).toBe(0o644);
  expect(bundled("cli-convert.mjs")).not.toBeNull();
  expect(await sandboxProgram()).toBe(program);
  expect(statSync(join(projectDir, program)).mtimeMs).toBe(made.mtimeMs);
});

test("the command line's bundle knows its stamp, and only tables of characters hold characters beyond ASCII", async () => {
  const dir = join(projectDir, dirname(await sandboxProgram()));
  const read = (name: string) => readFileSync(join(dir, name), "utf8");
  expect(read("cli-convert.mjs")).toContain(`sourceStamp = () => "${basename(dir)}"`);
  const others = readdirSync(dir).filter((name) => /[^\0-\x7f]/.test(read(name)));
  expect(others.filter((name) => !name.startsWith("encoding-"))).toEqual([]);
});
