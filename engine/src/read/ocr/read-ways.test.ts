import { describe, expect, test } from "vitest";
import type { RecogniseOptions } from "../tesseract.ts";
import type { GreyPicture } from "./grey-picture.ts";
import { readUpright } from "./read-upright.ts";
import { softened, withContrast } from "./soften.ts";

const word = (text: string, box: string, confidence: number) =>
  `<span class='ocrx_word' title='bbox ${box}; x_wconf ${confidence}'>${text}</span>`;
/** Twenty words below each other. */
const page = (confidence: number, text = "words") =>
  Array.from({ length: 20 }, (_, at) => {
    const box = `10 ${10 + at * 20} 80 ${26 + at * 20}`;
    return `<span class='ocr_line' title="bbox ${box}; x_size 16; baseline 0 0">${word(text, box, confidence)}</span>`;
  }).join("");

interface Call extends Partial<RecogniseOptions> {
  width: number;
  height: number;
}

/** Reads a white picture of 200 × 420; the answers come one after the other, and null is a failure. */
async function read(grain: number, ...answers: (string | null)[]) {
  const calls: Call[] = [];
  const recognise = async ({ width, height }: GreyPicture, { dpi, mode, layout }: RecogniseOptions) => {
    calls.push({ width, height, mode, ...(dpi !== undefined && { dpi }), ...(layout !== undefined && { layout }) });
    const answer = answers.shift();
    if (answer === null || answer === undefined) throw new Error("no answer");
    return answer;
  };
  const picture = { pixels: new Uint8Array(200 * 420).fill(255), width: 200, height: 420 };
  const toGiven = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
  const options = { languages: ["eng"], recognise, dpi: 300 };
  return { calls, found: await readUpright({ picture, toGiven, inkTiles: 100, grain }, options) };
}

describe("a page is read", () => {
  test.each([
    [0, 170, 357, 255],
    [0.1, 170, 357, 255],
    [0.11, 200, 420, 300],
    [0.35, 200, 420, 300],
    [0.36, 200, 420, 300],
  ])("with a grain of %d in %i × %i pixels", async (grain, width, height, dpi) => {
    const { calls } = await read(grain, page(95));
    expect(calls).toEqual([{ width, height, dpi, mode: "words" }]);
  });

  test("once when it is sure, and its words stand in its own pixels", async () => {
    const { calls, found } = await read(0, page(80));
    expect(calls).toHaveLength(1);
    expect(found).toMatchObject({ confidence: 80, turn: 0 });
    const scale = 200 / 170;
    expect(found.lines[0]?.words[0]?.box).toEqual([10, 10, 80, 26].map((side) => expect.closeTo(side * scale)));
    expect(found.lines[0]).toMatchObject({ size: expect.closeTo(16 * scale), xHeight: expect.closeTo(16 * scale) });
    expect(found.lines[0]?.baseline).toEqual([10, 26, 80, 26].map((side) => expect.closeTo(side * scale)));
  });

  test("a second time, as a block and at full size, when it is unsure", async () => {
    const { calls, found } = await read(0, page(79), page(89));
    expect(calls[1]).toEqual({ width: 200, height: 420, dpi: 300, mode: "words", layout: "block" });
    // The mean of what was read first, and of what was kept.
    expect(found.confidence).toBeGreaterThan(79);
    expect(found.confidence).toBeLessThan(89);
  });

  test("once when the second reading fails", async () => {
    const { calls, found } = await read(0, page(79), null);
    expect(calls).toHaveLength(2);
    expect(found.confidence).toBe(79);
  });

  test("a second time when nothing was found, and may still give nothing", async () => {
    const { calls, found } = await read(0, "", null, null, "");
    expect(calls.map(({ mode, layout }) => layout ?? mode)).toEqual(["words", "orientation", "block"]);
    expect(found).toMatchObject({ lines: [], confidence: null, turn: 0 });
  });

  test("not at all when the first reading fails", async () => {
    await expect(read(0, null)).rejects.toThrow("no answer");
  });
});

describe("a page that gives little", () => {
  const turned = "Rotate: 180\nOrientation confidence: 9.00\n";

  test.each([
    ["clearly more", page(95, "longer"), 180],
    ["hardly more", page(95, "words"), 0],
  ])("is turned when it gives %s then", async (_, answer, turn) => {
    // Nineteen sure words of five letters as it lies.
    const few = page(95).replace("x_wconf 95", "x_wconf 50");
    const { found } = await read(0, few, turned, answer, page(95));
    expect(found.turn).toBe(turn);
  });

  test("stays as it lies when it cannot be read turned", async () => {
    const few = page(95).replace("x_wconf 95", "x_wconf 50");
    const { found, calls } = await read(0, few, turned, null);
    expect(found.turn).toBe(0);
    expect(calls).toHaveLength(3);
  });
});

test("a picture is softened from a sigma of 0.3 on", async () => {
  const picture = { pixels: new Uint8Array(81).fill(255), width: 9, height: 9 };
  picture.pixels[40] = 0;
  expect(await softened(picture, 0.29)).toBe(picture);
  const soft = await softened(picture, 1.5);
  expect(soft).toMatchObject({ width: 9, height: 9 });
  expect(soft.pixels[40]).toBeGreaterThan(200);
  expect(soft.pixels[41]).toBeLessThan(255);
  expect(soft.pixels[41]).toBe(soft.pixels[39]);
});

test("levels between paper and ink are spread evenly", () => {
  const pixels = Uint8Array.from([255, 204, 179, 153, 128, 102, 51, 0]);
  const { pixels: result, ...size } = withContrast({ pixels, width: 4, height: 2 }, 0.2, 0.6);
  expect([...result]).toEqual([255, 255, 192, 127, 65, 0, 0, 0]);
  expect(size).toEqual({ width: 4, height: 2 });
});
