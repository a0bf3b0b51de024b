import { componentsOf } from "./components.ts";
import type { TextMap } from "./text-map.ts";
import { smallestBoxAround, type TurnedBox } from "./turned-box.ts";

/** From this probability on a pixel belongs to text, and a box does whose pixels have this one on average. */
const textPixel = 0.3;
const textBox = 0.6;
/** In pixels; smaller spots are dirt. */
const leastPixels = 10;
const leastHeight = 3;
/** The network marks the core of a line. A box grows by this share of its area divided by its perimeter. */
const growth = 1.5;

/** Returns the boxes of lines of text, in no particular order (Liao and others, 2020, section 3.4). */
export function textBoxesOf(map: TextMap): TurnedBox[] {
  return componentsOf(map, textPixel)
    .filter(({ pixels }) => pixels >= leastPixels)
    .map(({ outline }) => smallestBoxAround(outline))
    .filter((box) => Math.min(box.length, box.height) >= leastHeight && meanInside(map, box) >= textBox)
    .map(grown);
}

function grown(box: TurnedBox): TurnedBox {
  // A box between the middles of pixels is one pixel shorter than what they cover.
  const [length, height] = [box.length + 1, box.height + 1];
  const by = (growth * length * height) / (2 * (length + height));
  return { ...box, length: length + 2 * by, height: height + 2 * by };
}

function meanInside({ values, width, height }: TextMap, box: TurnedBox): number {
  const { x, y, alongX, alongY } = box;
  const [halfLength, halfHeight] = [(box.length + 1) / 2, (box.height + 1) / 2];
  const reachX = Math.abs(alongX) * halfLength + Math.abs(alongY) * halfHeight;
  const reachY = Math.abs(alongY) * halfLength + Math.abs(alongX) * halfHeight;
  let [sum, count] = [0, 0];
  for (let v = Math.max(0, Math.floor(y - reachY)); v <= Math.min(height - 1, y + reachY); v++) {
    for (let u = Math.max(0, Math.floor(x - reachX)); u <= Math.min(width - 1, x + reachX); u++) {
      const [right, down] = [u - x, v - y];
      if (Math.abs(right * alongX + down * alongY) > halfLength) continue;
      if (Math.abs(down * alongX - right * alongY) > halfHeight) continue;
      sum += values[v * width + u] ?? 0;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}
