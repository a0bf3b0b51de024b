import { describe, expect, test } from "vitest";
import type { Inline, PagePicture } from "./blocks.ts";
import { type Place, paragraphProperties } from "./odt-paragraph.ts";
import { attributesXml, borderText, OdtStyles, points } from "./odt-styles.ts";
import { inlinesXml, textXml } from "./odt-text.ts";
import { computeStyle, rootTextStyle, type TextStyle } from "./style.ts";
import { type Printed, printedOf } from "./testing.ts";

const grey = (level: number) => ({ r: level, g: level, b: level, alpha: 1 });

test.each([
  ["words", "words"],
  ["two words", "two words"],
  ["two  words", 'two<text:s text:c="2"/>words'],
  [" a b ", '<text:s text:c="1"/>a b<text:s text:c="1"/>'],
  ["   ", '<text:s text:c="3"/>'],
  ["a < b & c", "a &lt; b &amp; c"],
  ["", ""],
])("the text %j keeps its spaces", (text, xml) => {
  expect(textXml(text)).toBe(xml);
});

test("attributes without a value are left out, and lengths are points", () => {
  expect(attributesXml({ a: '1"', b: undefined, c: "" })).toBe(' a="1&quot;" c=""');
  expect([points(100), points(-1.5)]).toEqual(["75.00pt", "-1.13pt"]);
});

test.each([
  [undefined, "none"],
  [0.1, "0.50pt solid #080808"],
  [0.67, "0.50pt solid #080808"],
  [0.7, "0.52pt solid #080808"],
  [4, "3.00pt solid #080808"],
])("a border of %s pixels is %s", (width, text) => {
  expect(borderText(width === undefined ? undefined : { width, style: "solid", colour: grey(8) })).toBe(text);
});

describe("the style of a text", () => {
  function propertiesOf(
    style: Partial<TextStyle>,
    ...given: [background?: TextStyle["colour"] | undefined, isMarker?: boolean]
  ) {
    const styles = new OdtStyles();
    const name = styles.textStyle({ ...rootTextStyle, ...style }, given[0], given[1]);
    return printedOf(`<text:span text:style-name="${name}"/>`, styles.xml())[0]?.properties;
  }

  test.each<[Partial<TextStyle>, object]>([
    [
      {},
      {
        "font-family": "'Liberation Serif'",
        "font-size": 16,
        "font-weight": "normal",
        "font-style": "normal",
        color: "#000000",
      },
    ],
    [
      { isBold: true, isItalic: true },
      { "font-weight": "bold", "font-style": "italic", "font-weight-asian": "bold" },
    ],
    [{ isUnderlined: true }, { "text-underline-style": "solid", "text-underline-color": "font-color" }],
    [{ isStruck: true }, { "text-line-through-style": "solid", "text-underline-style": "none" }],
    [{ fontSize: 3 }, { "font-size": 4, "font-size-complex": 4 }],
    [{ fontSize: 5 }, { "font-size": 5 }],
    [
      { fontSize: 10, raised: "super" },
      { "font-size": 12, "text-position": "super 70%" },
    ],
    [{ letterSpacing: 2 }, { "letter-spacing": 2 }],
    [{ letterSpacing: -2 }, { "letter-spacing": -2 }],
    [{ colour: grey(200) }, { color: "#c8c8c8" }],
    [{ colour: grey(200), isOverPicture: true }, { color: "#222222" }],
    [{ colour: grey(166), isOverPicture: true }, { color: "#222222" }],
    [{ colour: grey(165), isOverPicture: true }, { color: "#a5a5a5" }],
    [{ colour: grey(200), behind: grey(0), isOverPicture: true }, { color: "#c8c8c8" }],
    [{ colour: { r: 255, g: 255, b: 0, alpha: 1 }, isOverPicture: true }, { color: "#222222" }],
    [{ colour: { r: 255, g: 0, b: 255, alpha: 1 }, isOverPicture: true }, { color: "#ff00ff" }],
    [{ colour: { r: 0, g: 255, b: 255, alpha: 1 }, isOverPicture: true }, { color: "#222222" }],
  ])("%j is written", (style, properties) => {
    expect(propertiesOf(style)).toMatchObject(properties);
  });

  test("has no line, spacing, position or background unless the page asks for it", () => {
    for (const name of [
      "background-color",
      "letter-spacing",
      "text-underline-color",
      "text-line-through-style",
      "text-position",
    ])
      expect(propertiesOf({})).not.toHaveProperty(name);
  });

  test("is readable on its own background, and that of a mark has no lines", () => {
    const over = { colour: grey(200), isOverPicture: true };
    expect(propertiesOf(over, grey(0))).toMatchObject({ color: "#c8c8c8", "background-color": "#000000" });
    expect(propertiesOf({ isUnderlined: true, isStruck: true }, undefined, true)).toMatchObject({
      "text-underline-style": "none",
    });
    expect(propertiesOf({ isStruck: true }, undefined, true)).not.toHaveProperty("text-line-through-style");
  });

  test("is written once, and without its colour after 6,000 styles", () => {
    const styles = new OdtStyles();
    expect([1, 1, 2].map((at) => styles.nameOf("paragraph", `<p a="${at}"/>`))).toEqual(["P1", "P1", "P2"]);
    expect(styles.nameOf("paragraph", '<p a="1"/>', { b: "1" })).toBe("P3");
    for (let at = 3; at < 6_000; at++) styles.nameOf("graphic", String(at));
    const red = { ...rootTextStyle, isBold: true, colour: { r: 255, g: 0, b: 0, alpha: 1 } };
    expect(styles.textStyle({ ...red, fontSize: 10.4 }, undefined)).toBe("S6001");
    expect(styles.xml()).toContain("#ff0000");
    const plain = styles.textStyle({ ...red, fontSize: 10.4, colour: grey(9) }, undefined);
    expect(styles.xml()).not.toContain("#090909");
    const found = printedOf(`<text:span text:style-name="${plain}"/>`, styles.xml())[0]?.properties;
    expect(found).toEqual({ "font-family": "'Liberation Serif'", "font-size": 10, "font-weight": "bold" });
    const small = styles.textStyle({ ...red, isBold: false, fontSize: 2 }, undefined);
    expect(printedOf(`<text:span text:style-name="${small}"/>`, styles.xml())[0]?.properties).toMatchObject({
      "font-size": 4,
      "font-weight": "normal",
    });
  });
});

describe("the properties of a paragraph", () => {
  const place: Place = { left: 10, right: 20, above: 30, startsPage: false };
  const styleOf = (css: Record<string, string>) => computeStyle(new Map(Object.entries(css)), rootTextStyle);
  interface Given {
    at?: Place;
    marker?: string;
    isHeading?: boolean;
    frame?: Record<string, string>;
  }
  function propertiesOf(style: Partial<TextStyle>, { at = place, frame, ...given }: Given = {}) {
    const paragraph = { kind: "paragraph" as const, inlines: [], style: { ...rootTextStyle, ...style }, ...given };
    const properties = paragraphProperties(paragraph, at, 24, frame && styleOf(frame));
    const styles = new OdtStyles();
    const name = styles.nameOf("paragraph", properties);
    return printedOf(`<text:p text:style-name="${name}"/>`, styles.xml())[0]?.properties ?? {};
  }

  test.each<[Partial<TextStyle>, object]>([
    [{}, { "margin-left": 10, "margin-right": 20, "margin-top": 30, "text-indent": 0, "writing-mode": "lr-tb" }],
    [{ isRightToLeft: true }, { "margin-left": 20, "margin-right": 10, "writing-mode": "rl-tb" }],
    [{ textIndent: 200 }, { "text-indent": 200 }],
    [{ textIndent: 201 }, { "text-indent": 200 }],
    [{ textIndent: -5 }, { "text-indent": 0 }],
    [{ textAlign: "left" }, { "text-align": "start" }],
    [{ textAlign: "right" }, { "text-align": "end" }],
    [{ textAlign: "left", isRightToLeft: true }, { "text-align": "end" }],
    [{ textAlign: "right", isRightToLeft: true }, { "text-align": "start" }],
    [{ textAlign: "justify" }, { "text-align": "justify" }],
    [{ lineHeight: { px: 30 } }, { "line-height-at-least": 30 }],
    [{ lineHeight: { factor: 1.5 } }, { "line-height-at-least": 24 }],
  ])("%j are written", (style, properties) => {
    expect(propertiesOf(style)).toMatchObject(properties);
  });

  test("hang by the width of a mark, keep headings with what follows, and begin a page", () => {
    expect(propertiesOf({ textIndent: 5 }, { marker: "1." })["text-indent"]).toBe(-24);
    expect(propertiesOf({}, { isHeading: true })["keep-with-next"]).toBe("always");
    expect(propertiesOf({}, { at: { ...place, startsPage: true } })["break-before"]).toBe("page");
    for (const name of [
      "keep-with-next",
      "break-before",
      "line-height-at-least",
      "border-top",
      "padding-left",
      "join-border",
    ])
      expect(propertiesOf({})).not.toHaveProperty(name);
  });

  test("show a frame, and pad a background by a border of its colour", () => {
    const frame = {
      "background-color": "#808080",
      "padding-left": "9px",
      "border-top-style": "solid",
      "border-top-width": "2px",
    };
    expect(propertiesOf({}, { frame })).toMatchObject({
      "background-color": "#808080",
      "border-top": "1.50pt solid #000000",
      "border-left": "0.50pt solid #808080",
      "border-right": "none",
      "padding-left": 9,
      "padding-top": 0,
      "join-border": "false",
    });
    const { "background-color": _, ...line } = frame;
    expect(propertiesOf({}, { frame: line })).toMatchObject({ "border-left": "none", "padding-left": 9 });
  });
});

describe("the content of a paragraph", () => {
  const written = (inlines: Inline[], width = 600) => {
    const styles = new OdtStyles();
    const used: PagePicture[] = [];
    const xml = inlinesXml(inlines, { styles, width, usePicture: (one) => void used.push(one) });
    return { elements: printedOf(xml, styles.xml()), used };
  };
  const text = (words: string, href?: string): Inline => ({
    kind: "text",
    text: words,
    style: rootTextStyle,
    background: undefined,
    href,
  });
  const outlineOf = (elements: Printed[]): string =>
    elements
      .map((one) => (one.name === "a" ? `${one.properties.href}(${outlineOf(one.children)})` : one.text || "/"))
      .join(" ");

  test.each<[string, Inline[], string]>([
    ["without links", [text("a"), text("b")], "a b"],
    ["with a link", [text("a"), text("b", "x:1"), text("c")], "a x:1(b) c"],
    ["with a link of two parts", [text("a", "x:1"), text("b", "x:1")], "x:1(a b)"],
    ["with two links", [text("a", "x:1"), text("b", "x:2")], "x:1(a) x:2(b)"],
    [
      "with a line break between parts of a link",
      [text("a", "x:1"), { kind: "break" }, text("b", "x:1")],
      "x:1(a) / x:1(b)",
    ],
    ["of nothing", [], ""],
  ])("%s is written", (_, inlines, expected) => {
    expect(outlineOf(written(inlines).elements)).toBe(expected);
  });

  test.each([
    [100, 40, 600, "100×40"],
    [1_200, 40, 600, "600×20"],
    [100, 900, 600, "100×900"],
    [100, 1_800, 600, "50×900"],
    [1_200, 1_000, 600, "600×500"],
  ])("a picture of %i × %i pixels is shown in %i as %s", (width, height, available, shown) => {
    const picture = { name: "p.png", width, height };
    const { elements, used } = written([{ kind: "picture", picture, width, height }], available);
    const { width: across, height: down } = elements[0]?.properties ?? {};
    expect(`${across}×${down}`).toBe(shown);
    expect(used).toEqual([picture]);
  });
});
