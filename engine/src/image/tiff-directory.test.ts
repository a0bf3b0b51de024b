import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { readDirectories, readDirectory, tiffReader } from "./tiff-directory.ts";
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

test.each<[string, Buffer, boolean]>([
  ["little-endian", Buffer.from("II*\0\x08\0\0\0", "latin1"), true],
  ["big-endian", Buffer.from("MM\0*\0\0\0\x08", "latin1"), true],
  ["of 64 bits", Buffer.from("II+\0\x08\0\0\0", "latin1"), false],
  ["of mixed byte order", Buffer.from("MM*\0\x08\0\0\0", "latin1"), false],
  ["of seven bytes", Buffer.from("II*\0\x08\0\0", "latin1"), false],
])("a file that is %s is read: %s", (_what, file, isRead) => {
  expect(tiffReader(file)?.firstDirectory).toBe(isRead ? 8 : undefined);
});

test("numbers are read in the file's byte order, from the middle of a larger buffer", () => {
  const bytes = Buffer.concat([Buffer.from([9]), Buffer.from("MM\0*\0\0\x01\x02\x03\x04", "latin1")]).subarray(1);
  expect(tiffReader(bytes)).toMatchObject({ firstDirectory: 258 });
  expect([tiffReader(bytes)?.u16(8), tiffReader(bytes)?.u32(6)]).toEqual([0x0304, 0x01020304]);
  const little = tiffReader(Buffer.from("II*\0\x02\x01\0\0\x03\x04", "latin1"));
  expect([little?.firstDirectory, little?.u16(8)]).toEqual([258, 0x0403]);
});

test.each<[string, number, number[], number[]]>([
  ["a signed number of 16 bits", 8, u16(300), [300]],
  ["a signed number of 32 bits", 9, u32(70_000), [70_000]],
  ["a signed fraction", 10, [...u32(3), ...u32(2)], [1.5]],
])("%s is read like one without a sign", (_what, type, bytes, values) => {
  expect(read(tiffOf([[258, type, 1, bytes]]))?.tags.get(tag.bits)).toEqual(values);
});

test("values of four bytes are within the entry, of five elsewhere", () => {
  expect(read(tiffOf([[258, 1, 4, [1, 2, 3, 4]]]))?.tags.get(tag.bits)).toEqual([1, 2, 3, 4]);
  expect(read(tiffOf([[258, 1, 5, [1, 2, 3, 4, 5]]]))?.tags.get(tag.bits)).toEqual([1, 2, 3, 4, 5]);
  expect(read(tiffOf([[258, 3, 0, []]]))?.tags.get(tag.bits)).toEqual([]);
});

test("values may end with the file, and are left out when they end beyond it", () => {
  const file = tiffOf([[258, 1, 5, [1, 2, 3, 4, 5]]]);
  expect(read(file)?.tags.has(tag.bits)).toBe(true);
  expect(read(file.subarray(0, -1))?.tags.has(tag.bits)).toBe(false);
});

test("an entry of a million values is read, one of more is ignored", () => {
  const file = Buffer.concat([tiffOf([[258, 1, 1_000_000, u32(8)]]), Buffer.alloc(1_000_000)]);
  expect(read(file)?.tags.get(tag.bits)?.length).toBe(1_000_000);
  file.writeUInt32LE(1_000_001, 8 + 2 + 4);
  expect(read(file)?.tags.has(tag.bits)).toBe(false);
});

test("a directory begins after the header and within the file", () => {
  const file = tiffOf([[277, 3, 1, u16(3)]]);
  const reader = tiffReader(file);
  if (!reader) throw new Error("The TIFF is none");
  expect([7, 8, file.length - 1, file.length].map((at) => readDirectory(reader, at) !== undefined)).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(readDirectory(reader, file.length - 2)).toEqual({ tags: new Map(), next: 0, isCut: false });
});

test("a directory whose last entry is cut keeps the others", () => {
  const file = tiffOf([
    [258, 3, 1, u16(8)],
    [277, 3, 1, u16(3)],
  ]);
  const whole = file.length - 4;
  expect([...(read(file.subarray(0, whole))?.tags.keys() ?? [])]).toEqual([258, 277]);
  expect(read(file.subarray(0, whole))).toMatchObject({ isCut: false, next: 0 });
  expect([...(read(file.subarray(0, whole - 1))?.tags.keys() ?? [])]).toEqual([258]);
  expect(read(file.subarray(0, whole - 1))).toMatchObject({ isCut: true });
});

/** Makes a file of directories of one entry each, which states their number; the last one links to `last`. */
function chain(count: number, last = 0) {
  const length = 2 + 12 + 4;
  const file = Buffer.alloc(8 + count * length);
  file.write("II*\0\x08", "latin1");
  for (let index = 0; index < count; index++) {
    const at = 8 + index * length;
    file.set([...u16(1), ...u16(256), ...u16(3), ...u32(1), ...u32(index + 1)], at);
    file.set(u32(index === count - 1 ? last : at + length), at + length - 4);
  }
  return file;
}

/** Returns the number of each directory, and how the chain ends. */
function found(file: Buffer, limit = 10) {
  const reader = tiffReader(file);
  if (!reader) throw new Error("The TIFF is none");
  const { directories, end } = readDirectories(reader, limit);
  return [directories.map((tags) => tags.get(256)?.[0]), end];
}

test("directories are read in their order, up to a limit", () => {
  expect(found(chain(1))).toEqual([[1], "whole"]);
  expect(found(chain(3))).toEqual([[1, 2, 3], "whole"]);
  expect(found(chain(3), 3)).toEqual([[1, 2, 3], "whole"]);
  expect(found(chain(3), 2)).toEqual([[1, 2], "whole"]);
});

test("a chain that returns to one of its directories ends there", () => {
  expect(found(chain(3, 8))).toEqual([[1, 2, 3], "whole"]);
  expect(found(chain(3, 26))).toEqual([[1, 2, 3], "whole"]);
});

test("a chain that leads out of the file is cut, and astray when it leads beyond any real file", () => {
  expect(found(chain(2, 500))).toEqual([[1, 2], "cut"]);
  expect(found(chain(2, 1024 * MB))).toEqual([[1, 2], "cut"]);
  expect(found(chain(2, 1024 * MB + 1))).toEqual([[1, 2], "astray"]);
  expect(found(chain(2).subarray(0, -5))).toEqual([[1], "cut"]);
  expect(found(chain(1, 3))).toEqual([[1], "cut"]);
});

test("a file without directories is whole", () => {
  expect(found(Buffer.from("II*\0\0\0\0\0", "latin1"))).toEqual([[], "whole"]);
});
