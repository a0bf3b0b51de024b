import { describe, expect, test } from "vitest";
import { allOf, laidOut, type Printed, printedOutline } from "./testing.ts";

const outlineOf = (html: string, width = 600) => printedOutline(laidOut(html, width));

/** Left, right and upper margins of what stands on the page, and "page" where a page begins. */
function placesOf(html: string): string[] {
  return laidOut(html)
    .filter(({ properties }) => properties["line-height"] !== 0.7)
    .map(({ properties: of }) =>
      [of["margin-left"], of["margin-right"], of["margin-top"], of["break-before"]]
        .filter((one) => one !== undefined)
        .join(" "),
    );
}

describe("a paragraph", () => {
  test.each([
    [
      "stands in the margins and padding of its box",
      '<p style="margin:10px 20px 30px 40px;padding:1px 2px 3px 4px">a',
      ["44 22 11"],
    ],
    [
      "has the larger of two margins above",
      '<p style="margin:0 0 30px">a</p><p style="margin:20px 0">b',
      ["0 0 0", "0 0 30"],
    ],
    ["keeps the padding of the box before", '<p style="margin:0;padding:7px">a</p>b', ["7 7 7", "0 0 7"]],
    ["has no more than 400 pixels above", '<p style="margin-top:401px">a', ["0 0 400"]],
    ["ignores margins that are negative or not fixed", '<p style="margin:-9px auto">a', ["0 0 0"]],
    ["keeps 20 pixels of the room", '<p style="margin:0;padding-left:5px;padding-right:700px">a', ["5 575 0"]],
    ["begins a page", '<p>a<p style="break-before:page">b', ["0 0 16", "0 0 16 page"]],
    ["begins a page after another one", '<p style="break-after:page">a<p>b<p>c', ["0 0 16", "0 0 16 page", "0 0 16"]],
    ["is on the first page in any case", '<p style="break-before:page">a', ["0 0 16"]],
    ["of a list has room for its mark", "<ul><li>a<p>b", ["40 0 16", "40 0 16"]],
    ["has room for its mark without the padding of a list", '<ul style="padding:0"><li>a<p>b', ["18 0 16", "0 0 16"]],
    ["from right to left has its mark at the right", '<ul dir=rtl style="padding:0"><li>a', ["18 0 16"]],
  ])("%s", (_, html, places) => {
    expect(placesOf(html)).toEqual(places);
  });

  test("has a mark before its text, in the style of the text without its lines", () => {
    const [one] = laidOut('<ol><li style="text-decoration:underline"><b>x</b>');
    expect(one).toMatchObject({ text: "1.\tx", properties: { "text-indent": -24 } });
    const [mark, text] = one?.children.filter(({ name }) => name === "span") ?? [];
    expect(mark).toMatchObject({ text: "1.", properties: { "font-weight": "normal", "text-underline-style": "none" } });
    expect(text).toMatchObject({ properties: { "font-weight": "bold", "text-underline-style": "solid" } });
  });

  test("without words is as high as a line of its text", () => {
    expect(laidOut('<p style="font-size:20px"><br>')[0]?.properties["font-size"]).toBe(20);
    expect(laidOut('<p style="font-size:20px">a')[0]?.properties["font-size"]).toBeUndefined();
  });
});

describe("a frame around a box", () => {
  const grey = (css: string, after = "") => `<div style="background:#eee;${css}"><p>a<p>b</div>${after}`;

  test.each([
    ["is that of a paragraph alone in it", '<div style="border:1px solid">a</div>', '"a"'],
    [
      "is that of a cell around several",
      '<div style="border:1px solid;margin:20px"><p>a<p>b</div>c',
      '560[("a" "b" .)] "c"',
    ],
    ["is that of a cell around a list item", '<div style="border:1px solid"><li>a</div>', '600[("•\ta")] .'],
    ["shows a background", grey("", "c"), '600[("a" "b" .)] "c"'],
    ["is left out around a whole page that is pale", grey(""), '"a" "b"'],
    ["is kept around a whole page that is dark", grey("background:#e5e5e5"), '600[("a" "b" .)] .'],
    ["is left out at a lightness of nine tenths", grey("background:#e6e6e6"), '"a" "b"'],
    ["is kept around four fifths of a page", grey("width:480px"), '480[("a" "b" .)] .'],
    ["is left out around more of a page", grey("width:481px"), '"a" "b"'],
    [
      "is kept around a cell in a pale page",
      `<table border=1><tr><td>${grey("margin:0")}</table>`,
      '10[(10[("a" "b" .)] .)] .',
    ],
  ])("%s", (_, html, expected) => {
    expect(outlineOf(html).replaceAll(/\d+(?:\.\d)?(?=\[\()/g, (width) => (Number(width) < 60 ? "10" : width))).toBe(
      expected,
    );
  });

  test("is as narrow as its content around a box in a line", () => {
    const inside = "<p><img src=100x9></p><p>x</p>";
    expect(outlineOf(`<b style="display:inline-block;border:1px solid">${inside}</b>`)).toBe(
      '103[("[100×9]" "x" .)] .',
    );
    expect(outlineOf(`<div style="border:1px solid">${inside}</div>`)).toBe('600[("[100×9]" "x" .)] .');
  });

  test("leaves less room for a picture", () => {
    const framed = (css: string) =>
      outlineOf(`<div style="border:5px solid;padding:10px;${css}"><img src=700x70></div>`);
    expect(framed("margin:20px")).toBe('"[530×53]"');
    expect(framed("padding:1px 299px")).toBe('"[20×2]"');
  });
});

describe("boxes beside each other", () => {
  const flex = (css: string, inside: string) => `<div style="display:flex;${css}">${inside}</div>`;
  const items = "<img src=100x40><img src=50x40>";

  test.each([
    ["are the cells of a table", flex("", items), '100+50[("[100×40]") ("[50×40]")] .'],
    ["have an empty cell for their gap", flex("column-gap:10px", items), '100+10+50[("[100×40]") (.) ("[50×40]")] .'],
    ["have none for less than half a pixel", flex("column-gap:.4px", items), '100+50[("[100×40]") ("[50×40]")] .'],
    ["have one for half a pixel", flex("column-gap:.5px", items), '100+0.5+50[("[100×40]") (.) ("[50×40]")] .'],
    [
      "are tables below each other when they wrap",
      flex("flex-wrap:wrap", "<img src=400x40><img src=300x40>"),
      '400[("[400×40]")] . 300[("[300×40]")] .',
    ],
    [
      "of a grid are rows",
      flex("display:grid;grid-template-columns:1fr 2fr", "<p>a</p><p>b</p><p>c"),
      '200+400[("a") ("b")] . 200[("c")] .',
    ],
    [
      "have no less room than 20 pixels",
      flex("", '<p style="width:1px;padding:0 9px"><img src=700x70>'),
      '178[("[160×16]")] .',
    ],
  ])("%s", (_, html, expected) => {
    expect(outlineOf(html)).toBe(expected);
  });

  test("stand after the space before them, and below the gap between rows", () => {
    expect(placesOf(flex("justify-content:flex-end;margin-left:30px", items))).toEqual(["450 0"]);
    const wrapped = (css: string) => placesOf(flex(`flex-wrap:wrap;${css}`, "<img src=400x40><img src=300x40>"));
    expect(wrapped("row-gap:7px")).toEqual(["0 0", "0 7"]);
    expect(wrapped("")).toEqual(["0 0", "0 0"]);
  });

  test.each([
    ["center", "middle"],
    ["flex-end", "bottom"],
    ["end", "bottom"],
    ["stretch", "top"],
  ])("with the alignment %s stand at the %s", (align, place) => {
    const [cell] = allOf(laidOut(flex(`align-items:${align}`, items)), "table-cell");
    expect(cell?.properties["vertical-align"]).toBe(place);
    expect(cell?.properties).not.toHaveProperty("number-rows-spanned");
  });

  test("are as high as an empty one among them, and kept on a page below 300 pixels", () => {
    const row = (inside: string) => allOf(laidOut(flex("", inside)), "table-row")[0]?.properties;
    const empty = '<div style="height:50px;background:red"></div>';
    expect(row(`${empty}<p>a`)?.["min-row-height"]).toBe(50);
    expect(row('<p style="height:50px">a')?.["min-row-height"]).toBeUndefined();
    const high = (count: number, padding: number) =>
      `<div style="padding-top:${padding}px">${"<hr>".repeat(count)}</div>`;
    expect(row(high(29, 9))?.["keep-together"]).toBe("always");
    expect(row(`<p>a</p>${high(30, 0)}`)?.["keep-together"]).toBe("auto");
  });

  test("from right to left are a table of that direction", () => {
    const direction = (dir: string) =>
      laidOut(`<div dir=${dir} style="display:flex">${items}`)[0]?.properties["writing-mode"];
    expect([direction("rtl"), direction("ltr")]).toEqual(["rl-tb", "lr-tb"]);
  });
});

describe("blocks that are nested deep", () => {
  const nested = (depth: number, inside: string, css: string): string =>
    depth === 0 ? inside : `<div style="${css}">${nested(depth - 1, inside, css)}<p>x</p></div>`;
  const tables = (html: string) => allOf(laidOut(html), "table").length;

  test.each([
    ["frames", "border:1px solid"],
    ["lines", "display:flex"],
  ])("are tables up to a depth of six: %s", (_, css) => {
    expect(tables(nested(6, "a", css))).toBe(6);
    const deep = laidOut(nested(7, "a", css));
    expect(allOf(deep, "table")).toHaveLength(6);
    expect(deep.map(({ text }) => text).join("")).toBe("axxxxxxx");
  });

  test("are stacked when they are tables, and each is still shown", () => {
    const table = (depth: number): string =>
      depth === 0 ? "a" : `<table border=1><tr><td>${table(depth - 1)}<td>${depth}</table>`;
    expect(tables(table(6))).toBe(6);
    const deep = laidOut(table(7));
    expect(allOf(deep, "table")).toHaveLength(6);
    expect(deep.map(({ text }) => text).join("")).toBe("a1234567");
  });

  test("begin no page inside of a cell", () => {
    const cell = (css: string) => laidOut(`<table border=1><tr><td><p>a<p style="${css}">b<p>c</table>`);
    for (const css of ["break-before:page", "break-after:page"])
      expect(allOf(cell(css), "p").some(({ properties }) => properties["break-before"] === "page")).toBe(false);
  });

  test("keep their space at the end of a cell when it is more than two pixels, up to 100", () => {
    const last = (css: string) => {
      const [cell] = allOf(laidOut(`<table border=1><tr><td><p style="${css}">a</table>`), "table-cell");
      return cell?.children.slice(1).map(({ properties }) => properties["margin-top"]);
    };
    expect(last("margin-bottom:2px")).toEqual([]);
    expect(last("margin-bottom:3px")).toEqual([3]);
    expect(last("margin-bottom:101px")).toEqual([100]);
  });
});

describe("floats", () => {
  const float = (css: string, inside: string, side = "left") => `<div style="float:${side};${css}">${inside}</div>`;
  const lines = (count: number) => "<hr>".repeat(count);

  test.each([
    ["stand beside what follows", `${float("width:100px", "s")}<p>t`, 600, '100+500[("s") ("t" .)] .'],
    ["at the right stand after it", `${float("width:100px", "s", "right")}<p>t`, 600, '500+100[("t" .) ("s")] .'],
    [
      "of both sides stand around it, the first one outermost",
      `${float("width:50px", "l")}${float("width:100px", "a", "right")}${float("width:60px", "b", "right")}<p>t`,
      600,
      '50+390+60+100[("l") ("t" .) ("b") ("a")] .',
    ],
    ["stand alone at 120 pixels of room", `${float("width:480px", "s")}<p>t`, 600, '480[("s")] "t"'],
    ["stand beside with more room", `${float("width:479px", "s")}<p>t`, 600, '479+121[("s") ("t" .)] .'],
    ["stand alone at 15 % of room", `${float("width:850px", "s")}<p>t`, 1000, '850[("s")] "t"'],
    ["stand beside with more of it", `${float("width:849px", "s")}<p>t`, 1000, '849+151[("s") ("t" .)] .'],
    [
      "stand beside as much as is as high",
      `${float("width:99px", lines(3))}${lines(4)}`,
      600,
      '99+501[("" "" "" .) ("" "" "" .)] ""',
    ],
    [
      "stand beside something for a part of its height",
      `${float("width:99px;padding-top:1px", lines(3))}${lines(4)}`,
      600,
      '99+501[("" "" "" .) ("" "" "" "" .)] .',
    ],
    [
      "end before the next float",
      `${float("width:99px", lines(9))}a${float("width:99px", "s")}`,
      600,
      '99+501[("" "" "" "" "" "" "" "" "" .) ("a")] . 99[("s")] .',
    ],
    [
      "end before what clears them",
      `${float("width:99px", lines(9))}<p>a</p><p style="clear:both">b`,
      600,
      '99+501[("" "" "" "" "" "" "" "" "" .) ("a" .)] "b"',
    ],
    [
      "end before a table that does not fit",
      `${float("width:300px", lines(9))}<table border=1><tr><td><img src=310x9><td>a</table>`,
      600,
      '300[("" "" "" "" "" "" "" "" "" .)] . 314+13[("[310×9]") ("a")] .',
    ],
    [
      "that fill the width stand beside each other",
      `${float("width:50%", "a")}${float("width:50%", "b", "right")}c`,
      600,
      '300+300[("a") ("b")] "c"',
    ],
    [
      "stand apart at both sides",
      `${float("width:250px", "a")}${float("width:300px", "b", "right")}`,
      600,
      '250+50+300[("a") (.) ("b")] .',
    ],
    [
      "wrap when they are wider",
      `${float("width:400px", "a")}${float("width:400px", "b")}`,
      600,
      '400[("a")] . 400[("b")] .',
    ],
    ["have their margins", `${float("width:100px;margin-right:20px", "s")}<p>t`, 600, '120+480[("s") ("t" .)] .'],
    [
      "have a frame in their cell",
      `${float("width:100px;border:1px solid", "<p>s<p>u")}<p>t`,
      600,
      '102+498[(102[("s" "u" .)] .) ("t" .)] .',
    ],
    ["are no wider than the page", `${float("", "<img src=900x90>")}t`, 600, '600[("[600×60]")] "t"'],
  ])("%s", (_, html, width, expected) => {
    expect(outlineOf(html, width)).toBe(expected);
  });

  test("take the place of the margin that was left for them", () => {
    const page = laidOut(`${float("width:100px", lines(9))}<div style="margin-left:120px">a</div>`);
    const [text] = allOf(page, "p").filter((one: Printed) => one.text === "a");
    expect(text?.properties["margin-left"]).toBe(20);
  });
});

describe("a rule", () => {
  test.each([
    ["<hr>", { "margin-top": 8, "margin-right": 0, "border-top": "0.75pt solid #a0a0a0", "font-size": 1.4 }],
    ['<hr style="border-top:3px dotted red">', { "border-top": "2.25pt dotted #ff0000", "border-bottom": "none" }],
    ['<hr style="width:50%;margin-top:20px">', { "margin-top": 20, "margin-right": 300 }],
    ["<hr width=100>", { "margin-right": 500 }],
    ["<hr width=900>", { "margin-right": 0 }],
    ['<hr style="margin:auto">', { "margin-top": 8 }],
    ['<div style="margin-right:40px"><hr width=100></div>', { "margin-right": 500 }],
  ])("%s is a line of its width", (html, properties) => {
    expect(laidOut(html)[0]?.properties).toMatchObject(properties);
  });

  test("has space below, also where its margin is not fixed", () => {
    expect(placesOf("<hr>a")).toEqual(["0 0 8", "0 0 8"]);
    expect(placesOf('<hr style="margin-bottom:auto">a')).toEqual(["0 0 8", "0 0 8"]);
    expect(placesOf('<hr style="margin-bottom:30px">a')).toEqual(["0 0 8", "0 0 30"]);
  });
});
