import { inflateSync } from "node:zlib";
import { PDFContext, PDFDict, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { dictEntry, elements, entry, name } from "../objects.ts";
import { embedFont, hexWord } from "./embedded-font.ts";
import type { FontFile } from "./font-file.ts";
import { openedFont, table } from "./testing.ts";

/** Embeds a font; returns the objects of the PDF. */
function embedded(file: FontFile, used: Map<number, number>) {
  const target = PDFContext.create();
  const reference = target.nextRef();
  embedFont({ name: "Damson", file }, used, { target, reference });
  const font = target.lookup(reference, PDFDict);
  const descendants = font.lookup(name("DescendantFonts")) as never;
  const descendant = elements(descendants)[0] as PDFDict;
  return { font, descendant, descriptor: dictEntry(descendant, "FontDescriptor") as PDFDict };
}
const text = (object: unknown) => String(object).replaceAll(/\s+/g, " ");
const withoutReferences = (dict: PDFDict) => text(dict).replaceAll(/\d+ 0 R/g, "R");
function unpacked(from: PDFDict, key: string): Buffer {
  const stream = entry(from, key);
  return stream instanceof PDFRawStream ? inflateSync(stream.getContents()) : Buffer.alloc(0);
}

const used = new Map([
  [1, 0x41],
  [3, 0x1f600],
]);

test("a TrueType font is embedded with its measurements in thousandths of its size", () => {
  const { font, descendant, descriptor } = embedded(openedFont(), used);
  expect(withoutReferences(font)).toBe(
    "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /BaseFont /SHEAFA+Damson /DescendantFonts [ R ] /ToUnicode R >>",
  );
  expect(withoutReferences(descendant)).toBe(
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SHEAFA+Damson /CIDSystemInfo << /Supplement 0 " +
      "/Registry (Adobe) /Ordering (Identity) >> /FontDescriptor R /W [ 1 [ 300 ] 3 [ 300 ] ] /CIDToGIDMap /Identity >>",
  );
  expect(withoutReferences(descriptor)).toBe(
    "<< /Type /FontDescriptor /Flags 4 /FontBBox [ -50 -100 900 950 ] /ItalicAngle 0 /Ascent 750 /Descent -250 " +
      "/CapHeight 750 /StemV 80 /FontName /SHEAFA+Damson /FontFile2 R >>",
  );
  const program = unpacked(descriptor, "FontFile2");
  expect(program.readUInt32BE(0)).toBe(0x10000);
  const stream = entry(descriptor, "FontFile2") as PDFRawStream;
  expect(text(stream.dict)).toBe(`<< /Length1 ${program.length} /Filter /FlateDecode >>`);
});

test("measurements are rounded", () => {
  const head = table(54, { 18: 2048, 36: -100, 38: 1, 40: 2, 42: 3, 50: 1 });
  const { descendant, descriptor } = embedded(openedFont({ head }), new Map([[1, 0x41]]));
  expect(text(entry(descriptor, "FontBBox"))).toBe("[ -49 0 1 1 ]");
  expect(text(entry(descendant, "W"))).toBe("[ 1 [ 293 ] ]");
});

test("a font with outlines in PostScript form is embedded as such", () => {
  const index = (...bytes: number[]) => Buffer.from([0, 1, 1, 1, 1 + bytes.length, ...bytes]);
  const top = index(28, 0, 23, 17);
  const cff = Buffer.concat([Buffer.from([1, 0, 4, 1]), index(0x41), top, index(), index(0xb0)]);
  cff[cff.indexOf(23)] = cff.length - 6;
  const { descendant, descriptor } = embedded(openedFont({ glyf: undefined, "CFF ": cff }), new Map([[0, 0x41]]));
  expect([text(entry(descendant, "Subtype")), entry(descendant, "CIDToGIDMap")]).toEqual(["/CIDFontType0", undefined]);
  expect(entry(descriptor, "FontFile2")).toBeUndefined();
  expect(unpacked(descriptor, "FontFile3")).toEqual(cff);
  const stream = entry(descriptor, "FontFile3") as PDFRawStream;
  expect(text(stream.dict)).toBe("<< /Subtype /CIDFontType0C /Filter /FlateDecode >>");
});

test("a font without outlines cannot be embedded", () => {
  const target = PDFContext.create();
  const file = openedFont();
  file.tables.delete("loca");
  const embed = () => embedFont({ name: "Damson", file }, used, { target, reference: PDFRef.of(1) });
  expect(embed).toThrow("The font Damson cannot be embedded");
});

test("text in the font can be copied, also characters beyond the first 65,536", () => {
  const map = unpacked(embedded(openedFont(), used).font, "ToUnicode").toString().split("\n");
  expect(map.slice(4, -1)).toEqual(["2 beginbfchar", "<0001> <0041>", "<0003> <D83DDE00>", "endbfchar"]);
  expect(map[3]).toBe("1 begincodespacerange <0000> <FFFF> endcodespacerange");
});

test.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [200, [100, 100]],
  [250, [100, 100, 50]],
])("the map of %i characters is written in blocks of 100", (count, blocks) => {
  const many = new Map(Array.from({ length: count }, (_, index) => [index + 1, 0x4e00 + index]));
  const map = unpacked(embedded(openedFont(), many).font, "ToUnicode");
  const lines = map.toString().split("\n");
  expect(lines.flatMap((line) => / ?(\d+) beginbfchar/.exec(line)?.[1] ?? []).map(Number)).toEqual(blocks);
  const characters = lines.filter((line) => /^<\w+> <\w+>$/.test(line));
  expect(characters).toEqual([...many].map(([glyph, code]) => `<${hexWord(glyph)}> <${hexWord(code)}>`));
});

test.each([
  [0, "0000"],
  [0xab, "00AB"],
  [0xffff, "FFFF"],
])("%i is written as %s", (value, digits) => expect(hexWord(value)).toBe(digits));
