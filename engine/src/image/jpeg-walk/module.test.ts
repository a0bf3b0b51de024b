import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compiledWalk } from "./compile.ts";

test("the compiled walk is the one in the sources", async () => {
  expect(readFileSync(join(import.meta.dirname, "module.ts"), "utf8")).toBe(await compiledWalk());
});
