import type { GreyPicture } from "./grey-picture.ts";
import type { Point } from "./projection.ts";

/** Upper left, upper right, lower right, lower left. */
export type Corners = readonly [Point, Point, Point, Point];

/** The longest side of the small copy in which the paper is looked for, in pixels. */
const smallSide = 480;
/** Lighter pixels are the sheet on which a photo was laid, not the photo. */
const sheetLevel = 250;
/** Paper is lighter than what it lies on by at least this much. */
const leastStep = 25;
/** Part of a photo that paper covers: less is not a page, more has no background to speak of. */
const leastPart = 0.2;
const mostPart = 0.94;
/** Points of a side that lie on a straight line, as a part of all. */
const straightShare = 0.6;
/** Sides at which the background must be seen: a page with a dark band is no paper on a table. */
const leastSides = 3;

/**
 * Finds the sheet of paper in a photo, by its four straight edges against a darker background.
 * @returns its corners in pixels of the picture; null unless they are sure
 */
export function paperIn(picture: GreyPicture): Corners | null {
  const small = reduced(picture);
  const photo = photoIn(small);
  if (!photo) return null;
  const paper = lightestPart(small, photo);
  const share = paper.count / area(photo);
  if (share < leastPart || share > mostPart) return null;
  const corners = cornersOf(paper, small);
  if (!corners || !isPaper(corners, paper.count, small, photo)) return null;
  const [first, second, third, fourth] = corners.map(
    ([x, y]): Point => [(x + 0.5) * small.step, (y + 0.5) * small.step],
  );
  return first && second && third && fourth ? [first, second, third, fourth] : null;
}

interface Small extends GreyPicture {
  /** Pixels of the picture for one of the copy. */
  step: number;
}

function reduced({ pixels, width, height }: GreyPicture): Small {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / smallSide));
  const [across, down] = [Math.floor(width / step), Math.floor(height / step)];
  const out = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      let [sum, count] = [0, 0];
      // Every other pixel is enough for a mean.
      for (let v = 0; v < step; v += 2) {
        const from = (y * step + v) * width + x * step;
        for (let u = 0; u < step; u += 2, count++) sum += pixels[from + u] as number;
      }
      out[y * across + x] = sum / count;
    }
  }
  return { pixels: out, width: across, height: down, step };
}

interface Rectangle {
  left: number;
  top: number;
  /** The first column and row outside. */
  right: number;
  bottom: number;
}

const area = ({ left, top, right, bottom }: Rectangle): number => (right - left) * (bottom - top);

/** Returns the part of a page in which rows and columns are not mostly white; null for a page without a photo. */
function photoIn({ pixels, width, height }: Small): Rectangle | null {
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  pixels.forEach((level, at) => {
    if (level >= sheetLevel) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    rows[y] = (rows[y] as number) + 1;
    columns[x] = (columns[x] as number) + 1;
  });
  const isDense = (counts: Uint32Array, most: number) => [...counts].map((count) => count > most / 2);
  const [down, across] = [isDense(rows, width), isDense(columns, height)];
  const photo = {
    left: across.indexOf(true),
    top: down.indexOf(true),
    right: across.lastIndexOf(true) + 1,
    bottom: down.lastIndexOf(true) + 1,
  };
  return photo.left >= 0 && photo.top >= 0 && area(photo) > width * height * 0.15 ? photo : null;
}

interface Part {
  /** Of each pixel, whether it belongs to the part. */
  mask: Uint8Array;
  count: number;
}

/** Returns the largest connected area of the photo that is lighter than the rest. */
function lightestPart(small: Small, photo: Rectangle): Part {
  const { pixels, width } = small;
  const threshold = dividingLevel(small, photo);
  const seen = new Uint8Array(pixels.length);
  const open = new Int32Array(pixels.length);
  let best: Part = { mask: seen, count: 0 };
  const isLight = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isInside = x >= photo.left && x < photo.right && y >= photo.top && y < photo.bottom;
    return isInside && seen[at] === 0 && (pixels[at] as number) > threshold;
  };
  for (let start = photo.top * width; start < photo.bottom * width; start++) {
    if (!isLight(start)) continue;
    let [next, count] = [0, 1];
    open[0] = start;
    seen[start] = 1;
    while (next < count) {
      const at = open[next++] as number;
      for (const beside of [at - 1, at + 1, at - width, at + width]) {
        if (beside < 0 || beside >= pixels.length || !isLight(beside)) continue;
        seen[beside] = 1;
        open[count++] = beside;
      }
    }
    if (count <= best.count) continue;
    const mask = new Uint8Array(pixels.length);
    for (let index = 0; index < count; index++) mask[open[index] as number] = 1;
    best = { mask, count };
  }
  return best;
}

/** Returns the level that divides dark and light pixels best (Otsu, IEEE Transactions SMC-9, 1979). */
function dividingLevel({ pixels, width }: Small, { left, top, right, bottom }: Rectangle): number {
  const histogram = new Float64Array(256);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const level = pixels[y * width + x] as number;
      histogram[level] = (histogram[level] as number) + 1;
    }
  }
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const sum = histogram.reduce((all, count, level) => all + count * level, 0);
  let [dark, darkSum, best, found] = [0, 0, -1, 128];
  for (let level = 0; level < 255; level++) {
    dark += histogram[level] as number;
    darkSum += level * (histogram[level] as number);
    if (dark === 0 || dark === total) continue;
    const between = dark * (total - dark) * (darkSum / dark - (sum - darkSum) / (total - dark)) ** 2;
    if (between > best) [best, found] = [between, level];
  }
  return found;
}

/** A line x = at + slope · y, or y = at + slope · x. */
interface Edge {
  at: number;
  slope: number;
}

function cornersOf({ mask }: Part, { width, height }: Small): Corners | null {
  const at = (x: number, y: number) => mask[y * width + x] === 1;
  const rows = Array.from({ length: height }, (_, y) => y);
  const columns = Array.from({ length: width }, (_, x) => x);
  const sides: (readonly [number, number])[][] = [[], [], [], []];
  const add = (side: number, along: number, place: number) => {
    if (place >= 0) sides[side]?.push([along, place]);
  };
  for (const y of rows) {
    add(
      0,
      y,
      columns.findIndex((x) => at(x, y)),
    );
    add(
      1,
      y,
      columns.findLastIndex((x) => at(x, y)),
    );
  }
  for (const x of columns) {
    add(
      2,
      x,
      rows.findIndex((y) => at(x, y)),
    );
    add(
      3,
      x,
      rows.findLastIndex((y) => at(x, y)),
    );
  }
  const [left, right, top, bottom] = sides.map(straightEdge);
  if (!left || !right || !top || !bottom) return null;
  return [meeting(left, top), meeting(right, top), meeting(right, bottom), meeting(left, bottom)];
}

/** Returns the line on which most of the points lie; null when too few do. */
function straightEdge(points: (readonly [along: number, place: number])[]): Edge | null {
  const steps = 24;
  const picked = Array.from(
    { length: steps + 1 },
    (_, step) => points[Math.floor((step * (points.length - 1)) / steps)],
  );
  let best: { edge: Edge; count: number } | null = null;
  for (const [index, one] of picked.entries()) {
    for (const other of picked.slice(index + 4)) {
      if (!one || !other || other[0] - one[0] < 8) continue;
      const slope = (other[1] - one[1]) / (other[0] - one[0]);
      if (Math.abs(slope) > 0.5) continue;
      const edge = { at: one[1] - slope * one[0], slope };
      const count = points.filter(([along, place]) => Math.abs(edge.at + slope * along - place) <= 1.5).length;
      if (!best || count > best.count) best = { edge, count };
    }
  }
  return best && best.count >= points.length * straightShare ? best.edge : null;
}

/** Where an upright edge meets one across. */
function meeting(upright: Edge, across: Edge): Point {
  const x = (upright.at + upright.slope * across.at) / (1 - upright.slope * across.slope);
  return [x, across.at + across.slope * x];
}

function isPaper(corners: Corners, count: number, small: Small, photo: Rectangle): boolean {
  const [slackX, slackY] = [(photo.right - photo.left) * 0.04, (photo.bottom - photo.top) * 0.04];
  const isInside = corners.every(([x, y]) => {
    return x > photo.left - slackX && x < photo.right + slackX && y > photo.top - slackY && y < photo.bottom + slackY;
  });
  const size = quadrilateralArea(corners);
  const isFilled = count > size * 0.8 && count < size * 1.1;
  const [top, right, bottom, left] = corners.map((corner, at) => distance(corner, corners[(at + 1) % 4] ?? corner));
  const isEven = ratio(top, bottom) < 1.6 && ratio(left, right) < 1.6;
  return isInside && isFilled && isEven && sidesOnBackground(corners, small, photo) >= leastSides;
}

const distance = ([x, y]: Point, [u, v]: Point): number => Math.hypot(x - u, y - v);
const ratio = (one = 1, other = 1): number => Math.max(one, other) / Math.max(1, Math.min(one, other));

function quadrilateralArea(corners: Corners): number {
  const doubled = corners.reduce((sum, [x, y], at) => {
    const [u, v] = corners[(at + 1) % 4] ?? corners[0];
    return sum + x * v - u * y;
  }, 0);
  return doubled / 2;
}

/** Counts the sides along which the photo is clearly darker just outside the paper than just inside. */
function sidesOnBackground(corners: Corners, { pixels, width, height }: Small, photo: Rectangle): number {
  const level = (x: number, y: number): number | undefined => {
    const [column, row] = [Math.round(x), Math.round(y)];
    const isInside = column >= photo.left && column < photo.right && row >= photo.top && row < photo.bottom;
    return isInside && column < width && row < height ? pixels[row * width + column] : undefined;
  };
  return corners.filter((from, side) => {
    const to = corners[(side + 1) % 4] ?? from;
    const length = Math.max(1, distance(from, to));
    const [outX, outY] = [(to[1] - from[1]) / length, (from[0] - to[0]) / length];
    const steps = Array.from({ length: 40 }, (_, step) => (step + 2) / 44);
    const changes = steps.flatMap((part) => {
      const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      const outside = level(x + outX * 4, y + outY * 4);
      const inside = level(x - outX * 4, y - outY * 4);
      return outside === undefined || inside === undefined ? [] : [inside - outside];
    });
    return changes.length >= 30 && changes.filter((change) => change > leastStep).length > changes.length * 0.8;
  }).length;
}
