import { a4, type Matrix, multiply, type Placement } from "../pdf/geometry.ts";
import type { Orientation, Picture, Resolution } from "./picture.ts";

/** Left free around a picture: most printers cannot reach the edge. */
const marginPoints = 18;
/** Pictures are not enlarged below this resolution, which would look coarse. */
const lowestDpi = 96;
/** A scan whose size differs from A4 by no more than this counts as a scan of an A4 sheet. */
const scanTolerance = 0.04;
const shapeTolerance = 0.03;

/** From the stored picture to the upright one, both as unit squares with the origin at the lower left. */
const upright: Record<Orientation, Matrix> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/**
 * Places a picture on A4: the sheet has the picture's orientation, and the picture is upright, centred, and as large as
 * margin and resolution allow. A scan of an A4 sheet covers the whole sheet.
 * @returns the sheet, and the matrix from the unit square in which PDF draws images (ISO 32000-1, 8.9.5.1)
 */
export function placePicture({ width, height, orientation, resolution }: PictureShape): Placement {
  const isSideways = orientation >= 5; // width and height are exchanged
  const storedHeight = height * pixelAspect(resolution);
  const [across, up] = isSideways ? [storedHeight, width] : [width, storedHeight];
  const sheet = across > up * 1.0001 ? { width: a4.height, height: a4.width } : a4;

  const dpi = resolution?.x;
  const margin = dpi && isScanOf(sheet, across, up, dpi) ? 0 : marginPoints;
  const scale = Math.min((sheet.width - 2 * margin) / across, (sheet.height - 2 * margin) / up, 72 / lowestDpi);
  const [shownWidth, shownHeight] = [across * scale, up * scale];
  const matrix = multiply(upright[orientation], [
    shownWidth,
    0,
    0,
    shownHeight,
    (sheet.width - shownWidth) / 2,
    (sheet.height - shownHeight) / 2,
  ]);
  return { sheet, matrix };
}

type PictureShape = Pick<Picture, "width" | "height" | "orientation" | "resolution">;

/**
 * Returns the height of a pixel relative to its width: faxes have 204 × 98 dots per inch. Implausible values count as
 * square pixels.
 */
function pixelAspect(resolution: Resolution | undefined): number {
  if (!resolution || resolution.x < 20 || resolution.y < 20) return 1;
  const aspect = resolution.x / resolution.y;
  return aspect > 0.2 && aspect < 5 ? aspect : 1;
}

function isScanOf(sheet: { width: number; height: number }, across: number, up: number, dpi: number): boolean {
  const shape = up / across / (sheet.height / sheet.width);
  const size = (across * 72) / dpi / sheet.width;
  return Math.abs(shape - 1) < shapeTolerance && Math.abs(size - 1) < scanTolerance;
}
