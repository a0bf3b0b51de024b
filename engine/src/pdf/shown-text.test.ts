import { PDFContext, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { showsDifferentAmount, showsDifferentText, showsPlainText, showsText } from "./shown-text.ts";

const context = PDFContext.create();
const appearance = (content: string, entries = {}) =>
  PDFRawStream.of(context.obj(entries), Buffer.from(content, "latin1"));
const unreadable = appearance("", { Filter: "Damson" });

test.each([
  ["(Damson) Tj", true, true],
  ["(Damson)'", true, true],
  ['1 2 (Damson) "', true, true],
  ["[(Dam) -20 (son)] TJ", true, true],
  ["<44> Tj", true, true],
  ["() Tj", false, false],
  ["( ) Tj", false, false],
  ["< > Tj", false, false],
  ["[() 5 ()] TJ", false, false],
  ["0 0 9 9 re f", false, false],
  ["/Code Do", true, false],
  ["(Damson) Tj /Code Do", true, false],
  ["/Dot gs", false, false],
])("whether an appearance shows text, and only text: %s", (content, shows, isPlain) => {
  expect([showsText(appearance(content)), showsPlainText(appearance(content))]).toEqual([shows, isPlain]);
});

test("an appearance that cannot be decoded is taken to show text, but not only text, and no other one", () => {
  expect([showsText(unreadable), showsPlainText(unreadable)]).toEqual([true, false]);
  expect(showsDifferentText(unreadable, "Damson", false)).toBe(false);
});

test.each([
  ["(Damson) Tj", "Damson", false],
  ["(Damson) Tj", "Tart", true],
  ["(Damson) Tj", "damson", true],
  ["(Dam) Tj (son) Tj", "Damson", false],
  ["(Damson, tart!) Tj", "Damson tart", false],
  ["(Damson\\(s\\)) Tj", "Damson(s)", false],
  ["((Dam) son) Tj", "(Dam) son", false],
  ["(\\104amson) Tj", "Damson", false],
  ["(\\504amson) Tj", "Damson", false],
  ["(\\0404 7) Tj", "47", false],
  ["(\\bDam\\fson\\n) Tj", "Damson", false],
  ["(Dam\\xson) Tj", "Damxson", false],
  ["(caf\\200) Tj", "caf", false],
  ["(caf\\237) Tj", "caf\u00e9", false],
  ["(caf\\240) Tj", "caf", false],
  ["(1\\2612) Tj", "12", false],
  ["(\\037) Tj", "Tart", false],
  ["(\\040) Tj", "Tart", true],
  ["(a \\011b) Tj", "ab", false],
  ["(7) Tj", "7", false],
  ["(7.00) Tj", "7", false],
  ["(7.50) Tj", "7", true],
  ["(007.00) Tj", "7", true],
  ["(Dam\\\nson\\r\\t) Tj", "Damson", false],
  ["(caf\\351) Tj", "café", false],
  ["(caf\\351) Tj", "cafe\u0301", false],
  ["(caf\\351) Tj", "cafe", true],
  ["(caf\\351 \\200) Tj", "cafè", false],
  ["(caf\\351) Tj", "cafł", false],
  ["(caf) Tj", "cafł", true],
  ["<44> Tj", "Tart", false],
  ["(\\001\\002) Tj", "Tart", false],
  ["/Code Do (Damson) Tj", "Tart", false],
  ["0 0 9 9 re f", "Tart", false],
  ["/Tx <</MCID (Tart)>> BDC (Damson) Tj EMC", "Damson", false],
  ["(1,250.00) Tj", "1250", false],
  ["(1250) Tj", "1250.00", true],
  ["(125) Tj", "1.25", true],
  ["(1.25) Tj", "1.25", false],
  ["(-7) Tj", "7", true],
  ["(07) Tj", "7", true],
])("whether the appearance %s shows another text than %j: %s", (content, value, isDifferent) => {
  expect(showsDifferentText(appearance(content), value, false)).toBe(isDifferent);
});

test("a list box shows every selected option among others", () => {
  const list = appearance("(Apple) Tj (Damson tart) Tj (Pear) Tj");
  expect(showsDifferentText(list, "Pear\nDamson-tart", true)).toBe(false);
  expect(showsDifferentText(list, "Pear\nPlum", true)).toBe(true);
});

test("an amount that a script formats is compared by value", () => {
  const format = { point: ",", decimals: 2, times: 1, showsSign: true } as const;
  expect(showsDifferentAmount(appearance("(1.250,00) Tj"), "1250", format)).toBe(false);
  expect(showsDifferentAmount(appearance("(1.250,00) Tj"), "1251", format)).toBe(true);
  expect(showsDifferentAmount(appearance("<31> Tj"), "1251", format)).toBe(false);
});

test("the amount of an unreadable appearance is taken to be right, and so is that of glyph numbers", () => {
  const format = { point: ".", decimals: 2, times: 1, showsSign: true } as const;
  expect(showsDifferentAmount(unreadable, "1251", format)).toBe(false);
  expect(showsDifferentAmount(appearance("/Code Do (12) Tj"), "1251", format)).toBe(false);
});

test("a list box whose appearance is unreadable shows every option", () => {
  expect(showsDifferentText(unreadable, "Pear", true)).toBe(false);
  expect(showsDifferentText(appearance("(Apple) Tj"), "", true)).toBe(false);
});
