import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { findPages, type PageRef } from "./find-pages.ts";
import { weekAt, weekMs, weekOf } from "./lexemes.ts";

const practiceId = "019b0000-0000-7000-8000-00000000abcd";
const dialect = new PgDialect();

interface Step {
  /** How many pages are gone through; null for a question to the index. */
  rows: number | null;
  /** How many hits are wanted. */
  limit: number;
  sql: string;
  params: unknown[];
}

/** Hits of as many pages of one job. */
const pages = (count: number, from = 1): PageRef[] =>
  Array.from({ length: count }, (_, index) => ({ jobId: jobIdAt(Date.now()), fileId: "file", page: from + index }));

const jobIdAt = (ms: number) =>
  `${Math.floor(ms)
    .toString(16)
    .padStart(12, "0")
    .replace(/^(.{8})/, "$1-")}-7000-8000-000000000001`;

/**
 * Searches a database that has these hits for each question in turn.
 * @param answers isEnd: there are no further pages
 */
async function search(
  known: (number | null)[],
  limit: number,
  answers: { hits: number; isEnd?: boolean }[],
  filter: Partial<Parameters<typeof findPages>[1]> = {},
  after: PageRef | null = null,
) {
  const steps: Step[] = [];
  const db = {
    async execute(query: never) {
      const { sql, params } = dialect.sqlToQuery(query);
      const numbers = params.filter((each) => typeof each === "number");
      const { hits, isEnd } = answers[steps.length] ?? { hits: 0 };
      const isThrough = sql.includes("with read as");
      const rows = isThrough ? (numbers.at(-2) ?? 0) : null;
      steps.push({ rows, limit: numbers.at(-1) ?? 0, sql, params });
      if (!isThrough) return { rows: pages(hits) };
      const last = { jobId: jobIdAt(Date.now()), fileId: "last", page: steps.length };
      return { rows: [{ read: isEnd ? Number(rows) - 1 : rows, last, hits: pages(hits) }] };
    },
  };
  const sought = known.map((number, index) => ({
    text: `w${index}`,
    word: index,
    lexemes: [`w${index}`],
    pages: number,
  }));
  const found = await findPages(db as never, { practiceId, ...filter }, sought, { limit, after });
  return { steps, found: found.length };
}

const rowsOf = ({ steps }: { steps: Step[] }) => steps.map(({ rows }) => rows);

/** Returns the weeks that a question to the index names, counted back from the present one; null when none. */
const weeksOf = (step: Step | undefined) => {
  const now = weekAt(Date.now() + 10 * 60 * 1000);
  const query = String(step?.params.find((param) => String(param).includes("abcdw0")));
  const weeks = [...query.matchAll(/'abcd%(\d+)'/g)].map(([, week]) => now - Number(week));
  return weeks.length === 0 ? null : [weeks[0], weeks.at(-1)];
};

test("a search for nothing asks nothing", async () => {
  expect(await search([], 20, [])).toEqual({ steps: [], found: 0 });
});

test.each([
  [[1_500], null],
  [[1_501], 1_000],
  [[9_000, 1_500], null],
  [[null], 1_000],
  [[0], null],
])("with words on %j pages, the first question goes through %s pages", async (known, rows) => {
  expect(rowsOf(await search(known, 20, []))[0]).toBe(rows);
});

test("enough hits on the newest pages end the search", async () => {
  const { steps, found } = await search([9_000], 20, [{ hits: 20 }]);
  expect(found).toBe(20);
  expect(steps).toMatchObject([{ rows: 1_000, limit: 20 }]);
});

test("the search ends when there are no further pages", async () => {
  expect(await search([9_000], 20, [{ hits: 5, isEnd: true }])).toMatchObject({ found: 5, steps: [{ rows: 1_000 }] });
});

test("half as many more pages are gone through as the hits so far let expect", async () => {
  const result = await search([9_000], 20, [{ hits: 10 }, { hits: 10 }]);
  expect(result.steps).toMatchObject([
    { rows: 1_000, limit: 20 },
    { rows: 1_500, limit: 10 },
  ]);
  expect(result.found).toBe(20);
});

test("at most ten thousand pages are gone through before the index is asked for the rest", async () => {
  const result = await search([9_000], 20, [{ hits: 4 }, { hits: 1 }, { hits: 0 }, { hits: 2 }]);
  expect(rowsOf(result)).toEqual([1_000, 6_000, 3_000, null, null, null, null]);
  expect(result.steps.map(({ limit }) => limit)).toEqual([20, 16, 15, 15, 13, 13, 13]);
  expect(result.found).toBe(7);
});

test.each([
  [2, [1_500], null],
  [2, [1_501], null],
  [3, [1_501], 8_500],
])("after %d hits of words on %j pages, the second question goes through %s pages", async (hits, known, rows) => {
  expect(rowsOf(await search(known, 20, known[0] === 1_500 ? [] : [{ hits }]))[1]).toBe(rows);
});

test.each([
  [[4_000], null],
  [[4_001], 9_000],
  [[4_001, 100_000], null],
  [[4_001, 100_001], 9_000],
  [[200_000, 100_001, 4_001], 9_000],
  [[null], null],
])("without a hit of words on %j pages, the second question goes through %s pages", async (known, rows) => {
  expect(rowsOf(await search(known, 20, []))[1]).toBe(rows);
});

test("the index is asked about the newest week, three, nine and all that are left", async () => {
  const { steps } = await search([1_500], 20, [{ hits: 5 }, { hits: 3 }]);
  expect(steps.map((step) => [weeksOf(step), step.limit])).toEqual([
    [[0, 0], 20],
    [[3, 1], 15],
    [[12, 4], 12],
    [null, 12],
  ]);
});

test("the index is asked no more once there are enough hits", async () => {
  expect(await search([1_500], 20, [{ hits: 5 }, { hits: 15 }])).toMatchObject({ found: 20, steps: [{}, {}] });
});

test.each([
  [[200], 1],
  [[201], 4],
  [[201, 201], 1],
])("for words on %j pages the index is asked %d times", async (known, times) => {
  expect((await search(known, 20, [])).steps).toHaveLength(times);
});

test("the index is asked for no weeks before the first day of the filter", async () => {
  const from = (weekAt(Date.now()) - 2) * weekMs + weekMs / 2;
  const { steps } = await search([1_500], 20, [], { created: { from, to: null } });
  const now = weekAt(Date.now() + 600_000);
  const oldest = now - weekAt(from);
  expect(steps.map(weeksOf)).toEqual([
    [0, 0],
    [oldest, 1],
  ]);
});

test("days in the future are on no page", async () => {
  const from = Date.now() + 3 * weekMs;
  expect((await search([100], 20, [], { created: { from, to: null } })).steps).toEqual([]);
});

test.each([
  [14, true],
  [15, false],
])("a search of %d weeks and this one names them to the index: %s", async (weeks, isNamed) => {
  const from = (weekAt(Date.now()) - weeks) * weekMs + weekMs / 2;
  const to = weekAt(Date.now()) * weekMs + weekMs / 2;
  const { steps } = await search([100], 20, [], { created: { from, to } });
  expect(steps).toHaveLength(1);
  expect(weeksOf(steps[0]) !== null).toBe(isNamed);
});

test("the next part of a search begins in the week of the last page", async () => {
  const after = { jobId: jobIdAt(Date.now() - 5 * weekMs), fileId: "file", page: 3 };
  const { steps } = await search([1_500], 20, [], {}, after);
  const now = weekAt(Date.now() + 600_000);
  expect(weeksOf(steps[0])).toEqual([now - weekOf(after.jobId), now - weekOf(after.jobId)]);
});

test("days are compared with the ids of jobs, and with their times near midnight alone", async () => {
  const [from, to] = [1_800_000_000_000, 1_800_086_400_000];
  const { steps } = await search([100], 20, [], { created: { from, to } });
  const minutes = 10 * 60 * 1000;
  const first = (ms: number) => jobIdAt(ms).replace("-7000-8000-000000000001", "-0000-0000-000000000000");
  expect(steps[0]?.params).toEqual(expect.arrayContaining([first(from + minutes), first(to - minutes)]));
  expect(steps[0]?.params).toContain(first((weekAt(to + minutes) + 1) * weekMs));
  const through = await search([9_000], 20, [], { created: { from, to } });
  expect(through.steps[0]?.params).toEqual(expect.arrayContaining([first(from - minutes), first(to + minutes)]));
});
