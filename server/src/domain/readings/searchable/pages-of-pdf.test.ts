import { expect, test } from "vitest";
import { pagesOfPdf } from "./pages-of-pdf.ts";
import { runsOfPdf } from "./runs-of-pdf.ts";

const reading = (page: number, language: string) =>
  ({ page, language, width: 100, height: 200, turn: 0, lines: [], words: [], facts: [] }) as never;
const run = (fileId: string, count: number, chosen: { page: number; turn: 0 | 90 }[] | null = null) => ({
  fileId,
  pagesSha256: "sha",
  count,
  chosen,
});

const shown = (...given: Parameters<typeof pagesOfPdf>) =>
  pagesOfPdf(...given).map(({ page, language, width }) => `${page}: ${language} ${width}`);

test("the pages of files follow each other, and unread ones are left out", () => {
  const readings = new Map([
    ["a", [reading(1, "a1"), reading(2, "a2")]],
    ["c", [reading(2, "c2"), reading(3, "c3")]],
  ]);
  expect(shown([run("a", 2), run("b", 3), run("c", 2)], readings)).toEqual(["1: a1 100", "2: a2 100", "7: c2 100"]);
});

test("chosen pages have their place and turn", () => {
  const chosen = [
    { page: 3, turn: 0 as const },
    { page: 1, turn: 90 as const },
  ];
  const readings = new Map([["a", [reading(1, "a1"), reading(2, "a2"), reading(3, "a3")]]]);
  expect(shown([run("a", 2, chosen), run("a", 1)], readings)).toEqual(["1: a3 100", "2: a1 200", "3: a1 100"]);
});

const file = (id: string, pages: number | null, turns: object[] = []) => ({ id, pages, turns, pagesSha256: "sha" });
const runs = (output: object, files: object[], job: object = { arrangement: null }) =>
  runsOfPdf({ pageRuns: null, ...output } as never, job as never, files as never);

test("the recorded pages of a PDF are its pages", () => {
  const pageRuns = [run("a", 2)];
  expect(runs({ pageRuns, fileIds: [], pages: 9 }, [], { arrangement: [] })).toBe(pageRuns);
});

test("a PDF without a record has its files whole and in its order", () => {
  const files = [file("a", 1), file("b", 2)];
  expect(runs({ fileIds: ["b", "a"], pages: 3 }, files)).toEqual([run("b", 2), run("a", 1)]);
});

test.each([
  ["arranged pages", { fileIds: ["a"], pages: 1 }, [file("a", 1)], { arrangement: [] }],
  ["turned pages", { fileIds: ["a"], pages: 1 }, [file("a", 1), file("b", 1, [{}])], { arrangement: null }],
  ["another number of pages", { fileIds: ["a"], pages: 2 }, [file("a", 1)], { arrangement: null }],
  ["a file that is gone", { fileIds: ["a", "z"], pages: 2 }, [file("a", 1)], { arrangement: null }],
  ["a file without pages", { fileIds: ["a"], pages: 1 }, [file("a", null)], { arrangement: null }],
])("the pages of a PDF with %s are not known", (_, output, files, job) => {
  expect(runs(output, files, job)).toBeNull();
});
