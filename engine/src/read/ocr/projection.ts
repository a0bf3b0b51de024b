import type { GreyPicture } from "./grey-picture.ts";

/** A 3 × 3 matrix by rows that takes a point of one picture to a point of another. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

export type Point = readonly [x: number, y: number];

export const unchanged: Projection = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Returns the projection that applies `first`, then `second`. */
export function joined(first: Projection, second: Projection): Projection {
  const [a, b, c, d, e, f, g, h, i] = first;
  const [j, k, l, m, n, o, p, q, r] = second;
  return [
    j * a + k * d + l * g,
    j * b + k * e + l * h,
    j * c + k * f + l * i,
    m * a + n * d + o * g,
    m * b + n * e + o * h,
    m * c + n * f + o * i,
    p * a + q * d + r * g,
    p * b + q * e + r * h,
    p * c + q * f + r * i,
  ];
}

export function projected([a, b, c, d, e, f, g, h, i]: Projection, [x, y]: Point): Point {
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

/**
 * Returns the projection that takes a rectangle from the origin to four corners (Heckbert, "Fundamentals of Texture
 * Mapping", 1989, 2.2.3).
 * @param corners upper left, upper right, lower right, lower left
 */
export function toCorners(width: number, height: number, corners: readonly [Point, Point, Point, Point]): Projection {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
  const [sumX, sumY] = [ax - bx + cx - dx, ay - by + cy - dy];
  const [rightX, rightY] = [bx - cx, by - cy];
  const [belowX, belowY] = [dx - cx, dy - cy];
  const area = rightX * belowY - belowX * rightY;
  const g = (sumX * belowY - belowX * sumY) / area;
  const h = (rightX * sumY - sumX * rightY) / area;
  return [
    (bx - ax + g * bx) / width,
    (dx - ax + h * dx) / height,
    ax,
    (by - ay + g * by) / width,
    (dy - ay + h * dy) / height,
    ay,
    g / width,
    h / height,
    1,
  ];
}

/** Returns the adjugate, which takes points back as the inverse does: a common factor does not change a projection. */
export function reversed([a, b, c, d, e, f, g, h, i]: Projection): Projection {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

/**
 * Draws a picture anew, between the pixels of the given one.
 * @param projection takes points of the new picture to points of the given one; white where nothing is
 */
export function drawnThrough(
  { pixels, width, height }: GreyPicture,
  [a, b, c, d, e, f, g, h, i]: Projection,
  size: { width: number; height: number },
): GreyPicture {
  const out = new Uint8Array(size.width * size.height).fill(255);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at++) {
      const [middleX, middleY] = [x + 0.5, y + 0.5];
      const depth = g * middleX + h * middleY + i;
      const fromX = (a * middleX + b * middleY + c) / depth - 0.5;
      const fromY = (d * middleX + e * middleY + f) / depth - 0.5;
      if (!(fromX >= 0 && fromY >= 0 && fromX < width - 1 && fromY < height - 1)) continue;
      const left = fromX | 0;
      const top = fromY | 0;
      const from = top * width + left;
      const across = fromX - left;
      const one = pixels[from] as number;
      const two = pixels[from + width] as number;
      const above = one + ((pixels[from + 1] as number) - one) * across;
      const below = two + ((pixels[from + width + 1] as number) - two) * across;
      out[at] = above + (below - above) * (fromY - top) + 0.5;
    }
  }
  return { pixels: out, width: size.width, height: size.height };
}
