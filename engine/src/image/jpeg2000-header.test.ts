import { expect, test } from "vitest";
import { readJpeg2000Header } from "./jpeg2000-header.ts";

const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];
const text = (latin1: string) => [...Buffer.from(latin1, "latin1")];
const box = (type: string, content: number[]) => [...u32(8 + content.length), ...text(type), ...content];

interface Coded {
  components?: number;
  /** Segments between the size and the first tile. */
  segments?: number[];
  /** Beginning with the marker of a tile. */
  tiles?: number[];
}

/** The header of a tile-part of this length. */
const tile = (length: number) => [0xff, 0x90, 0, 10, 0, 0, ...u32(length), 0, 1];
const wholeTile = [...tile(14), 0xff, 0x93];

/** A codestream of 300 × 200 pixels, at 20 from the left and 10 from the top of its grid. */
function coded({ components = 3, segments = [], tiles = wholeTile }: Coded = {}): number[] {
  const size = [0, 0, ...u32(320), ...u32(210), ...u32(20), ...u32(10), ...Array<number>(16).fill(0)];
  const content = [...size, ...u16(components), ...Array.from({ length: components }, () => [7, 1, 1]).flat()];
  return [0xff, 0x4f, 0xff, 0x51, ...u16(content.length + 2), ...content, ...segments, ...tiles];
}

const style = (transformation: number) => [0xff, 0x52, 0, 12, 0, 0, 0, 1, 0, 1, 4, 4, 0, transformation];
const read = (bytes: number[]) => readJpeg2000Header(Buffer.from(bytes));
const file = (boxes: number[][], codestreams = [coded()]) => [
  ...box("jP  ", [13, 10, 0x87, 10]),
  ...box("jp2h", boxes.flat()),
  ...codestreams.flatMap((codestream) => box("jp2c", codestream)),
];
const damaged = expect.objectContaining({ reason: "damaged" });

const plain = {
  width: 300,
  height: 200,
  channels: 3,
  hasAlpha: false,
  colourSpace: undefined,
  profile: undefined,
  resolution: undefined,
  isLossy: false,
  pictures: 1,
};

test("a codestream states its size and components", () => {
  expect(read(coded())).toEqual(plain);
  expect(read(file([]))).toEqual(plain);
  expect(read(coded({ components: 300 })).channels).toBe(300);
});

test.each<[string, number[], boolean]>([
  ["the irreversible transformation", style(0), true],
  ["the reversible transformation", style(1), false],
  ["a comment before it", [0xff, 0x64, 0, 4, 1, 2, ...style(0)], true],
  ["a comment that looks like it", [0xff, 0x64, 0, 16, ...style(0)], false],
  ["a segment of other kind and the same length", style(0).with(1, 0x5c), false],
])("a picture coded with %s", (_what, segments, isLossy) => {
  expect(read(coded({ segments })).isLossy).toBe(isLossy);
});

test.each<[string, number[]]>([
  ["one tile-part", wholeTile],
  ["one without data", [...tile(14), 0xff, 0xd9]],
  ["two tile-parts and an end", [...tile(15), 1, 2, 3, ...wholeTile, 0xff, 0xd9]],
  ["one that reaches to the end of the data", [...tile(0), 1, 2, 3]],
  ["a last one that reaches to the end", [...wholeTile, ...tile(0)]],
])("a codestream with %s is whole", (_what, tiles) => {
  expect(read(coded({ tiles })).width).toBe(300);
});

test.each<[string, number[]]>([
  ["no tile-part", []],
  ["an end instead", [0xff, 0xd9]],
  ["half of a tile-part's header", tile(14).slice(0, -1)],
  ["a tile-part that is cut", wholeTile.slice(0, -1)],
  ["a second tile-part that is cut", [...wholeTile, ...tile(15), 1, 2]],
  ["a tile-part that is shorter than its header", tile(13)],
])("a codestream with %s is damaged", (_what, tiles) => {
  expect(() => read(coded({ tiles }))).toThrow(damaged);
});

test("a codestream that ends within its coding style is damaged", () => {
  for (const length of [1, 4, 13, 14]) {
    expect(() => read(coded({ segments: style(0).slice(0, length), tiles: [] }))).toThrow(damaged);
  }
});

test.each([0, 3, 4, 5, 20, 49])("a codestream that ends after %i bytes is damaged", (length) => {
  expect(() => read(coded().slice(0, length))).toThrow(damaged);
  expect(() => read(file([], [coded().slice(0, length)]))).toThrow(damaged);
});

test("a file without a codestream, or with other data in its place, is damaged", () => {
  expect(() => read(file([], []))).toThrow(damaged);
  expect(() => read(file([], [coded().with(1, 0)]))).toThrow(damaged);
});

test("the first codestream counts, and all are counted", () => {
  expect(read(file([], [coded(), coded({ components: 1 }), [1]]))).toMatchObject({ channels: 3, pictures: 3 });
});

test("a box may state its length in 64 bits, or that it reaches to the end", () => {
  const codestream = coded();
  const long = [...u32(1), ...text("jp2c"), ...u32(0), ...u32(16 + codestream.length), ...codestream];
  expect(read([...long, ...box("jp2c", coded())])).toMatchObject({ width: 300, pictures: 2 });
  const toEnd = [...u32(0), ...text("jp2c"), ...codestream];
  expect(read([...box("free", [1, 2]), ...toEnd])).toMatchObject({ width: 300, pictures: 1 });
  expect(read([...u32(1_000_000), ...text("jp2c"), ...codestream])).toMatchObject({ width: 300, pictures: 1 });
});

test.each<[string, number[]]>([
  ["shorter than its head", [...u32(7), ...text("free")]],
  ["of 64 bits that is shorter than its head", [...u32(1), ...text("free"), ...u32(0), ...u32(15)]],
])("after a box %s no further one is read", (_what, broken) => {
  expect(() => read([...broken, ...box("jp2c", coded())])).toThrow(damaged);
  expect(read([...box("jp2c", coded()), ...broken])).toMatchObject({ pictures: 1 });
});

test("a box of length 1 that ends with the file is no box of 64 bits", () => {
  expect(read([...box("jp2c", coded()), ...u32(1), ...text("jp2c"), ...Array<number>(7).fill(0)])).toMatchObject({
    pictures: 1,
  });
});

test("an empty box is skipped", () => {
  expect(read([...box("free", []), ...box("jp2c", coded())])).toMatchObject({ pictures: 1 });
});

test("of the boxes of a file, the first 10,000 are read", () => {
  const boxes = (count: number) => Array.from({ length: count }, () => box("free", [])).flat();
  expect(read([...boxes(9_999), ...box("jp2c", coded())])).toMatchObject({ pictures: 1 });
  expect(() => read([...boxes(10_000), ...box("jp2c", coded())])).toThrow(damaged);
});

const enumerated = (space: number) => box("colr", [1, 0, 0, ...u32(space)]);
const profiled = (method: number, profile: number[]) => box("colr", [method, 0, 0, ...profile]);

test.each<[string, number[][], object]>([
  ["stated", [enumerated(16)], { colourSpace: 16, profile: undefined }],
  ["stated twice", [enumerated(17), enumerated(16)], { colourSpace: 17, profile: undefined }],
  ["a restricted profile", [profiled(2, [7, 8])], { colourSpace: undefined, profile: Buffer.from([7, 8]) }],
  ["any profile", [profiled(3, [7])], { colourSpace: undefined, profile: Buffer.from([7]) }],
  ["a profile, then stated", [profiled(2, [7]), enumerated(16)], { colourSpace: undefined, profile: Buffer.from([7]) }],
  ["stated, then a profile", [enumerated(16), profiled(2, [7])], { colourSpace: 16, profile: undefined }],
  ["of an unknown method, then stated", [profiled(4, [7, 7, 7, 7]), enumerated(16)], { colourSpace: 16 }],
  ["an empty profile", [profiled(2, [])], { profile: undefined }],
  ["stated in part", [box("colr", [1, 0, 0, 0, 0, 0])], { colourSpace: undefined }],
  ["in an empty box", [box("colr", [])], { colourSpace: undefined, profile: undefined }],
])("a colour space that is %s", (_what, boxes, expected) => {
  expect(read(file(boxes))).toMatchObject(expected);
});

test("a palette makes several channels of one component", () => {
  const palette = box("pclr", [0, 4, 3, 7, 7, 7]);
  expect(read(file([palette], [coded({ components: 1 })])).channels).toBe(3);
  expect(read(file([palette], [coded({ components: 2 })])).channels).toBe(2);
  expect(read(file([box("pclr", [0, 4, 4])], [coded({ components: 1 })])).channels).toBe(4);
  expect(read(file([box("pclr", [0, 4])], [coded({ components: 1 })])).channels).toBe(1);
});

/** Each channel is a kind: 0 for a colour, 1 for opacity, 2 for opacity multiplied into the colours. */
const channels = (kinds: number[], count = kinds.length) =>
  box("cdef", [...u16(count), ...kinds.flatMap((kind, index) => [...u16(index), ...u16(kind), ...u16(1)])]);

test.each<[string, number[], boolean]>([
  ["colours", channels([0, 0, 0]), false],
  ["opacity", channels([0, 0, 0, 1]), true],
  ["multiplied opacity", channels([2, 0]), true],
  ["something unknown", channels([0, 3]), false],
  ["something unspecified", channels([0, 0xffff]), false],
  ["fewer channels than follow", channels([0, 1], 1), false],
  ["more channels than follow", channels([0, 1], 9), true],
  ["opacity that is cut", box("cdef", [0, 1, 0, 0, 0, 1, 0]), false],
  ["nothing", box("cdef", [1]), false],
  ["no channel", box("cdef", [0, 0]), false],
])("definitions of %s: opacity %s", (_what, definitions, hasAlpha) => {
  expect(read(file([definitions])).hasAlpha).toBe(hasAlpha);
});

/** Numerator, denominator and exponent in pixels per metre, down and then across. */
const density = (type: string, down: [number, number, number], across: [number, number, number]) =>
  box(type, [...u16(down[0]), ...u16(down[1]), ...u16(across[0]), ...u16(across[1]), down[2] & 255, across[2] & 255]);
const capture = density("resc", [5_000, 1, 0], [100, 2, 3]);
const display = density("resd", [20_000, 1, 0], [20_000, 1, 0]);

test.each<[string, number[], [number, number] | undefined]>([
  ["capture", capture, [1270, 127]],
  ["display", display, [508, 508]],
  ["capture and display", [...capture, ...display], [1270, 127]],
  ["display and capture", [...display, ...capture], [1270, 127]],
  ["two displays", [...display, ...density("resd", [1, 1, 4], [1, 1, 4])], [508, 508]],
  ["a negative exponent", density("resc", [50_000, 1, -1], [50_000, 10, 0]), [127, 127]],
  ["less than a pixel an inch", density("resc", [10, 1, 0], [20, 1, 0]), [0.508, 0.254]],
  ["no denominator", density("resc", [5_000, 0, 0], [5_000, 1, 0]), undefined],
  ["no denominator across", density("resc", [5_000, 1, 0], [5_000, 0, 0]), undefined],
  ["none", density("resc", [0, 1, 0], [5_000, 1, 0]), undefined],
  ["none across", density("resc", [5_000, 1, 0], [0, 1, 0]), undefined],
  ["a box that is cut", box("resc", capture.slice(8, -1)), undefined],
  ["another box", density("resx", [5_000, 1, 0], [5_000, 1, 0]), undefined],
])("a resolution of %s", (_what, boxes, expected) => {
  const { resolution } = read(file([box("res ", boxes)]));
  if (!expected) expect(resolution).toBeUndefined();
  expect([resolution?.x.toFixed(6), resolution?.y.toFixed(6)]).toEqual(
    expected ? expected.map((value) => value.toFixed(6)) : [undefined, undefined],
  );
});
