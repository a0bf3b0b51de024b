import { PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { correctionOf } from "./correction.ts";

/** Returns the correction of a word, and the words that were looked up for it. */
async function lookUp(typed: string, known?: string) {
  const asked: string[][] = [];
  const db = {
    async execute(query: never) {
      const { params } = new PgDialect().sqlToQuery(query);
      asked.push(JSON.parse(String(params[0])));
      return { rows: known === undefined ? [] : [{ word: known }] };
    },
  };
  const correction = await correctionOf(db as never, "practice", typed);
  return { correction, slips: asked[0] ?? null };
}

test.each([
  ["a letter more", "kestrelx"],
  ["a letter more before all others", "akestrel"],
  ["a letter more in the middle", "kestzrel"],
  ["a letter less", "kesrel"],
  ["the first letter less", "estrel"],
  ["the last letter less", "kestre"],
  ["another first letter", "zestrel"],
  ["another last letter", "kestrez"],
  ["two letters that changed places", "kesterl"],
  ["the first two letters exchanged", "ekstrel"],
  ["the last two letters exchanged", "kestrle"],
])("a word with %s is looked up", async (_, slip) => {
  expect((await lookUp("kestrel")).slips).toContain(slip);
});

test("no word with two slips is looked up, nor the word itself", async () => {
  const { slips } = await lookUp("abcd");
  expect(slips).not.toContain("abcd");
  expect(slips?.filter((slip) => slip.length < 3 || slip.length > 5)).toEqual([]);
  // 126 with a letter more, 100 with another letter, 4 with one less, 3 with two exchanged.
  expect(slips).toHaveLength(233);
});

test("the word that was found is the correction", async () => {
  expect((await lookUp("kestrl", "kestrel")).correction).toBe("kestrel");
  expect((await lookUp("kestrl")).correction).toBeNull();
});

test.each([
  ["abc", false],
  ["abcd", true],
  ["a".repeat(24), true],
  ["a".repeat(25), false],
  ["abcd1", false],
  ["café", false],
])("%s is looked up: %s", async (typed, isLookedUp) => {
  expect((await lookUp(typed)).slips !== null).toBe(isLookedUp);
});
