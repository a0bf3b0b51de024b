import { describe, expect, test } from "vitest";
import { componentsOf } from "./components.ts";
import { textBoxesOf } from "./text-boxes.ts";
import type { TextMap } from "./text-map.ts";

/** A map in which some rectangles, turned clockwise, are text. */
function mapOf(
  ...marks: { x: number; y: number; length: number; height: number; degrees?: number; value?: number }[]
): TextMap {
  const [width, height] = [400, 300];
  const values = new Float32Array(width * height);
  for (const { x, y, length, height: high, degrees = 0, value = 0.9 } of marks) {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let v = 0; v < height; v++) {
      for (let u = 0; u < width; u++) {
        const [right, down] = [u - x, v - y];
        const isInside = Math.abs(right * c + down * s) <= length / 2 && Math.abs(down * c - right * s) <= high / 2;
        if (isInside) values[v * width + u] = value;
      }
    }
  }
  return { values, width, height };
}

describe("boxes of text", () => {
  test("each line gets a box that is larger than its core, and lies as the line does", () => {
    const boxes = textBoxesOf(
      mapOf({ x: 150, y: 60, length: 200, height: 10 }, { x: 200, y: 180, length: 240, height: 12, degrees: 8 }),
    );
    expect(boxes).toHaveLength(2);
    const [level, askew] = boxes.toSorted((one, other) => one.y - other.y);
    expect([level?.x, level?.y]).toEqual([expect.closeTo(150, 0), expect.closeTo(60, 0)]);
    expect(level?.height).toBeGreaterThan(20);
    expect(level?.height).toBeLessThan(30);
    expect((Math.atan2(askew?.alongY ?? 0, askew?.alongX ?? 0) * 180) / Math.PI).toBeCloseTo(8, 0);
  });

  test("dirt, and what is hardly like text, have none", () => {
    expect(
      textBoxesOf(
        mapOf({ x: 50, y: 50, length: 2, height: 2 }, { x: 200, y: 200, length: 100, height: 10, value: 0.4 }),
      ),
    ).toEqual([]);
  });

  test("pixels that touch at a corner hang together", () => {
    const values = Float32Array.from([1, 0, 0, 0, 1, 0, 0, 0, 0]);
    const [only, ...more] = componentsOf({ values, width: 3, height: 3 }, 0.5);
    expect(more).toEqual([]);
    expect(only?.pixels).toBe(2);
  });

  test("pixels at the right edge do not touch those at the left edge of the next row", () => {
    const values = Float32Array.from([0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(componentsOf({ values, width: 3, height: 4 }, 0.5)).toHaveLength(2);
  });
});
