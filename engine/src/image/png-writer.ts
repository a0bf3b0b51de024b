import zlib from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colourTypes = { 1: 0, 3: 2 } as const;

/**
 * Writes a PNG of rows that are already filtered and compressed.
 * @param rows one byte per sample, each row preceded by its filter type (PNG, 9), compressed with Deflate
 */
export function pngAround(
  rows: Uint8Array,
  { width, height, samples }: { width: number; height: number; samples: 1 | 3 },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colourTypes[samples]], 8);
  return Buffer.concat([
    signature,
    ...chunk("IHDR", header),
    ...chunk("IDAT", rows),
    ...chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const name = Buffer.from(type, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(zlib.crc32(data, zlib.crc32(name)));
  return [length, name, data, check];
}
