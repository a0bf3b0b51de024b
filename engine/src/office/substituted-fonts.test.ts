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
