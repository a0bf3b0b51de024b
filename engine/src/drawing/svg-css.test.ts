import { describe, expect, test } from "vitest";
import { cleanDeclarations, cleanSheet, cleanValue } from "./svg-css.ts";

describe("a style sheet", () => {
  test.each([
    ["keeps its rules", ".a{fill:red}.b{x:1;y:2}", ".a{fill:red}.b{x:1;y:2}"],
    ["loses its comments", "/* { */.a{fill:/* x */red}/* end", ".a{fill:red}"],
    ["loses an import", "@import url(a.css);.a{x:1}", ".a{x:1}"],
    ["loses an import in quotes", ".b{y:2}@import 'a';.a{x:1}", ".b{y:2}.a{x:1}"],
    ["loses a rule for media with all in it", "@media print{.a{x:1;y:2}.b{z:3}}.c{x:1}", ".c{x:1}"],
    ["loses rules for media in each other", "@media a{@media b{.a{x:1}}.b{y:2}}.c{x:1}", ".c{x:1}"],
    ["loses two of them", "@charset 'x';@font-face{src:url(a)}.c{x:1}", ".c{x:1}"],
    ["loses a rule that does not end", ".c{x:1}@media a{.a{x:1}", ".c{x:1}"],
    ["loses a rule that only ends", "@x}.c{x:1}", ".c{x:1}"],
    ["loses what has no braces", ".a{x:1}.b", ".a{x:1}"],
    ["may be empty", "", ""],
  ])("%s", (_, css, kept) => {
    expect(cleanSheet(css)).toBe(kept);
  });

  test("of more than 500,000 characters is not read", () => {
    const sheet = (length: number) => ".a{x:1}".padEnd(length);
    expect(cleanSheet(sheet(500_000))).toBe(".a{x:1}");
    expect(cleanSheet(sheet(500_001))).toBe("");
  });
});

test.each([
  ["fill: red; stroke : #000", "fill:red;stroke:#000"],
  ["fill;stroke:red", "stroke:red"],
  [":red", ""],
  ["a b:red", ""],
  ["--x:1", "--x:1"],
  ["fill:", "fill:"],
  ["fill:u\\72l(a);x:1", "x:1"],
  ["", ""],
])("the declarations %j are cleaned", (css, kept) => {
  expect(cleanDeclarations(css)).toBe(kept);
});

test.each([
  ["red", "red"],
  ["url(#a)", "url(#a)"],
  ["URL( '#a' ) url(\"#b\")", "URL( '#a' ) url(\"#b\")"],
  ["url(#a) url(b)", undefined],
  ["url('#a)", undefined],
  ["url(#a b)", undefined],
  ["url ( http://x )", undefined],
  [`url(#${"a".repeat(994)})`, `url(#${"a".repeat(994)})`],
  [`url(#${"a".repeat(995)})`, undefined],
  ["expression (1)", undefined],
  ["javascript:x", undefined],
  ["a\\62", undefined],
  ["rgb(1, 2, 3)", "rgb(1, 2, 3)"],
  ["light-dark(red, blue)", "red"],
  ["Light-Dark( rgb(1, 2, 3), blue ) 2px", "rgb(1, 2, 3) 2px"],
  ["1px var(--a, 2px) 3px", "1px 2px 3px"],
  ["VAR(--a, var(--b, red))", "red"],
  ["var(--a)", undefined],
  ["var(--a, )", undefined],
  ["light-dark(, a)", undefined],
  ["var(--a, red", undefined],
  ["var(--a, f(b)", undefined],
  ["var(--a, url(b))", undefined],
  ["var(--a, 1) ".repeat(9), "1 ".repeat(9)],
  ["var(--a, 1) ".repeat(10), undefined],
])("the value %j is cleaned", (value, kept) => {
  expect(cleanValue(value)).toBe(kept);
});
