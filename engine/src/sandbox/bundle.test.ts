import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cellProgram } from "./bundle.ts";
import { projectDir } from "./host-folders.ts";

test("the program of a cell is bundled once, readable for everybody", async () => {
  const program = await cellProgram();
  const made = statSync(join(projectDir, program));
  expect(program).toMatch(/^node_modules\/.*inside\.mjs$/);
  expect(made.mode & 0o777).toBe(0o644);
  expect(await cellProgram()).toBe(program);
  expect(statSync(join(projectDir, program)).mtimeMs).toBe(made.mtimeMs);
});
