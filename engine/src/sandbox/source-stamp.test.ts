import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir } from "./project-dir.ts";
import { sourcesIn } from "./source-stamp.ts";

test("the stamp covers the sources of all folders, without tests", () => {
  const dir = join(projectDir, "engine/src");
  const sources = sourcesIn(dir).map((path) => path.slice(dir.length + 1));
  expect(sources).toEqual(expect.arrayContaining(["engine.ts", "sheet/biff/strings.ts", "sandbox/source-stamp.ts"]));
  expect(sources.filter((path) => path.endsWith(".test.ts") || !path.endsWith(".ts"))).toEqual([]);
});
