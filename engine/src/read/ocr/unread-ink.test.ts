import { expect, test } from "vitest";
import type { RecognisedLine } from "./hocr.ts";
import { drawnLines, someLines } from "./testing.ts";
import { unreadPart } from "./unread-ink.ts";

/** As if the lines of the drawn page had been read, each word of it. */
const read = (lines: string[]): RecognisedLine[] =>
  lines.map((line, index) => {
    const y = 220 + index * 64.6;
    const words = line.split(" ").map((text, at) => ({
      text,
      confidence: 95,
      box: [100 + at * 150, y - 40, 1190, y + 14] as const,
    }));
    return { baseline: [120, y, 1190, y], size: 34, xHeight: 18, words };
  });

test("print that was not read is what remains", async () => {
  const rest = unreadPart(await drawnLines(someLines), read(someLines.slice(0, 6)));
  expect(rest?.pixels.some((level, at) => level < 128 && at > 1200 * 560)).toBe(true);
  expect(rest?.pixels.some((level, at) => level < 128 && at < 1200 * 500)).toBe(false);
});

test("the grain of the paper is left out of what remains", async () => {
  const page = await drawnLines(someLines);
  const grainy = { ...page, pixels: page.pixels.map((level, at) => (at % 7 === 0 ? Math.min(level, 215) : level)) };
  const rest = unreadPart(grainy, read(someLines.slice(0, 6)));
  expect(rest?.pixels.filter((level) => level === 215)).toHaveLength(0);
});

test("a page that was read whole is not looked at again, nor one with next to no words", async () => {
  expect(unreadPart(await drawnLines(someLines), read(someLines))).toBeNull();
  expect(unreadPart(await drawnLines(["Appendix"]), [])).toBeNull();
});
