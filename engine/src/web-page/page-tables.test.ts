import { describe, expect, test } from "vitest";
import { allOf, builtPage, laidOut, outline, type Printed, printedOutline } from "./testing.ts";

const outlineOf = (html: string) => outline(builtPage(html).root.children);
const printedText = (html: string) =>
  printedOutline(laidOut(html))
    .replaceAll(/\d+(?:\.\d)?(?=[+[])/g, "")
    .replaceAll("+", "");
const table = (inside: string, attributes = "border=1") => `<table ${attributes}>${inside}</table>`;

describe("a table of a page", () => {
  test.each([
    ["has its cells in columns", "<tr><td>a<td>b<tr><td>c<td>d", 'table2[0("a") 1("b") | 0("c") 1("d")]'],
    ["has cells over columns", "<tr><td>a<td>b<tr><td colspan=2>c", 'table2[0("a") 1("b") | 0→2("c")]'],
    ["has cells over rows", "<tr><td rowspan=2>a<td>b<tr><td>c", 'table2[0↓2("a") 1("b") | 1("c")]'],
    [
      "goes on beside cells over rows",
      "<tr><td>a<td rowspan=3>b<td>c<tr><td>d<td>e<tr><td>f<td>g<tr><td>h<td>i",
      'table3[0("a") 1↓3("b") 2("c") | 0("d") 2("e") | 0("f") 2("g") | 0("h") 1("i")]',
    ],
    [
      "ends a cell before one that comes from above",
      "<tr><td>a<td>b<td rowspan=2>c<tr><td colspan=3>d",
      'table3[0("a") 1("b") 2↓2("c") | 0→2("d")]',
    ],
    [
      "has cells over both",
      "<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f",
      'table3[0→2↓2("a") 2("b") | 2("c") | 0("d") 1("e") 2("f")]',
    ],
    [
      "has cells over no more rows than there are",
      "<tr><td rowspan=9>a<td>b<tr><td>c",
      'table2[0↓2("a") 1("b") | 1("c")]',
    ],
    [
      "has cells over no more rows than follow",
      "<tr><td>y<td>z<tr><td rowspan=9>a<td>b<tr><td>c",
      'table2[0("y") 1("z") | 0↓2("a") 1("b") | 1("c")]',
    ],
    ["has cells over all further rows", "<tr><td rowspan=0>a<td>b<tr><td>c", 'table2[0↓2("a") 1("b") | 1("c")]'],
    ["ignores spans that are no numbers", "<tr><td colspan=x rowspan=-2>a<td colspan=0>b", 'table2[0("a") 1("b")]'],
    [
      "joins columns that no cell divides",
      "<tr><td colspan=3>a<td>b<tr><td colspan=3>c<td>d",
      'table2[0("a") 1("b") | 0("c") 1("d")]',
    ],
    [
      "has spans of 1,000 columns at most",
      "<tr><td colspan=1001>a<td>b<tr><td colspan=1000>c<td>d",
      'table2[0("a") 1("b") | 0("c") 1("d")]',
    ],
    ["leaves out hidden cells", "<tr><td>a<td style=display:none>b<td>c", 'table2[0("a") 1("c")]'],
    ["leaves out hidden rows", "<tr style=display:none><td>a<tr><td>b", 'table1[0("b")]'],
    [
      "has its head first and its foot last",
      "<tfoot><tr><td>f<tbody><tr><td>b<thead><tr><td>h",
      'table1[0("h") | 0("b") | 0("f")]',
    ],
    ["has blocks in a row as cells", "<tr><td>a<tr><td>b", 'table1[0("a") | 0("b")]'],
    ["has its caption before it", "<caption>c</caption><tr><td>a", '("c") table1[0("a")]'],
    ["has none when it is empty", "", "table0[]"],
  ])("%s", (_, rows, expected) => {
    expect(outlineOf(table(rows))).toBe(`(${expected})`);
  });

  const as = (display: string, inside: string) => `<div style="display:${display}">${inside}</div>`;

  test.each([
    ["cells without a row", as("table-cell", "a") + as("table-cell", "b"), 'table2[0("a") 1("b")]'],
    ["blocks without a row", "<p>a</p><p>b</p>", 'table2[0("a") 1("b")]'],
    ["blocks in a row", as("table-row", "<p>a</p><p>b</p>"), 'table2[0("a") 1("b")]'],
    ["texts in a row", as("table-row", `a${as("table-cell", "b")}`), 'table1[0("a" ("b"))]'],
    ["a row of columns", as("table-row", as("table-column", "") + as("table-cell", "b")), 'table1[0("b")]'],
  ])("of styles shows %s", (_, inside, expected) => {
    expect(outlineOf(as("table", inside))).toBe(`(${expected})`);
  });

  test("goes on in a further row after 2,000 columns", () => {
    const found = outlineOf(table(`<tr>${"<td>".repeat(2_002)}`));
    expect(found).toMatch(/^\(table2000\[0\(\) 1\(\) .* 1999\(\) \| 0\(\) 1\(\)\]\)$/);
  });

  const built = (html: string) => {
    const [box] = builtPage(html).root.children;
    const found = box?.kind === "box" ? box.children.find(({ kind }) => kind === "table") : undefined;
    if (found?.kind !== "table") throw new Error("The page has no table");
    return found;
  };

  test.each([
    ["<thead><tr><td>a<tbody><tr><td>b", 1],
    ["<thead><tr><td>a<tr><td>b<tbody><tr><td>c", 2],
    ["<thead><tr><td>a", 0],
    ["<tr><td>a<tfoot><tr><td>b", 0],
  ])("repeats the rows of its head where others follow: %s", (rows, count) => {
    expect(built(table(rows)).headRows).toBe(count);
  });

  test("has the widths of its columns where they are stated", () => {
    const widths = (columns: string, rows = "<tr><td>a<td>b<td>c") =>
      built(table(columns + rows)).columnStyles.map((one) =>
        one?.width && "px" in one.width ? one.width.px : undefined,
      );
    expect(widths("<col width=5><col width=6>")).toEqual([5, 6, undefined]);
    expect(widths("<col width=5 span=2><col width=6>")).toEqual([5, 5, 6]);
    expect(widths("<colgroup width=5 span=2></colgroup><colgroup><col width=6></colgroup>")).toEqual([5, 5, 6]);
    expect(widths("<colgroup width=5></colgroup><col width=6>")).toEqual([5, 6, undefined]);
    expect(widths("<col width=5><col width=6><col width=7>", "<tr><td>a<td colspan=2>b")).toEqual([5, undefined]);
    expect(built(table(`<col span=1000>`.repeat(3))).columnStyles).toEqual([]);
  });

  test("shows the background of a group of rows in rows without one, not that of the table", () => {
    const backgrounds = (html: string) => built(html).rows.map(({ style }) => style.background);
    const [red, blue] = [
      { r: 255, g: 0, b: 0 },
      { r: 0, g: 0, b: 255 },
    ];
    expect(backgrounds(table("<tbody bgcolor=red><tr><td>a<tr bgcolor=blue><td>b"))).toMatchObject([red, blue]);
    expect(backgrounds(table("<thead bgcolor=red><tr><td>a<tfoot bgcolor=blue><tr><td>b"))).toMatchObject([red, blue]);
    expect(backgrounds(table("<tr><td>a", "bgcolor=red"))).toEqual([undefined]);
  });

  test("has its cells aligned as stated, and other blocks at the top", () => {
    const aligned = (html: string) => built(html).rows[0]?.cells[0]?.box.style.verticalAlign;
    expect(aligned(table("<tr><td>a"))).toBe("middle");
    expect(aligned(as("table", as("table-row", "<p style=vertical-align:bottom>a</p>")))).toBe("top");
  });
});

describe("a printed table", () => {
  const tables = (html: string) => allOf(laidOut(html), "table");
  const cells = (html: string) => allOf(laidOut(html), "table-cell").map(({ properties }) => properties);

  test.each([
    [
      "has covered cells where one spans columns",
      table("<tr><td colspan=2>a<tr><td>b<td>c"),
      '[("a") × | ("b") ("c")] .',
    ],
    ["has covered cells where one spans rows", table("<tr><td rowspan=2>a<td>b<tr><td>c"), '[("a") ("b") | × ("c")] .'],
    [
      "has covered cells where one spans both",
      table("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f"),
      '[("a") × ("b") | × × ("c") | ("d") ("e") ("f")] .',
    ],
    ["has empty cells where a row is short", table("<tr><td>a<td>b<tr><td>c"), '[("a") ("b") | ("c") (.)] .'],
    ["is a stack when it has one column", table("<tr><td>a<tr><td>b", ""), '"a" "b"'],
    ["is a table with one column when it has a frame", table("<tr><td>a<tr><td>b", "border=1"), '[("a") | ("b")] .'],
    ["is left out when it is empty", `${table("")}a`, '"a"'],
    ["stands apart from the next one", table("<tr><td>a<td>b").repeat(2), '[("a") ("b")] . [("a") ("b")] .'],
    ["needs nothing before a text", `${table("<tr><td>a<td>b")}c`, '[("a") ("b")] "c"'],
  ])("%s", (_, html, expected) => {
    expect(printedText(html)).toBe(expected);
  });

  test("shrinks a picture to the room in its cell", () => {
    const shown = (rows: string, attributes = "border=1") => printedOutline(laidOut(table(rows, attributes)));
    expect(shown("<tr><td><img src=100x10><td><img src=50x10>")).toBe('104+54[("[100×10]") ("[50×10]")] .');
    expect(shown("<tr><td colspan=2><img src=200x10><tr><td><img src=100x10><td><img src=96x10>")).toBe(
      '104+100[("[200×10]") × | ("[100×10]") ("[96×10]")] .',
    );
    const padded = '<tr><td style="padding:0 20px"><img src=960x96><td style="padding:0"><img src=40x10>';
    expect(shown(padded, "")).toBe('560+40[("[520×52]") ("[40×10]")] .');
  });

  test("has its cells' content at their edges", () => {
    const [outer, inner] = tables(table(`<tr><td>${table("<tr><td>a<td>b")}<td>c`));
    expect([outer, inner].map((one) => one?.properties["margin-left"])).toEqual([0, 0]);
    const [text] = allOf(laidOut(table("<tr><td><p style=margin:0;padding:5px>a<td>b")), "p");
    expect(text?.properties).toMatchObject({ "margin-left": 5 });
  });

  test("states how many columns and rows a cell spans", () => {
    const spans = cells(table("<tr><td rowspan=2 colspan=2>a<td>b<tr><td>c<tr><td>d<td>e<td>f")).map((of) => [
      of["number-columns-spanned"],
      of["number-rows-spanned"],
    ]);
    expect(spans[0]).toEqual(["2", "2"]);
    expect(spans[1]).toEqual([undefined, undefined]);
  });

  test("has rows as high as stated, up to 300 pixels, and keeps those of less than 400 on a page", () => {
    const rows = (html: string) => allOf(laidOut(html), "table-row").map(({ properties }) => properties);
    const heights = (html: string) => rows(html).map((of) => of["min-row-height"]);
    expect(heights(table("<tr><td style=height:50px>a<td style=height:40px>b<tr style=height:20px><td>c"))).toEqual([
      50, 20,
    ]);
    expect(heights(table("<tr style=height:60px><td style=height:50px>a<td>b"))).toEqual([60]);
    expect(heights(table("<tr><td style=height:300px>a<td>b<tr><td style=height:301px>c"))).toEqual([300, undefined]);
    expect(heights(table("<tr><td style=height:50%>a<td>b"))).toEqual([undefined]);
    const kept = (...counts: number[]) =>
      rows(
        table(`<tr>${counts.map((count) => `<td style="padding:0;border:0">${"<hr>".repeat(count)}`).join("")}`),
      )[0]?.["keep-together"];
    expect([kept(20, 19), kept(20, 20), kept(20, 0)]).toEqual(["always", "auto", "always"]);
    const padded = `<tr><td style="padding:9px 0 0;border:0">${"<hr>".repeat(39)}<td style="padding:0;border:0">`;
    expect(rows(table(padded))[0]?.["keep-together"]).toBe("always");
  });

  test("has no cells over rows when it has more than 400 rows", () => {
    const rows = (count: number) => printedText(table(`<tr><td rowspan=2>a<td>b<tr><td>c${"<tr>".repeat(count - 2)}`));
    expect(rows(400)).toContain("×");
    expect(rows(401)).not.toContain("×");
  });

  test("has the borders of its cells, else of their rows, and at its edges its own", () => {
    const sides = (one: Printed["properties"] | undefined) =>
      ["top", "right", "bottom", "left"]
        .map((side) => /#(\w)/.exec(String(one?.[`border-${side}`]))?.[1] ?? "-")
        .join("");
    const page = (css: string, columns = 2) =>
      cells(`<style>${css}</style><table>${`<tr>${"<td>a".repeat(columns)}`.repeat(2)}</table>`).map(sides);
    // The colours #aaaaaa, #bbbbbb and #cccccc by their first letters.
    expect(page("table{border:1px solid #aaa}")).toEqual(["a--a", "aa--", "--aa", "-aa-"]);
    expect(page("tr{border:1px solid #bbb}")).toEqual(["b-b-", "b-b-", "b-b-", "b-b-"]);
    expect(page("table{border:1px solid #aaa}tr{border:1px solid #bbb}td{border-left:1px solid #ccc}")).toEqual([
      "b-bc",
      "babc",
      "b-bc",
      "babc",
    ]);
    expect(page("table{border:1px solid #aaa}td{border:1px solid #ccc}")).toEqual(["cccc", "cccc", "cccc", "cccc"]);
    const spanning = table("<tr><td colspan=2>a<tr><td>b<td rowspan=2>c<tr><td>d", 'style="border:1px solid #aaa"');
    expect(cells(spanning).map(sides)).toEqual(["aa-a", "---a", "-aa-", "--aa"]);
  });

  test("has the background of its cells, else of their rows, else its own unless that is white", () => {
    const backgrounds = (table: string, row = "", cell = "") =>
      cells(`<table ${table}><tr ${row}><td ${cell}>a<td>b</table>`)[0]?.["background-color"];
    expect(backgrounds("bgcolor=#aaaaaa", "bgcolor=#bbbbbb", "bgcolor=#cccccc")).toBe("#cccccc");
    expect(backgrounds("bgcolor=#aaaaaa", "bgcolor=#bbbbbb")).toBe("#bbbbbb");
    expect(backgrounds("bgcolor=#aaaaaa")).toBe("#aaaaaa");
    expect(backgrounds("bgcolor=#fefefe")).toBe("#fefefe");
    expect(backgrounds("bgcolor=#ffffff")).toBeUndefined();
    expect(backgrounds("")).toBeUndefined();
  });

  test("of one column has the width, the backgrounds and the spaces of its cells as boxes", () => {
    const one = (rows: string, attributes = "") => laidOut(table(rows, attributes)).map(({ properties }) => properties);
    expect(
      one("<tr><td>a<tr bgcolor=#bbbbbb><td>b<tr bgcolor=#bbbbbb><td bgcolor=#cccccc>c", "width=200").map((of) => [
        of["background-color"],
        of["margin-right"],
      ]),
    ).toEqual([
      [undefined, 401],
      ["#bbbbbb", 400],
      ["#cccccc", 400],
    ]);
    expect(one("<tr><td><img src=58x9>")[0]).toMatchObject({ "margin-left": 1, "margin-right": 541 });
    expect(one("<tr><td>a<tr><td style=height:30px;padding:0><tr><td>b").map((of) => of["margin-top"])).toEqual([
      1, 32,
    ]);
    expect(one("<tr><td style=height:30px;width:50px>a")[0]).toMatchObject({ "margin-top": 1 });
    expect(one("<tr><td>a", 'width=200 style="margin-left:30px;margin-top:9px"')[0]).toMatchObject({
      "margin-left": 31,
      "margin-top": 10,
    });
    expect(one("<tr><td>a", "width=200 align=right")[0]).toMatchObject({ "margin-left": 401, "margin-right": 1 });
  });

  test("states its model of borders, its direction and its place", () => {
    const properties = (attributes: string) => tables(table("<tr><td>a<td>b", attributes))[0]?.properties;
    expect(properties("")).toMatchObject({ "border-model": "separating", "writing-mode": "lr-tb", "margin-left": 0 });
    expect(properties("style=border-collapse:collapse dir=rtl")).toMatchObject({
      "border-model": "collapsing",
      "writing-mode": "rl-tb",
    });
    expect(properties("style=margin-left:30px")).toMatchObject({ "margin-left": 30 });
  });

  test.each([
    ["of several columns", "<tr><td>a<td>b"],
    ["of one column", "<tr><td style=padding:0>a"],
    ["with a caption", "<caption>a</caption><tr><td>b<td>c"],
  ])("%s has its margins above and below, and may begin a page", (_, rows) => {
    const [first, ...others] = laidOut(
      `<p style=margin:0>x</p>${table(rows, 'style="margin:20px 0 30px;break-before:page"')}y`,
    ).slice(1);
    expect(first?.properties).toMatchObject({ "margin-top": 20, "break-before": "page" });
    expect(others.at(-1)).toMatchObject({ text: "y", properties: { "margin-top": 30 } });
  });

  test("repeats its head in a group of its own", () => {
    const [one] = tables(table("<thead><tr><td>h<td>i<tbody><tr><td>a<td>b"));
    const head = one?.children.find(({ name }) => name === "table-header-rows");
    expect(head?.text).toBe("hi");
    expect(one?.text).toBe("hiab");
  });
});
