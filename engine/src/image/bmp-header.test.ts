import { expect, test } from "vitest";
import { readBmpHeader } from "./bmp-header.ts";

interface Bitmap {
  width?: number;
  height?: number;
  bits?: number;
  method?: number;
  headerBytes?: number;
  /** Where the file says that the pixels begin. */
  pixels?: number;
  perMetre?: [across: number, down: number];
  /** Number of colours that the header states. */
  used?: number;
  /** Masks or colours, after the first 40 bytes of the header. */
  rest?: number[];
}

const longs = (...values: number[]) => [...Buffer.from(new Uint32Array(values).buffer)];

function windows(bitmap: Bitmap): Buffer {
  const { width = 3, height = 2, bits = 24, method = 0, headerBytes = 40, pixels = 0, used = 0, rest = [] } = bitmap;
  const [across, down] = bitmap.perMetre ?? [0, 0];
  const bytes = Buffer.alloc(Math.max(54, 14 + headerBytes) + rest.length);
  bytes.writeUInt32LE(pixels, 10);
  bytes.writeUInt32LE(headerBytes, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(bits, 28);
  bytes.writeUInt32LE(method, 30);
  bytes.writeInt32LE(across, 38);
  bytes.writeInt32LE(down, 42);
  bytes.writeUInt32LE(used, 46);
  bytes.set(rest, 54);
  return bytes;
}

function os2(width: number, height: number, bits: number, colours: number[] = []): Buffer {
  const bytes = Buffer.alloc(26 + colours.length);
  bytes.writeUInt32LE(12, 14);
  bytes.writeUInt16LE(width, 18);
  bytes.writeInt16LE(height, 20);
  bytes.writeUInt16LE(bits, 24);
  bytes.set(colours, 26);
  return bytes;
}

const rgb = [
  { mask: 0xff0000, shift: 16, greatest: 255 },
  { mask: 0x00ff00, shift: 8, greatest: 255 },
  { mask: 0x0000ff, shift: 0, greatest: 255 },
];

test("a plain header is read, and the pixels begin after it where the file states less", () => {
  expect(readBmpHeader(windows({ perMetre: [10_000, 5_000] }))).toEqual({
    width: 3,
    height: 2,
    isTopDown: false,
    bits: 24,
    compression: "plain",
    palette: undefined,
    channels: rgb,
    pixels: 54,
    resolution: { x: 254, y: 127 },
  });
  expect(readBmpHeader(windows({ height: -2, pixels: 99 }))).toMatchObject({ height: 2, isTopDown: true, pixels: 99 });
});

test("an OS/2 header has 16 bits for each number, and three bytes for each colour", () => {
  const colours = [3, 2, 1, 6, 5, 4];
  expect(readBmpHeader(os2(40_000, -2, 1, colours))).toMatchObject({
    width: 40_000,
    height: 2,
    isTopDown: true,
    bits: 1,
    compression: "plain",
    palette: Buffer.from([1, 2, 3, 4, 5, 6]),
    pixels: 26,
    resolution: undefined,
  });
});

test.each<[string, [number, number], object | undefined]>([
  ["none", [0, 0], undefined],
  ["only one", [10_000, 0], undefined],
  ["a negative one", [-10_000, 10_000], undefined],
])("a resolution of %s", (_what, perMetre, resolution) => {
  expect(readBmpHeader(windows({ perMetre })).resolution).toBe(resolution);
});

test.each([
  [0, 24, "plain"],
  [1, 8, "runs"],
  [2, 4, "runs"],
  [3, 32, "plain"],
  [4, 0, "wrapped"],
  [5, 24, "wrapped"],
  [6, 32, "plain"],
])("method %i with %i bits is %s", (method, bits, compression) => {
  expect(readBmpHeader(windows({ method, bits, rest: Array.from({ length: 1024 }, () => 0) }))).toMatchObject({
    compression,
  });
});

test.each<[string, Bitmap]>([
  ["an unknown method", { method: 7 }],
  ["2 bits", { bits: 2 }],
  ["runs of 24 bits", { method: 1, bits: 24 }],
  ["no width", { width: 0 }],
  ["a negative width", { width: -3 }],
  ["no height", { height: 0 }],
])("a bitmap of %s is damaged", (_what, bitmap) => {
  expect(() => readBmpHeader(windows(bitmap))).toThrow(expect.objectContaining({ reason: "damaged" }));
});

test("a truncated header or palette is damaged, and an enormous picture too large", () => {
  const damaged = expect.objectContaining({ reason: "damaged" });
  expect(() => readBmpHeader(windows({}).subarray(0, 45))).toThrow(damaged);
  expect(() => readBmpHeader(windows({ bits: 1, rest: [1, 2, 3, 4, 5, 6] }))).toThrow(damaged);
  expect(() => readBmpHeader(windows({ width: 30_000, height: 10_001 }))).toThrow(
    expect.objectContaining({ reason: "too-large" }),
  );
});

const colours = [3, 2, 1, 0, 6, 5, 4, 0];
test.each<[string, Bitmap, number[]]>([
  ["as many as the bits allow", { rest: colours }, [1, 2, 3, 4, 5, 6]],
  ["fewer than the bits allow", { rest: colours, used: 1 }, [1, 2, 3, 0, 0, 0]],
  ["more than the bits allow", { rest: colours, used: 3 }, [1, 2, 3, 4, 5, 6]],
  ["as many as there are before the pixels", { rest: colours, pixels: 61 }, [1, 2, 3, 0, 0, 0]],
])("a palette of %s colours", (_what, bitmap, palette) => {
  expect([...(readBmpHeader(windows({ bits: 1, ...bitmap })).palette ?? [])]).toEqual(palette);
});

const channel = (mask: number, shift: number, greatest: number) => ({ mask, shift, greatest });
const masks = [0xf800, 0x07e0, 0x001f];
const sixteen = [channel(0xf800, 11, 31), channel(0x07e0, 5, 63), channel(0x001f, 0, 31)];
const none = channel(0, 0, 0);
test.each<[string, Bitmap, object[], number]>([
  [
    "16 bits without masks",
    { bits: 16 },
    [channel(0x7c00, 10, 31), channel(0x03e0, 5, 31), channel(0x001f, 0, 31)],
    54,
  ],
  ["32 bits without masks", { bits: 32 }, rgb, 54],
  ["masks after the header", { bits: 16, method: 3, rest: longs(...masks) }, [...sixteen, none], 66],
  [
    "masks with alpha after the header",
    { bits: 16, method: 6, rest: longs(...masks, 0xff000000) },
    [...sixteen, channel(0xff000000, 24, 255)],
    70,
  ],
  [
    "masks within a longer header",
    { bits: 16, method: 3, headerBytes: 52, rest: longs(0) },
    [none, none, none, none],
    66,
  ],
])("channels of %s", (_what, bitmap, channels, pixels) => {
  expect(readBmpHeader(windows(bitmap))).toMatchObject({ channels, pixels });
});

test("a header of 56 bytes or more holds a mask of alpha", () => {
  const bytes = windows({ bits: 32, method: 3, headerBytes: 56 });
  for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) bytes.writeUInt32LE(mask, 54 + index * 4);
  expect(readBmpHeader(bytes)).toMatchObject({ channels: [...rgb, channel(0xff000000, 24, 255)], pixels: 70 });
});
