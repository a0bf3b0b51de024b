import { deflateSync } from "node:zlib";
import { PDFContext, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { removeExponents } from "./exponents.ts";

const context = PDFContext.create();
const stream = (data: Buffer, entries: object = {}) => PDFRawStream.of(context.obj(entries as never) as never, data);
const textOf = (content: PDFRawStream) => Buffer.from(content.getContents()).toString("latin1");

test.each([
  ["1.5e-7 0 0 -2e-10 .3e-5 6 cm", "0 0 0 0 0 6 cm"],
  ["1e-5 2 m 3 +4e-06 l", "0 2 m 3 0 l"],
  ["1 2 3 4 5e-9 6 c", "1 2 3 4 0 6 c"],
  ["1 2 3 4e-9 v 1 2 3 4e-9 y 1e-9 0 5 5 re h", "1 2 3 0 v 1 2 3 0 y 0 0 5 5 re h"],
  ["0\n1e-8\nm", "0\n0\nm"],
])("numbers with exponents become 0 before a graphics operator: %j", (content, plain) => {
  expect(textOf(removeExponents(stream(Buffer.from(content))))).toBe(plain);
});

test.each(["1 0 0 1 5 6 cm", "1e-7 g", "1e+7 2 m", "1e-7 2 move", ""])("other content is kept: %j", (content) => {
  const kept = stream(Buffer.from(content), { Length: 9 });
  expect(removeExponents(kept)).toBe(kept);
});

test("changed content is unpacked, and keeps its other bytes and entries", () => {
  const packed = deflateSync(Buffer.from("(\xe9) 1e-7 2 m", "latin1"));
  const entries = { Filter: "FlateDecode", DecodeParms: { Columns: 1 }, Length: packed.length, BBox: [0, 0, 1, 1] };
  const original = stream(packed, entries);
  const changed = removeExponents(original);
  expect(textOf(changed)).toBe("(\xe9) 0 2 m");
  expect(String(changed.dict).replaceAll(/\s+/g, " ")).toBe("<< /BBox [ 0 0 1 1 ] >>");
  expect(original.dict.keys()).toHaveLength(4);
});
