export interface Point {
  x: number;
  y: number;
}

/** Upper left, upper right, lower right, lower left. */
export type Corners = readonly [Point, Point, Point, Point];

/** A 3 × 3 matrix by rows. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

/**
 * Computes which position of a flat sheet is visible at a position of the photo.
 * @param corners corners of the sheet in the photo
 * @returns maps positions of the photo to 0 to 1 across and 0 to 1 down the sheet (Heckbert, "Fundamentals of Texture
 * Mapping", 1989, 2.2.3)
 */
export function toSheet(corners: Corners): Projection {
  return inverse(toPhoto(corners));
}

function toPhoto([a, b, c, d]: Corners): Projection {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const right = { x: b.x - c.x, y: b.y - c.y };
  const below = { x: d.x - c.x, y: d.y - c.y };
  const area = right.x * below.y - below.x * right.y;
  const g = (sum.x * below.y - below.x * sum.y) / area;
  const h = (right.x * sum.y - sum.x * right.y) / area;
  return [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1];
}

/** Returns the adjugate, which is enough since a common factor does not change a projection. */
function inverse([a, b, c, d, e, f, g, h, i]: Projection): Projection {
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
 * Returns the corners of a slightly rotated sheet, seen by a slightly tilted camera.
 * @param turn in degrees
 * @param tilt how much narrower the far edge is, as a part of the near one
 */
export function placeSheet(
  centre: Point,
  size: { width: number; height: number },
  turn: number,
  tilt: number,
): Corners {
  const angle = (turn * Math.PI) / 180;
  const place = (across: number, down: number): Point => {
    const far = 1 - tilt * (0.5 - down);
    const x = (across - 0.5) * size.width * far;
    const y = (down - 0.5) * size.height;
    return {
      x: centre.x + x * Math.cos(angle) - y * Math.sin(angle),
      y: centre.y + x * Math.sin(angle) + y * Math.cos(angle),
    };
  };
  return [place(0, 0), place(1, 0), place(1, 1), place(0, 1)];
}
