import { expect, test } from "vitest";
import { cascadeOf, type Declared } from "./cascade.ts";
import { attribute, descendants, type Element, isElement, parseHtml } from "./parse-html.ts";
import { isForPaper, readStylesheets } from "./stylesheets.ts";

/** Returns the colour that applies to the element with the id "x". */
function colourOf(css: string, html: string): string | undefined {
  const root = parseHtml(html).childNodes.find((one): one is Element => isElement(one));
  const cascade = cascadeOf(readStylesheets([css]).rules);
  const wanted = root && [...descendants(root)].find((one) => attribute(one, "id") === "x");
  return wanted && cascade.valuesOf(wanted, new Map()).own.get("color");
}

const page =
  '<div class="a b" data-kind="Bank page"><p>1</p><p id=x class="second">2</p><p>3</p></div><div><i>4</i></div>';

test.each([
  ["#x", true],
  ["p.second", true],
  ["div.a.b > p", true],
  ["body p", true],
  ["body > p", false],
  ["p + p", true],
  ["p ~ #x", true],
  ["p + p + #x", false],
  ["[data-kind]", false],
  ["[data-kind='Bank page'] p", true],
  ["[data-kind~=page] > #x", true],
  ["[data-kind^=bank i] > #x", true],
  ["p:nth-child(2)", true],
  ["p:nth-child(odd)", false],
  ["p:nth-child(3n+2)", true],
  ["p:nth-last-child(2)", true],
  ["p:first-child", false],
  ["p:not(.first)", true],
  ["p:not(.second)", false],
  [":is(h1, p).second", true],
  ["p:hover", false],
  ["p::before", false],
  ["p:unknown(3), #x", true],
  ["@media print { #x", true],
  ["@media screen { #x", false],
  ["@media (max-width: 600px) { #x", false],
  ["@media screen and (min-width: 1px), print { #x", true],
  ["@supports (display: grid) { #x", true],
])("the rule %s applies: %s", (selector, applies) => {
  expect(colourOf(`${selector} { color: red }`, page)).toBe(applies ? "red" : undefined);
});

test("specificity, order, importance and the style attribute decide in this order", () => {
  expect(colourOf("#x { color: red } p { color: blue }", page)).toBe("red");
  expect(colourOf("p { color: red } p { color: blue }", page)).toBe("blue");
  expect(colourOf("p { color: red !important } #x { color: blue }", page)).toBe("red");
  expect(colourOf("#x { color: red }", '<p id=x style="color: blue">')).toBe("blue");
  expect(colourOf("p { color: red !important }", '<p id=x style="color: blue">')).toBe("red");
});

test("a variable is replaced by its value, its default, or nothing when it refers to itself", () => {
  expect(colourOf("p { --c: red; color: var(--c) }", page)).toBe("red");
  expect(colourOf("p { color: var(--none, blue) }", page)).toBe("blue");
  expect(colourOf("p { --a: var(--b); --b: var(--a); color: var(--a) }", page)).toBeUndefined();
});

test("media queries are those of a printed page in portrait", () => {
  expect(["print", "all", "not screen", "(min-width: 768px)", "(400px <= width)", "only print"].every(isForPaper)).toBe(
    true,
  );
  expect(["screen", "not all", "(orientation: landscape)", "(prefers-color-scheme: dark)", "tv"].some(isForPaper)).toBe(
    false,
  );
});

test.each([
  ["p { margin: var(--m); --m: 1px 2px } #x { color: red }", "red"],
  ["div { --c: red } p { color: var(--c) }", "red"],
  ["div { --c: red } p { --c: blue; color: var(--c) }", "blue"],
  ["p { --c: red !important; color: var(--c) } #x { --c: blue }", "red"],
  ["p { --r: 1, 2; color: rgb(var(--r), 3) }", "rgb(1, 2, 3)"],
  ["p { color: rgb(var(--r, 1, 2), 3) }", "rgb(1, 2, 3)"],
  ["p { color: var(--a, var(--b, blue)) }", "blue"],
  ["p { color: var(--a, rgb(var(--b, 1), 2, 3)) }", "rgb(1, 2, 3)"],
  ["p { color: var( --a , red ) }", "red"],
  ["p { color: var(--a }", undefined],
  ["p { color: blue; color: var(--none) }", "blue"],
])("variables are replaced in %s", (css, colour) => {
  const root = parseHtml(page).childNodes.find((one): one is Element => isElement(one));
  const cascade = cascadeOf(readStylesheets([css]).rules);
  let variables: Declared = new Map();
  let found: string | undefined;
  for (const element of root ? descendants(root) : []) {
    const values = cascade.valuesOf(element, variables);
    if (element.tagName === "div" || element.tagName === "body") variables = values.variables;
    if (attribute(element, "id") === "x") found = values.own.get("color");
  }
  expect(found).toBe(colour);
});

test("a value has 40 variables and 2,000 characters at most, and an element 5,000 variables", () => {
  const many = (count: number) => colourOf(`p { color: ${"var(--a, x)".repeat(count)} }`, page);
  expect(many(39)).toBe("x".repeat(39));
  expect(many(40)).toBeUndefined();
  const long = (length: number) => colourOf(`p { color: ${"var(--a, x)".padEnd(length, "y")} }`, page);
  expect(long(2_000)).toHaveLength(1_990);
  expect(long(2_001)).toBeUndefined();
  const declared = (count: number) =>
    colourOf(
      `p { ${Array.from({ length: count }, (_, at) => `--v${at}: x`).join(";")}; color: var(--v${count - 1}) }`,
      page,
    );
  expect(declared(5_000)).toBe("x");
  expect(declared(5_001)).toBeUndefined();
});

test("generated text has its own values, where it has content", () => {
  const root = parseHtml(page).childNodes.find((one): one is Element => isElement(one));
  const wanted = root && [...descendants(root)].find((one) => attribute(one, "id") === "x");
  if (!wanted) throw new Error("The page has no element with the id x");
  const before = (css: string) =>
    cascadeOf(readStylesheets([css]).rules).pseudoValuesOf(wanted, "before", new Map([["--c", "red"]]));
  expect(before("p::before { content: 'a'; color: var(--c) }")).toEqual(
    new Map([
      ["content", "'a'"],
      ["color", "red"],
    ]),
  );
  expect(before("p::before { content: 'a'; --c: blue; color: var(--c) }")?.get("color")).toBe("blue");
  expect(before("p::before { color: red }")).toBeUndefined();
  expect(before("p::after { content: 'a' }")).toBeUndefined();
  expect(before("p { content: 'a' }")).toBeUndefined();
});

test("a page without a document type has the styles of such pages", () => {
  const [table] = [...descendants(parseHtml("<table>"))].filter(({ tagName }) => tagName === "table");
  const sizeOf = (isQuirky?: boolean) =>
    table && cascadeOf([], isQuirky).valuesOf(table, new Map()).own.get("font-size");
  expect([sizeOf(true), sizeOf(false), sizeOf()]).toEqual(["medium", undefined, undefined]);
});
