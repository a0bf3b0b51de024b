import { describe, expect, test } from "vitest";
import type { Block, Box } from "./blocks.ts";
import { builtPage, outline } from "./testing.ts";

const outlineOf = (html: string) => outline(builtPage(html).root.children);

test.each([
  ["is one between words", "<p>a \n\t b", '("a b")'],
  ["is one over the edges of elements", "<p>a <b> b</b> <i> </i>c", '("a b c")'],
  ["is none at the beginning and end of a line", "<p> a <br> b ", '("a/b")'],
  ["is none at the end of an element at the end of a line", "<p>a<b> </b><br>b<i> </i>", '("a/b")'],
  ["is kept beside a picture", "<p> <img src=9x9> b", '("[9×9] b")'],
  ["alone is no paragraph", "<p>a</p> <p>b", '("a") ("b")'],
  ["is kept in a text that is written so", '<p style="white-space:pre-wrap">  a  b  </p>', '("  a  b  ")'],
  ["is kept after a text that is written so", "<p><code style=white-space:pre>a </code> b", '("a  b")'],
  ["is kept in a text that does not wrap", '<p style="white-space:nowrap">a  b ', '("a b")'],
  ["breaks lines where they are kept", '<p style="white-space:pre-line">a  b \n  c\r\nd', '("a b/c/d")'],
  ["breaks no line at its end", '<p style="white-space:pre-line">\na\n', '("/a")'],
])("space %s", (_, html, expected) => {
  expect(outlineOf(html)).toBe(expected);
});

test.each([
  ["a\tb", "a       b"],
  ["\tb", "        b"],
  ["1234567\tb", "1234567 b"],
  ["12345678\tb", "12345678        b"],
  ["a\tb\tc", "a       b       c"],
  ["a\n\tb", "a/        b"],
  ["a\n\nb", "a//b"],
  ["abc<b>\td</b>", "abc     d"],
  ["a<br>\tb", "a/        b"],
])("the tab of a text as written ends at a multiple of eight: %j", (text, expected) => {
  expect(outlineOf(`<pre>${text}</pre>`)).toBe(`("${expected}")`);
});

describe("boxes in a line", () => {
  const boxes = (count: number) => '<b style="display:inline-block;width:9px">b</b> '.repeat(count);
  const blocks = (css: string, count: number) => {
    const [box] = builtPage(`<div style="${css}">${boxes(count)}</div>`).root.children as Box[];
    return box?.children[0];
  };

  test.each([
    ["text-align:center", "auto", "auto"],
    ["text-align:right", "auto", 0],
    ["text-align:left", 0, 0],
  ])("of which there is one are aligned by margins: %s", (css, left, right) => {
    expect(blocks(css, 1)).toMatchObject({ kind: "box", style: { margin: { left, right } } });
  });

  test.each([
    ["text-align:center", "center"],
    ["text-align:right", "end"],
    ["text-align:left", "normal"],
  ])("wrap, stand at the top and are aligned as text: %s", (css, justify) => {
    expect(blocks(css, 2)).toMatchObject({ kind: "line", style: { flex: { wraps: true, align: "start", justify } } });
  });

  test("end before a text, a picture, a line break and a block", () => {
    expect(outlineOf(`${boxes(2)}x${boxes(1)}`)).toBe('line(("b") ("b")) "x" ("b")');
    expect(outlineOf(`${boxes(1)}<img src=9x9>${boxes(1)}`)).toBe('("b") "[9×9]" ("b")');
    expect(outlineOf(`${boxes(1)}<br>${boxes(1)}`)).toBe('("b") "" ("b")');
    expect(outlineOf(`${boxes(2)}<p>x</p>${boxes(2)}`)).toBe('line(("b") ("b")) ("x") line(("b") ("b"))');
    expect(outlineOf(`<pre>${boxes(2)}</pre>`)).toBe('(("b") " " ("b") " ")');
  });
});

describe("a very long paragraph", () => {
  /** The lengths of the paragraphs. */
  const lengths = (html: string) => {
    const inside = (blocks: Block[]): number[] =>
      blocks.flatMap((one) =>
        one.kind === "box"
          ? inside(one.children)
          : one.kind === "paragraph"
            ? [one.inlines.reduce((sum, inline) => sum + (inline.kind === "text" ? inline.text.length : 1), 0)]
            : [],
      );
    return inside(builtPage(html).root.children);
  };
  const words = (count: number) => "123456789 ".repeat(count).trim();

  test.each<[string, string, number[]]>([
    ["of 3,000 characters is whole", words(300), [2_999]],
    ["of exactly as many is whole", `${words(300)}a`, [3_000]],
    ["is divided after a space", words(301), [3_000, 9]],
    ["is divided anywhere in a long word", "a".repeat(3_001), [3_000, 1]],
    ["is divided before a long word", `<b>${words(2)} </b>${"a".repeat(3_000)}`, [20, 3_000]],
    ["is divided into as many as are needed", words(901), [3_000, 3_000, 3_000, 9]],
    ["is divided at a line break after 1,000 characters", `${"a".repeat(1_001)}<br>b`, [1_001, 1]],
    ["is whole at a line break before", `${"a".repeat(1_000)}<br>b`, [1_002]],
    ["counts each part as eight characters at least", "<b>a</b><i>b</i>".repeat(188), [375, 1]],
    ["counts a picture as one character", `<img src=9x9>${words(299)} 123456789`, [3_000]],
    ["counts it beside a text that is full", `<img src=9x9>${words(300)}a`, [2_991, 10]],
  ])("%s", (_, html, expected) => {
    expect(lengths(html)).toEqual(expected);
  });
});
