import { expect, test } from "vitest";
import type { RecognisedLine, RecognisedWord } from "./hocr.ts";
import { merged } from "./merge-readings.ts";

const word = (text: string, left: number, confidence = 90, top = 100): RecognisedWord => ({
  text,
  confidence,
  box: [left, top, left + text.length * 10, top + 30],
});
const line = (...words: RecognisedWord[]): RecognisedLine => {
  const [first, last] = [words[0]?.box ?? [0, 0, 0, 0], words.at(-1)?.box ?? [0, 0, 0, 0]];
  return { baseline: [first[0], first[3], last[2], last[3]], size: 30, xHeight: 20, words };
};
const texts = (lines: RecognisedLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(" "));

test("the surer reading of the same print counts", () => {
  const lines = merged(
    [line(word("Tota1", 0, 40), word("9.50", 200))],
    [line(word("Total", 0, 80), word("9.S0", 200, 30))],
  );
  expect(texts(lines)).toEqual(["Total 9.50"]);
});

test("a word that one reading split is replaced as a whole", () => {
  expect(texts(merged([line(word("In", 0, 50), word("voice", 25, 50))], [line(word("Invoice", 0, 80))]))).toEqual([
    "Invoice",
  ]);
});

test("words that only the second reading found join their line or make one of their own, in reading order", () => {
  const first = [line(word("Total", 0, 90, 100)), line(word("Thanks", 0, 90, 300))];
  const second = [line(word("9.50", 150, 70, 100)), line(word("Cash", 0, 70, 200))];
  expect(texts(merged(first, second))).toEqual(["Total 9.50", "Cash", "Thanks"]);
});

test("unsure words and marks that only the second reading found are left out", () => {
  expect(texts(merged([line(word("Total", 0))], [line(word("xj", 300, 30), word("--", 400, 90))]))).toEqual(["Total"]);
  expect(merged([], [])).toEqual([]);
});

const at = (text: string, box: RecognisedWord["box"], confidence = 90): RecognisedWord => ({ text, box, confidence });

test.each([
  ["reaches its confidence", 50, "Total", ["Total", "found"]],
  ["misses it", 49, "Total", ["Total"]],
])("a word that only the second reading found counts when it %s", (_, confidence, text, found) => {
  expect(texts(merged([line(word(text, 0))], [line(word("found", 300, confidence, 300))]))).toEqual(found);
});

test.each([
  ["of the second reading when it is surer", 61, "Invoice"],
  ["of the first reading when both are as sure", 60, "In voice"],
  ["of the first reading when it is surer", 59, "In voice"],
])("long words count more: the words are those %s", (_, confidence, found) => {
  // 2 letters of 95 and 5 of 46 are 60 on average.
  const first = [line(word("In", 0, 95), word("voice", 25, 46))];
  expect(texts(merged(first, [line(word("Invoice", 0, confidence))]))).toEqual([found]);
});

test.each<[string, RecognisedWord["box"], boolean]>([
  ["more than three tenths of the smaller one", [69, 0, 169, 100], true],
  ["three tenths", [70, 0, 170, 100], false],
  ["from the left", [-69, 0, 31, 100], true],
  ["less from the left", [-70, 0, 30, 100], false],
  ["from above", [0, -69, 100, 31], true],
  ["less from above", [0, -70, 100, 30], false],
  ["from below", [0, 69, 100, 169], true],
  ["less from below", [0, 70, 100, 170], false],
  ["a small one inside", [40, 40, 50, 50], true],
  ["beside each other", [100, 0, 200, 100], false],
  ["below each other", [0, 100, 100, 200], false],
])("boxes share print when they overlap: %s", (_, box, isShared) => {
  const words = merged([line(at("one", [0, 0, 100, 100], 40))], [line(at("other", box, 90))]).flatMap(
    (all) => all.words,
  );
  expect(words.some(({ text }) => text === "one")).toBe(!isShared);
});

test("words of the second reading are found wherever they stand", () => {
  const places = [500, 100, 300, 0, 200, 400];
  const first = places.map((top) => line(word("one", 0, 40, top)));
  const second = places.toReversed().map((top) => line(word("two", 0, 90, top)));
  expect(texts(merged(first, second))).toEqual(Array(6).fill("two"));
  const tall = [line(at("tall", [0, 0, 100, 400], 90)), line(at("low", [200, 300, 230, 330], 90))];
  expect(texts(merged([line(at("one", [0, 350, 100, 390], 40))], tall))).toContain("tall");
});

test("a word that joins several words of the first reading replaces all of them", () => {
  const first = [line(word("a", 0, 40), word("bc", 12, 40), word("d", 34, 40), word("e", 200, 40))];
  expect(texts(merged(first, [line(word("abcd", 2, 80))]))).toEqual(["abcd e"]);
});

/** A line of the first reading from 0 to 100 on a height of 130, with small letters of 20. */
const known: RecognisedLine = {
  baseline: [0, 130, 100, 130],
  size: 30,
  xHeight: 20,
  words: [at("known", [0, 100, 100, 130])],
};

test.each<[string, RecognisedWord["box"], boolean]>([
  ["to the right", [259, 100, 300, 130], true],
  ["too far to the right", [260, 100, 300, 130], false],
  ["to the left", [-300, 100, -159, 130], true],
  ["too far to the left", [-300, 100, -160, 130], false],
  ["a little higher", [120, 90, 150, 121], true],
  ["higher", [120, 90, 150, 120], false],
  ["a little lower", [120, 119, 150, 140], true],
  ["lower", [120, 120, 150, 140], false],
])("a word that was found %s joins its line, or makes its own", (_, box, joins) => {
  const lines = merged([known], [line(at("found", box))]);
  expect(lines).toHaveLength(joins ? 1 : 2);
});

test("a line that rises is followed to its left and right", () => {
  const rising: RecognisedLine = { ...known, baseline: [0, 230, 100, 130], words: [at("known", [0, 130, 100, 230])] };
  const found = (box: RecognisedWord["box"]) => merged([rising], [line(at("found", box))]).length === 1;
  // At 150 the line is 80 high, its letters' middle at 70.
  expect(found([140, 60, 160, 71])).toBe(true);
  expect(found([140, 60, 160, 70])).toBe(false);
  expect(found([140, 69, 160, 90])).toBe(true);
  expect(found([140, 70, 160, 90])).toBe(false);
  const upright: RecognisedLine = { ...known, baseline: [0, 130, 0, 30] };
  expect(merged([upright], [line(at("found", [120, 100, 150, 130]))])).toHaveLength(2);
});

test("lines keep the order of the first reading, and found ones come before the next line below them", () => {
  const lines = [200, 100, 300].map((top) => line(word(`first${top}`, 0, 90, top)));
  const found = [400, 250, 150, 50].map((top) => line(word(`found${top}`, 500, 90, top)));
  expect(texts(merged(lines, found))).toEqual([
    "found50",
    "found150",
    "first200",
    "first100",
    "found250",
    "first300",
    "found400",
  ]);
});
