import zlib from "node:zlib";
import { expect, test } from "vitest";
import { asSeen, convert, expectColours, quarters, quartersOf } from "./testing.ts";

const [width, height] = [200, 160];
const rgb = 2;

interface TestTiff {
  bits: number;
  photometric?: number;
  compression?: number;
  isBig?: boolean;
  /** Of 8 bits a sample, cut down to as many as wanted. */
  pixels?: Buffer;
  samples?: number;
  extra?: number[];
  more?: [tag: number, value: number][];
}

/** A TIFF of one strip, as big or little endian. */
function tiff({ bits, photometric = rgb, compression = 1, isBig = false, samples = 3, extra, ...given }: TestTiff) {
  const packed = packedRows(given.pixels ?? quarters(width, height), samples, bits);
  const strip = compression === 8 ? zlib.deflateSync(packed) : packed;
  const entries: [tag: number, type: 3 | 4, values: number[]][] = [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, Array.from({ length: samples }, () => bits)],
    [259, 3, [compression]],
    [262, 3, [photometric]],
    [273, 4, [8]],
    [277, 3, [samples]],
    [278, 4, [height]],
    [279, 4, [strip.length]],
    ...(extra ? [[338, 3, extra] as [number, 3, number[]]] : []),
    ...(given.more ?? []).map(([number, value]) => [number, 3, [value]] as [number, 3, number[]]),
  ];
  entries.sort(([one], [other]) => one - other);
  const directoryAt = 8 + strip.length + (strip.length % 2);
  const listsAt = directoryAt + 2 + entries.length * 12 + 4;
  const file = Buffer.alloc(listsAt + 64);
  const u16 = (value: number, at: number) => (isBig ? file.writeUInt16BE(value, at) : file.writeUInt16LE(value, at));
  const u32 = (value: number, at: number) => (isBig ? file.writeUInt32BE(value, at) : file.writeUInt32LE(value, at));
  file.write(isBig ? "MM\0*" : "II*\0", "latin1");
  u32(directoryAt, 4);
  strip.copy(file, 8);
  u16(entries.length, directoryAt);
  let listAt = listsAt;
  for (const [index, [number, type, values]] of entries.entries()) {
    const at = directoryAt + 2 + index * 12;
    u16(number, at);
    u16(type, at + 2);
    u32(values.length, at + 4);
    const size = type === 3 ? 2 : 4;
    const isInline = values.length * size <= 4;
    if (!isInline) u32(listAt, at + 8);
    let to = isInline ? at + 8 : listAt;
    for (const value of values) to = type === 3 ? u16(value, to) : u32(value, to);
    if (!isInline) listAt = to;
  }
  return file;
}

/** Highest bit first; each row begins with a byte of its own. */
function packedRows(pixels: Buffer, samples: number, bits: number): Buffer {
  const rowSamples = width * samples;
  const rows = Array.from({ length: height }, (_, row) => {
    const values = [...pixels.subarray(row * rowSamples, (row + 1) * rowSamples)];
    const digits = values.map((value) => scaled(value, bits).toString(2).padStart(bits, "0")).join("");
    return Buffer.from((digits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)));
  });
  return Buffer.concat(rows);
}

const scaled = (value: number, bits: number) => Math.round((value / 255) * (2 ** bits - 1));
const greyLevels = [54, 182, 18, 128];

test.each<[string, TestTiff]>([
  ["4 bits", { bits: 4 }],
  ["5 bits, packed", { bits: 5, compression: 8 }],
  ["10 bits, in the other order", { bits: 10, isBig: true }],
  ["12 bits", { bits: 12 }],
  ["14 bits, packed", { bits: 14, compression: 8, isBig: true }],
])("colours of %s a sample are shown", async (_, given) => {
  expectColours(quartersOf((await convert(tiff(given))).pages[0]), asSeen);
});

test("colours of 2 bits a sample are shown as near as they were written", async () => {
  const seen = quartersOf((await convert(tiff({ bits: 2 }))).pages[0]);
  expectColours(seen, [...asSeen.slice(0, 3), [170, 170, 170]]);
});

test.each([
  ["white is the highest", 1, greyLevels],
  ["black is the highest", 0, greyLevels.map((level) => 255 - level)],
])("greys of 12 bits of which %s are shown", async (_, photometric, levels) => {
  const greys = quarters(width, height);
  const pixels = Buffer.from({ length: width * height });
  for (let at = 0; at < pixels.length; at++) {
    const [red = 0, green = 0, blue = 0] = greys.subarray(at * 3);
    pixels[at] = greyLevels[red === green && green === blue ? 3 : [red, green, blue].indexOf(255)] ?? 0;
  }
  const seen = quartersOf((await convert(tiff({ bits: 12, photometric, pixels, samples: 1 }))).pages[0]);
  expectColours(
    seen,
    levels.map((level) => [level, level, level]),
  );
});

test.each([
  ["unspecified", 1, [0]],
  ["not told of at all", 1, undefined],
  ["two, unspecified", 2, [0, 0]],
])("samples beyond the colours that are %s hide nothing", async (_, count, extra) => {
  const samples = 3 + count;
  const colours = quarters(width, height);
  const pixels = Buffer.alloc(width * height * samples);
  for (let at = 0; at < width * height; at++) colours.copy(pixels, at * samples, at * 3, at * 3 + 3);
  for (const bits of [8, 12]) {
    const { pages } = await convert(tiff({ bits, pixels, samples, extra }));
    expectColours(quartersOf(pages[0]), asSeen);
  }
});

test("a sample that says how much of a colour is seen lets the white of the page through", async () => {
  const colours = quarters(width, height);
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < width * height; at++) colours.copy(pixels, at * 4, at * 3, at * 3 + 3);
  const { pages } = await convert(tiff({ bits: 8, pixels, samples: 4, extra: [2] }));
  const white = [255, 255, 255];
  expect(quartersOf(pages[0])).toEqual([white, white, white, white]);
});

test.each<[string, TestTiff]>([
  ["24 bits", { bits: 24 }],
  ["fractions", { bits: 12, more: [[339, 3]] }],
  ["colours in planes of their own", { bits: 4, more: [[284, 2]] }],
  ["other colours", { bits: 4, photometric: 8 }],
])("samples of %s are told of as rare", async (_, given) => {
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(convert(tiff(given))).rejects.toMatchObject(refused);
});

test("a strip that ends early is damage", async () => {
  const whole = tiff({ bits: 12, compression: 8 });
  const lengthOfStrip = whole.indexOf(Buffer.from([279 - 256, 1, 4, 0]));
  whole.writeUInt32LE(40, lengthOfStrip + 8);
  await expect(convert(whole)).rejects.toMatchObject({ reason: "damaged" });
});
