import { expect, test } from "vitest";
import { fontsOfPdf, substituted } from "./substituted-fonts.ts";

const of = (...names: string[]) => new Set(names);

test("a font that was replaced is named, with what took its place", () => {
  expect(substituted(of("Garamond", "Calibri"), of("Noto Serif", "Carlito"))).toEqual([
    {
      code: "font-substituted",
      text: "The font Garamond is not installed here: Noto Serif was used instead, so lines may break differently.",
    },
  ]);
});

test.each([
  ["fonts of the same widths", of("Calibri", "Arial"), of("Carlito", "Liberation Sans")],
  ["a font that is there", of("DejaVu Sans"), of("Deja Vu Sans")],
  ["a font of equations", of("Cambria Math", "Calibri"), of("Carlito", "Liberation Serif")],
  [
    "a font of this installation that no document uses",
    of("Liberation Serif", "Arial"),
    of("Liberation Sans", "Deja Vu Sans"),
  ],
  ["a style that no document uses", of("Garamond", "Arial"), of("Liberation Sans")],
  [
    "bullets and Chinese signs",
    of("Wingdings", "Arial", "Georgia"),
    of("Liberation Sans", "Open Symbol", "Noto Sans CJKsc"),
  ],
])("no warning is given of %s", (_, requested, used) => {
  expect(substituted(requested, used)).toEqual([]);
});

test("the fonts of a PDF are known by their families", () => {
  const pdf = Buffer.from("<</BaseFont/BAAAAA+NotoSerif-Bold>> <</BaseFont /Carlito>>");
  expect([...fontsOfPdf(pdf)]).toEqual(["Noto Serif", "Carlito"]);
});
