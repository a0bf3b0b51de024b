import { expect, test } from "vitest";
import { markHits } from "./mark-hits.ts";

/** Without a row each word is its own stem. */
const db = { execute: async () => ({ rows: [] }) } as never;

/** Returns the indexes of the words of a page that were searched for: "|" joins a word with the next one. */
async function marked(page: string, ...sought: string[][]): Promise<number[] | undefined> {
  const words = page.split(" ").map((text) => ({
    text: text.replace("|", ""),
    joinsNext: text.endsWith("|"),
    box: [0, 0, 1, 1] as [number, number, number, number],
  }));
  const terms = sought.map((lexemes) => ({ text: lexemes[0] ?? "", word: null, lexemes, pages: null }));
  return (await markHits(db, [{ width: 1, height: 1, words }], terms))[0];
}

test("words that were searched for are marked in reading order, each once", async () => {
  expect(await marked("Otter Kestrel Heron kestrel", ["kestrel"], ["heron"])).toEqual([1, 2, 3]);
  expect(await marked("Heron bill Kestrel", ["kestrel"], ["heron"])).toEqual([0, 2]);
  expect(await marked("Otter", ["kestrel"])).toEqual([]);
});

test("hits are in the order of the page for more than ten words as well", async () => {
  const page = Array.from({ length: 12 }, (_, index) => (index === 2 || index === 11 ? "kestrel" : "heron")).join(" ");
  expect(await marked(page, ["kestrel"])).toEqual([2, 11]);
});

test("all words of a date or a joined word are marked", async () => {
  expect(await marked("of 14 October 2026 on", ["2026-10-14"])).toEqual([1, 2, 3]);
  expect(await marked("the Kes| trel Inn", ["kestrel", "+kestrel"])).toEqual([1, 2]);
});

test("another word that begins alike is not marked", async () => {
  expect(await marked("Kestrels kestrel", ["kestrel"])).toEqual([1]);
});

test("an identifier that is printed in groups is marked on all of them", async () => {
  expect(await marked("VAT GB 123 4567 82 due", ["gb123456782"])).toEqual([1, 2, 3, 4]);
  expect(await marked("GB-12 3.4", ["gb1234"])).toEqual([0, 1]);
});

test.each([
  ["a1 b2 c3", "a1b2c3", [0, 1, 2]],
  ["a1 b2 c", "a1b2c", []],
  ["ab cd ef", "abcdef", []],
  ["a b c d e f g 1", "abcdefg1", [0, 1, 2, 3, 4, 5, 6, 7]],
  ["a b c d e f g h 1", "abcdefgh1", []],
  ["x gb 12 gb 12 34", "gb1234", [3, 4, 5]],
  ["gb 12 3", "gb1234", []],
])("in “%s” the groups of %s are the words %j", async (page, identifier, words) => {
  expect(await marked(page, [identifier])).toEqual(words);
});

test("each page has its own hits", async () => {
  const word = (text: string) => ({ text, box: [0, 0, 1, 1] as [number, number, number, number] });
  const pages = [[word("heron")], [word("otter"), word("kestrel")], []];
  const layouts = pages.map((words) => ({ width: 1, height: 1, words }));
  const sought = [{ text: "kestrel", word: 0, lexemes: ["kestrel"], pages: null }];
  expect(await markHits(db, layouts, sought)).toEqual([[], [1], []]);
});
