import { describe, expect, test } from "vitest";
import type { OpenPage } from "./open-page.ts";
import { type TextLayer, textLayerOf } from "./text-layer.ts";

/** A character as PDFium tells it, in points from the lower left corner. */
interface Told {
  code: number;
  x: number;
  y: number;
  size: number;
  /** Left, bottom, right, top; null for one without ink. */
  ink: readonly [number, number, number, number] | null;
  /** The room that its font reserves; null for none. */
  room: readonly [number, number, number, number] | null;
  direction: readonly [number, number];
  object: number;
  isHyphen: boolean;
  hasMapError: boolean;
  origin: boolean;
  matrix: boolean;
}
const width = 600;
const height = 800;

/** A page in PDFium with nothing but characters. Object 7 shows them invisibly. */
function pageWith(characters: readonly Told[], textPage = 1, other?: Told): OpenPage {
  const memory = new Map<number, number>();
  const write = (address: number, step: number, values: readonly number[]) => {
    for (const [at, value] of values.entries()) memory.set(address + at * step, value);
    return true;
  };
  const told = (index: number) => (characters[index] ?? other) as Told;
  const pdfium = {
    pdfium: {
      wasmExports: { malloc: () => 64, free: () => {} },
      getValue: (address: number) => memory.get(address) ?? Number.NaN,
    },
    FPDFText_LoadPage: () => textPage,
    FPDFText_ClosePage: () => {},
    FPDFText_CountChars: () => characters.length,
    FPDFText_GetUnicode: (_: number, index: number) => told(index).code,
    FPDFText_IsHyphen: (_: number, index: number) => (told(index).isHyphen ? 1 : 0),
    FPDFText_HasUnicodeMapError: (_: number, index: number) => (told(index).hasMapError ? 1 : 0),
    FPDFText_GetTextObject: (_: number, index: number) => told(index).object,
    FPDFTextObj_GetTextRenderMode: (object: number) => (object === 7 ? 3 : 0),
    FPDFText_GetCharBox: (_: number, index: number, left: number) => {
      const { ink } = told(index);
      return ink !== null && write(left, 8, [ink[0], ink[2], ink[1], ink[3]]);
    },
    FPDFText_GetLooseCharBox: (_: number, index: number, address: number) => {
      const { room } = told(index);
      return room !== null && write(address, 4, [room[0], room[3], room[2], room[1]]);
    },
    FPDFText_GetCharOrigin: (_: number, index: number, address: number) =>
      told(index).origin && write(address, 8, [told(index).x, told(index).y]),
    FPDFText_GetMatrix: (_: number, index: number, address: number) => {
      const [x, y] = told(index).direction;
      return told(index).matrix && write(address, 4, [x, y, -y, x, 0, 0]);
    },
    FPDFText_GetFontSize: (_: number, index: number) => told(index).size,
  };
  return { pdfium: pdfium as unknown as OpenPage["pdfium"], page: 1, width, height, place: [1, 0, 0, -1, 0, height] };
}

const usual = { size: 10, object: 1, isHyphen: false, hasMapError: false, origin: true, matrix: true } as const;

/** Characters from a place on, each 5 wide and from 2 below to 8 above its baseline. */
function typed(text: string | number[], x = 100, y = 700, about: Partial<Told> = {}): Told[] {
  const codes = typeof text === "string" ? Array.from(text, (one) => one.codePointAt(0) ?? 0) : text;
  return codes.map((code, at) => {
    const ink = [x + at * 5, y - 2, x + at * 5 + 5, y + 8] as const;
    return { ...usual, code, x: x + at * 5, y, ink, room: null, direction: [1, 0], ...about };
  });
}
const layerOf = (...characters: Told[][]) => textLayerOf(pageWith(characters.flat()));
const textsOf = ({ words }: TextLayer) => words.map(({ text }) => text);
const linesOf = ({ words, lines }: TextLayer) =>
  lines.map((_, index) => words.flatMap(({ text, line }) => (line === index ? [text] : [])).join(" "));

describe("words and lines of a text layer", () => {
  test("have boxes, baselines and sizes from the top left corner", () => {
    expect(layerOf(typed("Net 12\r\nVAT"))).toEqual({
      words: [
        { text: "Net", box: [100, 92, 115, 102], confidence: 100, line: 0 },
        { text: "12", box: [120, 92, 130, 102], confidence: 100, line: 0 },
        { text: "VAT", box: [140, 92, 155, 102], confidence: 100, line: 1 },
      ],
      lines: [
        { baseline: [100, 100, 130, 100], size: 10 },
        { baseline: [140, 100, 155, 100], size: 10 },
      ],
      characters: 8,
      meaningless: 0,
      invisible: 0,
    });
  });

  test("are found on a line of more characters than a call takes arguments", () => {
    const shown = Array.from({ length: 150_000 }, () => typed("a")).flat();
    const { lines } = layerOf(shown, typed("b", 105));
    expect(lines).toEqual([{ baseline: [100, 100, 110, 100], size: 10 }]);
  });

  test.each<[string, string | number[], string[]]>([
    ["a space", "a b", ["a", "b"]],
    ["a space that does not break", "a\u00a0b", ["a", "b"]],
    ["a character of no number", [97, 0, 98], ["a", "b"]],
    ["a line feed", "a\nb", ["a", "b"]],
    ["a carriage return", "a\rb", ["a", "b"]],
    ["nothing", "ab", ["ab"]],
    ["a hyphen at the end of a line", [97, 2, 98], ["a-b"]],
    ["a hyphen that PDFium adds", [97, 0xfffe, 98], ["a-b"]],
    ["a soft hyphen", [97, 0xad, 98], ["a-b"]],
    ["a ligature", [0xfb01, 0xfb06, 0xfb00], ["fistff"]],
    ["two halves of a character", [0xd83d, 0xde00, 33], ["😀!"]],
    ["the first two halves of all", [0xd800, 0xdc00], ["\u{10000}"]],
    ["the last two halves of all", [0xdbff, 0xdffd], ["\u{10fffd}"].map(() => "\ufffd")],
    ["an accent of its own", "e\u0301", ["é"]],
  ])("%s between characters", (_, text, words) => {
    expect(textsOf(layerOf(typed(text)))).toEqual(words);
  });

  test.each<[string, number[], number]>([
    ["of private use", [0xe000], 1],
    ["of a half", [0xdc00, 97], 1],
    ["of a half at the end", [97, 0xd83d], 1],
    ["beyond all", [0x110000], 1],
    ["that stands for an unknown one", [0xfffd], 1],
    ["of control", [1], 1],
    ["of a letter", [97], 0],
  ])("characters %s mean something or not", (_, codes, meaningless) => {
    const layer = layerOf(typed(codes));
    expect(layer).toMatchObject({ characters: codes.length, meaningless });
    expect(textsOf(layer).join("").includes("\ufffd")).toBe(meaningless === 1);
  });

  test("a character that its font's table lacks means nothing, and a hyphen by its place is one", () => {
    expect(layerOf(typed("ab", 100, 700, { hasMapError: true }))).toMatchObject({ characters: 2, meaningless: 2 });
    expect(textsOf(layerOf(typed("x", 100, 700, { isHyphen: true })))).toEqual(["-"]);
  });

  test.each([
    ["a\rb", ["a", "b"]],
    ["a\nb", ["a", "b"]],
    ["a\0b", ["a b"]],
    ["a b", ["a b"]],
  ])("%j has the lines %j", (text, lines) => {
    expect(linesOf(layerOf(typed(text)))).toEqual(lines);
  });

  test("a page is closed after it was read, and characters without an object are seen", () => {
    const page = pageWith(typed("ab", 100, 700, { object: 0 }));
    const closed: number[] = [];
    Object.assign(page.pdfium, { FPDFText_ClosePage: (one: number) => closed.push(one) });
    expect(textLayerOf(page)).toMatchObject({ characters: 2, invisible: 0 });
    expect(closed).toEqual([1]);
    const reserved: number[] = [];
    Object.assign(page.pdfium.pdfium.wasmExports, { malloc: (bytes: number) => reserved.push(bytes) });
    textLayerOf(page);
    // Four doubles, or six floats.
    expect(reserved[0]).toBeGreaterThanOrEqual(32);
  });

  test("invisible characters are counted by their text objects", () => {
    const layer = layerOf(typed("abc"), typed("de", 150, 700, { object: 7 }), typed("f", 200));
    expect(layer).toMatchObject({ characters: 6, invisible: 2 });
    expect(layerOf(typed("de", 150, 700, { object: 7 }))).toMatchObject({ characters: 2, invisible: 2 });
  });

  test("a word has no more than 200 characters, a page no more than 5,000 words and 200,000 characters", () => {
    expect(textsOf(layerOf(typed("a".repeat(401), 0))).map(({ length }) => length)).toEqual([120]);
    const stacked = typed("a".repeat(401)).map((told) => ({ ...told, ...typed("a")[0], code: 97 }));
    expect(textsOf(layerOf(stacked)).map(({ length }) => length)).toEqual([200, 200, 1]);
    const one = typed("ab ");
    expect(layerOf(...Array(5_010).fill(one)).words).toHaveLength(5_000);
    // Beyond its characters the page has spaces.
    const spaces = typed(" ")[0] as Told;
    const last = typed("c")[0] as Told;
    const endless = Object.assign(typed("ab"), { 199999: last, 200000: last });
    expect(textLayerOf(pageWith(endless, 1, spaces)).characters).toBe(3);
  });

  test("a page whose text cannot be loaded has none", () => {
    expect(textLayerOf(pageWith(typed("abc"), 0))).toEqual({
      lines: [],
      words: [],
      characters: 0,
      meaningless: 0,
      invisible: 0,
    });
  });
});

describe("where characters stand", () => {
  test.each<[string, Told[], string[]]>([
    ["on one baseline", typed("b", 110, 700), ["ab"]],
    ["eight tenths of their size higher", typed("b", 110, 708), ["ab"]],
    ["higher", typed("b", 110, 708.1), ["a", "b"]],
    ["eight tenths of their size lower", typed("b", 110, 692), ["ab"]],
    ["lower", typed("b", 110, 691.9), ["a", "b"]],
    ["higher beside larger letters", typed("b", 110, 712, { size: 15 }), ["ab"]],
    ["in a direction that differs a little", typed("b", 110, 700, { direction: [0.971, -0.2391] }), ["ab"]],
    ["in a direction that differs", typed("b", 110, 700, { direction: [0.969, -0.2471] }), ["a", "b"]],
    ["on their heads", typed("b", 110, 700, { direction: [-1, 0] }), ["a", "b"]],
  ])("characters %s are of one line or not", (_, next, lines) => {
    expect(linesOf(layerOf(typed("a"), next))).toEqual(lines);
  });

  test("a line that runs down the page has its baseline there", () => {
    // Letters that stand on the left side of the page's right half, turned clockwise by 90 degrees.
    const told = [0, 1, 2].map((at): Told => {
      const y = 600 - at * 5;
      const ink = [298, y - 5, 308, y] as const;
      return { ...usual, code: 97 + at, x: 300, y, ink, room: null, direction: [0, -1] };
    });
    expect(layerOf(told).lines).toEqual([{ baseline: [300, 200, 300, 215], size: 10 }]);
    expect(layerOf(told).words[0]?.box).toEqual([298, 200, 308, 215]);
    const up = [0, 1, 2].map((at): Told => {
      const y = 600 + at * 5;
      return { ...usual, code: 97 + at, x: 300, y, ink: [292, y, 302, y + 5], room: null, direction: [0, 1] };
    });
    expect(layerOf(up).lines).toEqual([{ baseline: [300, 200, 300, 185], size: 10 }]);
    const head = [0, 1, 2].map((at): Told => {
      const x = 300 - at * 5;
      return { ...usual, code: 97 + at, x, y: 600, ink: [x - 5, 592, x, 602], room: null, direction: [-1, 0] };
    });
    expect(layerOf(head).lines).toEqual([{ baseline: [300, 200, 285, 200], size: 10 }]);
  });

  test("a line may rise by more than a letter in many small steps", () => {
    const rising = Array.from("abcde", (letter, at) => typed(letter, 100 + at * 5, 700 + at * 5));
    expect(linesOf(layerOf(...rising))).toEqual(["abcde"]);
  });

  test("the baseline and the size are those of most characters", () => {
    const layer = layerOf(typed("ab"), typed("2", 110, 704, { size: 6 }), typed("cd", 115, 700));
    expect(layer.lines).toEqual([{ baseline: [100, 100, 125, 100], size: 10 }]);
  });

  test.each<[string, Partial<Told>, TextLayer["words"][number]["box"] | undefined]>([
    ["of its ink", {}, [100, 92, 105, 102]],
    ["of its room without ink", { ink: null, room: [101, 699, 104, 709] }, [101, 91, 104, 101]],
    [
      "of its room with ink of no width",
      { ink: [100, 700, 100, 710], room: [101, 699, 104, 709] },
      [101, 91, 104, 101],
    ],
    [
      "of its room with ink of no height",
      { ink: [100, 700, 110, 700], room: [101, 699, 104, 709] },
      [101, 91, 104, 101],
    ],
    ["of nothing without both", { ink: null }, undefined],
    ["of nothing without a place", { origin: false }, undefined],
    ["of nothing without a direction", { matrix: false }, undefined],
    ["of nothing at an endless place", { x: Number.POSITIVE_INFINITY }, undefined],
    ["of nothing left of the page", { ink: [-5, 700, 0, 710] }, undefined],
    ["of what is on the page at its left", { ink: [-5, 700, 1, 710] }, [0, 90, 1, 100]],
    ["of nothing above the page", { ink: [100, 800, 105, 810] }, undefined],
    ["of what is on the page at its top", { ink: [100, 799, 105, 810] }, [100, 0, 105, 1]],
    ["of nothing right of the page", { ink: [600, 700, 610, 710] }, undefined],
    ["of what is on the page at its right", { ink: [599, 700, 610, 710] }, [599, 90, 600, 100]],
    ["of nothing below the page", { ink: [100, -10, 105, 0] }, undefined],
    ["of what is on the page at its bottom", { ink: [100, -10, 105, 1] }, [100, 799, 105, 800]],
  ])("a character has the box %s", (_, about, box) => {
    expect(layerOf(typed("a", 100, 700, about)).words[0]?.box).toEqual(box);
  });

  test.each([
    [{ size: 12 }, 12],
    [{ size: -12 }, 12],
    [{ size: 0 }, 10],
    [{ size: 800 }, 800],
    [{ size: 801 }, 10],
    [{ size: 12, direction: [0, 0] as const }, 10],
    [{ size: 6, direction: [2, 0] as const }, 12],
  ])("characters of %j are %d high", (about, size) => {
    const layer = layerOf(typed("a", 100, 700, about));
    expect(layer.lines).toEqual([{ baseline: [100, 100, 105, 100], size }]);
  });
});

describe("the order of lines", () => {
  const lines = (...heights: number[]) => layerOf(...heights.map((y, at) => typed(`${at}x y\n`, 100, y)));

  test.each([
    ["from the top", [700, 680, 660, 640], "0x y,1x y,2x y,3x y"],
    ["from the bottom", [640, 660, 680, 700], "3x y,2x y,1x y,0x y"],
    ["from the bottom, of which there are few", [660, 680, 700], "0x y,1x y,2x y"],
    ["mostly from the bottom", [600, 620, 610, 630, 640, 650, 660], "6x y,5x y,4x y,3x y,2x y,1x y,0x y"],
    ["often from the bottom", [600, 620, 610, 630, 640, 650], "0x y,1x y,2x y,3x y,4x y,5x y"],
    ["all at one height", [600, 600, 600, 600, 600], "0x y,1x y,2x y,3x y,4x y"],
  ])("is that of the reader when they come %s", (_, heights, order) => {
    const layer = lines(...heights);
    expect(linesOf(layer).join()).toBe(order);
    // Words come in the order of their lines.
    expect(layer.words.map(({ line }) => line)).toEqual(layer.words.map(({ line }) => line).toSorted((a, b) => a - b));
    expect(layer.words.map(({ box }) => box[3] - 2)).toEqual(
      layer.words.map(({ line }) => layer.lines[line]?.baseline[1]),
    );
  });

  test.each([
    ["from the right, as they are read", [300, 280, 260, 240], "0x y,1x y,2x y,3x y"],
    ["from the left", [240, 260, 280, 300], "3x y,2x y,1x y,0x y"],
  ])("of a page that stands on its side is that of the reader when lines come %s", (_, places, order) => {
    // Lines that run down the page.
    const line = (x: number, number: number) =>
      typed(`${number}x y\n`).map((told, at): Told => {
        const y = 600 - at * 5;
        return { ...told, x, y, ink: [x - 2, y - 5, x + 8, y], direction: [0, -1] };
      });
    expect(linesOf(layerOf(...places.map(line))).join()).toBe(order);
  });
});
