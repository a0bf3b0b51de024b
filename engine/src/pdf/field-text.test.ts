import { PDFContext, type PDFDict, PDFHexString, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import {
  commentText,
  fieldText,
  filledText,
  formatScript,
  isOpenList,
  isZeroHiddenByScript,
  longText,
  rotationOf,
} from "./field-text.ts";

const context = PDFContext.create();
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;
const text = (words: string) => PDFHexString.fromText(words);
const field = (entries: object) => dict({ FT: "Tx", V: text("Damson"), ...entries });
const [multiline, password, combo, comb] = [1 << 12, 1 << 13, 1 << 17, 1 << 24];

test("a text field has the usual look where it states none, and inherits entries from its parent", () => {
  const usual = { value: "Damson", alignment: "left", isMultiline: false, combCells: 0, fontSize: 0, colour: "0 g" };
  expect(fieldText(field({}))).toEqual(usual);
  const parent = field({ Q: 2, DA: PDFString.of("/Helv 9.5 Tf 1 0 0 rg") });
  const child = { ...usual, alignment: "right", fontSize: 9.5, colour: "1 0 0 rg" };
  expect(fieldText(dict({ Parent: parent }))).toEqual(child);
});

test.each([
  [0, "left"],
  [1, "centre"],
  [2, "right"],
  [3, "left"],
])("alignment %i is %s", (Q, alignment) => expect(fieldText(field({ Q }))).toMatchObject({ alignment }));

test.each([
  ["", 0, "0 g"],
  ["/Helv 12 Tf", 12, "0 g"],
  ["/Helv 0 Tf .5 g", 0, ".5 g"],
  ["/Helv . Tf", 0, "0 g"],
  ["0 g 0.1 0.2 1 rg", 0, "0.1 0.2 1 rg"],
  ["0 0 0 1 k", 0, "0 0 0 1 k"],
  ["1 g 0 G 0 0 1 RG", 0, "1 g"],
])("size and colour of the default appearance %j", (DA, fontSize, colour) => {
  expect(fieldText(field({ DA: PDFString.of(DA) }))).toMatchObject({ fontSize, colour });
});

test.each<[string, object, string | undefined]>([
  ["a text field", {}, "Damson"],
  ["a password", { Ff: password }, undefined],
  ["a choice field with the same flag", { FT: "Ch", Ff: password }, "Damson"],
  ["a button", { FT: "Btn" }, undefined],
  ["a field of no type", { FT: undefined }, undefined],
  ["an empty field", { V: text("") }, undefined],
  ["a field of spaces", { V: text(" \n ") }, undefined],
  ["a field without a value", { V: undefined }, undefined],
  ["a number", { V: 12.5 }, "12.5"],
  ["a name", { V: "Yes" }, "Yes"],
  ["line ends of all kinds", { V: text("a\r\nb\rc\nd") }, "a\nb\nc\nd"],
  ["spaces around it", { V: text("  Damson ") }, "Damson"],
  ["several values", { FT: "Ch", V: [text("a"), text("b")] }, "a\nb"],
  [
    "an option",
    { FT: "Ch", V: text("b"), Opt: [text("b"), [text("a"), text("Apple")], [text("b"), text("Pear")]] },
    "Pear",
  ],
  ["an option without a text of its own", { FT: "Ch", V: text("b"), Opt: [[text("b")]] }, "b"],
  ["no option of an empty choice", { FT: "Ch", V: undefined, Opt: [[null, text("Pear")]] }, undefined],
  ["a choice without a list of options", { FT: "Ch", V: text("b"), Opt: 7 }, "b"],
  [
    "the first of options of the same value",
    {
      FT: "Ch",
      V: text("b"),
      Opt: [
        [text("b"), text("A")],
        [text("b"), text("B")],
      ],
    },
    "A",
  ],
  ["options of a text field", { V: text("b"), Opt: [[text("b"), text("Pear")]] }, "b"],
])("what a field is filled with: %s", (_what, entries, filled) => expect(filledText(field(entries))).toBe(filled));

test.each<[string, object, string, number]>([
  ["as many cells as characters", { MaxLen: 6 }, "Damson", 6],
  ["more cells", { MaxLen: 9 }, "Damson", 9],
  ["too few cells", { MaxLen: 5 }, "Damson", 0],
  ["no number of cells", {}, "Damson", 0],
  ["leading spaces, which are empty cells", { MaxLen: 9, V: text("  Damson ") }, "  Damson", 9],
  ["as many cells as a page shows", { MaxLen: 1001 }, "Damson", 1000],
  ["one character and no number of cells", { V: text("D") }, "D", 0],
  ["several lines", { MaxLen: 9, V: text("a\nb") }, "a\nb", 0],
  ["the flag for several lines", { MaxLen: 9, Ff: comb | multiline }, "Damson", 0],
  ["the flag of a choice field", { MaxLen: 9, FT: "Ch" }, "Damson", 0],
  ["characters beyond 16 bits", { MaxLen: 2, V: text("🍑🍑") }, "🍑🍑", 2],
])("a comb field with %s", (_what, entries, value, combCells) => {
  expect(fieldText(field({ Ff: comb, ...entries }))).toMatchObject({ value, combCells });
});

test("a field has several lines by its flag or its text", () => {
  expect(fieldText(field({ Ff: multiline }))).toMatchObject({ isMultiline: true });
  expect(fieldText(field({ V: text("a\nb") }))).toMatchObject({ isMultiline: true });
  expect(fieldText(field({ Ff: 1 << 11 }))).toMatchObject({ isMultiline: false });
});

test("a comment has its contents as text of several lines", () => {
  const contents = { Contents: text(" a\r\nb\rc "), Q: 1, DA: PDFString.of("/F 8 Tf") };
  expect(commentText(dict(contents))).toEqual({
    value: "a\nb\nc",
    isMultiline: true,
    combCells: 0,
    alignment: "centre",
    fontSize: 8,
    colour: "0 g",
  });
  expect(commentText(dict({ Contents: text(" ") }))).toBeUndefined();
  expect(commentText(dict({}))).toBeUndefined();
});

test("a zero is hidden by a script of the form's own", () => {
  const script = (JS: unknown) => field({ AA: { F: { S: "JavaScript", JS } } });
  const own = script(PDFString.of("event.value = '';"));
  expect(formatScript(own)).toBe("event.value = '';");
  expect(formatScript(field({}))).toBeUndefined();
  for (const zero of ["0", "0.00", "-0", "+0,0", ".0", "00"])
    expect([zero, isZeroHiddenByScript(own, zero)]).toEqual([zero, true]);
  for (const other of ["1", "", "10", "0.01", "0 x"])
    expect([other, isZeroHiddenByScript(own, other)]).toEqual([other, false]);
  expect(isZeroHiddenByScript(script(PDFString.of(" AFNumber_Format(2, 0);")), "0")).toBe(false);
  expect(isZeroHiddenByScript(field({}), "0")).toBe(false);
});

test("a choice field without the combo flag is an open list", () => {
  expect([dict({ FT: "Ch" }), dict({ FT: "Ch", Ff: combo }), dict({ FT: "Tx" })].map(isOpenList)).toEqual([
    true,
    false,
    false,
  ]);
});

test("a value may be a stream", () => {
  expect(longText(PDFRawStream.of(dict({}), Buffer.from("Damson")))).toBe("Damson");
  expect(longText(dict({}))).toBeUndefined();
});

test.each([
  [undefined, 0],
  [90, 90],
  [-90, 270],
  [450, 90],
  [360, 0],
])("a field rotated by %s degrees", (R, degrees) => expect(rotationOf(dict({ MK: { R } }))).toBe(degrees));
