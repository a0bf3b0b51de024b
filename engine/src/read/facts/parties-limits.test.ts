import { describe, expect, test } from "vitest";
import { type TypedPage, typedPage } from "../../testing/typed-page.ts";
import { addresseeOf, usualSize } from "./addressee.ts";
import { factsOf } from "./facts.ts";
import { printedPage } from "./printed-page.ts";

const addresseeIn = (lines: readonly string[], about: Partial<TypedPage> = {}) =>
  addresseeOf(printedPage(typedPage({ lines, ...about })))
    .map(({ value }) => value.replaceAll("\n", ", "))
    .join("; ");

/** Lines before a block, so that it begins at a height of 50 + 16 a line. */
const below = (count: number, ...lines: string[]) => [...Array.from({ length: count }, () => ""), ...lines];
const block = ["Ellen Danso", "133 High Street", "Oldstow OZ5 6NB"];

describe("an addressee below a label", () => {
  test.each<[string, string[], string]>([
    [
      "on the same line",
      ["Bill to: Ellen Danso", "133 High Street", "Oldstow OZ5 6NB"],
      "Ellen Danso, 133 High Street, Oldstow OZ5 6NB",
    ],
    ["on the next line", ["Bill to", ...block, "Thank you"], "Ellen Danso, 133 High Street, Oldstow OZ5 6NB"],
    ["without a postcode", ["Bill to", "Ellen Danso", "133 High Street"], "Ellen Danso, 133 High Street"],
    ["of one line", ["Bill to", "Ellen Danso"], ""],
    ["with a telephone number", ["Bill to", "Ellen Danso", "Tel 01632 960123", "Oldstow OZ5 6NB"], ""],
    ["of numbers", ["Bill to", "4711", "133 High Street"], ""],
    ["after a gap of two lines", ["Bill to", "", "Ellen Danso", "133 High Street"], ""],
    [
      "whose first label has none",
      ["Bill to: 4711", "", "", "Sold to", ...block],
      "Ellen Danso, 133 High Street, Oldstow OZ5 6NB",
    ],
    [
      "of eight lines",
      ["Bill to", "Ellen", "a b", "c d", "e f", "g h", "i j", "k l", "Oldstow OZ5 6NB"],
      "Ellen, a b, c d, e f, g h, i j, k l, Oldstow OZ5 6NB",
    ],
    [
      "of more lines, which is cut",
      ["Bill to", "Ellen", "a b", "c d", "e f", "g h", "i j", "k l", "m n", "o p"],
      "Ellen, a b, c d, e f, g h, i j, k l, m n",
    ],
  ])("%s", (_, lines, found) => {
    expect(addresseeIn(lines)).toBe(found);
  });

  test("begins at the same height, within six tenths of its letters", () => {
    const at = (spaces: number) => [
      "     Bill to:",
      `${" ".repeat(spaces)}Ellen Danso`,
      `${" ".repeat(spaces)}Oldstow OZ5 6NB`,
    ];
    // A character is five points wide, a letter ten high.
    expect(addresseeIn(at(6))).toBe("Ellen Danso, Oldstow OZ5 6NB");
    expect(addresseeIn(at(4))).toBe("Ellen Danso, Oldstow OZ5 6NB");
    expect(addresseeIn(at(7))).toBe("");
    expect(addresseeIn(at(3))).toBe("");
  });
});

describe("an addressee without a label", () => {
  const found = "Ellen Danso, 133 High Street, Oldstow OZ5 6NB";

  test.each<[string, string[], string]>([
    ["below nine hundredths of the page", ["Letter", ...below(1, ...block)], found],
    ["above them", ["Letter", ...block], ""],
    ["above 36 hundredths of the page", ["Letter", ...below(14, ...block)], found],
    ["below them", ["Letter", ...below(15, ...block)], ""],
    ["on the first row", below(2, ...block), ""],
    ["of two lines", ["Letter", ...below(3, "Ellen Danso", "Oldstow OZ5 6NB")], ""],
    ["that begins with a street", ["Letter", ...below(3, "133 High Street", "Oldstow", "Oldstow OZ5 6NB")], ""],
    ["two of them", ["Letter", ...below(3, ...block, "", "", "Callum Pell", "1 Mill Lane", "Oldstow OZ5 7NB")], ""],
    [
      "with an address of another kind in it",
      ["Letter", ...below(3, "Ellen Danso", "ellen@danso.example", "Oldstow OZ5 6NB")],
      "",
    ],
    ["with a telephone below it", ["Letter", ...below(3, ...block, "Tel 01632 960123")], ""],
    ["with words below it", ["Letter", ...below(3, ...block, "Good morning")], found],
    ["without a postcode", ["Letter", ...below(3, "Ellen Danso", "133 High Street", "Oldstow")], ""],
  ])("%s", (_, lines, expected) => {
    expect(addresseeIn(lines)).toBe(expected);
  });

  test("stands in the left 45 hundredths of the page, in letters of usual size", () => {
    const moved = (spaces: number) => ["Letter", ...below(3, ...block.map((line) => " ".repeat(spaces) + line))];
    // The page is 595 wide; its lines begin at 40.
    expect(addresseeIn(moved(45))).toBe(found);
    expect(addresseeIn(moved(46))).toBe("");
    const sizes = (size: number) => ({ sizes: { 4: size, 5: 10, 6: 10 } });
    expect(addresseeIn(["Letter", ...below(3, ...block)], sizes(15))).toBe(found);
    expect(addresseeIn(["Letter", ...below(3, ...block)], sizes(15.5))).toBe("");
  });

  test("stands in the box of its lines, as sure as the least sure word", () => {
    const lines = ["Letter", ...below(3, ...block)];
    const printed = printedPage(typedPage({ lines, source: "ocr", confidences: { High: 70 } }));
    expect(addresseeOf(printed)).toMatchObject([{ box: [40, 104, 115, 146], confidence: 70 }]);
  });
});

test("the usual size is that of most words, in halves of a point", () => {
  const sizeOf = (lines: string[], sizes: Record<number, number> = {}) =>
    usualSize(printedPage(typedPage({ lines, sizes })));
  expect(sizeOf(["one two", "three four five"], { 0: 12, 1: 8.3 })).toBe(8.5);
  expect(sizeOf(["one two", "three", "four"], { 0: 12, 1: 8, 2: 8.2 })).toBe(12);
  expect(sizeOf(["one two", "three", "four five"], { 0: 12, 1: 8, 2: 8.2 })).toBe(8);
  expect(sizeOf([])).toBe(10);
});

describe("a supplier", () => {
  /** Makes a page as wide as a letter. */
  const wide = "Thank you for your custom. Please ask for our list of all prices and services, which we gladly send.";
  const supplierIn = (lines: readonly string[], about: Partial<TypedPage> = {}) =>
    factsOf(typedPage({ lines, ...about })).find(({ kind }) => kind === "supplier")?.value ?? null;
  const invoice = ["Invoice No: 4711", "Total   £12.00", wide];

  test.each<[string, string[], Record<number, number>, string | null]>([
    ["with a company's suffix on the first line", ["Severn Tyres Ltd", "", wide], {}, "Severn Tyres Ltd"],
    [
      "with a suffix on the third line",
      ["Good morning", "to all of you", "Severn Tyres Ltd", wide],
      { 0: 8, 1: 8 },
      null,
    ],
    ["with a web address below", ["Severn Tyres", "", "www.severntyres.co.uk", wide], {}, "Severn Tyres"],
    ["with another web address below", ["Severn Tyres", "", "www.otherplace.co.uk", wide], {}, null],
    ["with its name again below", ["Severn Tyres", ...invoice, "We at Severn Tyres thank you"], {}, "Severn Tyres"],
    ["without its name again", ["Severn Tyres", ...invoice], {}, null],
    ["in larger letters", ["Severn Tyres", ...invoice], { 0: 15 }, "Severn Tyres"],
    ["in hardly larger letters", ["Severn Tyres", ...invoice], { 0: 12 }, null],
    ["in large letters on a page about nothing", ["Severn Tyres", "", wide], { 0: 18 }, null],
    ["of two that head the page", ["Severn Tyres Ltd", "Kelderby Wheels Ltd", wide], {}, "Severn Tyres Ltd"],
    ["of two beside each other", ["Severn Tyres Ltd      Kelderby Wheels Ltd", wide], {}, null],
    ["the same name twice beside each other", ["Severn Tyres Ltd      Severn Tyres Ltd", wide], {}, "Severn Tyres Ltd"],
    [
      "the whole name below the short one",
      ["Severn", "Severn Tyres Ltd", "www.severntyres.co.uk", ...invoice],
      { 0: 18 },
      "Severn Tyres Ltd",
    ],
    ["with a number in brackets", ["Severn Tyres Ltd (4711-K)", "", wide], {}, "Severn Tyres Ltd"],
    ["of too few letters", ["Abc Ltd", "", wide], {}, null],
    ["of four letters", ["Abcd Ltd", "", wide], {}, "Abcd Ltd"],
    ["of too many words", ["a1 b1 c1 d1 e1 f1 g1 h1 Tyres Ltd", "", wide], {}, null],
    ["of nine words", ["a1 b1 c1 d1 e1 f1 g1 Tyres Ltd", "", wide], {}, "a1 b1 c1 d1 e1 f1 g1 Tyres Ltd"],
    ["longer than sixty letters", [`${"Severntyres".repeat(5)}xx Ltd`, "", wide], {}, null],
    ["of sixty letters", [`${"Severntyres".repeat(5)}x Ltd`, "", wide], {}, `${"Severntyres".repeat(5)}x Ltd`],
    ["a street", ["Severn Street", ...invoice], { 0: 18 }, null],
    ["a date", ["14 October 2026 Ltd", "", wide], {}, null],
  ])("%s", (_, lines, sizes, supplier) => {
    expect(supplierIn(lines, { sizes })).toBe(supplier);
  });

  test("that a reader of pictures is hardly sure of is none", () => {
    const lines = ["Severn Tyres Ltd", "", wide];
    const read = (confidence: number) =>
      supplierIn(lines, { source: "ocr", confidences: { Severn: confidence, Tyres: confidence, Ltd: confidence } });
    expect(read(75)).toBe("Severn Tyres Ltd");
    expect(read(59)).toBeNull();
  });
});
