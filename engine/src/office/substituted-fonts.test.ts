import { expect, test } from "vitest";
import { fontsOfPdf, substituted } from "./substituted-fonts.ts";

const of = (...names: string[]) => new Set(names);

test("a replaced font is named together with its replacement", () => {
  expect(substituted(of("Garamond", "Calibri"), of("Noto Serif", "Carlito"))).toEqual([
    {
      code: "font-substituted",
      text: "The font Garamond is not installed here: Noto Serif was used instead, so lines may break differently.",
    },
  ]);
});

test.each([
  ["fonts of the same widths", of("Calibri", "Arial"), of("Carlito", "Liberation Sans")],
  ["an installed font", of("DejaVu Sans"), of("Deja Vu Sans")],
  ["a font for equations", of("Cambria Math", "Calibri"), of("Carlito", "Liberation Serif")],
  ["an unused font of this installation", of("Liberation Serif", "Arial"), of("Liberation Sans", "Deja Vu Sans")],
  ["a font of an unused style", of("Garamond", "Arial"), of("Liberation Sans")],
  [
    "bullets and Chinese characters",
    of("Wingdings", "Arial", "Georgia"),
    of("Liberation Sans", "Open Symbol", "Noto Sans CJKsc"),
  ],
])("no warning is given of %s", (_, requested, used) => {
  expect(substituted(requested, used)).toEqual([]);
});

test("the fonts of a PDF are listed by family", () => {
  const pdf = Buffer.from("<</BaseFont/BAAAAA+NotoSerif-Bold>> <</BaseFont /Carlito>>");
  expect([...fontsOfPdf(pdf)]).toEqual(["Noto Serif", "Carlito"]);
});

test.each([
  [["Garamond"], ["Noto Serif"], "The font Garamond is not installed here: Noto Serif was used instead"],
  [
    ["Garamond", "Futura"],
    ["Noto Serif"],
    "The fonts Garamond and Futura are not installed here: Noto Serif was used instead",
  ],
  [
    ["Garamond"],
    ["Noto Serif", "Noto Mono"],
    "The font Garamond is not installed here: Noto Serif and Noto Mono were used instead",
  ],
  [["A1", "A2", "A3"], ["Noto Serif"], "The fonts A1, A2 and A3 are not installed here: Noto Serif was used instead"],
  [
    ["A1", "A2", "A3", "A4", "A5", "A6", "A7"],
    ["Noto Serif"],
    "The fonts A1, A2, A3, A4, A5 and 2 more are not installed here: Noto Serif was used instead",
  ],
])("the fonts %j are replaced by %j, and both are named", (requested, used, text) => {
  expect(substituted(of(...requested), of(...used))).toEqual([
    { code: "font-substituted", text: `${text}, so lines may break differently.` },
  ]);
});

test.each([
  ["Garamond", "Garamond MT"],
  ["Garamond", "Garamond PS"],
  ["Gill-Sans", "gill sans"],
  ["Söhne", "SöhneMT"],
])("the font %s is installed where the PDF has %s", (requested, used) => {
  expect(substituted(of(requested, "Futura"), of(used, "Noto Serif"))[0]?.text).toContain("The font Futura is");
  expect(substituted(of(requested, "Futura"), of(used))).toEqual([]);
});

test.each([
  ["another font that begins alike", of("Garamond"), of("Garamond Narrow")],
  ["a font of one language in its place", of("Garamond"), of("Noto Serif Display", "Tinos")],
  ["a font that begins like one of this installation", of("Notory"), of("Tinos")],
  ["a replacement of another font that nobody asked for", of("Garamond", "Calibri"), of("Liberation Sans")],
])("a warning is given of %s", (_what, requested, used) => expect(substituted(requested, used)).toHaveLength(1));

test.each([
  ["a font of one language alone", of("Garamond"), of("Noto Sans Thai")],
  ["symbols alone", of("Garamond"), of("Open Symbol", "Noto Color Emoji")],
  ["no font at all", of("Garamond"), of()],
  ["symbols that are missing", of("Wingdings 2", "Webdings", "Marlett"), of("Tinos")],
  ["a replacement of the same widths for one of two names", of("Courier", "Garamond"), of("Nimbus Mono PS")],
])("no warning is given where the PDF has %s", (_what, requested, used) => {
  expect(substituted(requested, used)).toEqual([]);
});

test.each([
  ["/BaseFont/Gill#20Sans", "Gill Sans"],
  ["/BaseFont /ABCDEF+TimesNewRoman,Bold", "Times New Roman"],
  ["/BaseFont/ABCDE+Arial", "ABCDE+Arial"],
  ["/BaseFont/EBGaramond-Regular/FontBBox", "EBGaramond"],
  ["/BaseFont\n/Carlito>>", "Carlito"],
])("the entry %j of a PDF is the font %s", (entry, name) => {
  expect([...fontsOfPdf(Buffer.from(entry))]).toEqual([name]);
});
