import { expect, test } from "vitest";
import { readDirectory, tiffReader } from "./tiff-directory.ts";
import { tag } from "./tiff-tags.ts";

/** One entry of a directory (TIFF 6.0, section 2): its tag, type, number of values, and the bytes of its values. */
type Entry = [number: number, type: number, count: number, values: number[]];

/** Makes a TIFF of one directory without pictures; values of more than four bytes follow it. */
function tiffOf(entries: Entry[], next = 0): Buffer {
  const directory = 8;
  const file = [...Buffer.from("II*\0"), ...u32(directory), ...u16(entries.length)];
  let listAt = directory + 2 + entries.length * 12 + 4;
  for (const [number, type, count, values] of entries) {
    file.push(...u16(number), ...u16(type), ...u32(count));
    file.push(...(values.length > 4 ? u32(listAt) : [...values, 0, 0, 0, 0].slice(0, 4)));
    if (values.length > 4) listAt += values.length;
  }
  file.push(...u32(next), ...entries.flatMap(([, , , values]) => (values.length > 4 ? values : [])));
  return Buffer.from(file);
}
const u16 = (value: number) => [value & 255, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];

function read(file: Buffer) {
  const reader = tiffReader(file);
  return reader && readDirectory(reader, reader.firstDirectory);
}

test.each<[string, number, number, number[], number[]]>([
  ["bytes", 1, 3, [1, 2, 255], [1, 2, 255]],
  ["signed bytes", 6, 1, [7], [7]],
  ["whole numbers of 16 bits", 3, 2, [...u16(300), ...u16(7)], [300, 7]],
  ["whole numbers of 32 bits", 4, 2, [...u32(70_000), ...u32(1)], [70_000, 1]],
  ["fractions", 5, 2, [...u32(299), ...u32(1000), ...u32(3), ...u32(2)], [0.299, 1.5]],
])("%s are read", (_what, type, count, bytes, values) => {
  expect(read(tiffOf([[258, type, count, bytes]]))?.tags.get(tag.bits)).toEqual(values);
});

test("the factors of a YCbCr picture are those of tag 529 (TIFF 6.0, section 21)", () => {
  const factors = [299, 587, 114].flatMap((factor) => [...u32(factor), ...u32(1000)]);
  expect(read(tiffOf([[529, 5, 3, factors]]))?.tags.get(tag.coefficients)).toEqual([0.299, 0.587, 0.114]);
});

test("texts, and values outside the file, are left out", () => {
  const entries: Entry[] = [
    [270, 2, 4, [...Buffer.from("abc\0")]],
    [258, 3, 100, u32(60)],
    [277, 3, 1, u16(3)],
  ];
  expect([...(read(tiffOf(entries))?.tags ?? [])]).toEqual([[277, [3]]]);
});

test("a directory states where the next one is, and whether the file ends within it", () => {
  const whole = tiffOf([[277, 3, 1, u16(3)]], 4_000);
  expect(read(whole)).toMatchObject({ next: 4_000, isCut: false });
  expect(read(whole.subarray(0, 20))).toMatchObject({ next: 0, isCut: true });
});
