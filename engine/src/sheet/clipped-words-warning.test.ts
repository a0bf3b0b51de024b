import { expect, test, vi } from "vitest";
import type { PrintedPart, PrintedText } from "../office/printed-texts.ts";
import type { PlacedText } from "./clippable-texts.ts";
import { cutWords, cutWordsWarnings } from "./clipped-words.ts";

const printed = vi.hoisted(() => ({ parts: (): PrintedPart[] => [] }));
vi.mock("../office/printed-texts.ts", () => ({ printedParts: () => printed.parts() }));

/** Any file that can be read stands for the printed pages. */
const path = import.meta.filename;
const placed = (text: string, column: number, inLines = false): PlacedText => ({
  text,
  row: 1,
  column,
  style: 0,
  inLines,
  neighbours: { before: 0, next: undefined },
});
const clipped = (text: string, seen = text): PrintedText => ({ text, seen, isClipped: true });
const whole = (text: string): PrintedText => ({ text, seen: text, isClipped: false });

/** The warnings for a sheet by the number of missing words in each column. */
function warned(counts: [column: number, words: number][], title = "Costs") {
  const texts = counts.map(([column, words]) => placed(`column${column}x${" w".repeat(words)}`, column));
  const drawn = counts.map(([column]) => clipped(`column${column}x`));
  printed.parts = () => [
    { title: "Other", *texts() {} },
    {
      title,
      texts: function* () {
        yield drawn.slice(0, 1);
        yield drawn.slice(1);
      },
    },
  ];
  return cutWordsWarnings(
    [
      { name: "Empty", texts: [] },
      { name: "Costs", texts },
    ],
    path,
  );
}
const sentence = (where: string) => [
  {
    code: "words-cut",
    text: `On sheet “Costs” words are cut off because their cells are too small: ${where}. Make these columns wider or their rows higher, and replace the file.`,
  },
];

test.each<[[number, number][], string]>([
  [[[1, 1]], "1 word in column A"],
  [[[27, 2]], "2 words in column AA"],
  [
    [
      [1, 1],
      [3, 4],
      [2, 4],
    ],
    "4 words in column B, 4 words in column C and 1 word in column A",
  ],
  [
    [
      [1, 1_200],
      [2, 1],
    ],
    "1,200 words in column A and 1 word in column B",
  ],
  [
    [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
    ],
    "6 words in column F, 5 words in column E, 4 words in column D, 3 words in column C, 2 words in column B and 1 word in another column",
  ],
  [
    [
      [1, 1],
      [2, 1],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 6],
      [7, 7],
    ],
    "7 words in column G, 6 words in column F, 5 words in column E, 4 words in column D, 3 words in column C and 2 words in 2 other columns",
  ],
])("missing words by column, %j, are told in order of their number", async (counts, where) => {
  expect(await warned(counts)).toEqual(sentence(where));
});

test("a sheet that was not printed, and one without missing words, cause no warning", async () => {
  expect(await warned([[1, 1]], "Sales")).toEqual([]);
  expect(await warned([[1, 0]])).toEqual([]);
});

test("pages whose texts cannot be read cause no warning, and none are read where no text may be clipped", async () => {
  printed.parts = () => {
    throw new Error("broken");
  };
  expect(await cutWordsWarnings([{ name: "Costs", texts: [placed("Tax", 1)] }], path)).toEqual([]);
  expect(await cutWordsWarnings([{ name: "Costs", texts: [] }], "/missing")).toEqual([]);
});

const fee = "Consultancy fee in January";
test.each<[string, PlacedText[], PrintedText[], Record<string, number>]>([
  ["a part from the middle", [placed(fee, 2)], [clipped("Consultancy"), whole("fee")], { 2: 2 }],
  [
    "a part from the middle that is too short to be told",
    [placed(fee, 2)],
    [clipped("Consultancy"), whole("in")],
    { 2: 3 },
  ],
  ["a beginning that nothing clips", [placed(fee, 2)], [whole("Consultancy")], {}],
  ["a middle that an edge clips, without an end", [placed(fee, 2)], [clipped("fee in")], {}],
  ["the end", [placed(fee, 2)], [clipped("in January")], { 2: 2 }],
  ["its last three letters", [placed(fee, 2)], [clipped("ary")], { 2: 4 }],
  ["two letters", [placed("Tax", 3)], [clipped("Ta")], { 3: 1 }],
  ["one letter", [placed("Tax", 3)], [clipped("T")], { 3: 1 }],
  ["one of two equal words", [placed("tax tax bill", 3)], [clipped("tax")], { 3: 2 }],
  ["lines, of which the last is missing", [placed(fee, 2, true)], [whole("Consultancy"), whole("fee in")], { 2: 1 }],
  [
    "lines with an empty one between them",
    [placed(fee, 2, true)],
    [whole("Consultancy fee"), whole(" "), whole("in January")],
    {},
  ],
  ["an empty text first", [placed(fee, 2)], [whole(""), whole(fee)], {}],
  [
    "a text that begins another one",
    [placed("Consultancy", 1), placed(fee, 2)],
    [whole("Consultancy"), whole("fee in January")],
    {},
  ],
  ["only spaces", [placed(" ", 1)], [clipped(" ")], {}],
  ["letters that are written in another way", [placed("ﬁne tart", 1)], [clipped("fine")], { 1: 1 }],
])("of a text drawn as %s, the missing words are counted", (_what, cells, drawn, missing) => {
  expect(Object.fromEntries(cutWords(cells, drawn))).toEqual(missing);
});
