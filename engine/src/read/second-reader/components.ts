import type { TextMap } from "./text-map.ts";
import type { Point } from "./turned-box.ts";

/** Pixels that hang together. */
export interface Component {
  pixels: number;
  /** Leftmost and rightmost pixel of each of its rows. */
  outline: Point[];
}

/** Returns the groups of pixels above a threshold that touch each other at a side or a corner. */
export function componentsOf({ values, width, height }: TextMap, threshold: number): Component[] {
  const isTaken = new Uint8Array(values.length);
  const waiting = new Int32Array(values.length);
  const found: Component[] = [];
  for (let start = 0; start < values.length; start++) {
    if (isTaken[start] || !((values[start] ?? 0) > threshold)) continue;
    isTaken[start] = 1;
    waiting[0] = start;
    let count = 1;
    const rows = new Map<number, [left: number, right: number]>();
    // What was waiting stays in the list, so that its length is the number of pixels.
    for (let next = 0; next < count; next++) {
      const at = waiting[next] ?? 0;
      const [x, y] = [at % width, Math.floor(at / width)];
      const row = rows.get(y);
      if (row) [row[0], row[1]] = [Math.min(row[0], x), Math.max(row[1], x)];
      else rows.set(y, [x, x]);
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const neighbour = v * width + u;
          if (isTaken[neighbour] || !((values[neighbour] ?? 0) > threshold)) continue;
          isTaken[neighbour] = 1;
          waiting[count++] = neighbour;
        }
      }
    }
    found.push({
      pixels: count,
      outline: [...rows].flatMap(([y, [left, right]]): Point[] => [
        [left, y],
        [right, y],
      ]),
    });
  }
  return found;
}
