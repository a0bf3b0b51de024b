import { describe, expect, test } from "vitest";
import type { Block, Box, Table } from "./blocks.ts";
import { rowsOfGrid, rowsOfLine } from "./line-rows.ts";
import { columnNeeds, estimatedHeight, measure } from "./measure.ts";
import { outerMargins, type Room, roomOf, tableWidths } from "./room.ts";
import { computeStyle, rootTextStyle, type Style } from "./style.ts";

function styleOf(css = ""): Style {
  const declared = css.split(";").flatMap((one): [string, string][] => {
    const colon = one.indexOf(":");
    return colon < 0 ? [] : [[one.slice(0, colon).trim(), one.slice(colon + 1).trim()]];
  });
  return computeStyle(new Map(declared), rootTextStyle);
}
/** A paragraph with a picture: it may be shrunk to 160 pixels. */
const picture = (width: number, height = 10): Block => ({
  kind: "paragraph",
  inlines: [{ kind: "picture", picture: { name: "p", width, height }, width, height }],
  style: styleOf(),
});
const box = (css = "", ...children: Block[]): Box => ({ kind: "box", style: styleOf(css), children, isShrunk: false });
const near = (numbers: number[]) => numbers.map((one) => expect.closeTo(one, 4));

describe("boxes in a line", () => {
  const placed = (css: string, width: number, ...items: Box[]) =>
    rowsOfLine({ kind: "line", style: styleOf(css), items }, width).map(({ cells }) =>
      cells.map((cell) => `${Math.round(cell.before * 100) / 100}+${Math.round(cell.width * 100) / 100}`).join(" "),
    );
  const [small, large] = [() => box("", picture(50)), () => box("", picture(100))];

  test.each<[string, string, number, Box[], string[]]>([
    ["stand beside each other", "", 300, [small(), large()], ["0+50 0+100"]],
    ["have a gap between them", "column-gap: 10px", 300, [small(), large(), small()], ["0+50 10+100 10+50"]],
    ["have their own width", "", 300, [box("width: 120px; padding-left: 5px"), box("width: 20%")], ["0+125 0+60"]],
    ["begin with their basis", "", 300, [box("width: 120px; flex-basis: 70px")], ["0+70"]],
    [
      "are no wider than they may be",
      "",
      300,
      [box("width: 120px; max-width: 80px"), box("width: 120px; max-width: 10%")],
      ["0+80 0+30"],
    ],
    ["are no wider than the room", "", 90, [box("width: 120px")], ["0+90"]],
    [
      "grow by their shares",
      "",
      300,
      [box("width: 100px; flex-grow: 1"), box("width: 50px; flex-grow: 2")],
      ["0+150 0+150"],
    ],
    ["grow by a part of the room", "", 300, [box("width: 100px; flex-grow: 0.5")], ["0+200"]],
    ["shrink to the room", "", 100, [box("width: 80px"), box("width: 80px")], ["0+50 0+50"]],
    ["wrap when there is no room", "flex-wrap: wrap", 100, [box("width: 60px"), box("width: 60px")], ["0+60", "0+60"]],
    [
      "wrap with their gap",
      "flex-wrap: wrap; column-gap: 10px",
      120,
      [box("width: 60px"), box("width: 60px")],
      ["0+60", "0+60"],
    ],
    ["may be two pixels too wide", "flex-wrap: wrap", 118, [box("width: 60px"), box("width: 60px")], ["0+59 0+59"]],
    ["wrap when they are wider", "flex-wrap: wrap", 117, [box("width: 60px"), box("width: 60px")], ["0+60", "0+60"]],
    ["stand at the end", "justify-content: flex-end", 300, [small(), small()], ["200+50 0+50"]],
    ["stand at the right", "justify-content: right", 300, [small()], ["250+50"]],
    ["stand in the middle", "justify-content: center", 300, [small(), small()], ["100+50 0+50"]],
    ["stand apart", "justify-content: space-between", 300, [small(), small(), small()], ["0+50 75+50 75+50"]],
    ["stand apart alone", "justify-content: space-between", 300, [small()], ["0+50"]],
    ["stand apart with room around", "justify-content: space-around", 300, [small(), small()], ["50+50 100+50"]],
    ["stand apart evenly", "justify-content: space-evenly", 250, [small(), small()], ["50+50 50+50"]],
    ["are pushed by a margin on the left", "", 300, [small(), box("margin-left: auto", picture(50))], ["0+50 200+50"]],
    [
      "are pushed by a margin on the right",
      "",
      300,
      [box("margin-right: auto", picture(50)), small()],
      ["0+50 200+50"],
    ],
    ["are none", "", 300, [], []],
  ])("%s", (_, css, width, items, rows) => {
    expect(placed(css, width, ...items)).toEqual(rows);
  });
});

describe("boxes in a grid", () => {
  const placed = (css: string, width: number, ...items: Box[]) =>
    rowsOfGrid({ kind: "grid", style: styleOf(css), items }, width).map(({ cells }) =>
      cells.map((cell) => `${Math.round(cell.before * 100) / 100}+${Math.round(cell.width * 100) / 100}`).join(" "),
    );
  const items = (count: number, css = "") => Array.from({ length: count }, () => box(css));

  test.each<[string, string, Box[], string[]]>([
    ["fill one column without a definition", "", items(2), ["0+300", "0+300"]],
    ["share the width", "grid-template-columns: 1fr 2fr", items(3), ["0+100 0+200", "0+100"]],
    ["have a gap", "grid-template-columns: 1fr 1fr; column-gap: 20px", items(2), ["0+140 20+140"]],
    ["have fixed columns", "grid-template-columns: 50px 25% 1fr", items(3), ["0+50 0+75 0+175"]],
    ["have repeated columns", "grid-template-columns: repeat(3, 1fr)", items(4), ["0+100 0+100 0+100", "0+100"]],
    [
      "have as many columns as there is room for",
      "grid-template-columns: repeat(auto-fill, minmax(80px, 1fr))",
      items(4),
      ["0+100 0+100 0+100", "0+100"],
    ],
    [
      "have as many with their gaps",
      "column-gap: 10px; grid-template-columns: repeat(auto-fit, 90px)",
      items(3),
      ["0+90 10+90 10+90"],
    ],
    ["have named lines", "grid-template-columns: [a] 100px [b] 200px", items(2), ["0+100 0+200"]],
    [
      "have columns as wide as their content",
      "grid-template-columns: auto 1fr",
      [box("", picture(60)), box()],
      ["0+60 0+240"],
    ],
    [
      "share what is left of such columns",
      "grid-template-columns: auto auto",
      [box("", picture(60)), box("", picture(40))],
      ["0+160 0+140"],
    ],
    [
      "span several columns",
      "grid-template-columns: 1fr 1fr 1fr; column-gap: 30px",
      [box("grid-column: span 2"), box()],
      ["0+190 30+80"],
    ],
    ["span to the end", "grid-template-columns: 1fr 1fr 1fr", [box("grid-column: 1 / -1"), box()], ["0+300", "0+100"]],
    [
      "span from one line to another",
      "grid-template-columns: 1fr 1fr 1fr",
      [box("grid-column: 1 / 3"), box()],
      ["0+200 0+100"],
    ],
    ["span no more than all columns", "grid-template-columns: 1fr 1fr", [box("grid-column: span 9")], ["0+300"]],
    [
      "wrap when a span has no room",
      "grid-template-columns: 1fr 1fr",
      [box(), box("grid-column: span 2")],
      ["0+150", "0+300"],
    ],
    [
      "stand in named areas",
      'grid-template-columns: 1fr 1fr 1fr; grid-template-areas: "a a b" "c . b"',
      [box("grid-area: b"), box("grid-area: a"), box("grid-area: c"), box()],
      ["0+200 0+100", "0+100", "0+100"],
    ],
    [
      "leave columns free",
      'column-gap: 30px; grid-template-columns: 1fr 1fr 1fr; grid-template-areas: "a . b"',
      [box("grid-area: a"), box("grid-area: b")],
      ["0+80 140+80"],
    ],
    [
      "leave the first column free",
      'column-gap: 30px; grid-template-columns: 1fr 1fr 1fr; grid-template-areas: ". . b"',
      [box("grid-area: b")],
      ["220+80"],
    ],
    [
      "have columns for all areas",
      'grid-template-areas: "a b"',
      [box("grid-area: a", picture(50)), box("grid-area: b", picture(50))],
      ["0+250 0+50"],
    ],
    [
      "take from others what their content needs",
      "grid-template-columns: 1fr 1fr 1fr",
      [box("width: 0", picture(160)), box(), box()],
      ["0+160 0+70 0+70"],
    ],
  ])("%s", (_, css, boxes, rows) => {
    expect(placed(css, 300, ...boxes)).toEqual(rows);
  });

  test("have fifty columns at most", () => {
    const [row] = rowsOfGrid(
      { kind: "grid", style: styleOf("grid-template-columns: repeat(60, 1fr)"), items: items(60) },
      600,
    );
    expect(row?.cells).toHaveLength(50);
  });
});

describe("the width of a block", () => {
  test.each<[string, Block, [min: number, max: number]]>([
    ["of a picture", picture(500), [160, 500]],
    ["of a small picture", picture(100), [100, 100]],
    ["of a list item", { ...picture(100), marker: "1." } as Block, [124, 124]],
    ["of a bullet", { ...picture(100), marker: "•" } as Block, [118, 118]],
    [
      "of a box with a frame",
      box(
        "padding-left: 3px; padding-right: 4px; border-left-style: solid; border-left-width: 2px; margin-right: 5px; margin-left: -9px",
        picture(100),
      ),
      [114, 114],
    ],
    ["of a box with its own width", box("width: 300px; padding-left: 5px", picture(100)), [105, 305]],
    ["of a box with too small a width", box("width: 30px", picture(100)), [100, 100]],
    ["of a box that may be no wider", box("max-width: 200px", picture(500)), [160, 200]],
    [
      "of floats beside each other",
      box(
        "",
        { kind: "float", box: box("", picture(100)) } as Block,
        { kind: "float", box: box("", picture(50)) } as Block,
      ),
      [100, 150],
    ],
    [
      "of a line",
      { kind: "line", style: styleOf("column-gap: 10px"), items: [box("", picture(200)), box("", picture(50))] },
      [220, 260],
    ],
    [
      "of a line that wraps",
      {
        kind: "line",
        style: styleOf("column-gap: 10px; flex-wrap: wrap"),
        items: [box("", picture(200)), box("", picture(50))],
      },
      [160, 260],
    ],
    ["of a grid", { kind: "grid", style: styleOf(), items: [box("", picture(200)), box("", picture(50))] }, [160, 250]],
    ["of a rule", { kind: "rule", style: styleOf() }, [0, 0]],
  ])("%s", (_, block, [min, max]) => {
    expect(measure(block)).toEqual({ min, max });
  });

  const room: Room = { left: 10, right: 20, width: 530, depth: 0, isPage: false };

  test.each<[string, Box, [left: number, right: number]]>([
    ["fills its room", box(), [10, 20]],
    ["stands in its margins", box("margin-left: 30px; margin-right: 40px"), [40, 60]],
    ["has its own width", box("width: 100px"), [10, 420]],
    ["has its own width in the middle", box("width: 100px; margin-left: auto; margin-right: auto"), [210, 220]],
    ["has its own width at the right", box("width: 100px; margin-left: auto"), [410, 20]],
    ["has a share", box("width: 50%"), [10, 270]],
    ["may be no wider", box("max-width: 200px"), [10, 320]],
    ["is as wide as its words", { ...box("", picture(100)), isShrunk: true }, [10, 419]],
    ["is no narrower than its words", box("width: 30px", picture(100)), [10, 420]],
    ["is no narrower than 20 pixels", box("width: 5px"), [10, 500]],
    ["is no wider than its room", box("width: 900px"), [10, 20]],
    ["keeps its padding", box("width: 100px; padding-left: 15px"), [10, 405]],
  ])("%s", (_, block, [left, right]) => {
    const found = roomOf(block, room);
    expect([found.left, found.right]).toEqual(near([left, right]));
  });

  test("margins on both sides count together, but for those that are not fixed", () => {
    expect(outerMargins(undefined)).toBe(0);
    expect(outerMargins(box("margin-left: 3px; margin-right: 4px"))).toBe(7);
    expect(outerMargins(box("margin-left: auto; margin-right: -4px"))).toBe(0);
  });
});

describe("a table", () => {
  const cell = (child: Box, column: number, columns = 1) => ({ box: child, column, columns, rows: 1 });
  const table = (
    css: string,
    rows: ReturnType<typeof cell>[][],
    columnCount: number,
    columnCss: string[] = [],
  ): Table => ({
    kind: "table",
    style: styleOf(css),
    rows: rows.map((cells) => ({ style: styleOf(), cells })),
    headRows: 0,
    columnCount,
    columnStyles: columnCss.map(styleOf),
  });
  const needs = (...given: Parameters<typeof table>) => columnNeeds(table(...given));

  test("has columns as wide as the widest of their cells", () => {
    const rows = [[cell(box("", picture(50)), 0), cell(box("", picture(300)), 1)], [cell(box("", picture(70)), 0)]];
    expect(needs("", rows, 2)).toEqual([
      { min: 70, max: 70 },
      { min: 160, max: 300 },
    ]);
  });

  test("has columns of their own width, of which the widest counts, and shares before pixels", () => {
    const widths = (...css: string[]) =>
      needs(
        "",
        css.map((one) => [cell(box(one), 0)]),
        1,
      )[0]?.width;
    expect(widths("width: 50px; padding-left: 5px", "width: 40px")).toEqual({ px: 55 });
    expect(widths("width: 40px", "width: 50px")).toEqual({ px: 50 });
    expect(widths("width: 40px", "width: 10%")).toEqual({ percent: 10 });
    expect(widths("width: 10%", "width: 40px")).toEqual({ percent: 10 });
    expect(widths("width: 10%", "width: 20%")).toEqual({ percent: 20 });
    expect(widths("width: 0", "width: 5000px")).toBeUndefined();
    expect(widths("width: 4999px")).toEqual({ px: 4_999 });
    expect(needs("", [], 2, ["width: 30px"])).toEqual([
      { min: 0, max: 0, width: { px: 30 } },
      { min: 0, max: 0 },
    ]);
  });

  test("has no more than the whole in shares", () => {
    const css = ["width: 60%", "width: 60%", "width: 10%"];
    expect(needs("", [css.map((one, at) => cell(box(one), at))], 3).map(({ width }) => width)).toEqual([
      { percent: 60 },
      { percent: 40 },
      undefined,
    ]);
  });

  test("has columns that are widened for cells over several of them", () => {
    const rows = [[cell(box("", picture(30)), 0), cell(box("", picture(60)), 1)], [cell(box("", picture(180)), 0, 2)]];
    const [one, other] = needs("", rows, 2);
    // 70 pixels are missing for the least width and 90 for the most.
    expect([one?.min, other?.min].map((width) => Math.round(width ?? 0))).toEqual([53, 107]);
    expect([one?.max, other?.max].map((width) => Math.round(width ?? 0))).toEqual([60, 120]);
    expect(needs("", [[cell(box("", picture(100)), 0, 2)]], 2)).toEqual([
      { min: 50, max: 50 },
      { min: 50, max: 50 },
    ]);
  });

  const room: Room = { left: 10, right: 20, width: 530, depth: 0, isPage: false };
  const one = [[cell(box("", picture(100)), 0), cell(box("", picture(100)), 1)]];

  test.each<[string, string, number[], number]>([
    ["stands at the left", "", [100, 100], 10],
    ["stands in its margin", "margin-left: 30px", [100, 100], 40],
    ["stands in the middle", "margin-left: auto; margin-right: auto", [100, 100], 160],
    ["stands at the right", "margin-left: auto", [100, 100], 310],
    ["has its own width", "width: 300px", [150, 150], 10],
    ["has a share", "width: 100%", [250, 250], 10],
    ["is no narrower than its words", "width: 50px", [100, 100], 10],
  ])("%s", (_, css, widths, left) => {
    const found = tableWidths(table(css, one, 2), room);
    expect(found.widths).toEqual(near(widths));
    expect(found.left).toBeCloseTo(left);
  });

  test("in a cell of another one fills its room by the shares of its columns", () => {
    const shares = table("", [[cell(box("width: 20%"), 0), cell(box("", picture(100)), 1)]], 2);
    expect(tableWidths(shares, room).widths).toEqual(near([100, 100]));
    expect(tableWidths(shares, { ...room, depth: 1 }).widths).toEqual(near([100, 400]));
  });

  test.each<[string, Block, number]>([
    ["of a picture", picture(100, 40), 40 + 20.8],
    ["of a picture that is wider than the room", picture(250, 40), 40 + 3 * 20.8],
    ["of a line break", { kind: "paragraph", inlines: [{ kind: "break" }], style: styleOf() }, 2 * 20.8],
    [
      "of a box",
      box(
        "padding-top: 3px; border-bottom-style: solid; border-bottom-width: 2px; margin-bottom: 5px; margin-top: -9px",
        picture(50, 40),
      ),
      40 + 20.8 + 10,
    ],
    [
      "of a table",
      table(
        "",
        [[cell(box("", picture(50, 40)), 0), cell(box("", picture(50, 90)), 1)], [cell(box("", picture(50, 10)), 0)]],
        2,
      ),
      90 + 20.8 + 10 + 20.8,
    ],
    [
      "of a line",
      { kind: "line", style: styleOf(), items: [box("", picture(20, 40)), box("", picture(20, 70))] },
      70 + 20.8,
    ],
    [
      "of a grid",
      { kind: "grid", style: styleOf(), items: [box("", picture(20, 40)), box("", picture(20, 70))] },
      (110 + 41.6) / 2,
    ],
    ["of a rule", { kind: "rule", style: styleOf() }, 10],
  ])("the height %s is estimated", (_, block, height) => {
    expect(estimatedHeight(block, 100)).toBeCloseTo(height);
  });
});
