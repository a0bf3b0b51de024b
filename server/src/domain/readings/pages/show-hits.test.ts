import { expect, test } from "vitest";
import { packLayout } from "./layout.ts";
import { showHits } from "./show-hits.ts";

/** Returns how a page with a text is shown for a word. */
async function shown(text: string, word = "kestrel") {
  const words = text.split(" ").map((each, index) => ({ text: each, box: [index, 0, index + 1, 1], line: 0 }));
  const layout = packLayout({ width: 9, height: 9, words, lines: [{ baseline: [0, 0, 1, 1], size: 0 }] } as never);
  const row = { jobId: "j", fileId: "f", page: 2, createdAt: "2026-11-20 12:00:00Z", keptUntil: null, layout };
  const answers = [[row], []];
  const db = { execute: async () => ({ rows: answers.shift() ?? [] }) };
  const sought = [{ text: word, word: 0, lexemes: [word], pages: null }];
  const [hit] = await showHits(db as never, "p", [{ jobId: "j", fileId: "f", page: 2 }], sought);
  if (!hit) throw new Error("There is no hit");
  return { ...hit, snippet: hit.snippet.map(({ text: part, isHit }) => (isHit ? `[${part}]` : part)) };
}

const numbered = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => `w${index + first}`).join(" ");

test("a hit has its page, its times and its picture", async () => {
  expect(await shown("a kestrel")).toMatchObject({
    page: 2,
    createdAt: "2026-11-20T12:00:00.000Z",
    keptUntil: null,
    width: 9,
    height: 9,
    boxes: [[1, 0, 2, 1]],
    picturePath: "/api/jobs/j/files/f/pages/2.webp",
  });
});

test("neighbouring words are one part, hits and others apart", async () => {
  expect((await shown("one two kestrel kestrel three")).snippet).toEqual(["one two", "[kestrel kestrel]", "three"]);
});

test("the snippet begins eight words before the first hit, and has 32 words", async () => {
  expect((await shown(`${numbered(9)} kestrel ${numbered(40, 10)}`)).snippet).toEqual([
    numbered(8, 2),
    "[kestrel]",
    numbered(23, 10),
  ]);
  expect((await shown(`${numbered(8)} kestrel`)).snippet).toEqual([numbered(8), "[kestrel]"]);
});

test("a page without a marked word is shown from its beginning", async () => {
  expect((await shown(numbered(40))).snippet).toEqual([numbered(32)]);
});

test("rows of signs are left out, unless they were sought", async () => {
  expect((await shown("**** kestrel RRRRRR end")).snippet).toEqual(["[kestrel]", "end"]);
  expect((await shown("rrrrrr end", "rrrrrr")).snippet).toEqual(["[rrrrrr]", "end"]);
});

test("fifty words of a page are marked at most", async () => {
  expect((await shown(Array(50).fill("kestrel").join(" "))).boxes).toHaveLength(50);
  expect((await shown(Array(51).fill("kestrel").join(" "))).boxes).toHaveLength(50);
});

test("without pages nothing is asked", async () => {
  expect(await showHits({} as never, "p", [], [])).toEqual([]);
});
