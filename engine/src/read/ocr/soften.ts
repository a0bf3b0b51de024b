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
 * Enlarges or reduces a picture.
 * @param scale pixels of the result for one pixel
 */
export async function scaled(picture: GreyPicture, scale: number): Promise<GreyPicture> {
  const { pixels, width, height } = picture;
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  if (size.width === width && size.height === height) return picture;
  const raster = await openRaster(Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length), {
    raw: { width, height, channels: 1 },
  });
  const resized = raster.resize(size.width, size.height, { fit: "fill" });
  return { pixels: await resized.extractChannel(0).raw().toBuffer(), ...size };
}
