import { expect, test } from "vitest";
import { findPartialFirstFrame } from "./gif.ts";

const u16 = (value: number) => [value & 255, value >> 8];
interface Gif {
  /** Bits that say how many colours the table after the header has. */
  flags?: number;
  table?: number;
  blocks?: number[];
  frame?: [left: number, top: number, width: number, height: number];
}

/** Makes the beginning of a GIF of 300 × 400 pixels. */
function gif({ flags = 0, table = 0, blocks = [], frame = [10, 20, 30, 40] }: Gif = {}): Buffer {
  const header = [...Buffer.from("GIF89a"), ...u16(300), ...u16(400), flags, 0, 0];
  const colours = Array.from({ length: table }, () => 0x3b);
  return Buffer.from([...header, ...colours, ...blocks, 0x2c, ...frame.flatMap(u16), 0]);
}

const found = { left: 10, top: 20, width: 30, height: 40 };

test.each<[string, Gif]>([
  ["right after the header", {}],
  ["after a table of 2 colours", { flags: 0x80, table: 6 }],
  ["after a table of 256 colours", { flags: 0x87, table: 768 }],
  ["without a table, although its size is stated", { flags: 0x07 }],
  ["after a comment of two parts", { blocks: [0x21, 0xfe, 2, 0x2c, 0x2c, 1, 0x2c, 0] }],
  ["after an empty comment", { blocks: [0x21, 0xfe, 0] }],
  ["after a delay", { blocks: [0x21, 0xf9, 4, 0x04, 10, 0, 0xff, 0] }],
  ["after two extensions", { blocks: [0x21, 0xfe, 1, 0x2c, 0, 0x21, 0xf9, 4, 0, 0, 0, 0, 0] }],
  ["after a comment that looks like transparency", { blocks: [0x21, 0xfe, 4, 0x01, 0, 0, 0, 0] }],
])("a first frame that covers a part of the canvas is found %s", (_where, given) => {
  expect(findPartialFirstFrame(gif(given))).toEqual(found);
});

test("a first frame has 16 bits for each number", () => {
  expect(findPartialFirstFrame(gif({ frame: [1, 2, 299, 398] }))).toEqual({ left: 1, top: 2, width: 299, height: 398 });
});

test.each<[string, Gif]>([
  ["has a transparent colour", { blocks: [0x21, 0xf9, 4, 0x01, 0, 0, 0, 0] }],
  ["has a transparent colour and a way to be removed", { blocks: [0x21, 0xf9, 4, 0x09, 0, 0, 0, 0] }],
  ["covers the canvas", { frame: [0, 0, 300, 400] }],
  ["exceeds the canvas to the right", { frame: [271, 20, 30, 40] }],
  ["exceeds the canvas below", { frame: [10, 361, 30, 40] }],
  ["has no width", { frame: [10, 20, 0, 40] }],
  ["has no height", { frame: [10, 20, 30, 0] }],
  ["follows an unknown block", { blocks: [0x22, 0, 0] }],
])("a first frame that %s is left to the decoder", (_what, given) => {
  expect(findPartialFirstFrame(gif(given))).toBeUndefined();
});

test.each<[string, [number, number, number, number]]>([
  ["all rows", [0, 0, 299, 400]],
  ["all columns", [0, 0, 300, 399]],
  ["the lower right corner", [270, 360, 30, 40]],
  ["one pixel", [0, 0, 1, 1]],
])("a first frame of %s is found", (_what, frame) => {
  const [left, top, width, height] = frame;
  expect(findPartialFirstFrame(gif({ frame }))).toEqual({ left, top, width, height });
});

test("a GIF that ends within its header, an extension or its first frame has none to be found", () => {
  const whole = gif({ blocks: [0x21, 0xfe, 2, 0x2c, 0x2c, 0] });
  expect(findPartialFirstFrame(whole)).toEqual(found);
  for (let length = 0; length < whole.length; length++) {
    expect(findPartialFirstFrame(whole.subarray(0, length))).toBeUndefined();
  }
});
