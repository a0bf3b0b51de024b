import { describe, expect, test } from "vitest";
import type { Block, Box } from "./blocks.ts";
import { fitsBeside, lengthIn, roomOf, widthIn, withoutIndent } from "./room.ts";
import { builtPage } from "./testing.ts";

const blockOf = (html: string): Block => {
  const [first] = builtPage(html).root.children;
  if (!first) throw new Error("The page has no block");
  return first;
};
const insideOf = (html: string): Block => {
  const block = blockOf(html);
  const [first] = block.kind === "box" ? block.children : [];
  return first ?? block;
};

describe("a block fits beside a float", () => {
  const pictures = (count: number) => "<img src=50x9>".repeat(count);

  test.each<[string, Block, number]>([
    ["that is a paragraph", blockOf(pictures(3)), 50],
    ["that is a line", insideOf(`<div style=display:flex>${pictures(3)}</div>`), 150],
    ["that is a grid", insideOf(`<div style=display:grid>${pictures(3)}</div>`), 150],
    [
      "that is a table",
      insideOf(`<table><tr><td style=padding:0>${pictures(3)}<td style=padding:0>${pictures(1)}</table>`),
      200,
    ],
    ["that is a box", blockOf(`<div style="padding:0 3px;border:1px solid">${pictures(3)}</div>`), 58],
    ["that is a box around a table", blockOf(`<table><tr><td style=padding:0>${pictures(3)}</table>`), 150],
    ["that is narrower than a part of the page", blockOf(`<div style=width:95%>${pictures(1)}</div>`), 50],
  ])("%s and as wide as the room", (_, block, width) => {
    expect([fitsBeside(block, width), fitsBeside(block, width - 1)]).toEqual([true, false]);
  });

  test.each([
    ["clears it", "clear:both"],
    ["is as wide as the page", "width:96%"],
  ])("unless it %s", (_, css) => {
    expect(fitsBeside(blockOf(`<p style="${css}">a`), 500)).toBe(false);
    expect(fitsBeside(blockOf(`<div><p style="${css}">a</div>`), 500)).toBe(false);
  });

  test("whatever its width in pixels", () => {
    expect(fitsBeside(blockOf("<p style=width:960px>a"), 500)).toBe(true);
  });
});

describe("the margin that a page left for a float", () => {
  const marginOf = (css: string, floated: number) => {
    const block = withoutIndent(blockOf(`<p style="${css}">a`), floated) as Box;
    return block.style.margin.left;
  };

  test.each([
    ["margin-left:120px", 100, 20],
    ["margin-left:100px", 100, 0],
    ["margin-left:95px", 100, 0],
    ["margin-left:94px", 100, 94],
    ["margin-left:0", 100, 0],
    ["margin-left:auto", 100, "auto"],
  ])("%s beside %i pixels becomes %s", (css, floated, left) => {
    expect(marginOf(css, floated)).toBe(left);
  });

  test("is only that of a box", () => {
    const text = blockOf("a");
    expect(withoutIndent(text, 100)).toBe(text);
  });
});

test.each([
  [undefined, undefined],
  [{ px: 50 }, 57],
  [{ px: -7 }, undefined],
  [{ px: -6 }, 1],
  [{ percent: 50 }, 150],
  [{ percent: 0 }, undefined],
])("the length %j of a box with a frame of 7 pixels in 300 is %s", (length, pixels) => {
  expect(lengthIn(length, 300, 7)).toBe(pixels);
});

test("no room is narrower than 20 pixels", () => {
  const room = { left: 10, right: 20, width: 50, depth: 0, isPage: false };
  expect([room, { ...room, width: 49 }, { ...room, width: 51 }].map(widthIn)).toEqual([20, 20, 21]);
});

test.each([
  ["align=center", [100, 100]],
  ["align=right", [200, 0]],
  ["align=left", [0, 200]],
])("a block that is moved by old HTML stands at its side: %s", (attribute, [left, right]) => {
  const outer = blockOf(`<div ${attribute}><div style="width:100px">a</div></div>`) as Box;
  const [block] = outer.children;
  const room = { left: 0, right: 0, width: 300, depth: 0, isPage: false };
  expect(roomOf(block as Box, room)).toMatchObject({ left, right });
});
