/** A rectangle that may lie askew. */
export interface TurnedBox {
  /** Its middle, in pixels. */
  x: number;
  y: number;
  /** Direction of its text, of length 1: to the right, at most 45° up or down. */
  alongX: number;
  alongY: number;
  /** Along the text and across it, in pixels. */
  length: number;
  height: number;
}

export type Point = readonly [x: number, y: number];

/** Returns the smallest rectangle around some points. One of its sides lies on a side of their convex hull. */
export function smallestBoxAround(points: readonly Point[]): TurnedBox {
  const hull = convexHull(points);
  const boxes = hull.map((from, at) => boxAlong(hull, from, hull[(at + 1) % hull.length] ?? from));
  return boxes.reduce((least, box) => (areaOf(box) < areaOf(least) ? box : least));
}

const areaOf = ({ length, height }: TurnedBox): number => length * height;

/** Returns the box around all points with a side in the direction of a line. */
function boxAlong(points: readonly Point[], from: Point, to: Point): TurnedBox {
  const [alongX, alongY] = direction(to[0] - from[0], to[1] - from[1]);
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    const along = x * alongX + y * alongY;
    const across = y * alongX - x * alongY;
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * alongX - across * alongY,
    y: along * alongY + across * alongX,
    alongX,
    alongY,
    length: right - left,
    height: bottom - top,
  };
}

/** Returns a direction or one at a right angle to it, whichever leads to the right. */
function direction(x: number, y: number): Point {
  const length = Math.hypot(x, y);
  if (length === 0) return [1, 0];
  const [right, down] = Math.abs(x) >= Math.abs(y) ? [x, y] : [-y, x];
  const sign = right < 0 ? -1 : 1;
  return [(sign * right) / length, (sign * down) / length];
}

/** Returns the points of the convex hull (A. M. Andrew, monotone chain); at least one. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const hull = [...halfHull(sorted), ...halfHull(sorted.toReversed())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}

function halfHull(sorted: readonly Point[]): Point[] {
  const half: Point[] = [];
  for (const point of sorted) {
    for (;;) {
      const [before, last] = [half.at(-2), half.at(-1)];
      if (!before || !last || isLeftTurn(before, last, point)) break;
      half.pop();
    }
    half.push(point);
  }
  half.pop(); // the other half begins with it
  return half;
}

const isLeftTurn = ([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): boolean =>
  (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0) > 0;

/** Returns where a point of a box lies. @param along from its left end @param across from its top */
export function pointIn({ x, y, alongX, alongY, length, height }: TurnedBox, along: number, across: number): Point {
  const [u, v] = [along - length / 2, across - height / 2];
  return [x + u * alongX - v * alongY, y + u * alongY + v * alongX];
}
