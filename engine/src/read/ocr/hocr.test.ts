import { expect, test } from "vitest";
import { linesOf } from "./hocr.ts";

const line = (
  words: string,
  title = "bbox 10 20 210 60; baseline 0.01 -8; x_size 40; x_descenders 8; x_ascenders 10",
) => `<span class='ocr_line' id='line_1_1' title="${title}">${words}</span>`;
const word = (text: string, title = "bbox 10 20 90 60; x_wconf 91") =>
  `<span class='ocrx_word' id='word_1_1' title='${title}'>${text}</span>`;

test("words come with box, confidence, baseline and the size of their line", () => {
  const [read] = linesOf(
    line(word("Total") + word("<strong>&pound;9 &amp; &lt;tax&gt;</strong>", "bbox 95 20 210 60; x_wconf 40")),
  );
  expect(read).toMatchObject({ baseline: [10, 52, 210, 54], size: 40, xHeight: 22 });
  expect(read?.words).toEqual([
    { text: "Total", box: [10, 20, 90, 60], confidence: 91 },
    { text: "&pound;9 & <tax>", box: [95, 20, 210, 60], confidence: 40 },
  ]);
});

test("lines without words and words without a line or a box are left out", () => {
  expect(linesOf(word("alone"))).toEqual([]);
  expect(linesOf(line(word("   ")))).toEqual([]);
  const boxes = ["bbox 10 20 5 60; x_wconf 90", "bbox a b c d", "bbox -5 0 10 10", "bbox 1 2 3", ""];
  expect(linesOf(line(boxes.map((box) => word("x", box)).join("")))).toEqual([]);
});

test("a block that stands upright has a baseline in its reading direction", () => {
  const [read] = linesOf(line(word("Side"), "bbox 10 20 50 220; textangle 90; x_size 40"));
  expect(read?.baseline).toEqual([50, 220, 50, 20]);
});

test("a confidence outside 0 to 100 is brought inside", () => {
  const [read] = linesOf(line(word("a", "bbox 1 1 9 9; x_wconf 900") + word("b", "bbox 1 1 9 9; x_wconf -5")));
  expect(read?.words.map(({ confidence }) => confidence)).toEqual([100, 0]);
});

test.each([
  ["nothing but opening brackets", "<".repeat(200_000)],
  ["a tag that never ends", `<span class='ocrx_word' title='${"bbox ".repeat(100_000)}`],
  ["words that never end", "<span class='ocrx_word' title='bbox 1 1 2 2'>".repeat(50_000)],
  ["ampersands", line(word("&".repeat(200_000)))],
  ["quotes without end", `<span title="${"'".repeat(200_000)}>`],
  ["semicolons", line(word("x", ";".repeat(200_000)))],
])("%s are read in time proportional to their length", (_, hostile) => {
  expect(linesOf(hostile).length).toBeLessThanOrEqual(1);
});

test("more words than a sheet of paper holds are cut off, and long ones shortened", () => {
  const [many] = linesOf(line(word("a").repeat(12_000)));
  expect(many?.words).toHaveLength(10_000);
});

test("words are shortened, and their spaces left out", () => {
  const [read] = linesOf(line(word(` ${"a".repeat(120)}<em>${"b".repeat(90)}</em>${"c".repeat(50)} `)));
  expect(read?.words[0]?.text).toBe(`${"a".repeat(120)}${"b".repeat(90)}`);
  const [edge] = linesOf(line(word(`${"a".repeat(199)}<em>b</em><em>c</em>`)));
  expect(edge?.words[0]?.text).toBe(`${"a".repeat(199)}b`);
});

test.each([
  ["ocr_line", 1],
  ["ocr_header", 1],
  ["ocr_caption", 1],
  ["ocr_textfloat", 1],
  ["ocr_par", 0],
])("%s is a line: %i", (name, count) => {
  const html = `<span class='${name}' title='bbox 0 0 100 50'>${word("a")}</span>`;
  expect(linesOf(html)).toHaveLength(count);
});

test("a word belongs to the line before it, and text outside of words to nothing", () => {
  const [first, second, ...more] = linesOf(`${line(`x${word("a")} ${word("b")}`)}z${line(word("c"))} end`);
  expect(first?.words.map(({ text }) => text)).toEqual(["a", "b"]);
  expect(second?.words.map(({ text }) => text)).toEqual(["c"]);
  expect(more).toEqual([]);
});

test.each([
  ["bbox 0 0 1 1", true],
  ["bbox 0 0 100000 100000", true],
  ["bbox 0 0 100001 1", false],
  ["bbox 0 0 1 100001", false],
  ["bbox -1 0 5 5", false],
  ["bbox 0 -1 5 5", false],
  ["bbox 5 0 5 5", false],
  ["bbox 0 5 5 5", false],
  ["bbox 0 0 5", false],
])("a word with %s is read: %s", (title, isRead) => {
  expect(linesOf(line(word("a", title)))).toHaveLength(isRead ? 1 : 0);
});

const lineWith = (title: string, box = "10 20 210 60") => linesOf(line(word("a"), `bbox ${box}; ${title}`))[0];

test.each([
  ["without a size is as high as its box", "", 40, 40],
  ["has the size that is told", "x_size 30", 30, 30],
  ["has small letters without ascenders and descenders", "x_size 30; x_ascenders 9; x_descenders 5", 30, 16],
  ["has half as high letters where these would leave nothing", "x_size 30; x_ascenders 20; x_descenders 10", 30, 15],
  ["has the least of what they leave", "x_size 30; x_ascenders 20; x_descenders 9", 30, 1],
])("a line %s", (_, title, size, xHeight) => {
  expect(lineWith(title)).toMatchObject({ size, xHeight });
});

test.each([
  ["without a baseline stands on its box", "", [10, 60, 210, 60]],
  ["stands on its baseline", "baseline 0.05 -6", [10, 54, 210, 64]],
  ["falls to the left", "baseline -0.05 -6", [10, 54, 210, 44]],
  ["with a slope of 1 stands on its box", "baseline 1 -6", [10, 60, 210, 60]],
  ["with a slope below 1 has it", "baseline 0.5 -6", [10, 54, 210, 154]],
  ["with a slope that is no number stands on its box", "baseline x -6", [10, 60, 210, 60]],
  ["with a distance that is no number stands on its box", "baseline 0.1 x", [10, 60, 210, 60]],
  ["that is turned by 134 degrees runs up", "textangle 134", [210, 60, 210, 20]],
  ["that is turned by 135 degrees runs to the left", "textangle 135", [210, 20, 10, 20]],
  ["that is turned by 224 degrees runs to the left", "textangle 224", [210, 20, 10, 20]],
  ["that is turned by 225 degrees runs down", "textangle 225", [10, 20, 10, 60]],
  ["that is turned by 1 degree runs up", "textangle 1", [210, 60, 210, 20]],
])("a line %s", (_, title, baseline) => {
  expect(lineWith(title)?.baseline.map((value) => Math.round(value * 1_000) / 1_000)).toEqual(baseline);
});

test.each([
  ["&amp;&lt;&gt;&quot;&apos;&#39;", "&<>\"''"],
  ["a&amp;b", "a&b"],
  ["&;", "&;"],
  ["amp;", "amp;"],
  ["&amp", "&amp"],
  ["&unknown;x", "&unknown;x"],
])("%s means %s", (written, text) => {
  expect(linesOf(line(word(written)))[0]?.words[0]?.text).toBe(text);
});

test("attributes without quotes or without an end are ignored", () => {
  expect(linesOf(`<span class=ocr_line title='bbox 0 0 9 9'>${word("a")}</span>`)).toEqual([]);
  expect(linesOf(`<span class='ocr_line' title='bbox 0 0 9 9>${word("a")}</span>`)).toEqual([]);
  expect(linesOf(`<span title='bbox 0 0 9 9'>${word("a")}</span>`)).toEqual([]);
  expect(linesOf(`<span title='bbox 0 0 9 9' class='ocr_line'>${word("a")}`)).toHaveLength(1);
});
