import { describe, expect, test } from "vitest";
import type { Box } from "./blocks.ts";
import { rowsOfGrid, rowsOfLine, type SideBySide } from "./line-rows.ts";
import { computeStyle, rootTextStyle } from "./style.ts";

const styleOf = (css: string) =>
  computeStyle(
    new Map(
      css
        .split(";")
        .map((one): [string, string] => [one.split(":")[0]?.trim() ?? "", one.slice(one.indexOf(":") + 1).trim()]),
    ),
    rootTextStyle,
  );
const box = (css = "", width = 0): Box => ({
  kind: "box",
  style: styleOf(css),
  children:
    width === 0
      ? []
      : [
          {
            kind: "paragraph",
            inlines: [{ kind: "picture", picture: { name: "p", width, height: 9 }, width, height: 9 }],
            style: styleOf(""),
          },
        ],
  isShrunk: false,
});
const rounded = (one: number) => Math.round(one * 10) / 10;
const outline = (rows: SideBySide[]) =>
  rows
    .map(({ cells }) => cells.map(({ before, width }) => `${rounded(before)}+${rounded(width)}`).join(" "))
    .join(" | ");

describe("a line of boxes", () => {
  const line = (css: string, width: number, ...items: Box[]) =>
    outline(rowsOfLine({ kind: "line", style: styleOf(css), items }, width));

  test("leaves its gaps when its boxes shrink", () => {
    expect(line("column-gap: 10px", 110, box("width: 80px"), box("width: 80px"))).toBe("0+50 10+50");
    expect(line("column-gap: 90px", 110, box("width: 80px"), box("width: 80px"))).toBe("0+10 90+10");
  });

  test("grows by what is left after its gaps", () => {
    expect(line("column-gap: 10px", 310, box("width: 100px; flex-grow: 1"), box("width: 100px"))).toBe("0+200 10+100");
  });

  test.each([
    ["space-between", "0+50 110+50 110+50"],
    ["space-around", "33.3+50 76.7+50 76.7+50"],
    ["space-evenly", "50+50 60+50 60+50"],
    ["center", "100+50 10+50 10+50"],
    ["flex-end", "200+50 10+50 10+50"],
    ["stretch", "0+50 10+50 10+50"],
  ])("adds free room to its gaps: %s", (justify, expected) => {
    const items = Array.from({ length: 3 }, () => box("width: 50px"));
    expect(line(`column-gap: 10px; justify-content: ${justify}`, 370, ...items)).toBe(expected);
  });

  test("pushes the boxes after a margin, of which the first counts", () => {
    const pushed = box("width: 50px; margin-left: auto");
    expect(line("column-gap: 10px", 370, box("width: 50px"), pushed, pushed)).toBe("0+50 210+50 10+50");
    const pushing = box("width: 50px; margin-right: auto");
    expect(line("column-gap: 10px", 370, pushing, box("width: 50px"), box("width: 50px"))).toBe("0+50 210+50 10+50");
    expect(line("", 300, pushing)).toBe("0+50");
  });

  test("has boxes no narrower than their content, and none wider than it", () => {
    expect(line("", 300, box("width: 10px", 100))).toBe("0+100");
    expect(line("", 60, box("width: 10px", 100))).toBe("0+60");
    expect(line("", 300, box("max-width: 10px", 100))).toBe("0+100");
    expect(line("", 300, box("width: -9px"))).toBe("0+0");
  });
});

describe("a grid of boxes", () => {
  const grid = (css: string, width: number, ...items: Box[]) =>
    outline(rowsOfGrid({ kind: "grid", style: styleOf(css), items }, width));
  const two = [box(), box()];

  test.each([
    ["minmax(50px, 100px) 1fr", "0+50 0+250"],
    ["minmax(50px, 2fr) 1fr", "0+200 0+100"],
    ["minmax(auto, 1fr) 100px", "0+200 0+100"],
    ["minmax(auto, 60px) 1fr", "0+0 0+300"],
    ["minmax(auto, 60px) 50px", "0+250 0+50"],
    ["minmax(60px) 1fr", "0+60 0+240"],
    ["400px 1fr", "0+300 0+0"],
    ["50% 50%", "0+150 0+150"],
    ["repeat(2, 40px 60px)", "0+40 0+60"],
    ["repeat(auto-fill, 100px)", "0+100 0+100"],
    ["repeat(auto-fill, 0)", "0+0 0+0"],
    ["repeat(auto-fill, 400px)", "0+300 | 0+300"],
    ["0.5fr 0.5fr", "0+150 0+150"],
    ["2em 1fr", "0+32 0+268"],
  ])("has the columns %s", (columns, expected) => {
    expect(grid(`grid-template-columns: ${columns}`, 300, ...two)).toBe(expected);
  });

  test("has as many columns of the same width as there is room for, with their gaps", () => {
    const fill = (width: number) =>
      grid("column-gap: 10px; grid-template-columns: repeat(auto-fill, 90px)", width, box(), box(), box());
    expect(fill(290)).toBe("0+90 10+90 10+90");
    expect(fill(289)).toBe("0+90 10+90 | 0+90");
  });

  test("repeats columns of several widths with a gap after each", () => {
    const fill = (width: number) =>
      grid("column-gap: 10px; grid-template-columns: repeat(auto-fill, 40px 50px)", width, box(), box(), box());
    expect(fill(210)).toBe("0+40 10+50 10+40");
    expect(fill(209)).toBe("0+40 10+50 | 0+40");
  });

  test("shares what is left after the columns of a fixed width, and shows a box at its widest where its column may grow", () => {
    expect(grid("grid-template-columns: 1fr 3fr 100px", 300, box(), box(), box())).toBe("0+50 0+150 0+100");
    expect(grid("grid-template-columns: auto 1fr", 600, box("", 300), box())).toBe("0+300 0+300");
    expect(grid("grid-template-columns: repeat(12, 1fr)", 120, box("grid-column: 1 / 11"), box())).toBe("0+100 0+10");
  });

  test.each([
    ["span 2", "0+200 0+100"],
    ["span 0", "0+100 0+100"],
    ["1 / 3", "0+200 0+100"],
    ["2 / 3", "0+100 0+100"],
    ["3 / 1", "0+100 0+100"],
    ["1 / -1", "0+300 | 0+100"],
    ["1 / -2", "0+200 0+100"],
    ["2 / -1", "0+200 0+100"],
    ["a / b", "0+100 0+100"],
    ["1 / b", "0+100 0+100"],
    ["2", "0+100 0+100"],
  ])("has a box over %s", (column, expected) => {
    expect(grid("grid-template-columns: 1fr 1fr 1fr", 300, box(`grid-column: ${column}`), box())).toBe(expected);
  });

  test.each([
    ['"a a" "b c"', ["a", "b", "c"], "0+200 | 0+100 0+100"],
    ['"a b a"', ["a", "b"], "0+100 0+100"],
    ['"a b" "a c"', ["a", "b", "c"], "0+100 0+100 | 100+100"],
    ["'x y'", ["y"], "100+100"],
    ['"a b"', ["b", "c"], "100+100 | 0+100"],
  ])("has the areas %s", (areas, names, expected) => {
    const boxes = names.map((name) => box(`grid-area: ${name}`));
    const columns = areas === '"a b a"' ? "1fr 1fr 1fr" : "1fr 1fr";
    const css = `grid-template-columns: ${columns}; grid-template-areas: ${areas}`;
    expect(grid(css, columns.length > 7 ? 300 : 200, ...boxes)).toBe(expected);
  });

  test("leaves a gap for each column that is kept free", () => {
    const css = 'column-gap: 10px; grid-template-columns: 1fr 1fr 1fr 1fr; grid-template-areas: "a . . b"';
    expect(grid(css, 430, box("grid-area: a"), box("grid-area: b"))).toBe("0+100 230+100");
    expect(grid(css, 430, box("grid-area: b"))).toBe("330+100");
  });

  test("gives what is left to the columns without a width of their own", () => {
    expect(grid("grid-template-columns: auto auto 50px", 300, box("", 60), box("", 40), box())).toBe(
      "0+135 0+115 0+50",
    );
    expect(grid("grid-template-columns: 50px 60px", 300, ...two)).toBe("0+50 0+60");
    expect(grid("grid-template-columns: 1fr 1fr", 300, box("", 160), box("", 40))).toBe("0+160 0+140");
    expect(grid("grid-template-columns: 100px 1fr", 300, box("", 120), box())).toBe("0+120 0+180");
  });
});
