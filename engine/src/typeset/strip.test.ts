import { expect, test } from "vitest";
import { paginate } from "./paginate.ts";
import { beside, heightOf, type Mark, type Strip, space } from "./strip.ts";

const box = (values: Partial<Extract<Mark, { kind: "box" }>> = {}): Mark => ({
  kind: "box" as const,
  x: 0,
  toX: 9,
  y: 0,
  height: 10,
  colour: "#FFFFFF",
  ...values,
});

const pages = (strips: Strip[], bottom = 100) =>
  paginate(
    [{ strips }],
    (page) => ({ top: page === 0 ? 10 : 20, bottom }),
    () => {},
  );

const boxes = (...marks: Mark[]) => pages(marks.map((mark) => ({ height: 10, marks: [mark] })))[0]?.length;

test.each([
  ["as wide", box(), 1],
  ["that begins further left", box({ x: -1 }), 2],
  ["that ends further right", box({ toX: 10 }), 2],
  ["of another colour", box({ colour: "#000000" }), 2],
  ["a little lower", box({ y: 0.02 }), 2],
  ["a little higher", box({ y: -0.02 }), 2],
  ["lower by a rounding error", box({ y: 0.001 }), 1],
])("a box directly under another one and %s enlarges it or stands alone", (_what, under, count) => {
  expect(boxes(box(), under)).toBe(count);
});

test("a box enlarges the last one above it, past a rule", () => {
  const rule: Mark = { kind: "rule", x: 0, toX: 9, y: 5, width: 1, colour: "#000000" };
  expect(
    pages([
      { height: 10, marks: [box()] },
      { height: 10, marks: [rule, box({ height: 7 })] },
    ])[0],
  ).toEqual([box({ y: 10, height: 17 }), { ...rule, y: 25 }]);
});

test("strips fill a page up to its bottom edge and no further, and each page has its own top", () => {
  const strips = (height: number): Strip[] => [1, 2].map(() => ({ height, marks: [box({ height })] }));
  expect(pages(strips(45))).toEqual([[box({ y: 10, height: 90 })]]);
  expect(pages(strips(45.5))).toEqual([[box({ y: 10, height: 45.5 })], [box({ y: 20, height: 45.5 })]]);
});

test("a strip higher than a page is alone on one", () => {
  const heights = [10, 200, 10];
  expect(
    pages(heights.map((height) => ({ height, marks: [box({ height, x: height })] }))).map((page) => page.length),
  ).toEqual([...[1, 1, 1]]);
});

test("a whole block that fits exactly stays on its page or fills a new one", () => {
  const block = (height: number, x: number) => ({ strips: [{ height, marks: [box({ height, x })] }], isWhole: true });
  const paged = (...blocks: ReturnType<typeof block>[]) =>
    paginate(
      blocks,
      () => ({ top: 10, bottom: 100 }),
      () => {},
    ).map((page) => page.length);
  expect(paged(block(45, 1), block(45, 2))).toEqual([2]);
  expect(paged(block(45, 1), block(46, 2))).toEqual([1, 1]);
  expect(paged(block(45, 1), block(90, 2))).toEqual([1, 1]);
});

test("a block that is not whole begins where the one before it ends", () => {
  const strips = [30, 31].map((height) => ({ height, marks: [box({ height, x: height })] }));
  const blocks = [{ strips: [{ height: 45, marks: [box()] }] }, { strips }];
  const area = () => ({ top: 10, bottom: 100 });
  expect(paginate(blocks, area, () => {}).map((page) => page.length)).toEqual([2, 1]);
  const whole = blocks.map((block) => ({ ...block, isWhole: true }));
  expect(paginate(whole, area, () => {}).map((page) => page.length)).toEqual([1, 2]);
});

test("every new page is announced with its index, from the first one on", () => {
  const announced: number[] = [];
  const strip = { height: 60, marks: [box()] };
  paginate(
    [{ strips: [strip, strip, strip] }],
    () => ({ top: 0, bottom: 100 }),
    (page) => announced.push(page),
  );
  expect(announced).toEqual([0, 1, 2]);
});

const strip = (height: number, x: number): Strip => ({ height, marks: [box({ height, x })] });

test("piles side by side are cut where either has a new strip, and marks keep their tops", () => {
  const strips = beside([strip(10, 1), strip(20, 2)], [strip(15, 3)], []);
  expect(strips.map(({ height, marks }) => [height, marks.map(({ x }) => x)])).toEqual([
    [10, [1, 3]],
    [5, [2]],
    [15, []],
  ]);
  expect(beside([], [])).toEqual([]);
});

test("tops that differ by a rounding error are one cut", () => {
  const third = Array.from({ length: 3 }, (_, index) => strip(0.1, index));
  expect(beside(third, [strip(0.3, 9)]).map(({ marks }) => marks.length)).toEqual([2, 1, 1]);
});

test("strips are as high as all of them together, and space has no marks", () => {
  expect(heightOf([space(3), strip(4, 0)])).toBe(7);
  expect(heightOf([])).toBe(0);
  expect(space(3)).toEqual({ height: 3, marks: [] });
});
