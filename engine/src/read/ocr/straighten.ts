import type { GreyPicture } from "./grey-picture.ts";
import { type Corners, paperIn } from "./paper-outline.ts";
import { drawnThrough, joined, type Projection, toCorners, unchanged } from "./projection.ts";
import { skewOf } from "./skew.ts";

export interface StraightPicture {
  picture: GreyPicture;
  /** Takes a point of the straightened picture to the picture as given. */
  toGiven: Projection;
  /** How far the page lay askew, clockwise, in degrees. */
  skew: number;
}

/**
 * Turns a page that lies askew so that its lines run across, and draws paper that was photographed on a table as if it
 * were seen from above.
 * @param given as it was drawn; paper and its background must differ
 * @param clean the same picture cleaned: white paper, black ink
 */
export function straightened(given: GreyPicture, clean: GreyPicture): StraightPicture {
  const corners = paperIn(given);
  const flat = corners ? seenFromAbove(clean, corners) : { picture: clean, toGiven: unchanged };
  const { degrees } = skewOf(flat.picture);
  const tilt = corners ? tiltOf(corners) : 0;
  if (degrees === 0) return { ...flat, skew: tilt };
  const { toGiven, ...size } = turnedUpright(flat.picture, degrees);
  const projection = joined(toGiven, flat.toGiven);
  return { picture: drawnThrough(clean, projection, size), toGiven: projection, skew: tilt + degrees };
}

function seenFromAbove(clean: GreyPicture, corners: Corners): Omit<StraightPicture, "skew"> {
  const [one, two, three, four] = corners;
  const length = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) => Math.hypot(x - u, y - v);
  const size = {
    width: Math.round(Math.max(length(one, two), length(four, three))),
    height: Math.round(Math.max(length(one, four), length(two, three))),
  };
  const toGiven = toCorners(size.width, size.height, corners);
  return { picture: drawnThrough(clean, toGiven, size), toGiven };
}

/** Mean direction of the upper and lower edge, in degrees. */
function tiltOf([one, two, three, four]: Corners): number {
  const directions = [Math.atan2(two[1] - one[1], two[0] - one[0]), Math.atan2(three[1] - four[1], three[0] - four[0])];
  return directions.reduce((sum, angle) => sum + (angle * 90) / Math.PI, 0);
}

/** Returns the picture that holds a whole picture when it is turned anticlockwise by some degrees about its middle. */
function turnedUpright(
  { width, height }: GreyPicture,
  degrees: number,
): { toGiven: Projection; width: number; height: number } {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const newWidth = Math.ceil(width * cosine + height * Math.abs(sine));
  const newHeight = Math.ceil(height * cosine + width * Math.abs(sine));
  const x = width / 2 - (cosine * newWidth) / 2 + (sine * newHeight) / 2;
  const y = height / 2 - (sine * newWidth) / 2 - (cosine * newHeight) / 2;
  return { toGiven: [cosine, -sine, x, sine, cosine, y, 0, 0, 1], width: newWidth, height: newHeight };
}
