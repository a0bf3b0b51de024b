import { expect, test } from "vitest";
import { readingOf, turnsLeft } from "./file-view.ts";

const file = { id: "f", state: "converted", pages: 4, pagesSha256: "sha", turns: [] };
const row = {
  fileId: "f",
  pagesSha256: "sha",
  state: "read",
  why: null,
  pages: 4,
  pagesRead: 4,
  hardPages: [],
  turns: [{ page: 1, turn: 90 }],
  passedAt: null,
};
const job = {
  sendEmail: true,
  customerEmail: "a@autoentry.com",
  customerOutputEmail: null,
  filesDeletedAt: null,
  emailsToConfirm: null,
};

interface Given {
  file?: object;
  row?: object | null;
  choices?: object;
  job?: object;
}

const reading = (given: Given = {}) =>
  readingOf(
    { ...file, ...given.file } as never,
    (given.row === null ? [] : [{ ...row, ...given.row }]) as never,
    { readPages: true, waitForReading: false, ...given.choices },
    { ...job, ...given.job } as never,
  );

test.each([
  ["that is not converted", { file: { state: "refused" } }],
  ["without pages", { file: { pagesSha256: null } }],
  ["that was deleted", { job: { filesDeletedAt: new Date() } }],
])("a file %s has no reading", (_, given) => {
  expect(reading(given)).toBeNull();
});

test("a practice that reads no pages has its reading off", () => {
  expect(reading({ choices: { readPages: false } })).toEqual({ state: "off", detail: null, findings: [], turns: [] });
});

test("a file that was read shows the turns that are left", () => {
  expect(reading()).toEqual({ state: "read", detail: null, findings: [], turns: [{ page: 1, turn: 90 }] });
  expect(reading({ file: { turns: [{ page: 1, turn: 90 }] } })?.turns).toEqual([]);
});

const passed = "It was not read in time, so the PDFs were made without it. It will be read later.";
test.each([
  ["without a row", { row: null }, null],
  ["whose row is of other pages", { row: { pagesSha256: "old", passedAt: new Date() } }, null],
  ["whose row is of another file", { row: { fileId: "g" } }, null],
  ["that waits", { row: { state: "waiting" } }, null],
  ["that is being read", { row: { state: "reading" } }, null],
  ["that was passed", { row: { state: "waiting", passedAt: new Date() } }, passed],
])("a file %s waits for its reading", (_, given, detail) => {
  expect(reading(given)).toEqual({ state: "waiting", detail, findings: [], turns: [] });
});

test.each([
  ["missing", 0, "Its pages were not read, because the program that reads scans is not installed."],
  ["missing", 1, "3 pages of 4 were not read, because the program that reads scans is not installed."],
  ["time", 3, "1 page of 4 was not read, because reading took too long."],
  ["time", 2, "2 pages of 4 were not read, because reading took too long."],
  ["failed", 0, "Its pages could not be read because of a fault on our side."],
  ["failed", 3, "1 page of 4 could not be read because of a fault on our side."],
])("a file that was not read, %s, after %d pages says so", (why, pagesRead, detail) => {
  expect(reading({ row: { state: "not-read", why, pagesRead } })).toMatchObject({ state: "not-read", detail });
});

test("a file with too many words says how many are read", () => {
  const shown = reading({ row: { state: "not-read", why: "words", pages: 4_000, pagesRead: 1_000 } });
  expect(shown?.detail).toMatch(/^3,000 pages of 4,000 were not read, because .* already have [\d,]+ words, as many/);
});

test.each([
  [true, null, "hold"],
  [false, null, "note"],
  [false, 2, "hold"],
])("a hard page of a job that waits for reading: %s, with %s emails to confirm, is a %s", (waits, emails, severity) => {
  const shown = reading({
    row: { hardPages: [{ page: 1, problem: "small", dpi: 100 }] },
    choices: { waitForReading: waits },
    job: { emailsToConfirm: emails },
  });
  expect(shown?.findings).toMatchObject([{ severity }]);
});

test("a proposed turn is left unless its page has that very turn", () => {
  const proposed = [
    { page: 1, turn: 90 },
    { page: 2, turn: 180 },
  ] as const;
  const left = (turns: object[]) => turnsLeft([...proposed], { turns } as never).map(({ page }) => page);
  expect(left([])).toEqual([1, 2]);
  expect(left([{ page: 1, turn: 90 }])).toEqual([2]);
  expect(left([{ page: 1, turn: 180 }])).toEqual([1, 2]);
});
