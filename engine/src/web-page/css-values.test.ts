import { describe, expect, test } from "vitest";
import { longhands } from "./css-shorthands.ts";
import {
  black,
  hexColour,
  lightness,
  over,
  parseColour,
  parseLegacyColour,
  parseLength,
  splitValue,
  white,
} from "./css-values.ts";

describe("a length", () => {
  test.each<[string, object | undefined]>([
    ["0", { px: 0 }],
    ["5", undefined],
    ["5px", { px: 5 }],
    [" 5PX ", { px: 5 }],
    ["+5px", { px: 5 }],
    ["-.5px", { px: -0.5 }],
    ["1e2px", { px: 100 }],
    ["3pt", { px: 4 }],
    ["2pc", { px: 32 }],
    ["1in", { px: 96 }],
    ["2.54cm", { px: expect.closeTo(96) }],
    ["25.4mm", { px: expect.closeTo(96) }],
    ["101.6q", { px: expect.closeTo(96) }],
    ["2em", { px: 40 }],
    ["2rem", { px: 32 }],
    ["2ex", { px: 20 }],
    ["2ch", { px: 20 }],
    ["100vw", { px: expect.closeTo(794) }],
    ["100vh", { px: expect.closeTo(1_123) }],
    ["50%", { percent: 50 }],
    ["100000px", { px: 100_000 }],
    ["100001px", { px: 100_000 }],
    ["-100001px", { px: -100_000 }],
    ["100001%", { percent: 100_000 }],
    ["5furlong", undefined],
    ["auto", undefined],
    ["1e999px", undefined],
    ["calc(5px + 1em)", { px: 25 }],
    ["calc(50px - 1em)", { px: 30 }],
    ["calc(50px - 1em + 3px)", { px: 33 }],
    ["calc(50px - (1em + 3px))", { px: 27 }],
    ["calc(100% - 20px)", { percent: 100 }],
    ["calc(20px - 10%)", { percent: 10 }],
    ["calc(2 * 5px)", undefined],
    ["calc(5px / 2)", undefined],
    ["calc(5px + auto)", undefined],
    ["-webkit-calc(1px + 2px)", { px: 3 }],
    ["min(50%, 30px)", { px: 30 }],
    ["max(50%, auto)", { percent: 50 }],
    ["clamp(1rem, 2vw, 3rem)", { px: 16 }],
    ["min(auto, none)", undefined],
    [`calc(${" ".repeat(190)}1px + 2px)`, { px: 3 }],
    [`calc(${" ".repeat(192)}1px + 2px)`, undefined],
  ])("%s with letters of 20 pixels", (value, length) => {
    expect(parseLength(value, 20)).toEqual(length);
  });
});

test.each<[string, " " | "," | "/", string[]]>([
  ["a b  c", " ", ["a", "b", "c"]],
  ["a, b ,c,", ",", ["a", "b", "c"]],
  ["1 / span 2", "/", ["1", "span 2"]],
  ["rgb(1, 2, 3), b", ",", ["rgb(1, 2, 3)", "b"]],
  ["a(b(c d) e) f", " ", ["a(b(c d) e)", "f"]],
  ["a) b", " ", ["a)", "b"]],
  ["'a b' c", " ", ["'a b'", "c"]],
  ['"a\' b" c', " ", ['"a\' b"', "c"]],
  ["'(' b", " ", ["'('", "b"]],
  ["", " ", []],
  [" ", ",", [""]],
])("%j is split at %j", (value, separator, parts) => {
  expect(splitValue(value, separator)).toEqual(parts);
});

describe("a colour", () => {
  test.each([
    ["#00395d", { r: 0, g: 57, b: 93, alpha: 1 }],
    ["RED", { r: 255, g: 0, b: 0, alpha: 1 }],
    ["rgba(255, 128, 0, 0.5)", { r: 255, g: 128, b: 0, alpha: 0.5 }],
    ["transparent", { r: 0, g: 0, b: 0, alpha: 0 }],
    ["rgb(300 -5 0)", { r: 255, g: 0, b: 0, alpha: 1 }],
    ["no colour", undefined],
    [`#00395d${" ".repeat(100)}`, { r: 0, g: 57, b: 93, alpha: 1 }],
    ["x".repeat(101), undefined],
  ])("%s is read", (value, colour) => {
    expect(parseColour(value)).toEqual(colour);
    // A second time it is known.
    expect(parseColour(value)).toEqual(colour);
  });

  test.each([
    ["00395d", "#00395d"],
    ["#00395d", "#00395d"],
    ["red", "#ff0000"],
    ["00395", undefined],
    ["00395dd", undefined],
    ["words", undefined],
  ])("%s of an attribute is %s", (value, hex) => {
    const colour = parseLegacyColour(value);
    expect(colour && hexColour(colour)).toBe(hex);
  });

  test("that is not opaque is mixed with what is behind it", () => {
    expect(over({ r: 200, g: 100, b: 0, alpha: 0.25 }, { r: 100, g: 100, b: 100, alpha: 1 })).toEqual({
      r: 125,
      g: 100,
      b: 75,
      alpha: 1,
    });
    expect(over({ ...black, alpha: 0 }, white)).toEqual(white);
    expect(over(black, white)).toEqual(black);
  });

  test("is as light as its parts seem", () => {
    expect([white, black].map(lightness)).toEqual([expect.closeTo(1), 0]);
    expect(lightness({ r: 255, g: 0, b: 0, alpha: 1 })).toBeCloseTo(0.2126);
    expect(lightness({ r: 0, g: 255, b: 0, alpha: 1 })).toBeCloseTo(0.7152);
    expect(lightness({ r: 0, g: 0, b: 255, alpha: 1 })).toBeCloseTo(0.0722);
  });
});

describe("a shorthand", () => {
  const found = (property: string, value: string) =>
    longhands(property, value)
      .map(([name, one]) => `${name}:${one}`)
      .join(";");

  test.each([
    ["color", "red", "color:red"],
    ["word-wrap", "normal", "overflow-wrap:normal"],
    ["margin", "1px", "margin-top:1px;margin-right:1px;margin-bottom:1px;margin-left:1px"],
    ["margin", "1px 2px", "margin-top:1px;margin-right:2px;margin-bottom:1px;margin-left:2px"],
    ["margin", "1px 2px 3px", "margin-top:1px;margin-right:2px;margin-bottom:3px;margin-left:2px"],
    ["margin", "1px 2px 3px 4px 5px", "margin-top:1px;margin-right:2px;margin-bottom:3px;margin-left:4px"],
    ["margin", "inherit", "margin-top:inherit;margin-right:inherit;margin-bottom:inherit;margin-left:inherit"],
    ["inset", "1px", "top:1px;right:1px;bottom:1px;left:1px"],
    [
      "border-width",
      "1px 2px",
      "border-top-width:1px;border-right-width:2px;border-bottom-width:1px;border-left-width:2px",
    ],
    ["margin-inline", "1px 2px", "margin-left:1px;margin-right:2px"],
    ["padding-block", "3px", "padding-top:3px;padding-bottom:3px"],
    ["border-top", "2px Dashed red", "border-top-width:2px;border-top-style:dashed;border-top-color:red"],
    ["border-left", "none", "border-left-width:medium;border-left-style:none;border-left-color:currentcolor"],
    [
      "border-block-end",
      "thick solid",
      "border-bottom-width:thick;border-bottom-style:solid;border-bottom-color:currentcolor",
    ],
    ["background", "red", "background-color:red"],
    ["background", "none", "background-color:transparent"],
    ["background", "url(a.png) no-repeat", "background-color:transparent;background-image:url(a.png)"],
    ["background", "url(a.png) blue", "background-image:url(a.png);background-color:blue"],
    ["background", "var(--c)", "background-color:var(--c)"],
    [
      "background",
      "linear-gradient(to right, red 10%, blue)",
      "background-color:transparent;background-image:linear-gradient(to right, red 10%, blue);gradient-color:red",
    ],
    ["background-image", "none", "background-image:none"],
    ["background-image", "linear-gradient(45deg)", "background-image:linear-gradient(45deg)"],
    [
      "font",
      "italic bold 12px/1.5 Arial, sans-serif",
      "font-style:italic;font-weight:bold;font-size:12px;line-height:1.5;font-family:Arial, sans-serif",
    ],
    ["font", "12px Arial", "font-style:normal;font-weight:normal;font-size:12px;line-height:normal;font-family:Arial"],
    [
      "font",
      "700 small / 2 Arial",
      "font-style:normal;font-weight:700;font-size:small;line-height:2;font-family:Arial",
    ],
    ["font", "caption", ""],
    ["list-style", "square inside", "list-style-type:square"],
    ["list-style", "url(a.png)", "list-style-type:disc"],
    ["list-style", "inside", "list-style-type:none"],
    ["flex", "none", "flex-grow:0"],
    ["flex", "auto", "flex-grow:1"],
    ["flex", "2", "flex-grow:2;flex-basis:0px"],
    ["flex", "2 1 30%", "flex-grow:2;flex-basis:30%"],
    ["flex", "30%", "flex-grow:1;flex-basis:30%"],
    ["flex-flow", "column wrap", "flex-direction:column;flex-wrap:wrap"],
    ["flex-flow", "nowrap", "flex-direction:row;flex-wrap:nowrap"],
    ["flex-flow", "column-reverse", "flex-direction:column-reverse;flex-wrap:nowrap"],
    ["gap", "1px", "row-gap:1px;column-gap:1px"],
    ["grid-gap", "1px 2px", "row-gap:1px;column-gap:2px"],
    ["columns", "2 100px", "column-count:2"],
    ["columns", "100px", "column-count:auto"],
  ])("%s: %s is replaced by its properties", (property, value, declarations) => {
    expect(found(property, value)).toBe(declarations);
  });

  test("of all borders is that of each side", () => {
    const sides = ["top", "right", "bottom", "left"];
    expect(found("border", "1px solid red")).toBe(
      sides.map((side) => `border-${side}-width:1px;border-${side}-style:solid;border-${side}-color:red`).join(";"),
    );
  });
});
