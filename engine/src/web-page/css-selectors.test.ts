import { describe, expect, test } from "vitest";
import { classesOf, matches, Work } from "./css-selectors.ts";
import { attribute, descendants, parseHtml } from "./parse-html.ts";
import { readStylesheets } from "./stylesheets.ts";

const rulesOf = (selector: string) => readStylesheets([`${selector}{x:1}`]).rules.map((rule) => rule.selector);

/** The ids of the elements that a selector selects. */
function selected(html: string, selector: string): string {
  const page = parseHtml(html);
  const work = new Work();
  const found = [...descendants(page)].filter((one) => rulesOf(selector).some((rule) => matches(rule, one, work)));
  return found.map((one) => attribute(one, "id") ?? one.tagName).join(" ");
}

const list = "<ul id=u><li id=a>1<li id=b>2<p id=p></p><li id=c>3</ul><ol id=o><li id=d>4</ol>";

test.each([
  ["li:first-child", "a d"],
  ["li:last-child", "c d"],
  ["li:only-child", "d"],
  ["li:first-of-type", "a d"],
  ["li:last-of-type", "c d"],
  ["li:only-of-type", "d"],
  ["p:only-of-type", "p"],
  ["p:only-child", "p"],
  ["li:nth-child(odd)", "a c d"],
  ["li:nth-child(EVEN)", "b"],
  ["li:nth-child(1)", "a d"],
  ["li:nth-child(n)", "a b c d"],
  ["li:nth-child(n+2)", "b c"],
  ["li:nth-child(-n+2)", "a b d"],
  ["li:nth-child(2n)", "b"],
  ["li:nth-child(3n+1)", "a d"],
  ["li:nth-child(2n-1)", "a c d"],
  ["li:nth-last-child(1)", "c d"],
  ["li:nth-last-child(-n+2)", "b c d"],
  ["li:nth-of-type(2)", "b"],
  ["li:nth-last-of-type(3)", "a"],
  ["li:nth-child(2 of li)", ""],
  ["li:nth-unknown(2)", ""],
  ["html:first-child", "html"],
  [":root", "html"],
  ["ul > li + li", "b c"],
  ["li ~ li", "b c"],
  ["ul li", "a b c"],
  ["body > li", ""],
  ["li li", ""],
  ["ul p", "p"],
  ["body ol > li", "d"],
  ["ul + ol li", "d"],
  ["ul ~ ol", "o"],
  ["ol + ul", ""],
  ["*|li:first-child", "a d"],
  ["LI:Last-Child", "c d"],
  ["li:is(#a, #d)", "a d"],
  ["li:matches(#a)", "a"],
  ["li:-webkit-any(#a)", "a"],
  ["li:where(#b)", "b"],
  ["li:not(#a):not(#b)", "c d"],
  ["li:not(:hover)", "a b c d"],
  ["li:is(:hover)", ""],
  ["li:not", ""],
])("in lists %s selects %j", (selector, ids) => {
  expect(selected(list, selector)).toBe(ids);
});

const form = `<a id=a href=x>1</a><a id=b>2</a><link id=l href=x><input id=i checked><input id=j disabled>
  <option id=k selected></option><p id=p></p><p id=q><!-- x --></p><p id=r> </p><p id=s><b id=t></b></p>`;

test.each([
  [":link", "a"],
  [":any-link", "a"],
  [":checked", "i k"],
  [":disabled", "j"],
  [":enabled", "i"],
  ["p:empty", "p q"],
  ["b:empty", "t"],
  ["a:hover, a:focus, a:visited", ""],
  ["[href]", "a l"],
  ["[HREF=x]", "a l"],
  ["[href=X i]", "a l"],
  ["[href='x' s]", "a l"],
  ["[href!=x]", ""],
])("in a form %s selects %j", (selector, ids) => {
  expect(selected(form, selector)).toBe(ids);
});

test.each([
  ["[class~=b]", "1 2"],
  ["[class~='a b']", ""],
  ["[class|=a]", "3 4"],
  ["[class^=a]", "1 3 4"],
  ["[class$=b]", "1 4"],
  ["[class*='a ']", "1"],
  ["[class*=X]", ""],
  [".a.b", "1"],
  [".\\61 ", "1 3"],
  [".x\\:y", "5"],
  [".\\31 0", "6"],
  [".\\ffffff", ""],
])("of classes %s selects %j", (selector, ids) => {
  const classes = ["a b", "b c", "a", "a-b", "x:y", "10"];
  const html = classes.map((one, at) => `<p id=${at + 1} class="${one}"></p>`).join("");
  expect(selected(html, selector)).toBe(ids);
});

test("classes are those between spaces", () => {
  const element = [...descendants(parseHtml('<p class=" a\n b a ">'))].find(({ tagName }) => tagName === "p");
  expect(element && [...classesOf(element)]).toEqual(["a", "b"]);
});

describe("a selector", () => {
  test.each([
    ["*", 0],
    ["p", 1],
    ["p::before", 2],
    ["p:after", 2],
    [".a", 1_000],
    ["[a]", 1_000],
    [":first-child", 1_000],
    ["#a", 1_000_000],
    ["#a .b > p", 1_001_001],
    [":not(p, .a)", 1_000],
    [":is(#a)", 1_000_000],
    [":where(#a)", 0],
    [":is(:hover)", 0],
  ])("%s has the specificity %i", (selector, specificity) => {
    expect(rulesOf(selector).map((one) => one.specificity)).toEqual([specificity]);
  });

  test.each([
    ["p::before", "before"],
    ["p::after", "after"],
    ["p:before", "before"],
    ["p", undefined],
  ])("%s stands for the generated text %s", (selector, which) => {
    expect(rulesOf(selector).map((one) => one.pseudoElement)).toEqual([which]);
  });

  test.each(["p::marker", "p:first-line", "p::first-letter", "p || p", "p:unknown", "p:nth-child(x)"])(
    "%s is not known",
    (selector) => {
      expect(rulesOf(selector)).toEqual([]);
    },
  );

  test.each([
    ["p", "p"],
    ["*", "*"],
    ["p.a", ".a"],
    ["p#a", "#a"],
    ["#a.b", "#a"],
    ["#a p", "p"],
    ["#a *", "*"],
    ["#a > .b", ".b"],
  ])("%s is looked for under %s", (selector, key) => {
    expect(rulesOf(selector).map((one) => one.key)).toEqual([key]);
  });

  test("has thirty parts at most", () => {
    const html = `${"<div>".repeat(40)}<p id=x>`;
    expect(selected(html, `${"div ".repeat(29)}p`)).toBe("x");
    expect(rulesOf(`${"div ".repeat(30)}p`)).toEqual([]);
  });
});

test("ten million comparisons are made for a page, and no more", () => {
  const work = new Work();
  for (let step = 0; step < 10_000_000; step++) work.step();
  expect(() => work.step()).toThrow(expect.objectContaining({ reason: "too-large" }));
});
