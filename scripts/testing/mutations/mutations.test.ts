import { expect, test } from "vitest";
import { drawMutations } from "./draw.ts";
import { mutationsOf } from "./operators.ts";

const broken = (text: string) =>
  mutationsOf("a.ts", text).map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end));

test.each([
  ["a === b;", ["a !== b;"]],
  ["(a) < b;", ["(a) <= b;", "(a) >= b;"]],
  ["a && !b;", ["a || !b;", "a && b;"]],
  ["a ?? b;", ["((a) && (b));"]],
  ["a ?? b ?? c;", ["((a ?? b) && (c));", "((a) && (b)) ?? c;"]],
  ["a.b(7);", [";", "a.b(0);", "a.b(1);", "a.b((-1));", "a.b((-7));", "a.b(8);", "a.b(6);"]],
  ["x[0];", ["x[1];", "x[(-1)];"]],
  ["x = y ? true : z;", ["x = true ? true : z;", "x = false ? true : z;", "x = y ? false : z;"]],
  ["while (a) b;", ["while (false) b;"]],
  ["n++;", ["n--;"]],
  ["sum += n;", ["sum -= n;"]],
])("“%s” gets a mutation for each of its operators", (text, expected) => {
  expect(broken(text)).toEqual(expected);
});

test.each([
  'import "./a.ts";',
  "type A = 1 | true;",
  'const a: B<1> = c + "text";',
  "export type { A };",
  "const a = { 1: b };",
  "services.log.warn(a);",
])("“%s” gets no mutation: it is a type, an import, a text, a key or an entry of the log", (text) =>
  expect(broken(text)).toEqual([]),
);

test("the same seed draws the same lines, each once, and another seed draws other lines", () => {
  const text = Array.from({ length: 50 }, (_, line) => `a${line} === b && c;`).join("\n");
  const files = [{ path: "a.ts", mutations: mutationsOf("a.ts", text) }];
  const drawn = drawMutations(files, 20, "seed");
  expect(drawn).toEqual(drawMutations(files, 20, "seed"));
  expect(drawn).not.toEqual(drawMutations(files, 20, "another"));
  expect(new Set(drawn.map(({ mutation }) => mutation.line)).size).toBe(20);
});
