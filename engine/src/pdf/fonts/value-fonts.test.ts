import { inflateSync } from "node:zlib";
import { PDFContext, PDFDict, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { expect, test, vi } from "vitest";
import { entry, nameEntry } from "../objects.ts";
import type { InstalledFont } from "./installed.ts";
import { cmap, groups, openedFont } from "./testing.ts";
import { valueFonts } from "./value-fonts.ts";

const [han, kana, emoji, unknown] = ["\u4e00", "\u3042", "\u{1f600}", "\u{10fffe}"];
const fontFor = (...codePoints: number[]) =>
  openedFont({
    cmap: cmap([3, 10, groups(...codePoints.map((code, at): [number, number, number] => [code, code, 1 + at]))]),
  });

const { find } = vi.hoisted(() => ({ find: vi.fn<(codePoint: number) => InstalledFont | undefined>() }));
vi.mock("./installed.ts", () => ({ findInstalledFont: find }));
const [chinese, other] = [
  { name: "Chinese", file: fontFor(0x3042, 0x4e00) },
  { name: "Other", file: fontFor(0x1f600) },
];
find.mockImplementation((codePoint) => [chinese, other].find(({ file }) => file.glyphOf(codePoint) !== 0));

/** Typesets lines; returns what each wrote, and the fonts that each used. */
function shown(...lines: string[]) {
  const target = PDFContext.create();
  const fonts = valueFonts(target);
  const used: Record<string, PDFRef> = {};
  const written = lines.map((line) => {
    const keys: string[] = [];
    const operators = fonts.show(line, 12, (key, reference) => {
      keys.push(key);
      used[key] = reference;
    });
    return [operators, keys];
  });
  fonts.finish();
  const families = Object.entries(used).map(([key, reference]) => [
    key,
    nameEntry(target.lookup(reference), "BaseFont"),
  ]);
  return { written, families: Object.fromEntries(families), target, used, missing: [...fonts.missing] };
}

test("text is as wide as its characters in Helvetica", () => {
  const { widthOf } = valueFonts(PDFContext.create());
  expect(widthOf("AB", 10)).toBeCloseTo(13.34, 6);
  expect(widthOf("ii", 100)).toBeCloseTo(44.4, 6);
  expect(widthOf("", 10)).toBe(0);
});

test("text is as wide as its characters in installed fonts", () => {
  const { widthOf } = valueFonts(PDFContext.create());
  expect(widthOf(han, 10)).toBeCloseTo(3, 6);
  expect(widthOf(`${han}A${emoji}`, 10)).toBeCloseTo(3 + 6.67 + 3, 6);
});

test("plain text is shown in Helvetica, which is not embedded", () => {
  const { written, families, target, used } = shown("Oé?", "B");
  expect(written).toEqual([
    ["/Value 12 Tf <4FE93F> Tj", ["Value"]],
    ["/Value 12 Tf <42> Tj", ["Value"]],
  ]);
  expect(families).toEqual({ Value: "Helvetica" });
  expect(entry(target.lookup(used.Value), "FontDescriptor")).toBeUndefined();
});

test("characters that Helvetica lacks are shown in an installed font, in turns with it", () => {
  const { written, families } = shown(`A${han}${kana}${emoji}B`);
  expect(written).toEqual([
    [
      "/Value 12 Tf <41> Tj /Value1 12 Tf <00020001> Tj /Value2 12 Tf <0001> Tj /Value 12 Tf <42> Tj",
      ["Value", "Value1", "Value2", "Value"],
    ],
  ]);
  expect(families).toEqual({ Value: "Helvetica", Value1: "SHEAFA+Chinese", Value2: "SHEAFA+Other" });
});

test("a font is embedded once, with the characters of all lines", () => {
  const { target, used, written } = shown(han, `${emoji}${kana}`, han);
  expect(written.map(([operators]) => operators)).toEqual([
    "/Value1 12 Tf <0002> Tj",
    "/Value2 12 Tf <0001> Tj /Value1 12 Tf <0001> Tj",
    "/Value1 12 Tf <0002> Tj",
  ]);
  expect(Object.keys(used)).toEqual(["Value1", "Value2"]);
  const map = entry(target.lookup(used.Value1), "ToUnicode");
  const lines = map instanceof PDFRawStream ? inflateSync(map.getContents()).toString() : "";
  expect(lines).toContain("<0002> <4E00>\n<0001> <3042>");
});

test("a font whose characters were only measured is not embedded", () => {
  const target = PDFContext.create();
  const fonts = valueFonts(target);
  fonts.widthOf(han, 10);
  fonts.finish();
  expect(target.enumerateIndirectObjects().filter(([, object]) => object instanceof PDFDict)).toEqual([]);
});

test("characters without a font are shown as question marks, and known as missing", () => {
  const { written, missing } = shown(`A${unknown}?`, unknown);
  expect(written).toEqual([
    ["/Value 12 Tf <413F3F> Tj", ["Value"]],
    ["/Value 12 Tf <3F> Tj", ["Value"]],
  ]);
  expect(missing).toEqual([unknown]);
  expect(shown("A?", han).missing).toEqual([]);
});

test.each([
  ["control characters", "A\tB\u0007"],
  ["characters of direction", "\u200eAB\u202e"],
  ["variation selectors", "A\ufe0fB\u{e0100}"],
])("%s are not shown", (_what, text) => {
  const { written, missing } = shown(text);
  expect([written[0]?.[0], missing]).toEqual(["/Value 12 Tf <4142> Tj", []]);
  expect(valueFonts(PDFContext.create()).widthOf(text, 10)).toBeCloseTo(13.34, 6);
});

test("nothing is shown of an empty line", () => expect(shown("").written).toEqual([["", []]]));

test("text that runs to the left is shown in the order of display", () => {
  const [shin, lamed] = ["\u05e9", "\u05dc"];
  const hebrew = { name: "Hebrew", file: fontFor(0x05dc, 0x05e9) };
  find.mockImplementation(() => hebrew);
  expect(shown(`${shin}${lamed}`).written[0]?.[0]).toBe("/Value1 12 Tf <00010002> Tj");
});
