import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import type { PictureReading } from "../ocr/read-picture.ts";
import type { Models, Tensor } from "./models.ts";

/** What the imitated networks were given, and what they answer. */
const networks = vi.hoisted(() => ({
  installed: true,
  detected: [] as number[][],
  recognised: [] as { dims: readonly number[]; first: number; last: number }[],
  /** The probability of text at a pixel of a strip. */
  text: (_x: number, _y: number): number => 0,
  confidence: 0.9,
}));

vi.mock("./models.ts", () => {
  const detect = async ({ data, dims }: Tensor): Promise<Tensor> => {
    const [, , down = 0, across = 0] = dims;
    networks.detected.push([across, down, Math.round((data[0] ?? 0) * 100) / 100]);
    const values = Float32Array.from({ length: across * down }, (_, at) =>
      networks.text(at % across, Math.floor(at / across)),
    );
    return { data: values, dims: [1, 1, down, across] };
  };
  const recognise = async ({ data, dims }: Tensor): Promise<Tensor> => {
    networks.recognised.push({ dims, first: data[0] ?? 9, last: data.at(-1) ?? 9 });
    const steps = (dims[3] ?? 0) / 8;
    // "a" in the middle of the line.
    const values = Float32Array.from({ length: steps * 3 }, (_, at) => {
      const isMiddle = Math.floor(at / 3) === Math.floor(steps / 2);
      const sure = isMiddle ? networks.confidence : 0;
      return [1 - sure, sure, 0][at % 3] ?? 0;
    });
    return { data: values, dims: [1, steps, 3] };
  };
  const models: Models = { detect, recognise, alphabet: ["", "a", " "] };
  return { isSecondReaderInstalled: () => networks.installed, loadModels: async () => models };
});
const { readHardPicture } = await import("./read-hard-picture.ts");
const { withSecondReading } = await import("./second-reading.ts");
const { textMapOf } = await import("./text-map.ts");
const { loadModels } = await import("./models.ts");

const inside = (left: number, top: number, right: number, bottom: number) => (x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom ? 0.9 : 0;

/** White paper with a bar of ink in the middle of a line. */
function paper(width = 300, height = 100): GreyPicture {
  const pixels = new Uint8Array(width * height).fill(255);
  return { pixels, width, height };
}

beforeEach(() => {
  networks.detected = [];
  networks.recognised = [];
  networks.text = inside(50, 40, 150, 50);
  networks.confidence = 0.9;
  networks.installed = true;
});
afterEach(() => void vi.restoreAllMocks());

/** Makes each look at the processor time tell some more of it. */
function workTakes(...totals: number[]): void {
  let last = 0;
  vi.spyOn(process, "cpuUsage").mockImplementation((since) => {
    if (since === undefined) return { user: 0, system: 0 };
    last = totals.shift() ?? last;
    return { user: last * 500, system: last * 500 };
  });
}

describe("a hard picture", () => {
  test("has a word where its box is, in pixels of the picture", async () => {
    const read = await readHardPicture(paper(), { dpi: 150, sourceDpi: null });
    expect(read?.words).toMatchObject([{ text: "a", line: 0, confidence: expect.closeTo(100 * 0.9 ** 0.4, 4) }]);
    expect(read?.lines).toHaveLength(1);
    // A core of 100 × 10 grows by 1.5 of its area by its perimeter; a tenth of the height is no capital.
    const by = (1.5 * 100 * 10) / (2 * 110);
    const [left = 0, top = 0, right = 0, bottom = 0] = read?.words[0]?.box ?? [];
    expect((left + right) / 2).toBeCloseTo(100, 0);
    expect((top + bottom) / 2).toBeCloseTo(45, 0);
    expect(bottom - top).toBeCloseTo(0.8 * (10 + 2 * by), 0);
  });

  test.each([
    [300, null, 150, 50],
    [300, 200, 150, 50],
    [300, 120, 120, 40],
    [300, 100, 110, 37],
    [100, null, 300, 100],
    [150, null, 300, 100],
  ])("of %i dots per inch, whose scan has %s, is searched in %i × %i pixels", async (dpi, sourceDpi, width, height) => {
    networks.text = () => 0;
    const found = await readHardPicture(paper(), { dpi, sourceDpi });
    expect(found).toEqual({ lines: [], words: [] });
    const multiple = (length: number) => Math.ceil(length / 32) * 32;
    expect(networks.detected.map(([across, down]) => [across, down])).toEqual([[multiple(width), multiple(height)]]);
  });

  test("is given as the networks take it", async () => {
    await readHardPicture(paper(), { dpi: 150, sourceDpi: null });
    expect(networks.detected[0]?.[2]).toBe(Math.round(((1 - 0.485) / 0.229) * 100) / 100);
    const [line] = networks.recognised;
    expect(line?.dims.slice(0, 3)).toEqual([1, 3, 48]);
    expect((line?.dims[3] ?? 1) % 8).toBe(0);
    expect(line?.first).toBe(1);
    const dark = { ...paper(), pixels: new Uint8Array(300 * 100) };
    await readHardPicture(dark, { dpi: 150, sourceDpi: null });
    expect(networks.recognised[1]?.first).toBe(-1);
  });

  test.each([
    [0.51, 1],
    [0.49, 0],
  ])("has text where the most probable character of a place is one: %d, %i", async (confidence, count) => {
    networks.confidence = confidence;
    expect((await readHardPicture(paper(), { dpi: 150, sourceDpi: null }))?.words).toHaveLength(count);
  });

  test("is given up when its time is over before its first line", async () => {
    workTakes(30_000);
    expect(await readHardPicture(paper(), { dpi: 150, sourceDpi: null })).toBeNull();
    workTakes(29_999);
    expect(await readHardPicture(paper(), { dpi: 150, sourceDpi: null })).not.toBeNull();
    workTakes(1_000);
    expect(await readHardPicture(paper(), { dpi: 150, sourceDpi: null, timeMs: 1_000 })).toBeNull();
  });

  test("is given up when its first lines tell that the others would take too long", async () => {
    // Four lines of the same length: after the first one a quarter is done.
    networks.text = (x, y) => (x >= 50 && x < 150 && y % 50 >= 20 && y % 50 < 30 ? 0.9 : 0);
    const read = (...times: number[]) => {
      workTakes(...times);
      networks.recognised = [];
      return readHardPicture(paper(300, 200), { dpi: 150, sourceDpi: null, timeMs: 4_000 });
    };
    // Looks at the time: before the strip, at the beginning, and before each line once or twice.
    expect(await read(0, 0, 0, 1_001, 1_001)).toBeNull();
    expect(networks.recognised).toHaveLength(1);
    expect((await read(0, 0, 0, 999, 999, 999, 999, 999))?.words).toHaveLength(4);
    expect((await read(0, 0, 0, 999, 999, 1_998, 1_998, 2_997, 2_997))?.words).toHaveLength(4);
  });
});

describe("a map of text", () => {
  test("is put together from overlapping strips", async () => {
    const { detect } = await loadModels();
    networks.text = (x, y) => (x + y) / 10_000;
    const map = await textMapOf(paper(1_000, 700), { detect }, () => false);
    // Two strips of 548 columns and two of 398 rows.
    expect(networks.detected.map(([across, down]) => `${across} ${down}`)).toEqual(Array(4).fill("576 416"));
    const at = (x: number, y: number) => Math.round((map?.values[y * 1_000 + x] ?? 0) * 10_000);
    expect([at(0, 0), at(499, 0), at(500, 0), at(999, 0)]).toEqual([0, 499, 48, 547]);
    expect([at(0, 349), at(0, 350), at(0, 699), at(999, 699)]).toEqual([349, 48, 397, 944]);
  });

  test("is none when it becomes late between two strips", async () => {
    const { detect } = await loadModels();
    const late = [false, true];
    expect(await textMapOf(paper(1_000, 100), { detect }, () => late.shift() ?? true)).toBeNull();
    expect(networks.detected).toHaveLength(1);
  });
});

describe("a second reading", () => {
  const first: PictureReading = {
    lines: [],
    words: [],
    confidence: null,
    readability: { dpi: 150, sharpness: 0, contrast: 0, skew: 0, coverage: 1, problem: "no-words" },
    turn: 0,
  };
  const options = { dpi: 150, sourceDpi: null, timeMs: 4_000 };

  test.each<[string, Partial<PictureReading>, Partial<typeof options>, boolean]>([
    ["of a page without words", {}, {}, true],
    ["of an unsure page", { confidence: 84.9 }, {}, true],
    ["of a sure page", { confidence: 85 }, {}, false],
    ["with too little time", {}, { timeMs: 3_999 }, false],
  ])("%s: %j %j is made: %s", async (_, about, changed, isMade) => {
    const read = await withSecondReading(paper(), { ...first, ...about }, { ...options, ...changed });
    expect(networks.detected.length > 0).toBe(isMade);
    expect(read.words.length > 0).toBe(isMade);
  });

  test("is not made without the second reader", async () => {
    networks.installed = false;
    expect(await withSecondReading(paper(), first, options)).toBe(first);
  });

  test("tells how sure its words are, and that there are some", async () => {
    const read = await withSecondReading(paper(), first, options);
    expect(read.confidence).toBeCloseTo(100 * 0.9 ** 0.4, 4);
    expect(read.readability.problem).toBeNull();
    const faint = { ...first, readability: { ...first.readability, problem: "faint" as const } };
    expect((await withSecondReading(paper(), faint, options)).readability.problem).toBe("faint");
    networks.text = () => 0;
    expect(await withSecondReading(paper(), first, options)).toEqual(first);
  });

  test.each([
    [90, [45, 200], [0, -1]],
    [180, [200, 55], [-1, 0]],
    [270, [55, 100], [0, 1]],
  ] as const)(
    "of a page that is read turned by %i degrees stands on the page as it lies",
    async (turn, [x, y], way) => {
      const size = turn === 180 ? paper(300, 100) : paper(100, 300);
      const read = await withSecondReading(size, { ...first, turn }, options);
      const [left = 0, top = 0, right = 0, bottom = 0] = read.words[0]?.box ?? [];
      expect(right > left && bottom > top).toBe(true);
      expect((left + right) / 2).toBeCloseTo(x, 0);
      expect((top + bottom) / 2).toBeCloseTo(y, 0);
      const [fromX = 0, fromY = 0, toX = 0, toY = 0] = read.lines[0]?.baseline ?? [];
      expect([Math.sign(Math.round(toX - fromX)), Math.sign(Math.round(toY - fromY))]).toEqual(
        way.map((part) => part || expect.closeTo(0)),
      );
    },
  );
});
