import { checkSize, type Picture } from "./picture.ts";
import { unsupportedTiff } from "./raster.ts";
import type { Tags, TiffReader } from "./tiff-directory.ts";
import { maxUnpackedPixels, pictureOf } from "./tiff-samples.ts";
import { first, hasByteStrips, unpackStrips } from "./tiff-strips.ts";
import { tag } from "./tiff-tags.ts";

/** Default values (TIFF 6.0, section 21). */
const usual = {
  subsampling: [2, 2],
  coefficients: [0.299, 0.587, 0.114],
  blackAndWhite: [0, 255, 128, 255, 128, 255],
};
const subsamplings = new Set([1, 2, 4]);

/**
 * Reads a page in YCbCr without JPEG compression: luminance per pixel and two chrominance values per block. libvips
 * would treat the three as RGB.
 * @throws ConvertError damaged, too-large, unsupported for other bits per sample, compressions and layouts
 */
export async function ycbcrPicture(reader: TiffReader, tags: Tags): Promise<Picture> {
  const [width, height] = [first(tags, tag.width, 0), first(tags, tag.height, 0)];
  checkSize(width, height, maxUnpackedPixels);
  const [across = 2, down = 2] = tags.get(tag.subsampling) ?? usual.subsampling;
  const rowsPerStrip = Math.min(first(tags, tag.rowsPerStrip, height), height);
  const isReadable =
    (tags.get(tag.bits) ?? []).every((bits) => bits === 8) &&
    first(tags, tag.samples, 1) === 3 &&
    subsamplings.has(across) &&
    subsamplings.has(down) &&
    (rowsPerStrip % down === 0 || rowsPerStrip === height) &&
    hasByteStrips(tags);
  if (!isReadable) throw unsupportedTiff();

  const blockBytes = across * down + 2;
  const rowBytes = Math.ceil(width / across) * blockBytes;
  const blocks = await unpackStrips(reader, tags, {
    rowBytes,
    rows: Math.ceil(height / down),
    rowsPerStrip: Math.ceil(rowsPerStrip / down),
  });
  const colourOf = colourReader(tags);
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const block = Math.floor(y / down) * rowBytes + Math.floor(x / across) * blockBytes;
      const brightness = blocks[block + (y % down) * across + (x % across)] ?? 0;
      const differences = block + blockBytes - 2;
      colourOf(brightness, blocks[differences] ?? 0, blocks[differences + 1] ?? 0, pixels, (y * width + x) * 3);
    }
  }
  const { buffer } = pixels;
  return pictureOf(new Uint8Array(buffer), { width, height, channels: 3 });
}

type ColourReader = (y: number, blue: number, red: number, pixels: Uint8ClampedArray, at: number) => void;

/**
 * Returns a function that converts YCbCr to red, green and blue (TIFF 6.0, sections 21 and 20, ReferenceBlackWhite).
 */
function colourReader(tags: Tags): ColourReader {
  const [ofRed = 0, ofGreen = 1, ofBlue = 0] = tags.get(tag.coefficients) ?? usual.coefficients;
  const levels = tags.get(tag.blackAndWhite) ?? usual.blackAndWhite;
  const [blackY = 0, whiteY = 255, zeroBlue = 128, maxBlue = 255, zeroRed = 128, maxRed = 255] = levels;
  return (y, blue, red, pixels, at) => {
    const brightness = ((y - blackY) * 255) / (whiteY - blackY);
    const shownRed = (((red - zeroRed) * 127) / (maxRed - zeroRed)) * (2 - 2 * ofRed) + brightness;
    const shownBlue = (((blue - zeroBlue) * 127) / (maxBlue - zeroBlue)) * (2 - 2 * ofBlue) + brightness;
    pixels[at] = shownRed;
    pixels[at + 1] = (brightness - ofBlue * shownBlue - ofRed * shownRed) / ofGreen;
    pixels[at + 2] = shownBlue;
  };
}
