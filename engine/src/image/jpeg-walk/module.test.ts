import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compiledWalk } from "./compile.ts";

test("module.ts is compiled from the current sources", async () => {
  expect(readFileSync(join(import.meta.dirname, "module.ts"), "utf8")).toBe(await compiledWalk());
});
