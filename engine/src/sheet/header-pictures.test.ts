import { expect, test } from "vitest";
import { hasHeaderPicture, headerPictureWarning } from "./header-pictures.ts";

const tail = (header: string, drawing = '<legacyDrawingHF r:id="rId1"/>') =>
  `</sheetData><headerFooter differentFirst="1">${header}</headerFooter>${drawing}</worksheet>`;

test.each([
  ["in its header", tail("<oddHeader>&amp;C&amp;G</oddHeader>")],
  ["behind a font", tail("<oddFooter>&amp;L&amp;&quot;Arial,Bold&quot;&amp;G</oddFooter>")],
  ["on its first page", tail("<oddHeader>&amp;A</oddHeader><firstHeader>&amp;L&amp;g</firstHeader>")],
])("a sheet with a picture %s is reported", (_where, xml) => expect(hasHeaderPicture(xml)).toBe(true));

test.each([
  ["none", "</sheetData></worksheet>"],
  ["a picture without its code &G", tail("<oddHeader>&amp;A</oddHeader>")],
  ["one on even pages, which are like the odd ones", tail("<evenHeader>&amp;G</evenHeader>")],
  [
    "a text that contains the letters of the code",
    tail("<oddHeader>P&amp;&amp;G, &amp;&quot;A&amp;G&quot;x</oddHeader>"),
  ],
  ["the code without a picture", tail("<oddHeader>&amp;G</oddHeader>", "")],
])("a sheet with %s is not reported", (_what, xml) => expect(hasHeaderPicture(xml)).toBe(false));

test("the warning names the sheets", () => {
  expect(headerPictureWarning([])).toEqual([]);
  expect(headerPictureWarning(["Invoice"])).toMatchObject([{ text: expect.stringContaining("of sheet “Invoice” is") }]);
  expect(headerPictureWarning([..."abcdefg"])).toMatchObject([{ text: expect.stringContaining("“e”, 2 more.") }]);
});

test.each([
  ['differentOddEven="1"', "evenFooter", true],
  ['differentOddEven="0"', "evenFooter", false],
  ['differentFirst="true"', "firstFooter", true],
  ['differentFirst="0"', "firstFooter", false],
  ['differentOddEven="1"', "firstFooter", false],
  ['differentFirst="1"', "evenFooter", false],
  ["", "oddFooter", true],
])("with %s, a picture in the %s is printed: %s", (flags, element, isPrinted) => {
  const xml = `<x:headerFooter ${flags}><x:${element}>&amp;G</x:${element}></x:headerFooter><x:legacyDrawingHF/>`;
  expect(hasHeaderPicture(xml)).toBe(isPrinted);
});
