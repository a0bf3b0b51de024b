import { damagedOnFailure, openRaster } from "./raster.ts";
import type { Tags, TiffReader } from "./tiff-directory.ts";
import { photometrics, tag } from "./tiff-tags.ts";

/** Compressions of plain bytes: none, LZW, both codes of Deflate, PackBits. */
const codesOfBytes = new Set([1, 5, 8, 32773, 32946]);

export const first = (tags: Tags, number: number, otherwise: number) => tags.get(number)?.[0] ?? otherwise;

/** Whether the strips can be decompressed without knowing their sample layout. */
export const hasByteStrips = (tags: Tags): boolean =>
  codesOfBytes.has(first(tags, tag.compression, 1)) &&
  first(tags, tag.predictor, 1) === 1 &&
  first(tags, tag.planes, 1) === 1 &&
  !tags.has(tag.tileWidth);

/** The layout of strips in rows of bytes. */
interface Strips {
  rowBytes: number;
  rows: number;
  rowsPerStrip: number;
}

/**
 * Unpacks the strips of a page, by opening them in libvips as a picture of grey samples of one byte each.
 * @throws ConvertError damaged
 */
export async function unpackStrips({ bytes }: TiffReader, tags: Tags, strips: Strips): Promise<Buffer> {
  const { rowBytes, rows, rowsPerStrip } = strips;
  const greys = withDirectory(bytes, [
    [tag.width, [rowBytes]],
    [tag.height, [rows]],
    [tag.bits, [8]],
    [tag.compression, [first(tags, tag.compression, 1)]],
    [tag.photometric, [photometrics.blackIsZero]],
    [tag.fillOrder, [first(tags, tag.fillOrder, 1)]],
    [tag.stripOffsets, tags.get(tag.stripOffsets) ?? []],
    [tag.samples, [1]],
    [tag.rowsPerStrip, [Math.min(rowsPerStrip, rows)]],
    [tag.stripLengths, tags.get(tag.stripLengths) ?? []],
  ]);
  const raster = await openRaster(greys);
  return damagedOnFailure(raster.toColourspace("b-w").raw().toBuffer());
}

const long = 4;

/** Returns the TIFF with a new directory appended, which becomes its first. */
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
