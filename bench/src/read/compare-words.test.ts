import { expect, test } from "vitest";
import { added, compare } from "./compare-words.ts";

const truth = { words: ["Total", "due", "£1,234.56", "due"], total: "1,234.56", date: null };

test("words are compared as a bag, in upper case and without punctuation around them", () => {
  const read = { words: ["TOTAL:", "Due", "f1,234.56"], total: "1234.56" };
  expect(compare(truth, read)).toEqual({
    printed: 4,
    read: 3,
    found: 2,
    long: 2,
    letters: 2,
    totals: 1,
    totalsFound: 1,
    totalsTold: 1,
    dates: 0,
    datesFound: 0,
  });
});

test("spaces inside words count for words, not for letters", () => {
  const compared = compare(truth, { words: ["To", "tal", "1,234.", "56"], total: null });
  expect(compared).toMatchObject({ found: 0, letters: 2, totalsFound: 1, totalsTold: 0 });
});

test("a date occurs whatever its spaces", () => {
  const dated = { ...truth, date: "3 Mar 2018" };
  expect(compare(dated, { words: ["3", "MAR2018"], total: null })).toMatchObject({ dates: 1, datesFound: 1 });
  expect(compare(dated, { words: ["8", "MAR", "2018"], total: null })).toMatchObject({ dates: 1, datesFound: 0 });
});

test("pages are added up, those without a total too", () => {
  const page = compare({ words: ["Dear"], total: null, date: null }, { words: ["Dear"], total: "9.50" });
  expect(page).toMatchObject({ totals: 0, totalsFound: 0, totalsTold: 0 });
  expect(added([page, page])).toMatchObject({ printed: 2, found: 2 });
});
