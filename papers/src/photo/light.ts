import sharp from "sharp";
import type { Random } from "../random.ts";

/** One brightness value for each pixel: 128 leaves it unchanged, less is darker. */
export type Plane = Uint8Array;

/** Draws the light: a window at one side, darker corners, and often the shadow of the photographer. */
export async function drawLight(random: Random, width: number, height: number): Promise<Plane> {
  const small = { width: Math.ceil(width / 10), height: Math.ceil(height / 10) };
  const angle = random.between(0, 2 * Math.PI);
  const fall = random.between(0.1, 0.24);
  const shade = random.isOneIn(3)
    ? undefined
    : { angle: random.between(-0.6, 0.6), from: random.between(0.58, 0.95), depth: random.between(0.12, 0.27) };
  const pixels = Buffer.alloc(small.width * small.height);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const across = x / small.width - 0.5;
      const down = y / small.height - 0.5;
      const window = 1 - fall * (across * Math.cos(angle) + down * Math.sin(angle));
      const corners = 1 - 0.3 * (across * across + down * down);
      pixels[y * small.width + x] = Math.min(255, 126 * window * corners * (shade ? shadeAt(shade, across, down) : 1));
    }
  }
  return enlarge(pixels, small, width, height, 2);
}

/** Returns the shadow of the photographer's arm and phone: everything beyond a slanting edge in the lower part. */
function shadeAt(shade: { angle: number; from: number; depth: number }, across: number, down: number): number {
  const beyond = down + 0.5 - shade.from + Math.tan(shade.angle) * across;
  const arm = 0.16 - Math.abs(across + 0.28 - shade.angle * 0.2);
  return 1 - shade.depth * Math.max(0, Math.min(1, Math.max(beyond * 9, arm * 9 - 0.4 + down)));
}

/**
 * Draws the shadow of a sheet that is not completely flat.
 * @param covers returns whether the sheet covers a position of the photo
 */
export async function drawShadow(
  covers: (x: number, y: number) => boolean,
  random: Random,
  width: number,
  height: number,
): Promise<Plane> {
  const scale = 6;
  const small = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  const aside = random.pick([-1, 1]) * random.between(4, 13);
  const below = random.between(5, 15);
  const dark = random.whole(44, 66);
  const pixels = Buffer.alloc(small.width * small.height, 128);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      if (covers(x * scale - aside, y * scale - below)) pixels[y * small.width + x] = 128 - dark;
    }
  }
  return enlarge(pixels, small, width, height, 0.9);
}

/**
 * Blurs and enlarges a picture. Uses two steps, since sharp would blur after enlarging.
 * @param blur in pixels of the small picture
 */
async function enlarge(
  pixels: Buffer,
  small: { width: number; height: number },
  width: number,
  height: number,
  blur: number,
): Promise<Plane> {
  const soft = await sharp(pixels, { raw: { ...small, channels: 1 } })
    .blur(blur)
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return sharp(soft, { raw: { ...small, channels: 1 } })
    .resize(width, height, { kernel: "linear", fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
}
