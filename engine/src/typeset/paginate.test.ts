import { expect, test } from "vitest";
import { paginate } from "./paginate.ts";
import { type Block, beside, type Strip } from "./strip.ts";
import { textMark } from "./text-lines.ts";

const style = { size: 10, leading: 10, colour: "#000000" };
const line = (text: string, isKept = false): Strip => ({
  height: 10,
  marks: [textMark(text, 0, 8, style, "left")],
  isKept,
});
const lines = (count: number, name = "") => Array.from({ length: count }, (_, index) => line(`${name}${index + 1}`));
const gap: Strip = { height: 10, marks: [] };

/** The texts of each page of five lines. */
const pagesOf = (...blocks: Block[]): string[] =>
  paginate(
    blocks,
    () => ({ top: 20, bottom: 70 }),
    () => {},
  ).map((marks) => marks.map((mark) => (mark.kind === "text" ? mark.text : mark.kind)).join(" "));

test("strips fill pages from the top, and no space begins or ends one", () => {
  expect(pagesOf({ strips: [gap, ...lines(5), gap, line("a"), gap] })).toEqual(["1 2 3 4 5", "a"]);
});

test("a strip stays with the next one, unless they are more than a page holds", () => {
  expect(pagesOf({ strips: [...lines(4), line("title", true), line("a")] })).toEqual(["1 2 3 4", "title a"]);
  expect(pagesOf({ strips: Array.from({ length: 7 }, (_, index) => line(`${index}`, true)) })).toEqual([
    "0 1 2 3 4",
    "5 6",
  ]);
});

test("a block that is whole begins a new page where it would be divided", () => {
  expect(pagesOf({ strips: lines(3) }, { strips: lines(3, "b"), isWhole: true })).toEqual(["1 2 3", "b1 b2 b3"]);
  expect(pagesOf({ strips: lines(3) }, { strips: lines(6, "b"), isWhole: true }), "longer than a page").toEqual([
    "1 2 3 b1 b2",
    "b3 b4 b5 b6",
  ]);
});

test("the head of a block is repeated where the block continues, and not where it begins", () => {
  const head = [line("head", true)];
  const table = { strips: [...head, ...lines(6)], head };
  expect(pagesOf(table)).toEqual(["head 1 2 3 4", "head 5 6"]);
  expect(pagesOf({ strips: lines(4, "a") }, table)).toEqual(["a1 a2 a3 a4", "head 1 2 3 4", "head 5 6"]);
  const titled = { strips: [line("title", true), ...table.strips], head, headEnd: 2 };
  expect(pagesOf({ strips: lines(3, "a") }, titled)).toEqual(["a1 a2 a3", "title head 1 2 3", "head 4 5 6"]);
});

test("too many pages end the work at once", () => {
  const refuse = (page: number) => {
    if (page === 2) throw new Error("too many");
  };
  expect(() => paginate([{ strips: lines(100) }], () => ({ top: 0, bottom: 50 }), refuse)).toThrow("too many");
});

test("boxes of adjoining strips become one box", () => {
  const box = { kind: "box", x: 0, toX: 9, y: 0, height: 10, colour: "#FFFFFF" } as const;
  const strips = [1, 2, 3].map(() => ({ height: 10, marks: [box] }));
  const [page] = paginate(
    [{ strips }],
    () => ({ top: 5, bottom: 100 }),
    () => {},
  );
  expect(page).toEqual([{ ...box, y: 5, height: 30 }]);
});

test("piles side by side keep the height of each line, whatever the other pile has", () => {
  const tall = (text: string): Strip => ({ ...line(text), height: 15 });
  const heights = beside([line("a"), line("b"), line("c")], [tall("d"), tall("e")]).map(({ height, marks }) => [
    height,
    marks.map((mark) => (mark.kind === "text" ? mark.text : "")).join(""),
  ]);
  expect(heights).toEqual([
    [10, "ad"],
    [5, "b"],
    [5, "e"],
    [10, "c"],
  ]);
});
