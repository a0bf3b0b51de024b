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
