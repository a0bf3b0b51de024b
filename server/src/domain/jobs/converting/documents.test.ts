import { expect, test } from "vitest";
import { documentsOf } from "./documents.ts";

const [a, b, c] = ["a", "b", "c"].map((letter) => `019b0000-0000-7000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
];
type Turn = 0 | 90 | 180 | 270;
const file = (
  id: string,
  given: { state?: string; pages?: number | null; turns?: { page: number; turn: Turn }[] } = {},
) => ({
  id,
  state: "converted",
  pages: 2,
  turns: [],
  ...given,
});

/** Shows documents as "position: file page page | file", pages with their turn, a whole file without pages. */
function documents(
  files: ReturnType<typeof file>[],
  job: { separatePdfs?: boolean; arrangement?: object | null } = {},
) {
  const made = documentsOf({ separatePdfs: false, arrangement: null, ...job } as never, files as never);
  return made.map(({ position, runs }) => {
    const shown = runs.map(({ file: { id }, chosen }) =>
      [id.at(-1), ...(chosen ?? []).map(({ page, turn }) => (turn ? `${page}+${turn}` : page))].join(" "),
    );
    return `${position}: ${shown.join(" | ")}`;
  });
}

test("one PDF has all converted files", () => {
  expect(documents([file(a), file(b, { state: "left-out" }), file(c)])).toEqual(["0: a | c"]);
  expect(documents([])).toEqual(["0: "]);
});

test("separate PDFs have one file each, in the place of the file", () => {
  const files = [file(a), file(b, { state: "refused" }), file(c)];
  expect(documents(files, { separatePdfs: true })).toEqual(["0: a", "2: c"]);
});

test("a file with turned pages names each of its pages", () => {
  const turns = [{ page: 2, turn: 90 as const }];
  expect(documents([file(a, { pages: 3, turns }), file(b)])).toEqual(["0: a 1 2+90 3 | b"]);
  expect(documents([file(a, { pages: null, turns })], { separatePdfs: true })).toEqual(["0: a"]);
});

const page = (fileId: string, number: number, turn: Turn = 0) => ({ fileId, page: number, turn });

test("an arrangement has its pages in order, those of one file that follow each other together", () => {
  const arrangement = [{ pages: [page(a, 2), page(a, 1, 90), page(b, 1), page(a, 1)] }, { pages: [page(b, 2)] }];
  expect(documents([file(a), file(b)], { arrangement })).toEqual(["0: a 2 1+90 | b 1 | a 1", "1: b 2"]);
});

test("a page's own turn is added to the one in the arrangement", () => {
  const turns = [
    { page: 1, turn: 270 as const },
    { page: 2, turn: 90 as const },
  ];
  const arrangement = [{ pages: [page(a, 1, 180), page(a, 2, 270), page(a, 2)] }];
  expect(documents([file(a, { turns })], { arrangement })).toEqual(["0: a 1+90 2 2+90"]);
});

test("an arrangement omits files that were left out, and documents that are not complete", () => {
  const files = [file(a), file(b, { state: "left-out" }), file(c, { state: "refused" })];
  const arrangement = [
    { pages: [page(b, 1)] },
    { pages: [page(a, 1), page(c, 1)] },
    { pages: [page(b, 1), page(a, 1)] },
  ];
  expect(documents(files, { arrangement })).toEqual(["2: a 1"]);
});

test("an arrangement of a file that the job does not have is an error", () => {
  expect(() => documents([file(a)], { arrangement: [{ pages: [page(b, 1)] }] })).toThrow("does not have");
});
