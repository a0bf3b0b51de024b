import type { GreyPicture } from "./grey-picture.ts";

/** The largest angle that is looked for, in degrees: beyond it, a page is not laid askew but turned. */
const most = 15;
/** Darker pixels of a cleaned picture are ink. */
const ink = 128;
/** Enough to find the lines of a page; more would only take time. */
const mostPoints = 24_000;
/** Fewer edges of letters do not show lines. */
const fewestPoints = 300;
/** An angle is believed when lines stand out this much more than in the picture as it lies. */
const margin = 1.04;
/** Smaller angles do not matter to the reader of words, in degrees. */
const least = 0.25;

export interface Skew {
  /** How far lines are turned clockwise, in degrees from -15 to 15; 0 unless that is sure. */
  degrees: number;
  /** Whether lines run upright rather than across: the page lies on its side. */
  isOnItsSide: boolean;
}

/**
 * Finds how far a page lies askew, by the angle at which the lower edges of its letters fall into the fewest rows
 * (Postl, US patent 4723297, long expired).
 * @param picture cleaned: white paper, black ink
 */
export function skewOf(picture: GreyPicture): Skew {
  const across = bestAngle(edgesOf(picture, false), picture.width);
  const upright = bestAngle(edgesOf(picture, true), picture.height);
  const isOnItsSide = upright.score > across.score * 1.3;
  const { angle, score, asItLies } = isOnItsSide ? upright : across;
  const isSure = Math.abs(angle) >= least && Math.abs(angle) < most && score > asItLies * margin;
  // Exchanging x and y mirrors the picture, so angles change their direction.
  return { degrees: isSure ? (isOnItsSide ? -angle : angle) : 0, isOnItsSide };
}

/** Positions x, y, x, y … of ink with paper below it, every pixel or one of several. */
function edgesOf({ pixels, width, height }: GreyPicture, isTransposed: boolean): Float32Array {
  const below = isTransposed ? 1 : width;
  const found: number[] = [];
  // Pixels two apart are compared, so that noise of single pixels makes fewer edges.
  for (let y = 2; y < height - 2; y += 2) {
    for (let x = 2; x < width - 2; x += 2) {
      const at = y * width + x;
      if ((pixels[at] as number) >= ink || (pixels[at + 2 * below] as number) < ink) continue;
      if (isTransposed) found.push(y, x);
      else found.push(x, y);
    }
  }
  const step = Math.max(1, Math.ceil(found.length / 2 / mostPoints));
  const points = new Float32Array(2 * Math.ceil(found.length / 2 / step));
  for (let at = 0, from = 0; from + 1 < found.length; at += 2, from += 2 * step) {
    points[at] = found[from] ?? 0;
    points[at + 1] = found[from + 1] ?? 0;
  }
  return points;
}

function bestAngle(points: Float32Array, width: number): { angle: number; score: number; asItLies: number } {
  if (points.length < 2 * fewestPoints) return { angle: 0, score: 0, asItLies: 0 };
  const score = (angle: number) => concentration(points, width, angle);
  const asItLies = score(0);
  let best = { angle: 0, score: asItLies };
  const tryAll = (from: number, to: number, step: number) => {
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const found = score(angle);
      if (found > best.score) best = { angle, score: found };
    }
  };
  tryAll(-most, most, 0.5);
  const { angle: roughly } = best;
  tryAll(roughly - 0.4, roughly + 0.4, 0.1);
  return { ...best, asItLies };
}

/** Height of a row, in pixels. */
const rowPixels = 4;

/** Returns how unevenly the points fall into rows that are turned by an angle: the sum of the squared counts. */
function concentration(points: Float32Array, width: number, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const cosine = Math.cos((angle * Math.PI) / 180) / rowPixels;
  const offset = Math.max(0, slope * width) * cosine + 1;
  let highest = 0;
  for (let at = 1; at < points.length; at += 2) highest = Math.max(highest, points[at] as number);
  const rows = new Float32Array(Math.ceil((highest + Math.abs(slope) * width) * cosine) + 4);
  for (let at = 0; at < points.length; at += 2) {
    const row = (((points[at + 1] as number) - slope * (points[at] as number)) * cosine + offset) | 0;
    rows[row] = (rows[row] as number) + 1;
  }
  let sum = 0;
  for (const count of rows) sum += count * count;
  return sum;
}
