import { describe, expect, test } from "vitest";
import { convexHull, type Point, pointIn, smallestBoxAround } from "./turned-box.ts";

/** The corners of a box of 200 × 30 that is turned clockwise about its middle. */
function corners(degrees: number): Point[] {
  const [alongX, alongY] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const box = { x: 300, y: 200, alongX, alongY, length: 200, height: 30 };
  return [pointIn(box, 0, 0), pointIn(box, 200, 0), pointIn(box, 200, 30), pointIn(box, 0, 30), pointIn(box, 90, 12)];
}

describe("the smallest box around points", () => {
  test.each([0, 3, -3, 17, -40])("a line of text turned by %i° is found as it lies", (degrees) => {
    const box = smallestBoxAround(corners(degrees));
    expect(box.length).toBeCloseTo(200);
    expect(box.height).toBeCloseTo(30);
    expect([box.x, box.y]).toEqual([expect.closeTo(300), expect.closeTo(200)]);
    expect((Math.atan2(box.alongY, box.alongX) * 180) / Math.PI).toBeCloseTo(degrees);
  });

  test("text that runs downwards is taken as a high box, whose direction is to the right", () => {
    const box = smallestBoxAround(corners(90));
    expect(box.alongX).toBeCloseTo(1);
    expect([box.length, box.height]).toEqual([expect.closeTo(30), expect.closeTo(200)]);
  });

  test("one point and points in a row have boxes as well", () => {
    expect(smallestBoxAround([[5, 7]])).toMatchObject({ x: 5, y: 7, length: 0, height: 0 });
    expect(
      smallestBoxAround([
        [1, 4],
        [9, 4],
        [5, 4],
      ]),
    ).toMatchObject({ x: 5, y: 4, length: 8, height: 0 });
  });

  test("points inside and twice the same one are not corners", () => {
    expect(
      convexHull([
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
        [2, 2],
        [0, 0],
      ]),
    ).toHaveLength(4);
  });
});
