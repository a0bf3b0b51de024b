import { describe, expect, test } from "vitest";
import { emfDrawing, emfRecord, wmfDrawing } from "../../../fixtures/drawings.ts";
import { readEmf, readWmf } from "./metafile.ts";

const damaged = expect.objectContaining({ reason: "damaged" });

describe("an EMF", () => {
  /** A drawing whose frame has these edges, in hundredths of a millimetre. */
  const framed = (...edges: [left: number, top: number, right: number, bottom: number]) => {
    const bytes = emfDrawing("Words");
    for (const [index, edge] of edges.entries()) bytes.writeInt32LE(edge, 24 + index * 4);
    return readEmf(bytes).size;
  };

  test("is as large as its frame, and has no size without one", () => {
    const size = framed(2_540, 5_080, 7_620, 6_350);
    expect([size?.width, size?.height]).toEqual([expect.closeTo(192), expect.closeTo(48)]);
    expect(framed(-2_540, 0, 0, 2_540)?.width).toBeCloseTo(96);
    for (const edges of [
      [5, 0, 5, 9],
      [0, 5, 9, 5],
      [9, 0, 5, 9],
    ] as const)
      expect(framed(edges[0], edges[1], edges[2], edges[3])).toBeUndefined();
  });

  test("has a header of 88 bytes", () => {
    const only = (length: number) => emfRecord(14, Buffer.alloc(length - 8));
    expect(() => readEmf(only(87))).toThrow(damaged);
    expect(readEmf(only(88)).bytes).toHaveLength(88);
  });

  test("ends with the record that says so, of eight bytes at least, and what follows is removed", () => {
    const drawing = emfDrawing("Words");
    const withoutEnd = drawing.subarray(0, drawing.length - 20);
    const ended = Buffer.concat([withoutEnd, emfRecord(14)]);
    expect(readEmf(ended).bytes).toHaveLength(ended.length);
    expect(readEmf(Buffer.concat([drawing, Buffer.from("words")])).bytes).toEqual(drawing);
    expect(() => readEmf(withoutEnd)).toThrow(damaged);
    expect(() => readEmf(Buffer.concat([withoutEnd, Buffer.from([14, 0, 0, 0, 7, 0, 0, 0, 0])]))).toThrow(damaged);
    expect(() => readEmf(Buffer.concat([withoutEnd, Buffer.from([14, 0, 0, 0, 9, 0, 0, 0])]))).toThrow(damaged);
  });

  test("keeps comments of other kinds", () => {
    const comment = emfRecord(70, Buffer.from("\x10\0\0\0GDIC\x03\0\0\x40%PDF-1.3", "latin1"));
    const drawing = emfDrawing("Words", { records: [comment] });
    expect(readEmf(drawing).bytes).toEqual(drawing);
  });

  interface Blended {
    length?: number;
    header?: number;
    bits?: number;
    at?: number;
    bytes?: number;
    format?: number;
  }
  /** A record of a bitmap with transparency, with black transparent pixels, and its bytes as they are read. */
  function blended({ length = 108, header = 60, bits = 32, at = 100, bytes = 8, format = 1 }: Blended): number[] {
    const record = emfRecord(114, Buffer.alloc(length - 8));
    record[43] = format;
    if (header + 16 <= length) record.writeUInt16LE(bits, header + 14);
    for (const [offset, value] of [header, 0, at, bytes].entries()) record.writeUInt32LE(value, 84 + offset * 4);
    const read = readEmf(emfDrawing("Words", { records: [record] })).bytes.subarray(88, 88 + length);
    return [...read.subarray(100)];
  }
  const [clear, white] = [Array(4).fill(0), Array(4).fill(255)];

  test.each<[string, Blended, number[]]>([
    ["is painted white", {}, [...white, ...white]],
    ["is painted white where it is whole", { bytes: 7 }, [...white, ...clear]],
    ["is painted white from its place on", { at: 104, bytes: 4 }, [...clear, ...white]],
    ["in a record that is too short is kept", { length: 107, bytes: 4 }, [...clear, 0, 0, 0]],
    ["without opacity for each pixel is kept", { format: 0 }, [...clear, ...clear]],
    ["of 24 bits is kept", { bits: 24 }, [...clear, ...clear]],
    ["that ends beyond its record is kept", { bytes: 12 }, [...clear, ...clear]],
    [
      "whose header ends with its record is painted",
      { length: 124, header: 108 },
      [...white, ...white, ...Array(14).fill(0), 32, 0],
    ],
    [
      "whose header ends beyond its record is kept",
      { length: 124, header: 109 },
      [...clear, ...clear, ...Array(16).fill(0)],
    ],
  ])("a transparent bitmap %s", (_, options, expected) => {
    expect(blended(options)).toEqual(expected);
  });

  test("a half transparent pixel is mixed with white, up to white", () => {
    const record = emfRecord(114, Buffer.alloc(100));
    record[43] = 1;
    record.writeUInt16LE(32, 74);
    for (const [offset, value] of [60, 0, 100, 8].entries()) record.writeUInt32LE(value, 84 + offset * 4);
    record.set([10, 100, 200, 155, 0, 50, 60, 255], 100);
    const { bytes } = readEmf(emfDrawing("Words", { records: [record] }));
    expect([...bytes.subarray(188, 196)]).toEqual([110, 200, 255, 255, 0, 50, 60, 255]);
  });
});

describe("a WMF", () => {
  const record = (type: number, ...parameters: number[]) => {
    const bytes = Buffer.alloc(6 + parameters.length * 2);
    bytes.writeUInt32LE(3 + parameters.length, 0);
    bytes.writeUInt16LE(type, 4);
    for (const [index, one] of parameters.entries()) bytes.writeInt16LE(one, 6 + index * 2);
    return bytes;
  };
  const header = Buffer.alloc(18);
  const drawing = (...records: Buffer[]) => Buffer.concat([header, ...records, record(0)]);
  const extent = (...parameters: number[]) => record(0x020c, ...parameters);

  test.each<[string, Buffer[], object | undefined]>([
    ["that of its window", [extent(200, 400)], { width: 400, height: 200 }],
    ["that of its first window", [extent(200, 400), extent(1, 2)], { width: 400, height: 200 }],
    ["that of a window that is turned", [extent(-200, -400)], { width: 400, height: 200 }],
    ["that of a window with further words", [extent(200, 400, 9)], { width: 400, height: 200 }],
    ["not known from a window without a width", [extent(200, 0)], undefined],
    ["not known from a window without a height", [extent(0, 400)], undefined],
    ["not known from a window with one word", [extent(200)], undefined],
    ["not known from other records", [record(0x020b, 200, 400)], undefined],
  ])("has a size: %s", (_, records, size) => {
    expect(readWmf(drawing(...records)).size).toEqual(size);
  });

  test("with a place has its size in inches, of 1,440 units unless stated", () => {
    const placed = (edges: number[], units: number) => {
      const bytes = wmfDrawing("Words");
      for (const [index, edge] of edges.entries()) bytes.writeInt16LE(edge, 6 + index * 2);
      bytes.writeUInt16LE(units, 14);
      return readWmf(bytes).size;
    };
    expect(placed([100, 200, 400, 300], 192)).toEqual({ width: 150, height: 50 });
    expect(placed([400, 300, 100, 200], 192)).toEqual({ width: 150, height: 50 });
    expect(placed([0, 0, 1_440, 2_880], 0)).toEqual({ width: 96, height: 192 });
    // Without a size of its place, that of its window counts.
    expect(placed([0, 0, 0, 0], 96)).toEqual({ width: 400, height: 200 });
  });

  test("ends with an empty record, and what follows is ignored", () => {
    expect(readWmf(Buffer.concat([drawing(), Buffer.from("words, and more")])).bytes).toHaveLength(39);
    expect(() => readWmf(Buffer.concat([header, extent(1, 2)]))).toThrow(damaged);
    expect(() => readWmf(header)).toThrow(damaged);
    expect(() => readWmf(Buffer.concat([header, Buffer.from([2, 0, 0, 0, 0, 0])]))).toThrow(damaged);
    expect(() => readWmf(Buffer.concat([header, Buffer.from([4, 0, 0, 0, 0, 0])]))).toThrow(damaged);
  });
});
