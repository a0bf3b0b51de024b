import { expect, test } from "vitest";
import { cascadeOf } from "./cascade.ts";
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
