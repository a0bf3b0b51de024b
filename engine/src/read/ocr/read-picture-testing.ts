import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { captures } from "../../testing/printed-pages/captured-page.ts";
import { drawnPage } from "../../testing/printed-pages/drawn-page.ts";
import { type PageKind, printedPage } from "../../testing/printed-pages/printed-page.ts";
import { recognise } from "../tesseract.ts";
import { type PictureReading, readPicture } from "./read-picture.ts";

/** An invented paper with the share of its words that must be found, and the turn that must be proposed. */
type TestPage = [kind: PageKind, capture: keyof typeof captures, share: number, turn: number];

const isInstalled = (() => {
  try {
    return execFileSync("tesseract", ["--list-langs"], { encoding: "utf8" }).includes("eng");
  } catch {
    return false;
  }
})();

/** Adds a test for each page, which reads it with Tesseract. */
export function testReading(pages: TestPage[]): void {
  test.skipIf(!isInstalled).for(pages)(
    "%s, %s: words are found where they stand",
    { timeout: 240_000 }, // some seconds of processor time, which a busy machine gives in a minute
    async ([kind, capture, share, turn]) => {
      const page = printedPage(kind, 77);
      const drawn = await drawnPage(page, captures[capture], 77);
      const { sourceDpi, coverage, picture } = drawn;
      const reading = await readPicture(picture, { languages: ["eng"], recognise, dpi: 300, sourceDpi, coverage });
      expect(shareFound(page.words, reading)).toBeGreaterThanOrEqual(share);
      expect(reading.turn).toBe(turn);
      for (const { box, line } of reading.words) {
        expect(reading.lines[line]).toBeDefined();
        expect(darkest(picture, box)).toBeLessThan(lightest(picture, box) - 20);
      }
    },
  );
}

function shareFound(printed: string[], { words }: PictureReading): number {
  const left = words.map(({ text }) => text);
  const found = printed.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return found.length / printed.length;
}

type Picture = Awaited<ReturnType<typeof drawnPage>>["picture"];

const darkest = (picture: Picture, box: readonly number[]) =>
  levels(picture, box).reduce((a, b) => Math.min(a, b), 255);
const lightest = (picture: Picture, box: readonly number[]) => levels(picture, box).reduce((a, b) => Math.max(a, b), 0);

function levels({ pixels, width, height }: Picture, [left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) {
  const found: number[] = [];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++)
      found.push(pixels[y * width + x] ?? 255);
  }
  return found;
}
