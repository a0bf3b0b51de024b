import { describe, expect, test } from "vitest";
import type { Block, Box, Inline } from "./blocks.ts";
import { buildPage } from "./build-page.ts";
import { cascadeOf } from "./cascade.ts";
import { childElements, type Element, isElement, isText, parseHtml } from "./parse-html.ts";
import { builtPage, outline } from "./testing.ts";

const outlineOf = (html: string) => outline(builtPage(html).root.children);

test.each([
  ["texts of a paragraph are joined", "<p>One<b> two</b> </p><p> Three", '("One two") ("Three")'],
  [
    "hidden texts are left out, and visible ones in them are not",
    '<p style="visibility:hidden">a<b style="visibility:visible">b</b></p>',
    '("b")',
  ],
  ["text smaller than two pixels is left out", '<p style="font-size:2px">a</p><p style="font-size:1.9px">b', '("a")'],
  [
    "text that is nearly transparent is left out",
    '<p style="color:rgba(0,0,0,.05)">a</p><p style="color:rgba(0,0,0,.04)">b',
    '("a")',
  ],
  ["letters are made large", '<p style="text-transform:uppercase">aB', '("AB")'],
  ["letters are made small", '<p style="text-transform:lowercase">aB', '("ab")'],
  ["words begin with a capital", `<p style="text-transform:capitalize">it's a-b ünd`, '("It\'s A-B Ünd")'],
  ["characters without a shape are left out", "<p>a&#x2060;b&#xfeff;c&#xe123;d", '("abcd")'],
  ["a line break stands in its line, and one at the end adds none", "<p>a<br>b<br></p>", '("a/b")'],
  ["a word may break at its mark", "<p>a<wbr>b", '("a\u200bb")'],
  ["a hidden line break breaks no line", '<p>a<br style="visibility:hidden">b', '("ab")'],
  ["several line breaks make empty lines", "a<br><br>b<br><br><p>c", '"a//b/" ("c")'],
  ["a line break alone is an empty line", "<p><br></p><p></p>", '("")'],
  ["a rule stands between texts", "a<hr>b", '"a" - "b"'],
  ["a block without content divides the texts around it", "a<div> </div>b<div></div>c", '"a" "b" "c"'],
  ["a hidden rule divides the texts around it", "a<hr style=visibility:hidden>b", '"a" "b"'],
  ["an empty element placed on the page divides no text", "a<b style=position:absolute></b>b", '"ab"'],
  ["comments are left out", "a<!-- x -->b<div style=display:flex><!-- y --><p>c</div>", '"ab" (line(("c")))'],
  ["a control shows its text, and an empty one nothing", "A <input value=b><input><input value=c>", '"A b c"'],
  [
    "floats are shown when something is in them",
    "<div style=float:left></div><div style=float:left>a</div>",
    'left("a")',
  ],
  ["floats stand at their sides", "<b style=float:left>a</b><b style=float:right>b</b>", 'left("a") right("b")'],
  [
    "what is placed on the page does not float",
    '<b style="float:left;position:absolute">a</b><b style="float:right;position:fixed">b</b>',
    '("a") ("b")',
  ],
  ["an element without a box adds its text to the line", "<div style=display:contents>a</div>b", '"ab"'],
  ["a text placed on the page is a block", "<b style=position:absolute>a</b>b", '("a") "b"'],
  [
    "a decorated element is shown when it is empty",
    '<div style="border-top:1px solid"></div><div style="background:red;height:9px"></div>',
    "() ()",
  ],
  [
    "an empty element without a height, or without a colour, or hidden, is not",
    '<p style="background:red"><p style="height:9px"><p style="border-top:1px solid;visibility:hidden">',
    "",
  ],
  ["of closed details the summary is shown", "<details><summary>a</summary>b</details>", '(("a"))'],
  ["of open details all is shown", "<details open><summary>a</summary>b</details>", '(("a") "b")'],
  ["closed details without a summary show nothing", "<details>b</details>c", '"c"'],
])("%s", (_, html, expected) => {
  expect(outlineOf(html)).toBe(expected);
});

describe("a box in a line", () => {
  const label = (css: string) => `a <b style="display:inline-block;${css}">b</b> c`;

  test.each([
    ["with a short text is a part of the line", label(""), '"a b c"'],
    ["with a background has space around", label("background:red"), '"a \u00a0b\u00a0 c"'],
    ["with a border has space around", label("border:1px solid"), '"a \u00a0b\u00a0 c"'],
    ["with a width is a block", label("width:50px"), '"a" ("b") "c"'],
    ["with paragraphs is a block", 'a <b style="display:inline-block"><p>b</p><p>c</p></b> d', '"a" (("b") ("c")) "d"'],
    ["without content is left out", 'a <b style="display:inline-block"></b> d', '"a d"'],
    [
      "stands beside the next one, whatever the space between",
      '<b style="display:inline-block;width:9px">b</b> <b style="display:inline-block;width:9px">c</b>',
      'line(("b") ("c"))',
    ],
    [
      "with a layout of its own is a block",
      '<b style="display:inline-flex"><p>b</p><p>c</p></b>',
      '(line(("b") ("c")))',
    ],
    [
      "that is a table is a table",
      '<b style="display:inline-table"><i style="display:table-cell">b</i></b>',
      '(table1[0("b")])',
    ],
  ])("%s", (_, html, expected) => {
    expect(outlineOf(html)).toBe(expected);
  });

  test("of more than forty parts is a block", () => {
    const parts = (count: number) => `a<b style="display:inline-block">${"<i>b</i><u>c</u>".repeat(count / 2)}</b>`;
    expect(outlineOf(parts(40))).toBe(`"a${"bc".repeat(20)}"`);
    expect(outlineOf(parts(42))).toBe(`"a" ("${"bc".repeat(21)}")`);
  });
});

describe("a container of items", () => {
  const flex = (css: string, inside: string) => `<div style="display:flex;${css}">${inside}</div>`;

  test.each([
    ["shows loose texts as items", flex("", "a<p>b</p>c"), '(line(("a") ("b") ("c")))'],
    ["leaves out space between items", flex("", "<p>b</p> <p>c"), '(line(("b") ("c")))'],
    ["leaves out empty items", flex("", "<b>b</b><p></p><b></b>d"), '(line(("b") ("d")))'],
    ["may be reversed", flex("flex-direction:row-reverse", "<p>b</p><p>c"), '(line(("c") ("b")))'],
    ["has an order", flex("", '<p style="order:1">b</p><p>c</p><p style="order:-1">d'), '(line(("d") ("c") ("b")))'],
    ["may be a stack", flex("flex-direction:column", "<p>b</p><p>c"), '(("b") ("c"))'],
    [
      "may be a grid, whatever its direction",
      flex("display:grid;flex-direction:column", "<p>b</p><p>c"),
      '(grid(("b") ("c")))',
    ],
    ["without items is left out", flex("", ""), ""],
    [
      "has items for generated texts",
      `<style>div::before{content:"x"}div::after{content:"y"}</style>${flex("", "<p>a")}`,
      '(line(("x") ("a") ("y")))',
    ],
  ])("%s", (_, html, expected) => {
    expect(outlineOf(html)).toBe(expected);
  });

  test("gives the width, growth, margin and columns of an element in a line to its item", () => {
    const css = "width:30px;flex-grow:2;margin-left:5px;grid-column:span 2;padding-left:9px";
    const [box] = builtPage(flex("", `<b style="${css}">b</b><i>c</i>`)).root.children as Box[];
    const [line] = (box?.children ?? []) as Extract<Block, { kind: "line" }>[];
    expect(line?.items[0]?.style).toMatchObject({
      width: { px: 30 },
      flex: { grow: 2 },
      margin: { left: 5 },
      grid: { column: "span 2" },
      padding: { left: 0 },
    });
  });
});

describe("a list", () => {
  test.each([
    ["has its marks before the first text of each item", "<ul><li>a<li><p>b<p>c", '((• "a") ((• "b") ("c")))'],
    ["has no marks for empty items", "<ul><li></li><li>a", '((• "a"))'],
    ["has its mark before a table", "<ul><li><table><tr><td>d</table>", '((• "" (table1[0("d")])))'],
    ["has no marks for hidden items", "<ul><li style=visibility:hidden><b style=visibility:visible>e", '(("e"))'],
    ["joins the marks of nested items", "<ul><li><ol><li>a<li>b</ol></ul>", '((((• 1. "a") (2. "b"))))'],
    ["has its mark before a picture", "<ul><li><img src=9x9>", '((• "[9×9]"))'],
  ])("%s", (_, html, expected) => {
    expect(outlineOf(html)).toBe(expected);
  });
});

describe("a picture", () => {
  test.each([
    ["stands in its line", "a <img src=9x9> b", '"a [9×9] b"'],
    ["that is a block stands alone", "<img src=100x40 style=display:block>a", '("[100×40]") "a"'],
    ["floats at the left", "<img src=100x40 align=left>a", 'left("[100×40]") "a"'],
    ["floats at the right", "a<img src=100x40 align=right>", '"a" right("[100×40]")'],
    ["that is hidden is left out", "<img src=9x9 style=visibility:hidden>", ""],
    ["lower or narrower than three pixels is left out", "<img src=2x9><img src=9x2><img src=3x3>", '"[3×3]"'],
    [
      "shown lower or narrower than three pixels is left out",
      "<img src=9x9 width=2><img src=9x9 height=2><img src=9x9 width=3><img src=9x9 height=3>",
      '"[3×3][3×3]"',
    ],
    ["keeps its proportions at a width", "<img src=100x40 width=50>", '"[50×20]"'],
    ["keeps its proportions at a height", "<img src=100x40 height=80>", '"[200×80]"'],
    ["has both sides as stated", "<img src=100x40 width=50 height=90>", '"[50×90]"'],
    ["has a share of the page", "<img src=100x40 width=50%>", '"[340×136]"'],
    ["is no wider than it may be", "<img src=100x40 style=max-width:50px>", '"[50×20]"'],
    ["may be as wide as it is", "<img src=100x40 style=max-width:100px>", '"[100×40]"'],
    ["with a greatest width of nothing keeps its own", "<img src=100x40 style=max-width:0px>", '"[100×40]"'],
    ["is at least one pixel wide", "<img src=100x40 width=0.1%>", '"[1×1]"'],
    ["is at least one pixel high", "<img src=1000x4 width=10>", '"[10×1]"'],
  ])("%s", (_, html, expected) => {
    expect(outlineOf(html)).toBe(expected);
  });

  test("that is not in the file is counted, one that cannot be drawn simplifies the page, and both show their words", () => {
    expect(builtPage("<img src=away alt=x><img src=away>")).toMatchObject({ missingPictures: 2, isSimplified: false });
    expect(builtPage("<img src=other>")).toMatchObject({ missingPictures: 0, isSimplified: true });
    expect(builtPage('<img src=" "><img>')).toMatchObject({ missingPictures: 0, isSimplified: false });
    expect(outlineOf("<img src=away alt=x> <img src=other alt=y>")).toBe('"x y"');
  });

  test.each([
    ["", "start"],
    ["margin-left:auto", "right"],
    ["margin-left:auto;margin-right:auto", "center"],
    ["margin-right:auto", "start"],
    ["text-align:justify", "left"],
    ["text-align:end", "end"],
  ])("that is a block is aligned by its margins, else as text: %s", (css, side) => {
    const [box] = builtPage(`<img src=9x9 style="display:block;${css}">`).root.children as Box[];
    expect(box?.children[0]).toMatchObject({ style: { textAlign: side } });
  });
});

describe("the style of a text", () => {
  /** All parts of the paragraphs on a page. */
  const parts = (html: string) => {
    const inside = (blocks: Block[]): Inline[] =>
      blocks.flatMap((one) =>
        one.kind === "paragraph" ? one.inlines : one.kind === "box" ? inside(one.children) : [],
      );
    return inside(builtPage(html).root.children).filter((one) => one.kind === "text");
  };
  const red = { r: 255, g: 0, b: 0 };

  test.each([
    ["a", "<b style=background:red>a</b>", red],
    ["in an element", "<b style=background:red><i>a</i></b>", red],
    ["of a control", "<input value=a style=background:red>", red],
    ["of a label", "<b style=display:inline-block;background:red>a</b>", red],
    ["in another label", "<b style=display:inline-block;background:blue><i style=background:red>a</i></b>", red],
  ])("%s has the background of the line", (_, html, background) => {
    expect(parts(html).find(({ text }) => text === "a")).toMatchObject({ background });
  });

  test("has no background from a block around it, and generated text has its own or that of its element", () => {
    expect(parts("<p style=background:red>a")[0]?.background).toBeUndefined();
    const generated = (css: string, html: string) => parts(`<style>${css}</style>${html}`).map((one) => one.background);
    expect(generated("b::before{content:'x'}", "<b style=background:red>a</b>")).toMatchObject([red, red]);
    expect(generated("b::before{content:'x';background:red}", "<b>a</b>")).toMatchObject([red, undefined]);
    expect(generated("b::before{content:'x';display:block}", "<b style=background:red>a</b>")[0]).toBeUndefined();
  });

  test("links to an address that is safe, else to that of the link around it", () => {
    const links = (html: string) => parts(html).map(({ href }) => href);
    expect(links("<a href=../a>a</a>b")).toEqual(["https://shop.test/a", undefined]);
    expect(links("<a href=javascript:x()>a</a>")).toEqual([undefined]);
    expect(links("<b href=/a>b</b>")).toEqual([undefined]);
    expect(links("<a href=/a><p>b</p></a>")).toEqual(["https://shop.test/a"]);
    expect(links("<a href=/a><b style=display:inline-block;background:red>c</b></a>")).toEqual(
      ["\u00a0", "c", "\u00a0"].map(() => "https://shop.test/a"),
    );
  });

  test("of a tick box has a font with its sign", () => {
    const fontOf = (type: string) => parts(`<input type=${type} value=a>`)[0]?.style.fontFamily;
    expect(["checkbox", "RADIO"].map(fontOf)).toEqual(["DejaVu Sans", "DejaVu Sans"]);
    expect(fontOf("text")).not.toBe("DejaVu Sans");
  });
});

test.each([
  ["before and after a text", "p::before{content:'x '}p::after{content:' y'}", "<p>a</p>", '("x a y")'],
  ["as a block", "b::after{content:'z';display:block}", "<b>c</b>", '"c" ("z")'],
  ["unless it is hidden", "b::after{content:'z';display:none}", "<b>c</b>", '"c"'],
  ["unless it is empty", "b::after{content:'';display:block}", "<b>c</b>d", '"cd"'],
])("generated text is shown %s", (_, css, html, expected) => {
  expect(outlineOf(`<style>${css}</style>${html}`)).toBe(expected);
});

test("a heading keeps together with what follows, other paragraphs do not", () => {
  const isHeading = (tag: string) => {
    const [box] = builtPage(`<${tag}>T</${tag}>`).root.children as Box[];
    return box?.children[0]?.kind === "paragraph" && box.children[0].isHeading === true;
  };
  expect(["h1", "h6", "p"].map(isHeading)).toEqual([true, true, false]);
});

test("the colour of a page is that of its body, else of its root, and is no background of the text", () => {
  const [red, blue] = [
    { r: 255, g: 0, b: 0 },
    { r: 0, g: 0, b: 255 },
  ];
  const page = builtPage("<html style=background:blue><body style=background:red>a");
  expect(page.background).toMatchObject(red);
  expect(page.root.style.background).toBeUndefined();
  expect(builtPage("<html style=background:blue>a").background).toMatchObject(blue);
  expect(builtPage("a").background).toBeUndefined();
});

test("a page is simplified by a drawing in it and by visible elements with a layout of another kind", () => {
  const isSimplified = (html: string) => builtPage(html).isSimplified;
  expect(isSimplified("<svg></svg>")).toBe(true);
  expect(isSimplified("<p style=display:flex>a")).toBe(true);
  expect(isSimplified("<p style=display:flex;visibility:hidden>a")).toBe(false);
  expect(isSimplified("<p style=position:absolute;left:-900px>a")).toBe(false);
  expect(isSimplified("<p>a")).toBe(false);
});

test("a page of more text than 2,000 pages hold is refused", () => {
  const page = (length: number) => {
    const [root] = childElements(parseHtml("<body>a"));
    const body = root?.childNodes.at(-1);
    if (body && isElement(body)) for (const one of body.childNodes) if (isText(one)) one.value = "a".repeat(length);
    return root as Element;
  };
  const source = { cascade: cascadeOf([]), pictureFor: () => null, base: undefined };
  expect(() => buildPage(page(6_000_001), source)).toThrow(/more than 2,000 pages/);
  expect(buildPage(page(6_000_000), source).root.children.length).toBeGreaterThan(1);
});
