import { expect, test } from "vitest";
import { pictureKind } from "./picture-kind.ts";

const bytes = (text: string) => Buffer.from(text.padEnd(64, "\0"), "latin1");

test.each([
  ["jpeg", "\xff\xd8\xff\xe0"],
  ["png", "\x89PNG\r\n\x1a\n"],
  ["gif", "GIF89a"],
  ["tiff", "II*\0"],
  ["tiff", "MM\0*"],
  ["webp", "RIFF\x10\0\0\0WEBPVP8 "],
  ["heic", "\0\0\0\x18ftypheic"],
  ["heic", "\0\0\0\x18ftypmif1"],
  ["jpeg2000", "\0\0\0\x0cjP  \r\n\x87\n"],
  ["jpeg2000", "\xff\x4f\xff\x51"],
  ["bmp", `BM${"\0".repeat(12)}\x28`],
] as const)("%s is recognised by its first bytes", (kind, head) => expect(pictureKind(bytes(head))).toBe(kind));

test.each([
  "BM is how this letter begins",
  "GIF is a format",
  "",
  "\xff\xd8",
  "\0\0\0\x18ftypmp42",
  "RIFF\0\0\0\0WAVE",
])("%j is not a picture", (head) => expect(pictureKind(Buffer.from(head, "latin1"))).toBeUndefined());

test.each(["GIF87a", "II+\0", "MM\0+", "\xff\xd8\xff\xdb"])("%j is the beginning of a picture, too", (head) => {
  expect(pictureKind(bytes(head))).toBeDefined();
});

test.each([
  "\xfe\xd8\xff\xe0",
  "\xff\xd7\xff\xe0",
  "\xff\xd8\xfe\xe0",
  " \x89PNG\r\n\x1a\n",
  "GIF88a",
  "II\0*",
  "RIFX\0\0\0\0WEBP",
  "RIFF\0\0\0\0WEBL",
  "\0\0\0\x18ftyqheic",
  "\0\0\0\x0cjP  \r\n\x87\r",
  "\xff\x4f\xff\x52",
])("%j, which differs in one place, is no picture", (head) => expect(pictureKind(bytes(head))).toBeUndefined());

const brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "mif2", "avif", "avis"];
test.each(brands)("the brand %s is one of HEIF", (brand) => {
  expect(pictureKind(bytes(`\0\0\0\x18ftyp${brand}`))).toBe("heic");
});

const bitmapOf = (headerBytes: number) => `BM${"\0".repeat(12)}${String.fromCharCode(headerBytes)}\0\0\0`;
test("a bitmap is recognised by the size of its second header", () => {
  const known = [12, 16, 40, 52, 56, 64, 108, 124];
  const sizes = Array.from({ length: 256 }, (_, size) => size);
  expect(sizes.filter((size) => pictureKind(bytes(bitmapOf(size))) === "bmp")).toEqual(known);
});

test("a bitmap of 18 bytes is recognised within a larger buffer, one of 17 is not", () => {
  const around = Buffer.from(`--${bitmapOf(40)}`, "latin1");
  expect(pictureKind(around.subarray(2))).toBe("bmp");
  expect(pictureKind(around.subarray(2, -1))).toBeUndefined();
  expect(pictureKind(around)).toBeUndefined();
});
