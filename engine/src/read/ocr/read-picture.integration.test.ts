import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { captures } from "../../testing/printed-pages/captured-page.ts";
import { drawnPage } from "../../testing/printed-pages/drawn-page.ts";
import { type PageKind, printedPage } from "../../testing/printed-pages/printed-page.ts";
import { recognise } from "../tesseract.ts";
import { type PictureReading, readPicture } from "./read-picture.ts";

const isInstalled = (() => {
  try {
    return execFileSync("tesseract", ["--list-langs"], { encoding: "utf8" }).includes("eng");
  } catch {
    return false;
  }
})();

/** Invented papers with the share of their words that must be found, and the turn that must be proposed. */
const pages: [kind: PageKind, capture: keyof typeof captures, share: number, turn: number][] = [
  ["invoice", "scan, 150 dpi", 0.95, 0],
  ["receipt", "scan, 150 dpi", 0.95, 0],
  ["invoice", "scan, 200 dpi", 0.95, 0],
  ["receipt", "scan, 200 dpi", 0.95, 0],
  ["form", "scan, 200 dpi", 0.8, 0],
  ["sparse", "scan, 200 dpi", 0.8, 0],
  ["receipt", "scan, 300 dpi", 0.95, 0],
  ["invoice", "askew 3°", 0.95, 0],
  ["receipt", "askew 3°", 0.95, 0],
  ["form", "askew 10°", 0.8, 0],
  ["receipt", "askew 10°", 0.95, 0],
  ["invoice", "photo", 0.93, 0],
  ["receipt", "photo", 0.95, 0],
  ["receipt", "upside down", 0.9, 180],
  ["invoice", "upside down", 0.9, 180],
  ["receipt", "on its side", 0.9, 270],
  ["receipt", "faint", 0.9, 0],
  ["receipt", "blurred", 0.9, 0],
  ["invoice", "on its side", 0.9, 270],
  ["invoice", "dithered", 0.95, 0],
];

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
