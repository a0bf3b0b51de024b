import { statSync } from "node:fs";
import { join } from "node:path";
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
