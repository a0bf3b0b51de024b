import { openRaster } from "../../image/raster.ts";
import type { GreyPicture } from "./grey-picture.ts";

/**
 * Blurs a picture a little, which melts the dots of dithered or noisy print into letters.
 * @param sigma of the Gaussian, in pixels; 0 leaves the picture as it is
 */
export async function softened(picture: GreyPicture, sigma: number): Promise<GreyPicture> {
  if (sigma < 0.3) return picture;
  const { pixels, width, height } = picture;
  const raster = await openRaster(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length), {
    raw: { width, height, channels: 1 },
  });
  return { pixels: await raster.blur(sigma).extractChannel(0).raw().toBuffer(), width, height };
}

/**
 * Makes what is hardly darker than white white, and what is nearly as dark as black black.
 * @param paper darkness from 0 to 1 up to which a pixel becomes white
 * @param ink darkness from which it becomes black
 */
export function withContrast({ pixels, width, height }: GreyPicture, paper: number, ink: number): GreyPicture {
  const levels = Uint8Array.from({ length: 256 }, (_, level) => {
    const darkness = (1 - level / 255 - paper) / (ink - paper);
    return Math.round(255 * (1 - Math.max(0, Math.min(1, darkness))));
  });
  return { pixels: pixels.map((level) => levels[level] as number), width, height };
}
