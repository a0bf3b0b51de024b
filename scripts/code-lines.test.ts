import { expect, test } from "vitest";
import { codeLines, isProduct } from "./code-lines.ts";

test.each([
  ["engine/src/convert.ts", true],
  ["web/src/ui/button.tsx", true],
  ["contracts/src/formats.ts", true],
  ["server/src/platform/config/live-config.ts", true],
  ["web/src/ui/button.css", false],
  ["engine/src/pdf/assemble.test.ts", false],
  ["engine/src/hostile-landlock.slow.test.ts", false],
  ["engine/src/pdf/shrink-testing.ts", false],
  ["engine/src/pdf/testing.ts", false],
  ["server/testing/server.ts", false],
  ["journeys/harness.ts", false],
  ["journeys/settings.journey.ts", false],
  ["fixtures/make.ts", false],
  ["bench/run.ts", false],
  ["engine/src/fuzz/mutate.ts", false],
  ["vitest.config.ts", false],
])("%s counts as product code: %s", (path, expected) => {
  expect(isProduct(path)).toBe(expected);
});

test.each([
  ["a.ts", "", 0],
  ["a.ts", "const a = 1;\n\n\nconst b = 2;\n", 2],
  ["a.ts", "// said\nconst a = 1; // and done\n", 1],
  ["a.ts", "/**\n * said\n */\nconst a = /* here */ 1;\n", 1],
  ["a.ts", "const a = 1; /* begins\n ends */ const b = 2;\n", 2],
  ["a.ts", 'const a = "/*";\nconst b = `//\n$' + "{1 /* one */}\n// text\n`;\nconst c = /\\/*x/;\n", 6],
  ["a.tsx", "const a = (\n  <p>\n    {/* said */}\n    // text\n  </p>\n);\n", 5],
  ["a.ts", "function nothing() {}\nconst a = () => {/* said */};\n", 2],
])("of %s, %j holds %i lines of code", (path, text, expected) => {
  expect(codeLines(path, text)).toBe(expected);
});

test("a file that is not TypeScript is refused", () => {
  expect(() => codeLines("a.ts", "const = ;")).toThrow("a.ts");
});
