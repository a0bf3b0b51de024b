import { describe, expect, test } from "vitest";
import { inlineDeclarations, isForPaper, readStylesheets } from "./stylesheets.ts";

test.each([
  ["", true],
  [" ", true],
  ["print", true],
  ["all", true],
  ["screen", false],
  ["not screen", true],
  ["not print", false],
  ["only print", true],
  ["screen, print", true],
  ["screen, tv", false],
  ["print and (min-width: 800px)", true],
  ["print and (min-width: 801px)", false],
  ["screen and (min-width: 1px)", false],
  ["not print and (min-width: 801px)", true],
  ["(max-width: 800px)", true],
  ["(max-width: 799px)", false],
  ["(min-device-width: 801px)", false],
  ["(max-device-width: 800px)", true],
  ["(min-width: 50em)", true],
  ["(min-width: 51rem)", false],
  ["(min-width: wide)", false],
  ["(max-width: wide)", false],
  ["(orientation: portrait)", true],
  ["(orientation: landscape)", false],
  ["(prefers-color-scheme: light)", true],
  ["(prefers-reduced-motion: reduce)", true],
  ["(prefers-reduced-motion: no-preference)", false],
  ["(color)", true],
  ["(color: 8)", false],
  ["(hover)", false],
  ["(width >= 800px)", true],
  ["(width > 800px)", false],
  ["(width <= 800px)", true],
  ["(width < 800px)", false],
  ["(width > 799px)", true],
  ["(width < 801px)", true],
  ["(400px <= width <= 800px)", true],
  ["(400px <= width <= 799px)", false],
  ["(801px <= width <= 900px)", false],
  ["(900px > width > 1px)", true],
  ["(width >= wide)", false],
  ["(wide)", false],
])("a page on paper is meant by the query %j: %s", (query, expected) => {
  expect(isForPaper(query)).toBe(expected);
});

describe("a stylesheet", () => {
  const read = (...sheets: string[]) => {
    const { rules, ...found } = readStylesheets(sheets);
    const names = rules.map(({ declarations }) => declarations.map(({ name, value }) => `${name}:${value}`).join(";"));
    return { names, orders: rules.map(({ order }) => order), ...found };
  };

  test.each([
    ["a{color:red}", ["color:red"]],
    ["a,b{color:red}", ["color:red", "color:red"]],
    ["a{}b{x:1}", ["x:1"]],
    ["a:unknown(1){x:1}b{y:2}", ["y:2"]],
    ["<!-- a{x:1} -->", ["x:1"]],
    ["a{COLOR: Red ; --A: b }", ["color:Red;--A:b"]],
    ["a{margin:1px}", ["margin-top:1px;margin-right:1px;margin-bottom:1px;margin-left:1px"]],
    ["a{margin:var(--m)}", ["margin:var(--m)"]],
    ["@media print{a{x:1}}@media screen{a{y:2}}", ["x:1"]],
    ["@supports (x:1){a{x:1}}@supports not (x:1){a{y:2}}", ["x:1"]],
    ["@layer l{a{x:1}}@container (width>1px){a{y:2}}@scope (b){a{z:3}}", ["x:1", "y:2", "z:3"]],
    ["@layer l;@media print;@supports (x:1);@font-face{x:1}", []],
    ["@MEDIA PRINT{@media all{a{x:1}}}", ["x:1"]],
  ])("%s has its rules", (css, rules) => {
    expect(read(css).names).toEqual(rules);
  });

  test("follows the one before, and says when it imports another or cannot be read", () => {
    expect(read("a{x:1}b{x:2}", "c{x:3}")).toMatchObject({ orders: [0, 1, 2], isIncomplete: false });
    expect(read("@import url(a.css);").isIncomplete).toBe(true);
    expect(read("@page{margin:1px}").isIncomplete).toBe(false);
  });

  test.each([
    ["@page{size:A4 landscape}", true],
    ["@page{size:landscape}", true],
    ["@page{size:A4}", false],
    ["@page{margin:1px}", undefined],
    ["@page :first{size:landscape}", undefined],
    ["@page;", undefined],
    ["@page{size:landscape}@page{size:portrait}", false],
  ])("%s asks for a page on its side: %s", (css, landscape) => {
    expect(read(css).page.landscape).toBe(landscape);
  });

  test.each([
    ["(", ")"],
    ["[", "]"],
    ["{", "}"],
  ])("is read with 60 brackets %s%s in each other, and not with more", (open, close) => {
    const nested = (depth: number) => `b{x:1}a{y:${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`;
    expect(read(nested(60)).isIncomplete).toBe(false);
    expect(read(nested(61)).isIncomplete).toBe(true);
    expect(read(nested(61)).names).toEqual([]);
    expect(read(`${close.repeat(9)}${nested(61)}`).isIncomplete).toBe(true);
    expect(read(`a{y:${`${open}${close}`.repeat(61)}}`).isIncomplete).toBe(false);
  });

  const tooMany = expect.objectContaining({ reason: "too-large" });

  test("is read with 60,000 rules together with the others, and not with more", () => {
    const rules = (count: number) => `${"a,".repeat(count - 1)}a{x:1}`;
    expect(readStylesheets([rules(59_999), "b{y:2}"]).rules).toHaveLength(60_000);
    expect(() => readStylesheets([rules(59_999), "b,c{y:2}"])).toThrow(tooMany);
  });

  test("is read with eight million characters together with the others, and not with more", () => {
    const comment = `/*${"a".repeat(7_999_990)}*/`;
    expect(readStylesheets([comment, "a{x:1}"]).rules).toHaveLength(1);
    expect(() => readStylesheets([comment, "a{xy:1}"])).toThrow(tooMany);
  });

  test("is read with 1,500,000 marks, to which letters, digits, hyphens and spaces do not count", () => {
    const comment = (more: string) => [`/*${"!".repeat(1_499_996)}${more}*/`];
    expect(readStylesheets(comment("09AZaz-~ \n")).isIncomplete).toBe(false);
    for (const mark of ["!", "/", ":", "@", "[", "`", ",", "."])
      expect(() => readStylesheets(comment(mark)), mark).toThrow(tooMany);
  });
});

describe("the style of an element", () => {
  test.each([
    ["color:red", ["color:red"]],
    ["color:red !important;x", ["color:red!"]],
    ["--a: 1;margin:var(--a) !important", ["--a:1", "margin:var(--a)!"]],
    ["", []],
    ["}", []],
  ])("%j has its declarations", (style, expected) => {
    const found = inlineDeclarations(style).map((one) => `${one.name}:${one.value}${one.isImportant ? "!" : ""}`);
    expect(found).toEqual(expected);
  });

  test("is read up to 20,000 characters and 60 brackets", () => {
    expect(inlineDeclarations("color:red".padEnd(20_000))).toHaveLength(1);
    expect(inlineDeclarations("color:red".padEnd(20_001))).toEqual([]);
    const nested = (depth: number) => inlineDeclarations(`x:${"(".repeat(depth)}${")".repeat(depth)}`);
    expect(nested(60)).toHaveLength(1);
    expect(nested(61)).toEqual([]);
  });
});
