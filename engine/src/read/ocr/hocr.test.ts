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
