import { describe, expect, test } from "vitest";
import { computeStyle, rootTextStyle, type TextStyle } from "./style.ts";

/** The style of an element with declarations such as "color: red; width: 5px". */
function styleOf(css: string, parent: Partial<TextStyle> = {}) {
  const declared = css.split(";").flatMap((one): [string, string][] => {
    const colon = one.indexOf(":");
    return colon < 0 ? [] : [[one.slice(0, colon).trim(), one.slice(colon + 1).trim()]];
  });
  return computeStyle(new Map(declared), { ...rootTextStyle, ...parent });
}
const red = { r: 255, g: 0, b: 0, alpha: 1 };
const grey = { r: 100, g: 100, b: 100, alpha: 1 };

test.each<[string, object]>([
  ["font-size: 20px", { fontSize: 20 }],
  ["font-size: 2em", { fontSize: 32 }],
  ["font-size: 50%", { fontSize: 8 }],
  ["font-size: smaller", { fontSize: expect.closeTo(13.333, 2) }],
  ["font-size: larger", { fontSize: expect.closeTo(19.2) }],
  ["font-size: xx-small", { fontSize: 9 }],
  ["font-size: xxx-large", { fontSize: 48 }],
  ["font-size: 200px", { fontSize: 200 }],
  ["font-size: 201px", { fontSize: 200 }],
  ["font-size: 0", { fontSize: 0 }],
  ["font-size: -1px", { fontSize: 16 }],
  ["font-size: huge", { fontSize: 16 }],
  ["font-size: inherit", { fontSize: 16 }],
  ["font-weight: bold", { isBold: true }],
  ["font-weight: bolder", { isBold: true }],
  ["font-weight: 600", { isBold: true }],
  ["font-weight: 599", { isBold: false }],
  ["font-style: Oblique", { isItalic: true }],
  ["text-decoration-line: underline line-through", { isUnderlined: true, isStruck: true }],
  ["vertical-align: super", { raised: "super", verticalAlign: "top" }],
  ["vertical-align: middle", { raised: undefined, verticalAlign: "middle" }],
  ["vertical-align: bottom", { verticalAlign: "bottom" }],
  ["line-height: 1.5", { lineHeight: { factor: 1.5 } }],
  ["line-height: 6", { lineHeight: { factor: 5 } }],
  ["line-height: 20px", { lineHeight: { px: 20 } }],
  ["line-height: 150%", { lineHeight: { px: 24 } }],
  ["line-height: 301px", { lineHeight: { px: 300 } }],
  ["line-height: 9000%", { lineHeight: { px: 300 } }],
  ["text-align: -moz-center", { textAlign: "center", blockAlign: "center" }],
  ["text-align: end", { textAlign: "end", blockAlign: "left" }],
  ["text-transform: uppercase", { transform: "uppercase" }],
  ["text-transform: other", { transform: "none" }],
  ["white-space: break-spaces", { whiteSpace: "pre-wrap" }],
  ["white-space: pre-line", { whiteSpace: "pre-line" }],
  ["visibility: hidden", { isVisible: false }],
  ["direction: rtl", { isRightToLeft: true }],
  ["letter-spacing: 2px; text-indent: 3px", { letterSpacing: 2, textIndent: 3 }],
  ["text-indent: 10%", { textIndent: 68 }],
  ["float: inline-end; clear: both", { float: "right", clear: true }],
  ["float: left; clear: none", { float: "left", clear: false }],
  [
    "break-before: page; break-after: recto; break-inside: avoid-page",
    { breakBefore: true, breakAfter: true, avoidsBreak: true },
  ],
  ["break-before: auto", { breakBefore: false, breakAfter: false, avoidsBreak: false }],
  ["flex-grow: 2; order: -1; flex-basis: 5px", { flex: { grow: 2, order: -1, basis: { px: 5 } } }],
  ["flex-direction: column-reverse; flex-wrap: wrap", { flex: { isColumn: true, isReversed: true, wraps: true } }],
  ["column-gap: 7px; row-gap: 10%", { grid: { columnGap: 7, rowGap: 68 } }],
  [
    "margin-left: auto; margin-top: -4px; margin-right: 5%",
    { margin: { left: "auto", top: -4, right: 34, bottom: 0 } },
  ],
  ["padding-left: 6px; padding-top: -4px", { padding: { left: 6, top: 0 } }],
  ["width: 50%; max-width: 9px; height: 4px", { width: { percent: 50 }, maxWidth: { px: 9 }, height: { px: 4 } }],
  ["color: red", { colour: red }],
  ["color: rgba(255, 0, 0, 0.5)", { colour: { r: 255, g: 128, b: 128, alpha: 1 } }],
  ["color: rgba(255, 0, 0, 0.04)", { colour: { r: 255, alpha: 0.04 } }],
  ["color: no colour", { colour: { r: 0, g: 0, b: 0 } }],
  ["background-color: red", { background: red, behind: red }],
  ["background-color: currentcolor", { background: { r: 0, g: 0, b: 0 } }],
  ["background-color: rgba(0, 0, 0, 0.02)", { background: undefined }],
  ["background-color: transparent; gradient-color: red", { background: red }],
  ["background-image: url(a.png)", { background: undefined, isOverPicture: true, isSimplified: true }],
  ["background-image: url(a.png); background-color: red", { background: red, isOverPicture: false }],
  ["background-image: linear-gradient(red, blue)", { isOverPicture: false, isSimplified: false }],
  ["background-image: none", { isOverPicture: false, isSimplified: false }],
  ["position: sticky", { position: "sticky", isSimplified: true }],
  ["display: flex", { display: "flex", isSimplified: true }],
  ["column-count: 2", { isSimplified: true }],
  ["column-count: 10", { isSimplified: true }],
  ["column-count: 1", { isSimplified: false }],
  ["transform: rotate(5deg)", { isSimplified: true }],
  ["transform: none", { display: "inline", position: "static", isSimplified: false }],
])("%s is computed", (css, style) => {
  expect(styleOf(css)).toMatchObject(style);
});

test.each<[string, Partial<TextStyle>, object]>([
  [
    "",
    { isBold: true, isItalic: true, fontSize: 30, isUnderlined: true },
    { isBold: true, isItalic: true, fontSize: 30, isUnderlined: true },
  ],
  ["font-weight: 400; font-style: normal", { isBold: true, isItalic: true }, { isBold: false, isItalic: false }],
  ["display: inline-block", { isUnderlined: true, isStruck: true }, { isUnderlined: false, isStruck: true }],
  ["text-decoration-line: none", { isUnderlined: true, isStruck: true }, { isUnderlined: false, isStruck: true }],
  ["display: block", { raised: "sub" }, { raised: undefined }],
  ["display: inline", { raised: "sub" }, { raised: "sub" }],
  ["line-height: normal", { lineHeight: { px: 5 } }, { lineHeight: undefined }],
  ["line-height: unknown", { lineHeight: { px: 5 } }, { lineHeight: { px: 5 } }],
  [
    "letter-spacing: normal; text-indent: each-line",
    { letterSpacing: 3, textIndent: 4 },
    { letterSpacing: 0, textIndent: 0 },
  ],
  ["", { letterSpacing: 3, textIndent: 4 }, { letterSpacing: 3, textIndent: 4 }],
  ["visibility: visible", { isVisible: false }, { isVisible: true }],
  ["direction: ltr", { isRightToLeft: true }, { isRightToLeft: false }],
  ["border-collapse: separate", { collapsesBorders: true }, { collapsesBorders: false }],
  ["", { collapsesBorders: true }, { collapsesBorders: true }],
  ["color: rgba(0, 0, 0, 0.5)", { behind: grey }, { colour: { r: 50, g: 50, b: 50 } }],
  ["background-color: rgba(0, 0, 0, 0.5)", { behind: grey }, { background: { r: 50, g: 50, b: 50 } }],
  ["-sheaf-block-align: right", { blockAlign: "center" }, { blockAlign: "right", selfAlign: "center" }],
  ["-sheaf-block-align-self: right", { blockAlign: "center" }, { blockAlign: "center", selfAlign: "right" }],
])("%s below %j", (css, parent, style) => {
  expect(styleOf(css, parent)).toMatchObject(style);
});

describe("a border", () => {
  const border = (css: string) => styleOf(css).border.top;

  test.each<[string, object | undefined]>([
    ["", undefined],
    ["border-top-style: none; border-top-width: 2px", undefined],
    ["border-top-style: hidden", undefined],
    ["border-top-style: solid", { width: 3, style: "solid" }],
    ["border-top-style: dotted; border-top-width: thin", { width: 1, style: "dotted" }],
    ["border-top-style: dashed; border-top-width: medium", { width: 3, style: "dashed" }],
    ["border-top-style: double; border-top-width: thick", { width: 5, style: "double" }],
    ["border-top-style: groove; border-top-width: 30px", { width: 30, style: "solid" }],
    ["border-top-style: solid; border-top-width: 31px", { width: 30 }],
    ["border-top-style: solid; border-top-width: 0", undefined],
    ["border-top-style: solid; border-top-width: wide", undefined],
    ["border-top-style: solid; border-top-color: red", { colour: red }],
    ["border-top-style: solid; color: red", { colour: red }],
    ["border-top-style: solid; border-top-color: transparent", undefined],
    ["border-top-style: solid; border-top-color: rgba(255, 0, 0, 0.5)", { colour: { r: 255, g: 128, b: 128 } }],
  ])("%s", (css, line) => {
    if (line) expect(border(css)).toMatchObject(line);
    else expect(border(css)).toBeUndefined();
  });
});

describe("an element is hidden", () => {
  test.each([
    ["display: none", true],
    ["display: block", false],
    ["opacity: 0.04", true],
    ["opacity: 0.05", false],
    ["overflow: hidden; display: block; height: 0", true],
    ["overflow: hidden; display: block; height: 1px", false],
    ["overflow: clip; display: block; max-height: 0", true],
    ["overflow-x: hidden; display: block; width: 0", true],
    ["overflow: hidden; display: block; max-width: 0", true],
    ["overflow: hidden; display: block", false],
    ["overflow: visible; display: block; height: 0", false],
    ["overflow: hidden; height: 0", false],
    ["overflow: hidden; display: table-cell; height: 0", false],
    ["overflow: hidden; display: table-caption; height: 0", true],
    ["text-indent: -500px", true],
    ["text-indent: -499px", false],
    ["position: absolute; width: 1px; height: 1px", true],
    ["position: absolute; width: 2px; height: 1px", false],
    ["position: absolute; width: 1px; height: 2px", false],
    ["width: 1px; height: 1px", false],
    ["position: fixed; left: -500px", true],
    ["position: fixed; top: -500px", true],
    ["position: absolute; left: -499px", false],
    ["position: relative; left: -500px", false],
    ["position: absolute; clip: rect(0, 0, 0, 0)", true],
    ["position: absolute; clip: rect(1px 1px 1px 1px)", true],
    ["position: absolute; clip: rect(0, 9px, 0, 0)", false],
    ["position: absolute; clip-path: inset(50%)", true],
    ["position: absolute; clip-path: inset(10%)", false],
  ])("%s: %s", (css, hidden) => {
    expect(styleOf(css).isHidden).toBe(hidden);
  });
});
