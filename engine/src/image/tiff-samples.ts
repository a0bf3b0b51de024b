import { checkSize, type Picture } from "./picture.ts";
import { embedPng } from "./png.ts";
import { foreignTiff, openRaster, refusing } from "./raster.ts";
import type { Tags, TiffReader } from "./tiff-directory.ts";
import { photometrics, tag } from "./tiff-tags.ts";

/** Bits of a sample that libvips reads, and those that it reads where a pixel is one sample. */
const usualBits = new Set([8, 16, 32]);
const usualAlone = new Set([1, 2, 4]);
/** Codes that work on bytes, whatever lies in them: none, LZW, both numbers of deflate, PackBits. */
const codesOfBytes = new Set([1, 5, 8, 32773, 32946]);
const widestSample = 16;
/** The samples are held three times over, packed and unpacked. */
const mostPixels = 100_000_000;

const first = (tags: Tags, number: number, otherwise: number) => tags.get(number)?.[0] ?? otherwise;

/** Of a pixel, by what its colours are; libvips knows one more. */
const colourSamples: Record<number, number> = {
  [photometrics.whiteIsZero]: 1,
  [photometrics.blackIsZero]: 1,
  [photometrics.rgb]: 3,
};

/** Whether samples lie as libvips does not read them: colours of 2 bits, greys of 12, several beyond the colours. */
export function isOddlyPacked(tags: Tags): boolean {
  const bits = first(tags, tag.bits, 1);
  const samples = first(tags, tag.samples, 1);
  const colours = colourSamples[first(tags, tag.photometric, 0)];
  const isUsual = usualBits.has(bits) || (usualAlone.has(bits) && samples === 1);
  return !isUsual || (colours !== undefined && samples > colours + 1);
}

/**
 * A page of samples that are packed in any number of bits up to 16, highest bit first: greys, or red, green and blue.
 * @throws ConvertError damaged, too-large, unsupported for other colours, codes and ways to lay out samples
 */
export async function unpackedPicture(reader: TiffReader, tags: Tags): Promise<Picture> {
  const [width, height] = [first(tags, tag.width, 0), first(tags, tag.height, 0)];
  checkSize(width, height, mostPixels);
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
    codesOfBytes.has(first(tags, tag.compression, 1)) &&
    first(tags, tag.predictor, 1) === 1 &&
    first(tags, tag.planes, 1) === 1 &&
    !tags.has(tag.tileWidth);
  if (!isReadable) throw foreignTiff();

  const rowBytes = Math.ceil((width * samples * bits) / 8);
  const packed = await openRaster(asGreyBytes(reader, tags, rowBytes));
  const rows = await refusing(packed.toColourspace("b-w").raw().toBuffer());
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
  const raster = await openRaster(pixels, { raw: { width, height, channels } });
  const coloured = raster.toColourspace(channels === 1 ? "b-w" : "srgb");
  const { picture } = embedPng(await refusing(coloured.png({ compressionLevel: 6 }).toBuffer()));
  if (!picture) throw new Error("A picture of our own could not be embedded");
  return picture;
}

/** The shade from 0 to 255 of each value that a sample can have. */
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

/** The same strips, said to be greys of a byte each: so libvips unpacks their code, whatever lies in them. */
function asGreyBytes({ bytes }: TiffReader, tags: Tags, rowBytes: number): Buffer {
  const height = first(tags, tag.height, 0);
  const entries: [number: number, values: number[]][] = [
    [tag.width, [rowBytes]],
    [tag.height, [height]],
    [tag.bits, [8]],
    [tag.compression, [first(tags, tag.compression, 1)]],
    [tag.photometric, [photometrics.blackIsZero]],
    [tag.fillOrder, [first(tags, tag.fillOrder, 1)]],
    [tag.stripOffsets, tags.get(tag.stripOffsets) ?? []],
    [tag.samples, [1]],
    [tag.rowsPerStrip, [Math.min(first(tags, tag.rowsPerStrip, height), height)]],
    [tag.stripLengths, tags.get(tag.stripLengths) ?? []],
  ];
  return withDirectory(bytes, entries);
}

const long = 4;

/** A TIFF that begins with another directory, written behind all that was there. */
function withDirectory(bytes: Buffer, entries: [number: number, values: number[]][]): Buffer {
  const isLittle = bytes.toString("latin1", 0, 2) === "II";
  const start = bytes.length + (bytes.length % 2);
  const valuesAt = start + 2 + entries.length * 12 + 4;
  const lists = entries.flatMap(([, values]) => (values.length > 1 ? values : []));
  const result = Buffer.alloc(valuesAt + lists.length * 4);
  const u16 = (value: number, at: number) =>
    isLittle ? result.writeUInt16LE(value, at) : result.writeUInt16BE(value, at);
  const u32 = (value: number, at: number) =>
    isLittle ? result.writeUInt32LE(value, at) : result.writeUInt32BE(value, at);
  bytes.copy(result);
  u32(start, 4);
  u16(entries.length, start);
  let listAt = valuesAt;
  for (const [index, [number, values]] of entries.entries()) {
    const entry = start + 2 + index * 12;
    u16(number, entry);
    u16(long, entry + 2);
    u32(values.length, entry + 4);
    u32(values.length > 1 ? listAt : (values[0] ?? 0), entry + 8);
    if (values.length > 1) for (const value of values) listAt = u32(value, listAt);
  }
  return result;
}
