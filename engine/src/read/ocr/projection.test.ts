import { describe, expect, test } from "vitest";
import {
  drawnThrough,
  joined,
  type Point,
  type Projection,
  projected,
  reversed,
  toCorners,
  unchanged,
} from "./projection.ts";

const one: Projection = [2, 3, 5, 7, 11, 13, 0.25, 0.5, 17];
const other: Projection = [19, 23, 29, 31, 37, 41, 0.75, 1.25, 43];
const points: readonly Point[] = [
  [0, 0],
  [4, 0],
  [0, 4],
  [3, 7],
];
const near = ([x, y]: Point) => [expect.closeTo(x, 9), expect.closeTo(y, 9)];

test("a projection takes a point to another one, nearer to the middle the further away it is", () => {
  expect(projected([2, 3, 5, 7, 11, 13, 0.25, 0.5, 1], [4, 8])).toEqual([37 / 6, 129 / 6]);
  for (const point of points) expect(projected(unchanged, point)).toEqual(point);
});

test("joined projections do one after the other", () => {
  expect(joined(one, unchanged)).toEqual(one);
  expect(joined(unchanged, one)).toEqual(one);
  for (const point of points) {
    expect(projected(joined(one, other), point)).toEqual(near(projected(other, projected(one, point))));
  }
});

test("a reversed projection takes points back", () => {
  for (const point of points) expect(projected(reversed(one), projected(one, point))).toEqual(near(point));
  for (const point of points) expect(projected(reversed(other), projected(other, point))).toEqual(near(point));
});

test.each<[string, [Point, Point, Point, Point]]>([
  [
    "a rectangle elsewhere",
    [
      [10, 20],
      [90, 20],
      [90, 60],
      [10, 60],
    ],
  ],
  [
    "a photo from a slant",
    [
      [18, 12],
      [101, 17],
      [106, 109],
      [11, 105],
    ],
  ],
  [
    "a photo from the right",
    [
      [3, 7],
      [50, 20],
      [41, 80],
      [9, 95],
    ],
  ],
])("the corners of a sheet are taken to those of %s, and its middle to where its diagonals meet", (_, corners) => {
  const projection = toCorners(80, 40, corners);
  const sheet: Point[] = [
    [0, 0],
    [80, 0],
    [80, 40],
    [0, 40],
  ];
  expect(sheet.map((point) => projected(projection, point))).toEqual(corners.map(near));
  const [a, b, c, d] = corners;
  const middle = projected(projection, [40, 20]);
  const beside = ([x, y]: Point, [u, v]: Point) => (middle[0] - x) * (v - y) - (middle[1] - y) * (u - x);
  expect(beside(a, c)).toBeCloseTo(0);
  expect(beside(b, d)).toBeCloseTo(0);
});

describe("a picture drawn anew", () => {
  const picture = { pixels: Uint8Array.from([0, 40, 80, 100, 20, 60, 10, 30, 50]), width: 3, height: 3 };
  const drawn = (projection: Projection, width: number, height: number) => {
    const result = drawnThrough(picture, projection, { width, height });
    expect([result.width, result.height]).toEqual([width, height]);
    return [...result.pixels];
  };

  test("has the levels between four pixels, and white beyond the last ones", () => {
    expect(drawn(unchanged, 3, 3)).toEqual([0, 40, 255, 100, 20, 255, 255, 255, 255]);
    expect(drawn([1, 0, 0.5, 0, 1, 0, 0, 0, 1], 2, 2)).toEqual([20, 60, 60, 40]);
    expect(drawn([1, 0, 0, 0, 1, 0.25, 0, 0, 1], 2, 2)).toEqual([25, 35, 78, 23]);
    expect(drawn([1, 0, 0.25, 0, 1, 0.5, 0, 0, 1], 2, 1)).toEqual([45, 40]);
  });

  test("is white where nothing was", () => {
    expect(drawn([1, 0, -1, 0, 1, 0, 0, 0, 1], 4, 1)).toEqual([255, 0, 40, 255]);
    expect(drawn([1, 0, 0, 0, 1, -1, 0, 0, 1], 1, 4)).toEqual([255, 0, 100, 255]);
    expect(drawn([1, 0, 0, 0, 1, 0, 0, 0, 0], 2, 1)).toEqual([255, 255]);
  });

  test("follows the projection in both directions", () => {
    expect(drawn([0, 1, 0, 1, 0, 0, 0, 0, 1], 2, 2)).toEqual([0, 100, 40, 20]);
    // A picture that grows towards the right and the bottom.
    const slanted: Projection = [1, 0, 0, 0, 1, 0, 0.5, 0.25, 1];
    const [x, y] = projected(slanted, [1.5, 1.5]);
    const [right, down] = [x - 0.5, y - 0.5];
    const level = 0 * (1 - right) * (1 - down) + 40 * right * (1 - down) + 100 * (1 - right) * down + 20 * right * down;
    expect(drawn(slanted, 2, 2)[3]).toBe(Math.floor(level + 0.5));
  });
});
