import { expect, test } from "vitest";
import { groupNeighbours } from "../../jobs/group-neighbours.ts";
import { budgetOf, fitTogether, largestPdf, mailedBytes } from "./email/budget.ts";
import { parcelsOf } from "./parcels.ts";

const MB = 1_048_576;
const limits = { emailBytes: 10 * MB, fileBytes: 6 * MB, filePages: 200, attachments: 4 };
const budget = budgetOf(limits);
const pdf = (id: string, megabytes: number) => ({ id, sizeBytes: megabytes * MB, pages: 1 });

test("all PDFs go in one email when they fit", () => {
  expect(parcelsOf([pdf("a", 1), pdf("b", 2), pdf("c", 1)], false, budget)).toEqual([
    { pdfIds: ["a", "b", "c"], part: 1, parts: 1 },
  ]);
});

test("PDFs that exceed the limit are split between documents, in their order", () => {
  expect(parcelsOf([pdf("a", 4), pdf("b", 3), pdf("c", 4), pdf("d", 1)], false, budget)).toEqual([
    { pdfIds: ["a", "b"], part: 1, parts: 2 },
    { pdfIds: ["c", "d"], part: 2, parts: 2 },
  ]);
});

test("an inbox that takes few attachments gets more emails", () => {
  const five = ["a", "b", "c", "d", "e"].map((id) => pdf(id, 0.1));

  expect(parcelsOf(five, false, budget).map(({ pdfIds }) => pdfIds)).toEqual([["a", "b", "c", "d"], ["e"]]);
});

test("separate emails are not numbered as parts", () => {
  expect(parcelsOf([pdf("a", 1), pdf("b", 1)], true, budget)).toEqual([
    { pdfIds: ["a"], part: 1, parts: 1 },
    { pdfIds: ["b"], part: 1, parts: 1 },
  ]);
});

test("encoding makes a file slightly more than a third larger", () => {
  expect(mailedBytes(3 * MB)).toBeGreaterThan(4 * MB);
  expect(mailedBytes(3 * MB)).toBeLessThan(4.2 * MB);
});

test("a PDF of the size that largestPdf returns fits alone, and one that is two base64 lines larger does not", () => {
  for (const emailBytes of [0, 100_000, 1_234_567, 10 * MB, 25 * MB]) {
    const own = { emailBytes, fileBytes: 100 * MB, filePages: 1, attachments: 1 };
    const sizeBytes = largestPdf(own);
    if (sizeBytes > 0) expect(fitTogether([{ sizeBytes, pages: 1 }], own)).toBe(true);
    expect(fitTogether([{ sizeBytes: sizeBytes + 114, pages: 1 }], own)).toBe(false);
  }
});

/** A pseudo-random generator: the same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("for random sizes, no PDF is lost, duplicated or moved, and every email with several documents fits", () => {
  const next = numbers(7);
  for (let round = 0; round < 500; round++) {
    const pdfs = Array.from({ length: 1 + Math.floor(next() * 25) }, (_, index) => pdf(`${index}`, next() * 8));
    const parcels = parcelsOf(pdfs, false, budget);

    expect(parcels.flatMap(({ pdfIds }) => pdfIds)).toEqual(pdfs.map(({ id }) => id));
    for (const { pdfIds } of parcels) {
      const carried = pdfs.filter(({ id }) => pdfIds.includes(id));
      expect(carried.length === 1 || fitTogether(carried, limits)).toBe(true);
    }
    expect(parcels.map(({ part }) => part)).toEqual(parcels.map((_, index) => index + 1));
  }
});

test("groupNeighbours never returns an empty group", () => {
  expect(groupNeighbours([], () => true)).toEqual([]);
  expect(groupNeighbours([1, 2], () => false)).toEqual([[1], [2]]);
});
