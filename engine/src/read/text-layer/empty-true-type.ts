const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [(value >> 8) & 255, value & 255]));

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

/** The sum of four-byte words that TrueType uses as a check. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) sum = (sum + (bytes[at] ?? 0) * 2 ** (24 - 8 * (at % 4))) % 2 ** 32;
  return sum;
}

/** Makes a TrueType font (ISO/IEC 14496-22) of two empty glyphs, each half an em wide. */
export function emptyTrueType(): Buffer {
  const tables = {
    cmap: Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0)]),
    glyf: Buffer.alloc(4),
    head: Buffer.concat([
      u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      u16(3, 1000),
      Buffer.alloc(16),
      u16(0, -200, 500, 800, 0, 8, 2, 0, 0),
    ]),
    hhea: Buffer.concat([u32(0x10000), u16(800, -200, 0, 500, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 2)]),
    hmtx: u16(500, 0, 500, 0),
    loca: u16(0, 0, 0),
    maxp: Buffer.concat([u32(0x10000), u16(2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]),
    post: Buffer.concat([u32(0x30000, 0), u16(0, 0), u32(1, 0, 0, 0, 0)]),
  };
  const names = Object.keys(tables) as (keyof typeof tables)[];
  const directory: Buffer[] = [];
  const parts: Buffer[] = [];
  let offset = 12 + 16 * names.length;
  let headAt = 0;
  for (const name of names) {
    const table = tables[name];
    if (name === "head") headAt = offset;
    directory.push(Buffer.concat([Buffer.from(name), u32(checksum(table), offset, table.length)]));
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  }
  const start = Buffer.concat([u32(0x10000), u16(names.length, 128, 3, names.length * 16 - 128)]);
  const font = Buffer.concat([start, ...directory, ...parts]);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, headAt + 8);
  return font;
}
