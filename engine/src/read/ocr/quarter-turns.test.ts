import { expect, test } from "vitest";
import { projected } from "./projection.ts";
import { backFrom, turnedBy } from "./quarter-turns.ts";

const picture = { pixels: Uint8Array.from([1, 2, 3, 4, 5, 6]), width: 3, height: 2 };

test("a picture is turned clockwise", () => {
  expect(turnedBy(picture, 90)).toEqual({ pixels: Uint8Array.from([4, 1, 5, 2, 6, 3]), width: 2, height: 3 });
  expect(turnedBy(picture, 180)).toEqual({ pixels: Uint8Array.from([6, 5, 4, 3, 2, 1]), width: 3, height: 2 });
  expect(turnedBy(picture, 270)).toEqual({ pixels: Uint8Array.from([3, 6, 2, 5, 1, 4]), width: 2, height: 3 });
  expect(turnedBy(picture, 0)).toEqual(picture);
});

test.each([0, 90, 180, 270] as const)("each pixel turned by %s is found where it came from", (turn) => {
  const turned = turnedBy(picture, turn);
  for (let y = 0; y < turned.height; y++) {
    for (let x = 0; x < turned.width; x++) {
      const [fromX, fromY] = projected(backFrom(turn, picture), [x + 0.5, y + 0.5]);
      expect(picture.pixels[Math.floor(fromY) * 3 + Math.floor(fromX)]).toBe(turned.pixels[y * turned.width + x]);
    }
  }
});
