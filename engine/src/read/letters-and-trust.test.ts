import { describe, expect, test } from "vitest";
import { languageOf } from "./language.ts";
import { surpriseOf } from "./letter-pairs.ts";
import type { TextLayer } from "./text-layer.ts";
import { worthOf } from "./trust.ts";
import { turnedPage } from "./turned-page.ts";
import { unreadPage } from "./unread-page.ts";

describe("how surprising letters are", () => {
  test.each([
    ["aaaa", 3, 2.5],
    ["abcd", 3, (5 + 8 + 8.5) / 3],
    ["zzzz", 3, 3],
    ["the", 0, 0],
    ["then", 3, (2 + 1 + 1.5) / 3],
    ["THEN", 3, (2 + 1 + 1.5) / 3],
    ["thén", 3, (2 + 1 + 1.5) / 3],
    ["the-n", 0, 0],
    ["", 0, 0],
  ])("%s has %i pairs", (word, pairs, bits) => {
    const found = surpriseOf([word]);
    expect(found.pairs).toBe(pairs);
    expect(found.bits).toBeCloseTo(bits, 5);
  });

  test("letters of other languages are those that look or sound like them", () => {
    expect(surpriseOf(["straße"])).toEqual(surpriseOf(["strasse"]));
    expect(surpriseOf(["łódź"])).toEqual(surpriseOf(["lodz"]));
    expect(surpriseOf(["bjørn"])).toEqual(surpriseOf(["bjorn"]));
    expect(surpriseOf(["cœur"])).toEqual(surpriseOf(["coeur"]));
  });

  test("pairs of several words are counted together", () => {
    const [one, other, both] = [surpriseOf(["then"]), surpriseOf(["zzzzz"]), surpriseOf(["then", "zzzzz"])];
    expect(both.pairs).toBe(7);
    expect(both.bits).toBeCloseTo((one.bits * 3 + other.bits * 4) / 7);
  });
});

describe("a text layer", () => {
  const layerOf = (words: string[], about: Partial<TextLayer> = {}): TextLayer => ({
    lines: [],
    words: words.map((text) => ({ text, box: [0, 0, 1, 1], confidence: 100, line: 0 })),
    characters: 100,
    meaningless: 0,
    invisible: 0,
    ...about,
  });
  const many = (count: number, word: string) => Array.from({ length: count }, () => word);

  test.each<[string, TextLayer, number, string]>([
    ["without characters", layerOf([], { characters: 0 }), 0, "none"],
    ["without words", layerOf([]), 0, "none"],
    ["of two characters of a hundred without meaning", layerOf(["total"], { meaningless: 2 }), 0, "good"],
    ["of three characters of a hundred without meaning", layerOf(["total"], { meaningless: 3 }), 0, "garbled"],
    ["on half a page of pictures", layerOf(["total"]), 0.5, "stamp"],
    ["on less of them", layerOf(["total"]), 0.49, "good"],
    ["of 29 words on pictures", layerOf(many(29, "total")), 1, "stamp"],
    ["of 30 words on pictures", layerOf(many(30, "total")), 1, "good"],
    ["half of which is invisible", layerOf(["total"], { invisible: 50 }), 1, "stamp"],
    ["more of which is invisible", layerOf(["total"], { invisible: 51 }), 1, "hidden"],
    ["that is invisible beside few pictures", layerOf(["total"], { invisible: 100 }), 0.4, "good"],
    ["of nine words without vowels", layerOf(many(9, "brst")), 0, "good"],
    ["of ten words without vowels", layerOf(many(10, "brst")), 0, "garbled"],
    ["three quarters of which have vowels", layerOf([...many(9, "total"), ...many(3, "brst")]), 0, "good"],
    ["fewer of which have vowels", layerOf([...many(11, "total"), ...many(4, "brst")]), 0, "garbled"],
    ["of 29 single letters", layerOf(many(29, "a")), 0, "good"],
    ["of 30 single letters", layerOf(many(30, "a")), 0, "garbled"],
    ["twelve of 30 of which are single letters", layerOf([...many(12, "a"), ...many(18, "12")]), 0, "good"],
    ["thirteen of 30 of which are single letters", layerOf([...many(13, "a"), ...many(17, "12")]), 0, "garbled"],
    ["of 39 pairs of unusual letters", layerOf([...many(7, "xajoqe"), "xajoq"]), 0, "good"],
    ["of 40 pairs of unusual letters", layerOf(many(8, "xajoqe")), 0, "garbled"],
    ["of ten words with six consonants in a row", layerOf(many(10, "atbcdfghe")), 0, "garbled"],
    ["of ten words with a letter three times", layerOf(many(10, "tooott")), 0, "garbled"],
  ])("%s is worth what it says", (_, layer, coverage, worth) => {
    expect(worthOf(layer, coverage)).toBe(worth);
  });

  test("short words in capitals are judged where there are ten others at most, longer ones then as well", () => {
    expect(worthOf(layerOf([...many(10, "total"), ...many(30, "BRSTXWQ")]), 0)).toBe("good");
    expect(worthOf(layerOf([...many(9, "total"), ...many(30, "BRSTXWQ")]), 0)).toBe("garbled");
    expect(worthOf(layerOf([...many(9, "total"), ...many(30, "BRSTX")]), 0)).toBe("good");
  });
});

describe("the language of words", () => {
  const language = (...texts: string[]) =>
    languageOf(texts.flatMap((text) => text.split(" ")).map((text) => ({ text })));

  test.each<[string, string[], string | null]>([
    ["four words of one language", ["your invoice please paid"], "en"],
    ["three words of it", ["your invoice please"], null],
    ["a word three times at most", ["your your your your your"], null],
    ["a word three times and another one", ["your your your please"], "en"],
    ["words with marks around them", ["(Your, Invoice: please! paid."], "en"],
    [
      "half as many words of another one",
      ["your invoice please paid thank you", "rechnung betrag zahlung danke"],
      "en",
    ],
    ["more words of another one", ["your invoice please paid thank you", "rechnung betrag zahlung danke summe"], null],
    ["letters of its own, twice at most", ["rechnung betrag", "xßx xßy xßz xßa"], "de"],
    ["many letters of its own", ["rechnung", "xßx xßy xßz xßa xßb xßc xßd xße xßf"], null],
  ])("%s: %j are %s", (_, texts, found) => {
    expect(language(...texts)).toBe(found);
  });
});

describe("a page that is turned", () => {
  const reading = {
    ...unreadPage(1, { width: 600, height: 800 }),
    lines: [{ baseline: [10, 20, 110, 30] as const, size: 9 }],
    words: [{ text: "a", box: [10, 5, 40, 25] as const, confidence: 90, line: 0 }],
    facts: [{ kind: "date" as const, value: "2026-10-14", box: [10, 5, 40, 25] as const }],
    turn: 90 as const,
  };

  test.each([
    [90, 800, [780, 10, 770, 110], [775, 10, 795, 40], 0],
    [180, 600, [590, 780, 490, 770], [560, 775, 590, 795], 270],
    [270, 800, [20, 590, 30, 490], [5, 560, 25, 590], 180],
  ] as const)("by %i degrees has its words where they are then", (turn, width, baseline, box, left) => {
    const found = turnedPage(reading, turn);
    expect(found).toMatchObject({ width, height: 1_400 - width, turn: left, lines: [{ baseline, size: 9 }] });
    expect([found.words[0]?.box, found.facts[0]?.box]).toEqual([box, box]);
  });

  test("by nothing is the same", () => {
    expect(turnedPage(reading, 0)).toBe(reading);
  });
});
