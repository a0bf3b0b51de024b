import type { GreyPicture } from "./grey-picture.ts";
import { drawnThrough, type Projection, unchanged } from "./projection.ts";
import { skewOf } from "./skew.ts";

export interface StraightPicture {
  picture: GreyPicture;
  /** Takes a point of the straightened picture to the picture as given. */
  toGiven: Projection;
  /** How far the page lay askew, clockwise, in degrees. */
  skew: number;
}

/**
 * Turns a page that lies askew so that its lines run across.
 * @param picture cleaned: white paper, black ink
 */
export function straightened(picture: GreyPicture): StraightPicture {
  const { degrees } = skewOf(picture);
  if (degrees === 0) return { picture, toGiven: unchanged, skew: 0 };
  const { toGiven, width, height } = turnedUpright(picture, degrees);
  return { picture: drawnThrough(picture, toGiven, { width, height }), toGiven, skew: degrees };
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
