import { describe, expect, test } from "vitest";
import { browserStyle } from "./browser-styles.ts";
import { cascadeOf } from "./cascade.ts";
import { controlText } from "./form-values.ts";
import { ListNumbers, markerOf } from "./list-markers.ts";
import { attribute, descendants, type Element, isElement, parseHtml } from "./parse-html.ts";
import { readStylesheets } from "./stylesheets.ts";

/** The element with the id "x" of a page. */
function elementIn(html: string): Element {
  const root = parseHtml(html).childNodes.find((one): one is Element => isElement(one));
  const found = root && [...descendants(root)].find((one) => attribute(one, "id") === "x");
  if (!found) throw new Error("The page has no element with the id x");
  return found;
}

describe("the marker of a list item", () => {
  const marker = (html: string, style: string) => markerOf(elementIn(html), style, new ListNumbers());
  const item = (value: number) => `<ol><li id=x value=${value}>a`;

  test.each([
    ["disc", 1, "•"],
    ["circle", 1, "◦"],
    ["square", 1, "▪"],
    ["none", 1, undefined],
    ["'- '", 1, "-"],
    ['" "', 1, undefined],
    ["decimal", 7, "7."],
    ["unknown", 7, "7."],
    ["decimal-leading-zero", 7, "07."],
    ["decimal-leading-zero", 12, "12."],
    ["lower-alpha", 1, "a."],
    ["lower-alpha", 26, "z."],
    ["lower-alpha", 27, "aa."],
    ["upper-latin", 28, "AB."],
    ["lower-alpha", 52, "az."],
    ["lower-alpha", 53, "ba."],
    ["lower-alpha", 702, "zz."],
    ["lower-alpha", 703, "aaa."],
    ["lower-alpha", 0, "0."],
    ["lower-alpha", -3, "-3."],
    ["lower-roman", 1, "i."],
    ["upper-roman", 1_984, "MCMLXXXIV."],
    ["lower-roman", 49, "xlix."],
    ["lower-roman", 444, "cdxliv."],
    ["lower-roman", 888, "dccclxxxviii."],
    ["lower-roman", 96, "xcvi."],
    ["lower-roman", 3_999, "mmmcmxcix."],
    ["lower-roman", 4_000, "4000."],
    ["lower-roman", 0, "0."],
  ])("in the style %s of number %i is %s", (style, value, text) => {
    expect(marker(item(value), style)).toBe(text);
  });

  test.each([
    ["<ol><li>a<li id=x>b", "2."],
    ["<ol start=5><li>a<li id=x>b", "6."],
    ["<ol start=-1><li>a<li id=x>b", "0."],
    ["<ol start=x><li>a<li id=x>b", "2."],
    ["<ol><li value=10>a<li id=x>b", "11."],
    ["<ol reversed><li>a<li id=x>b<li>c", "2."],
    ["<ol reversed><li>a<li>b<li id=x>c", "1."],
    ["<ol reversed start=9><li>a<li id=x>b", "8."],
    ["<ol><li>a<ol><li>b</ol><li id=x>c", "2."],
    ["<ol><p>a</p><li id=x>b", "1."],
    ["<ol start=1234567890><li id=x>b", "123456789."],
  ])("counts the items of its list: %s", (html, text) => {
    expect(marker(html, "decimal")).toBe(text);
  });
});

describe("what a form control shows", () => {
  test.each([
    ["<input id=x value=Words>", "Words"],
    ["<input id=x placeholder=Name>", "Name"],
    ["<input id=x value='' placeholder=Name>", "Name"],
    ["<input id=x>", ""],
    ["<input id=x type=CHECKBOX checked>", "☑"],
    ["<input id=x type=checkbox>", "☐"],
    ["<input id=x type=radio checked>", "◉"],
    ["<input id=x type=radio>", "○"],
    ["<input id=x type=password value=secret>", "••••••"],
    [`<input id=x type=password value=${"a".repeat(21)}>`, "•".repeat(20)],
    ["<input id=x type=password>", ""],
    ["<input id=x type=hidden value=a>", ""],
    ["<input id=x type=submit>", "Submit"],
    ["<input id=x type=submit value=Send>", "Send"],
    ["<input id=x type=reset>", "Reset"],
    ["<input id=x type=button>", ""],
    ["<textarea id=x>\nWords</textarea>", "Words"],
    ["<textarea id=x placeholder=Name></textarea>", "Name"],
    ["<textarea id=x></textarea>", ""],
    ["<select id=x><option>One<option>Two</select>", "One"],
    ["<select id=x><option>One<option selected> Two  b </select>", "Two b"],
    ["<select id=x><option selected>One<option selected>Two</select>", "Two"],
    ["<select id=x multiple><option selected>One<option selected>Two</select>", "One, Two"],
    ["<select id=x multiple><option>One</select>", ""],
    ["<p id=x>Words", undefined],
  ])("%s: %s", (html, text) => {
    expect(controlText(elementIn(html))).toBe(text);
  });
});

describe("attributes of old HTML", () => {
  const styleOf = (html: string, isQuirky = false) => Object.fromEntries(browserStyle(elementIn(html), isQuirky));
  const cell = (attributes: string, own = "") => `<table ${attributes}><tr><td id=x ${own}>a</table>`;

  test.each<[string, object]>([
    ["<table id=x width=600>", { width: "600px" }],
    ["<table id=x width=50.5%>", { width: "50.5%" }],
    ["<img id=x height=20px>", { height: "20px" }],
    ["<hr id=x width=30>", { width: "30px" }],
    ["<table id=x bgcolor=00395d>", { "background-color": "#00395d" }],
    ["<font id=x color=red face=Arial>", { color: "#ff0000", "font-family": "Arial" }],
    ["<font id=x size=1>", { "font-size": "10px" }],
    ["<font id=x size=3>", { "font-size": "16px" }],
    ["<font id=x size=7>", { "font-size": "48px" }],
    ["<font id=x size=9>", { "font-size": "48px" }],
    ["<font id=x size=0>", { "font-size": "10px" }],
    ["<font id=x size=+1>", { "font-size": "18px" }],
    ["<font id=x size=-1>", { "font-size": "13px" }],
    ["<font id=x size=-9>", { "font-size": "10px" }],
    ["<p id=x align=Middle>", { "text-align": "center", "-sheaf-block-align": "center" }],
    ["<p id=x align=justify>", { "text-align": "justify", "-sheaf-block-align": "left" }],
    ["<table id=x align=center>", { "margin-left": "auto", "margin-right": "auto" }],
    ["<table id=x align=right>", { "-sheaf-block-align-self": "right" }],
    ["<img id=x align=right>", { float: "right" }],
    [cell("", "valign=TOP nowrap"), { "vertical-align": "top", "white-space": "nowrap" }],
    ["<pre id=x wrap>", { "white-space": "pre-wrap" }],
    ["<table id=x border>", { "border-top-width": "1px", "border-left-style": "solid" }],
    ["<table id=x border=5>", { "border-top-width": "5px" }],
    ["<table id=x border=20>", { "border-top-width": "20px" }],
    ["<table id=x border=21>", { "border-top-width": "20px" }],
    ["<table id=x cellspacing=4>", { "border-spacing": "4px" }],
    ["<table id=x cellspacing=x>", { "border-spacing": "0px" }],
    ["<p id=x dir=RTL>", { direction: "rtl" }],
    ["<ol id=x type=A>", { "list-style-type": "upper-alpha" }],
    ["<ul id=x type=Square>", { "list-style-type": "square" }],
    ["<br id=x clear=All>", { clear: "both" }],
    ["<br id=x clear=left>", { clear: "left" }],
    ["<a id=x href=a>b", { color: "#0000ee", "text-decoration-line": "underline" }],
    ["<dialog id=x open>", { display: "block" }],
    ["<p id=x hidden>", { display: "none" }],
    ["<p id=x hidden=until-found>", { display: "block" }],
    ["<ul><li><ul id=x><li>a</ul></ul>", { "margin-top": "0", "margin-bottom": "0" }],
    [cell("cellpadding=7"), { "padding-top": "7px", "padding-left": "7px" }],
    [cell("cellpadding=51"), { "padding-top": "50px" }],
    [cell("cellpadding=x"), { "padding-top": "0px" }],
    [cell("border=3"), { "border-top-width": "1px", "border-top-style": "solid" }],
  ])("%s has a style", (html, style) => {
    expect(styleOf(html)).toMatchObject(style);
  });

  test.each<[string, string]>([
    ["<p id=x width=600>", "width"],
    ["<table id=x width=wide>", "width"],
    ["<p id=x text=red>", "color"],
    ["<p id=x color=red>", "color"],
    ["<font id=x size=large>", "font-size"],
    ["<p id=x size=3>", "font-size"],
    ["<p id=x align=char>", "text-align"],
    ["<hr id=x align=left>", "text-align"],
    ["<p id=x valign=top>", "vertical-align"],
    ["<p id=x nowrap>", "white-space"],
    ["<table id=x border=0>", "border-top-width"],
    ["<table id=x border=x>", "border-top-width"],
    ["<p id=x border=1>", "border-top-width"],
    ["<p id=x dir=auto>", "direction"],
    ["<p id=x type=A>", "list-style-type"],
    ["<ol id=x type=B>", "list-style-type-unknown"],
    ["<p id=x clear=left>", "clear"],
    ["<a id=x>b", "color"],
    [cell("border=0"), "border-top-width"],
    [cell("border=1 rules=none"), "border-top-width"],
  ])("%s has no %s", (html, name) => {
    expect(styleOf(html)).not.toHaveProperty([name]);
  });

  test("tables of pages without a document type do not take over the text's style", () => {
    expect(styleOf("<table id=x>", true)).toMatchObject({ "font-size": "medium", "text-align": "start" });
    expect(styleOf("<table id=x>")).not.toHaveProperty(["font-size"]);
    expect(styleOf("<p id=x>", true)).not.toHaveProperty(["font-size"]);
  });
});

describe("selectors", () => {
  const page = `<div id=d class="a b"><h2>0</h2><p lang=en-GB title="One two">1</p><p id=x class="md:flex c">2</p><i></i><p>3</p></div>
    <a href=u>l</a><input disabled><input checked><ul><li>only</ul>`;

  function colourOf(css: string): string | undefined {
    return cascadeOf(readStylesheets([css]).rules)
      .valuesOf(elementIn(page), new Map())
      .own.get("color");
  }

  test.each([
    ["p:nth-of-type(2)", true],
    ["p:nth-of-type(1)", false],
    ["p:nth-last-of-type(2)", true],
    ["p:nth-last-of-type(1)", false],
    ["p:nth-child(3)", true],
    ["p:nth-last-child(3)", true],
    ["p:nth-child(2n+1)", true],
    ["p:nth-child(even)", false],
    ["p:nth-child(-n+3)", true],
    ["p:nth-child(-n+2)", false],
    ["p:nth-child(n+3)", true],
    ["p:nth-child(n+4)", false],
    ["p:nth-child(4n-1)", true],
    ["p:nth-child(2n+5)", false],
    ["p:nth-child(0n+3)", true],
    ["p:first-of-type", false],
    ["p:last-of-type", false],
    ["h2:first-child ~ p", true],
    ["h2 + p", false],
    ["h2 + p + p", true],
    ["h2 ~ #x", true],
    ["i ~ #x", false],
    ["p:last-child, i + #x", false],
    ["#d > #x", true],
    ["html #d p", true],
    ["body > p", false],
    [".md\\:flex", true],
    [".c.md\\:flex", true],
    [".c.d", false],
    ["[class~=c]", true],
    ["[class~='']", false],
    ["[class|=md]", false],
    ["[id=X]", false],
    ["[id=X i]", true],
    ["[class^=md]", true],
    ["[class^='']", false],
    ["[class$=' c']", true],
    ["[class$='']", false],
    ["[class*=flex]", true],
    ["[class*='']", false],
    ["[lang|=en] + #x", true],
    ["[title~=two] + p", true],
    ["p:not(:empty)", true],
    [":root p", true],
    ["p:root", false],
    ["p:only-child", false],
    ["p:only-of-type", false],
    [":where(#x)", true],
    ["p:not(.c, .e)", false],
    ["* > *", true],
    ["#x:link", false],
    ["p:enabled", false],
    ["p:disabled", false],
    ["p:checked", false],
    ["p || p", false],
    [`${"div ".repeat(30)}p`, false],
  ])("%s selects the second paragraph: %s", (selector, selects) => {
    expect(colourOf(`${selector} { color: red }`)).toBe(selects ? "red" : undefined);
  });

  test.each([
    ["#x { color: red } .c.c.c { color: blue }", "red"],
    [".c { color: red } p p, html body p { color: blue }", "red"],
    ["p { color: red } :where(#x) { color: blue }", "red"],
    [":is(#x, p) { color: red } .c.c { color: blue }", "red"],
    ["p:not(#d) { color: red } .c.c { color: blue }", "red"],
    ["[class] { color: red } div p { color: blue }", "red"],
    ["p:nth-child(3) { color: red } div p { color: blue }", "red"],
    [".c { color: red } [class] { color: blue }", "blue"],
    ["* { color: red } p { color: blue }", "blue"],
  ])("the more specific one counts: %s", (css, colour) => {
    expect(colourOf(css)).toBe(colour);
  });
});
