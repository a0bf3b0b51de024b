import { expect, test } from "vitest";
import { emfDrawing, emfRecord, wmfDrawing } from "../../../fixtures/drawings.ts";
import { readEmf, readWmf } from "./metafile.ts";

test("the size of a drawing is that of its frame", () => {
  const sizes = [readEmf(emfDrawing("Words")).size, readWmf(wmfDrawing("Words")).size];
  for (const size of sizes)
    expect([size?.width, size?.height].map((side) => Math.round(side ?? 0))).toEqual([400, 200]);
});

test("a WMF without a place states its size by its window", () => {
  expect(readWmf(wmfDrawing("Words").subarray(22)).size).toEqual({ width: 400, height: 200 });
});

const otherFormats = emfRecord(70, Buffer.from("\x10\0\0\0GDIC\x04\0\0\x40%PDF-1.3", "latin1"));
const emfPlus = emfRecord(70, Buffer.from("\x0c\0\0\0EMF+\x01\x40\0\0", "latin1"));

test("pictures of itself in other formats are removed from an EMF, and its header counts the rest", () => {
  const { bytes } = readEmf(emfDrawing("Words", { records: [otherFormats, emfPlus] }));
  expect(bytes).toEqual(emfDrawing("Words", { records: [emfPlus] }));
});

/** A bitmap of two pixels: transparent, and red of half opacity, whose colour is stored multiplied by it. */
function blended(bits: 24 | 32): Buffer {
  const head = Buffer.alloc(100);
  head.set([0, 0, 255, 1], 32);
  for (const [at, value] of [
    [76, 108],
    [80, 40],
    [84, 148],
    [88, 8],
  ] as const) {
    head.writeUInt32LE(value, at);
  }
  const bitmap = Buffer.alloc(40);
  bitmap.writeUInt32LE(40, 0);
  bitmap.writeUInt16LE(bits, 14);
  return emfRecord(114, head, bitmap, Buffer.from([0, 0, 0, 0, 0, 0, 128, 128]));
}

test("transparent pixels of a bitmap become white", () => {
  const { bytes } = readEmf(emfDrawing("Words", { records: [blended(32)] }));
  const pixelsAt = 88 + 148; // the first record follows the header
  expect([...bytes.subarray(pixelsAt, pixelsAt + 8)]).toEqual([255, 255, 255, 255, 127, 127, 255, 255]);
});

test("bitmaps without opacity for each pixel are unchanged", () => {
  const drawing = emfDrawing("Words", { records: [blended(24)] });
  expect(readEmf(drawing).bytes).toEqual(drawing);
});

test("a drawing that ends early or whose records have no length is refused as damaged", () => {
  const damaged = expect.objectContaining({ reason: "damaged" });
  const [emf, wmf] = [emfDrawing("Words"), wmfDrawing("Words")];
  for (let length = 44; length < emf.length; length += 9) {
    expect(() => readEmf(emf.subarray(0, length))).toThrow(damaged);
  }
  for (let length = 44; length < wmf.length; length += 3) {
    expect(() => readWmf(wmf.subarray(0, length))).toThrow(damaged);
  }
  expect(() => readEmf(Buffer.concat([emf.subarray(0, 108), Buffer.alloc(100_000)]))).toThrow(damaged);
  expect(() => readWmf(Buffer.concat([wmf.subarray(0, 40), Buffer.alloc(100_000)]))).toThrow(damaged);
});
