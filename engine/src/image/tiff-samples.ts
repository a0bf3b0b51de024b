import { checkSize, type Picture } from "./picture.ts";
import { embedPng } from "./png.ts";
import { damagedOnFailure, openRaster, unsupportedTiff } from "./raster.ts";
import type { Tags, TiffReader } from "./tiff-directory.ts";
import { first, hasByteStrips, unpackStrips } from "./tiff-strips.ts";
import { photometrics, tag } from "./tiff-tags.ts";

/** Bits per sample that libvips reads; the second set only with one sample per pixel. */
const usualBits = new Set([8, 16, 32]);
const usualAlone = new Set([1, 2, 4]);
const widestSample = 16;
/** Limit of pixels for pictures that are unpacked here, which needs three times the memory of the samples. */
export const maxUnpackedPixels = 100_000_000;

/** Colour samples per pixel by photometric interpretation; libvips reads one extra sample. */
const colourSamples: Record<number, number> = {
  [photometrics.whiteIsZero]: 1,
  [photometrics.blackIsZero]: 1,
  [photometrics.rgb]: 3,
};

/**
 * Whether libvips does not support the sample layout, such as colours of 2 bits, greys of 12 bits, or several extra
 * samples.
 */
export function hasUnusualSampleLayout(tags: Tags): boolean {
  const bits = first(tags, tag.bits, 1);
  const samples = first(tags, tag.samples, 1);
  const colours = colourSamples[first(tags, tag.photometric, 0)];
  const isUsual = usualBits.has(bits) || (usualAlone.has(bits) && samples === 1);
  return !isUsual || (colours !== undefined && samples > colours + 1);
}

/**
 * Reads a page of grey or RGB samples of any number of bits up to 16, packed highest bit first.
 * @throws ConvertError damaged, too-large, unsupported for other colours, compressions and layouts
 */
export async function unpackedPicture(reader: TiffReader, tags: Tags): Promise<Picture> {
  const [width, height] = [first(tags, tag.width, 0), first(tags, tag.height, 0)];
  checkSize(width, height, maxUnpackedPixels);
  const bits = first(tags, tag.bits, 1);
  const samples = first(tags, tag.samples, 1);
  const photometric = first(tags, tag.photometric, 0);
  const channels = colourSamples[photometric] === 3 ? 3 : 1;
  const isReadable =
    photometric in colourSamples &&
    samples >= channels &&
    bits <= widestSample &&
    (tags.get(tag.bits) ?? []).every((one) => one === bits) &&
    first(tags, tag.sampleFormat, 1) === 1 &&
    hasByteStrips(tags);
  if (!isReadable) throw unsupportedTiff();

  const rowBytes = Math.ceil((width * samples * bits) / 8);
  const rows = await unpackStrips(reader, tags, {
    rowBytes,
    rows: height,
    rowsPerStrip: first(tags, tag.rowsPerStrip, height),
  });
  const shades = shadesOf(bits, photometric === photometrics.whiteIsZero);
  const pixels = Buffer.alloc(width * height * channels);
  let to = 0;
  for (let row = 0; row < height; row++) {
    const next = sampleReader(rows, row * rowBytes, bits);
    for (let column = 0; column < width; column++) {
      for (let sample = 0; sample < samples; sample++) {
        const value = next();
        if (sample < channels) pixels[to++] = shades[value] ?? 0;
      }
    }
  }
  return pictureOf(pixels, { width, height, channels });
}

/** @param pixels one byte per sample */
export async function pictureOf(
  pixels: Uint8Array,
  raw: { width: number; height: number; channels: 1 | 3 },
): Promise<Picture> {
  const { buffer, byteOffset, byteLength } = pixels;
  const raster = await openRaster(Buffer.from(buffer, byteOffset, byteLength), { raw });
  const coloured = raster.toColourspace(raw.channels === 1 ? "b-w" : "srgb");
  const { picture } = embedPng(await damagedOnFailure(coloured.png({ compressionLevel: 6 }).toBuffer()));
  if (!picture) throw new Error("A re-encoded picture could not be embedded");
  return picture;
}

/** Returns the shade, from 0 to 255, of each value that a sample can have. */
function shadesOf(bits: number, isInverted: boolean): Uint8Array {
  const highest = 2 ** bits - 1;
  return Uint8Array.from({ length: highest + 1 }, (_, value) =>
    Math.round(((isInverted ? highest - value : value) * 255) / highest),
  );
}

function sampleReader(bytes: Uint8Array, from: number, bits: number): () => number {
  let at = from;
  let held = 0;
  let holds = 0;
  return () => {
    while (holds < bits) {
      held = ((held << 8) | (bytes[at++] ?? 0)) & 0xffffff;
      holds += 8;
    }
    holds -= bits;
    return (held >> holds) & (2 ** bits - 1);
  };
}
