import { pageHits } from "@sheaf/contracts/page-search.ts";
import { beforeEach, expect, test, vi } from "vitest";
import type { Page } from "./find-pages.ts";
import { searchFewPages, searchPages } from "./search-pages.ts";

interface Term {
  text: string;
  pages: number | null;
  word: number | null;
  lexemes?: string[];
}
const { state } = vi.hoisted(() => ({
  state: {
    /** The pages on which a word or what it was completed to is. */
    pages: {} as Record<string, number>,
    completions: [] as string[],
    corrections: {} as Record<string, string>,
    /** The pages found for words that are in no list. */
    unlisted: 0,
    asked: [] as [string, unknown, unknown][],
  },
}));
vi.mock("./sought.ts", () => ({
  wordsOf: (q: string) => q.split(" "),
  soughtIn: async (_db: unknown, _practiceId: string, q: string) =>
    q
      .split(" ")
      .map((text, word): Term => ({ text, word: text.startsWith("#") ? null : word, pages: state.pages[text] ?? 0 })),
}));
vi.mock("./find-pages.ts", () => ({
  async findPages(_db: unknown, filter: unknown, sought: Term[], page: Page) {
    const last = sought.at(-1);
    const words = sought.map(({ text, lexemes }) => lexemes?.join("|") ?? text).join(" ");
    state.asked.push([words, page, filter]);
    const isListed = sought.every(({ pages }) => pages !== 0);
    const count = isListed ? (state.pages[last?.lexemes?.[0] ?? last?.text ?? ""] ?? 0) : state.unlisted;
    return Array.from({ length: Math.min(count, page.limit) }, (_, index) => ({
      jobId: "j",
      fileId: "f",
      page: index + 1,
    }));
  },
}));
vi.mock("./known-words.ts", () => ({ completionsOf: async () => state.completions }));
vi.mock("./correction.ts", () => ({
  correctionOf: async (_db: unknown, _practiceId: string, text: string) => state.corrections[text] ?? null,
}));
vi.mock("./day-range.ts", () => ({ dayRange: (days: object) => days }));
vi.mock("./search-state.ts", () => ({ searchStateOf: async () => ({ unread: 3 }) }));
vi.mock("./show-hits.ts", () => ({ showHits: async (_db: unknown, _practiceId: string, pages: object[]) => pages }));
beforeEach(() => {
  Object.assign(state, { pages: {}, completions: [], corrections: {}, unlisted: 0, asked: [] });
});

const search = (q: string, more: object = {}) =>
  searchPages({} as never, "anna", { q, ...more } as never, "Europe/London");
const asked = () => state.asked.map(([words]) => words);

test("all hits that fit are shown, with what the search could not see", async () => {
  state.pages = { invoice: pageHits };
  const { hits, ...found } = await search("invoice");
  expect(hits).toHaveLength(pageHits);
  expect(found).toEqual({ next: null, correction: null, unread: 3 });
  expect(state.asked).toEqual([
    ["invoice", { limit: pageHits + 1, after: null }, { practiceId: "anna", customerId: undefined, created: {} }],
  ]);
});

test("with more hits than fit, the next ones begin after the last one shown", async () => {
  state.pages = { invoice: pageHits + 5 };
  const first = await search("invoice");
  expect([first.hits.length, first.next]).toEqual([pageHits, `j.f.${pageHits}`]);
  await search("invoice", { cursor: first.next });
  expect(state.asked[1]?.[1]).toEqual({ limit: pageHits + 1, after: { jobId: "j", fileId: "f", page: pageHits } });
});

test("a word on no page is taken as the beginning of the last word", async () => {
  state.pages = { red: 2, kestrel: 1 };
  state.completions = ["kestrel", "kestrels"];
  expect((await search("red kes")).hits).toHaveLength(1);
  expect(asked()).toEqual(["red kes", "red kestrel|kestrels"]);
});

test.each([
  ["the last word is on some page", "kes red", { red: 1, kestrel: 1 }],
  ["no word begins so", "red kes", { red: 1 }],
])("nothing is completed when %s", async (_when, q, pages) => {
  state.pages = pages;
  if (q.startsWith("kes")) state.completions = ["kestrel"];
  expect((await search(q)).hits).toEqual([]);
  expect(asked()).toEqual([q]);
});

test("mistyped words are replaced by what was meant, the others stay", async () => {
  state.pages = { red: 2, invoice: 2 };
  state.corrections = { invioce: "invoice", red: "rod" };
  const { hits, correction } = await search("red invioce");
  expect([hits.length, correction]).toEqual([2, "red invoice"]);
});

test("what cannot be corrected, or is no word, is searched for as it was typed", async () => {
  state.corrections = { "#12": "#13" };
  expect(await search("#12 xyzzy")).toMatchObject({ hits: [], correction: null });
  expect(asked()).toEqual(["#12 xyzzy"]);
});

test("a word that is on a page, but not in the word list yet, is not corrected", async () => {
  Object.assign(state, { unlisted: 1, corrections: { kestral: "kestrel" } });
  const { hits, correction } = await search("kestral");
  expect([hits.length, correction]).toEqual([1, null]);
});

test("the few first hits are found without corrections", async () => {
  state.pages = { invoice: 9 };
  state.corrections = { invioce: "invoice" };
  expect(await searchFewPages({} as never, "anna", "invoice", 3)).toHaveLength(3);
  expect(state.asked[0]?.[1]).toEqual({ limit: 3, after: null });
  expect(await searchFewPages({} as never, "anna", "invioce", 3)).toEqual([]);
});
