import { describe, expect, test } from "vitest";
import { browserStyle } from "./browser-styles.ts";
import { longhands } from "./css-shorthands.ts";
import { attribute, descendants, parseHtml } from "./parse-html.ts";

function styleOf(html: string): Record<string, string> {
  const found = [...descendants(parseHtml(html))].find((one) => attribute(one, "id") === "x");
  if (!found) throw new Error("The page has no element with the id x");
  return Object.fromEntries(browserStyle(found, false));
}

test.each<[string, Record<string, string>]>([
  ["<ol><ul id=x></ul></ol>", { "margin-top": "0", "margin-bottom": "0" }],
  ["<ul><li><menu id=x></menu></ul>", { "margin-top": "0" }],
  ["<div><ul id=x></ul></div>", { "margin-top": "1em" }],
  ["<ul><p id=x></p></ul>", { "margin-top": "1em" }],
  ["<h1 id=x>", { "font-size": "2em", display: "block", "font-weight": "bold" }],
  ["<table><tr><th id=x>", { display: "table-cell", "text-align": "center", "padding-left": "1px" }],
  ["<table><tr><th id=x nowrap>", { "white-space": "nowrap" }],
  ["<table cellpadding=50><tr><td id=x>", { "padding-top": "50px" }],
  ["<table cellpadding=0><tr><td id=x>", { "padding-top": "0px" }],
  ["<table cellpadding=7><tbody><tr><td><table><tr><td id=x>", { "padding-top": "1px" }],
  ["<table border=''><tr><td id=x>", { "border-top-width": "1px" }],
  ["<img id=x border=2>", { "border-top-width": "2px" }],
  ["<table><col id=x width=5>", { width: "5px" }],
  ["<video id=x width=1.50>", { width: "1.5px" }],
  ["<table id=x width=' 5 %'>", { width: "5%" }],
  ["<body id=x text=red>", { color: "#ff0000" }],
  ["<p id=x align=left>", { "text-align": "left", "-sheaf-block-align": "left" }],
  ["<p id=x align=right>", { "text-align": "right", "-sheaf-block-align": "right" }],
  ["<img id=x align=left>", { float: "left" }],
  ["<font id=x size=2>", { "font-size": "13px" }],
  ["<font id=x size=+9>", { "font-size": "48px" }],
  ["<font id=x size=-2>", { "font-size": "10px" }],
  ["<ol id=x type=1>", { "list-style-type": "decimal" }],
  ["<ol id=x type=i>", { "list-style-type": "lower-roman" }],
  ["<li id=x type=DISC>", { "list-style-type": "disc" }],
  ["<p id=x dir=ltr>", { direction: "ltr" }],
  ["<table id=x background=a.png>", { "background-image": "url(a.png)" }],
  ["<p id=x background=123456789012345678901>", { "background-image": "url(12345678901234567890)" }],
])("%s has a style", (html, style) => {
  expect(styleOf(html)).toMatchObject(style);
});

test.each([
  ["<img id=x align=middle>", "float"],
  ["<table id=x align=left>", "margin-left"],
  ["<table><colgroup id=x align=right>", "text-align"],
  ["<p id=x face=Arial>", "font-family"],
  ["<p id=x wrap>", "white-space"],
  ["<p id=x cellspacing=2>", "border-spacing"],
  ["<table border=' 0 '><tr><td id=x>", "border-top-width"],
  ["<table id=x border=-1>", "border-top-width"],
  ["<p id=x bgcolor=nothing>", "background-color"],
])("%s has no %s", (html, name) => {
  expect(styleOf(html)).not.toHaveProperty([name]);
});

describe("a shorthand", () => {
  const found = (property: string, value: string) =>
    longhands(property, value)
      .map(([name, one]) => `${name}:${one}`)
      .join(";");

  test.each([
    ["margin", "", "margin-top:0;margin-right:0;margin-bottom:0;margin-left:0"],
    ["padding-inline", "1px", "padding-left:1px;padding-right:1px"],
    ["margin-block", "1px 2px", "margin-top:1px;margin-bottom:2px"],
    ["margin-block", "INHERIT", "margin-top:INHERIT;margin-bottom:INHERIT"],
    ["border-top", "1PX SOLID", "border-top-width:1PX;border-top-style:solid;border-top-color:currentcolor"],
    [
      "border-top",
      "calc(1px + 2px) rgb(1, 2, 3)",
      "border-top-width:calc(1px + 2px);border-top-style:none;border-top-color:rgb(1, 2, 3)",
    ],
    ["background", "red url(a.png), blue", "background-color:red;background-image:url(a.png);background-color:blue"],
    ["background", " TRANSPARENT ", "background-color:transparent"],
    [
      "background-image",
      "linear-gradient(to top, 5px, blue 2px)",
      "background-image:linear-gradient(to top, 5px, blue 2px);gradient-color:blue",
    ],
    ["font", "900 12px/ 2 A B", "font-style:normal;font-weight:900;font-size:12px;line-height:2;font-family:A B"],
    [
      "font",
      "oblique x-large B",
      "font-style:oblique;font-weight:normal;font-size:x-large;line-height:normal;font-family:B",
    ],
    ["list-style", "none", "list-style-type:none"],
    ["list-style", "outside url(a.png) circle", "list-style-type:circle"],
    ["flex", "1 1 auto", "flex-grow:1;flex-basis:auto"],
    ["flex", "initial", "flex-grow:initial;flex-basis:initial"],
    ["flex-flow", "wrap-reverse", "flex-direction:row;flex-wrap:wrap"],
    ["gap", "", "row-gap:0;column-gap:0"],
    ["columns", "auto 3", "column-count:3"],
    ["columns", "3em", "column-count:auto"],
    ["-webkit-box-flex", "1", "flex-grow:1"],
  ])("%s: %j is replaced by its properties", (property, value, declarations) => {
    expect(found(property, value)).toBe(declarations);
  });
});
