import { describe, expect, test } from "vitest";
import { drawGrey, isBlank } from "./draw-grey.ts";
import { type OpenPage, withPage } from "./open-page.ts";
import { picturesOf } from "./page-pictures.ts";
import { existingText } from "./text-layer/existing-text.ts";

type Pdfium = OpenPage["pdfium"];

/** PDFium with memory and some of its functions. */
function pdfiumWith(functions: (write: (address: number, ...values: number[]) => boolean) => object): Pdfium {
  const memory = new Map<number, number>();
  const write = (address: number, ...values: number[]) => {
    for (const [at, value] of values.entries()) memory.set(address + at * 4, value);
    return true;
  };
  const pdfium = {
    wasmExports: { malloc: () => 64, free: () => {} },
    getValue: (address: number) => memory.get(address) ?? Number.NaN,
  };
  return { pdfium, ...functions(write) } as unknown as Pdfium;
}

/** A picture or a form with its matrix; anything else when it has neither. */
interface Drawn {
  matrix?: readonly number[];
  pixels?: readonly [across: number, down: number];
  inside?: readonly Drawn[];
}

describe("the pictures of a page", () => {
  function pageOf(drawn: readonly Drawn[]): OpenPage {
    const objects: Drawn[] = [];
    const numberOf = (object: Drawn | undefined) => objects.push(object ?? {}) - 1;
    const at = (number: number) => objects[number] ?? {};
    const pdfium = pdfiumWith((write) => ({
      FPDFPage_CountObjects: () => drawn.length,
      FPDFPage_GetObject: (_: number, index: number) => numberOf(drawn[index]),
      FPDFFormObj_CountObjects: (form: number) => at(form).inside?.length ?? 0,
      FPDFFormObj_GetObject: (form: number, index: number) => numberOf(at(form).inside?.[index]),
      FPDFPageObj_GetType: (object: number) => (at(object).pixels ? 3 : at(object).inside ? 5 : 2),
      FPDFPageObj_GetMatrix: (object: number, address: number) => {
        const { matrix } = at(object);
        return matrix !== undefined && write(address, ...matrix);
      },
      FPDFImageObj_GetImagePixelSize: (object: number, across: number) => write(across, ...(at(object).pixels ?? [])),
    }));
    return { pdfium, page: 1, width: 640, height: 320, place: [1, 0, 0, 1, 0, 0] };
  }
  const found = (...drawn: Drawn[]) => picturesOf(pageOf(drawn));
  const picture = (left: number, top: number, wide: number, high: number, pixels: [number, number]): Drawn => ({
    matrix: [wide, 0, 0, high, left, top],
    pixels,
  });

  test.each<[string, Drawn[], { coverage: number; dpi: number | null }]>([
    ["none", [], { coverage: 0, dpi: null }],
    ["a line", [{}], { coverage: 0, dpi: null }],
    ["one that covers it", [picture(0, 0, 640, 320, [1_280, 640])], { coverage: 1, dpi: 144 }],
    ["one of less height than width", [picture(0, 0, 640, 320, [1_280, 320])], { coverage: 1, dpi: 72 }],
    ["one of more height than width", [picture(0, 0, 640, 320, [640, 640])], { coverage: 1, dpi: 72 }],
    ["the upper left quarter", [picture(0, 0, 320, 160, [320, 160])], { coverage: 0.25, dpi: 72 }],
    ["the lower right quarter", [picture(320, 160, 320, 160, [320, 160])], { coverage: 0.25, dpi: 72 }],
    ["a narrow column", [picture(10, 0, 10, 320, [10, 320])], { coverage: 1 / 64, dpi: 72 }],
    ["a low row", [picture(0, 5, 640, 5, [640, 5])], { coverage: 1 / 64, dpi: 72 }],
    ["one that reaches beyond it", [picture(-320, -160, 1_280, 640, [1_280, 640])], { coverage: 1, dpi: 72 }],
    ["one left of it", [picture(-100, 0, 100, 100, [100, 100])], { coverage: 0, dpi: null }],
    ["one right of it", [picture(640, 0, 100, 100, [100, 100])], { coverage: 0, dpi: null }],
    ["one above it", [picture(0, -100, 100, 100, [100, 100])], { coverage: 0, dpi: null }],
    ["one below it", [picture(0, 320, 100, 100, [100, 100])], { coverage: 0, dpi: null }],
    ["one without pixels", [picture(0, 0, 640, 320, [0, 0])], { coverage: 0, dpi: null }],
    ["one without a place", [{ pixels: [100, 100] }], { coverage: 0, dpi: null }],
    ["one on its side", [{ matrix: [0, 320, 640, 0, 0, 0], pixels: [320, 1_280] }], { coverage: 1, dpi: 72 }],
    [
      "a fine one half as large as a coarse one",
      [picture(0, 0, 640, 160, [640, 160]), picture(0, 160, 320, 160, [640, 320])],
      { coverage: 0.75, dpi: 144 },
    ],
    [
      "a fine one that is smaller",
      [picture(0, 0, 640, 160, [640, 160]), picture(0, 160, 310, 160, [620, 320])],
      { coverage: 95 / 128, dpi: 72 },
    ],
  ])("%s", (_, drawn, pictures) => {
    expect(found(...drawn)).toEqual(pictures);
  });

  test("of forms are looked for in ten of them inside each other", () => {
    const within = (depth: number): Drawn =>
      depth === 0
        ? { matrix: [640, 0, 0, 320, 0, 0], pixels: [640, 320] }
        : { matrix: [1, 0, 0, 1, 0, 0], inside: [within(depth - 1)] };
    expect(found(within(10)).coverage).toBe(1);
    expect(found(within(11)).coverage).toBe(0);
    const moved: Drawn = { matrix: [0.5, 0, 0, 0.5, 320, 0], inside: [within(0)] };
    expect(found(moved)).toEqual({ coverage: 0.25, dpi: 144 });
    expect(found({ inside: [within(0)] }).coverage).toBe(0);
  });

  test("are looked for among the first 20,000 objects", () => {
    const lines = (count: number): Drawn[] => Array.from({ length: count }, () => ({}));
    const last = picture(0, 0, 640, 320, [640, 320]);
    expect(found(...lines(19_999), last).coverage).toBe(1);
    expect(found(...lines(20_000), last).coverage).toBe(0);
    const form = (count: number): Drawn => ({ matrix: [1, 0, 0, 1, 0, 0], inside: [...lines(count), last] });
    expect(found(form(19_998)).coverage).toBe(1);
    expect(found(form(19_999)).coverage).toBe(0);
    expect(found(form(20_000), last).coverage).toBe(0);
  });
});

describe("an open page", () => {
  const closed: number[] = [];
  const documentOf = (page: number, width: number, height: number) => ({
    pages: 1,
    document: 5,
    pdfium: pdfiumWith((write) => ({
      FPDF_LoadPage: () => page,
      FPDF_ClosePage: (one: number) => closed.push(one),
      FPDF_GetPageWidthF: () => width,
      FPDF_GetPageHeightF: () => height,
      // A page that is turned by 90 degrees and enlarged by two, with its origin at (7, 9).
      FPDF_PageToDevice: (
        _: number,
        __: number,
        ___: number,
        across: number,
        down: number,
        ____: number,
        x: number,
        y: number,
        at: number,
      ) => write(at, ((7 + 2 * y) * across) / width, ((9 + 3 * x) * down) / height),
    })),
  });
  const opened = (page: number, width: number, height: number) =>
    withPage(documentOf(page, width, height) as unknown as Parameters<typeof withPage>[0], 0, (one) => ({
      size: [one.width, one.height],
      place: one.place,
    }));

  test("knows its size and where its points are shown", () => {
    expect(opened(3, 300, 200)).toEqual({
      size: [300, 200],
      place: [0, 3, 2, 0, 7, 9].map((part) => expect.closeTo(part)),
    });
    expect(closed.at(-1)).toBe(3);
  });

  test.each([
    [0, 300, 200],
    [4, 0, 200],
    [4, 300, 0],
    [4, Number.NaN, 200],
  ])("is none for page %i of %d × %d", (page, width, height) => {
    expect(opened(page, width, height)).toBeNull();
  });
});

describe("a page drawn in grey", () => {
  function drawn(width: number, height: number, bitmap = 8) {
    const sizes: number[][] = [];
    const memory = new Uint8Array(40);
    memory.set([1, 2, 9, 9, 3, 4, 9, 9], 16);
    const functions = () => ({
      FPDFBitmap_CreateEx: (...about: number[]) => {
        sizes.push(about);
        return bitmap;
      },
      FPDFBitmap_FillRect: (...about: number[]) => sizes.push(about),
      FPDF_RenderPageBitmap: (...about: number[]) => sizes.push(about),
      FPDFBitmap_GetStride: () => 4,
      FPDFBitmap_GetBuffer: () => 16,
      FPDFBitmap_Destroy: () => {},
    });
    const pdfium = pdfiumWith(functions);
    Object.assign(pdfium.pdfium, { HEAPU8: memory });
    return { found: drawGrey({ pdfium, page: 6, width, height, place: [1, 0, 0, 1, 0, 0] }), sizes };
  }

  test.each([
    [595.276, 841.89, 2_480, 3_507],
    [841.89, 595.276, 3_507, 2_480],
    [72, 144, 300, 600],
    [595.2, 2_000, 1_044, 3_508],
    [2_000, 595.2, 3_508, 1_044],
    [700, 800, 2_480, 2_834],
    [0.1, 0.1, 1, 1],
  ])("of %d × %d points has %i × %i pixels", (width, height, across, down) => {
    const { sizes } = drawn(width, height, 0);
    expect(sizes).toEqual([[across, down, 1, 0, 0]]);
  });

  test("is white where nothing is drawn, with annotations, and has the pixels of its rows", () => {
    const { found, sizes } = drawn(0.48, 0.48);
    expect(sizes).toEqual([
      [2, 2, 1, 0, 0],
      [8, 0, 0, 2, 2, 0xffffffff],
      [8, 6, 0, 0, 2, 2, 0, 9],
    ]);
    expect(found).toEqual({ picture: { pixels: Uint8Array.from([1, 2, 3, 4]), width: 2, height: 2 }, dpi: 300 });
  });

  test("is none when memory is short", () => {
    expect(drawn(600, 800, 0).found).toBeNull();
  });

  test.each([
    [[200, 200], true],
    [[200, 177], true],
    [[200, 176], false],
    [[176, 200], false],
    [[0, 0, 0], true],
    [[255, 255], true],
  ])("with levels of %j is blank: %s", (levels, blank) => {
    expect(isBlank({ pixels: Uint8Array.from(levels), width: levels.length, height: 1 })).toBe(blank);
  });
});

describe("the text that a page has", () => {
  const textOf = (characters: { object: number; box?: readonly [number, number, number, number] }[], page = 1) =>
    existingText(
      {
        document: 1,
        pdfium: pdfiumWith((write) => ({
          FPDF_LoadPage: () => page,
          FPDF_ClosePage: () => {},
          FPDF_GetPageHeightF: () => 800,
          FPDFText_LoadPage: () => 2,
          FPDFText_ClosePage: () => {},
          FPDFText_CountChars: () => characters.length,
          FPDFText_GetTextObject: (_: number, at: number) => characters[at]?.object ?? 0,
          FPDFTextObj_GetTextRenderMode: (object: number) => object - 10,
          FPDFText_GetCharBox: (_: number, at: number, left: number, right: number, bottom: number, top: number) => {
            const box = characters[at]?.box;
            if (!box) return false;
            return write(left, box[0]) && write(bottom, box[1]) && write(right, box[2]) && write(top, box[3]);
          },
        })),
      } as unknown as Parameters<typeof existingText>[0],
      0,
    );

  test("is seen, or invisible, or a space that PDFium added", () => {
    const box = [10, 700, 20, 710] as const;
    expect(textOf([{ object: 10, box }])).toEqual({ hasInvisible: false, visible: [[10, 90, 20, 100]] });
    expect(textOf([{ object: 13, box }])).toEqual({ hasInvisible: true, visible: [] });
    expect(textOf([{ object: 0, box }])).toEqual({ hasInvisible: false, visible: [] });
    expect(textOf([{ object: 12 }, { object: 14, box }])).toEqual({
      hasInvisible: false,
      visible: [[10, 90, 20, 100]],
    });
    expect(
      textOf([
        { object: 13, box },
        { object: 10, box },
      ]),
    ).toMatchObject({ hasInvisible: true });
    expect(textOf([{ object: 10, box }], 0)).toEqual({ hasInvisible: false, visible: [] });
  });
});
