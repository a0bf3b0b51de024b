import { MB } from "@sheaf/contracts/limits.ts";

/** Values by tag; rationals as their quotient, texts left out. */
export type Tags = Map<number, number[]>;

export interface TiffReader {
  bytes: Buffer;
  u16(at: number): number;
  u32(at: number): number;
  firstDirectory: number;
}

/** Returns undefined when the bytes are not a classic TIFF (TIFF 6.0, section 2). */
export function tiffReader(data: Uint8Array): TiffReader | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const mark = bytes.toString("latin1", 0, 4);
  if (bytes.length < 8 || (mark !== "II*\0" && mark !== "MM\0*")) return undefined;
  const isLittle = mark === "II*\0";
  const u16 = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  return { bytes, u16, u32, firstDirectory: u32(4) };
}

/** Sizes of BYTE, SHORT, LONG and RATIONAL, the only types needed; some programs write the signed variants. */
const sizes: Record<number, number> = { 1: 1, 3: 2, 4: 4, 5: 8 };
const unsigned: Record<number, number> = { 6: 1, 8: 3, 9: 4, 10: 5 };
const entryBytes = 12;
/** Entries with more values are ignored. */
const maxValues = 1_000_000;

interface Directory {
  tags: Tags;
  /** Offset of the next directory, 0 at the end. */
  next: number;
  /** Whether the file ends within the directory. */
  isCut: boolean;
}

/** Reads a directory; returns undefined when it is outside the file. */
export function readDirectory(reader: TiffReader, at: number): Directory | undefined {
  const { bytes, u16, u32 } = reader;
  if (at < 8 || at + 2 > bytes.length) return undefined;
  const tags: Tags = new Map();
  const entries = u16(at);
  for (let index = 0; index < entries; index++) {
    const entry = at + 2 + index * entryBytes;
    if (entry + entryBytes > bytes.length) break;
    const stated = u16(entry + 2);
    const type = unsigned[stated] ?? stated;
    const count = u32(entry + 4);
    const size = sizes[type];
    if (size === undefined || count > maxValues) continue;
    const values = size * count <= 4 ? entry + 8 : u32(entry + 8);
    if (values + size * count > bytes.length) continue;
    tags.set(
      u16(entry),
      Array.from({ length: count }, (_, position) => readValue(reader, type, values + position * size)),
    );
  }
  const next = at + 2 + entries * entryBytes;
  return { tags, next: next + 4 <= bytes.length ? u32(next) : 0, isCut: next > bytes.length };
}

function readValue({ bytes, u16, u32 }: TiffReader, type: number, at: number): number {
  if (type === 1) return bytes[at] ?? 0;
  if (type === 3) return u16(at);
  if (type === 4) return u32(at);
  return u32(at) / u32(at + 4);
}

/** An offset beyond this is invalid rather than a sign of truncation: no real file is that large. */
const maxFileBytes = 1024 * MB;

export interface Directories {
  directories: Tags[];
  /** "cut": the file ends before the next directory; "astray": the last offset is beyond any real file. */
  end: "whole" | "cut" | "astray";
}

/** Reads the directories in order, up to a limit. A loop ends the chain. */
export function readDirectories(reader: TiffReader, limit: number): Directories {
  const directories: Tags[] = [];
  const seen = new Set<number>();
  for (let at = reader.firstDirectory; at !== 0 && !seen.has(at) && directories.length < limit; ) {
    seen.add(at);
    const directory = readDirectory(reader, at);
    if (!directory || directory.isCut) return { directories, end: at > maxFileBytes ? "astray" : "cut" };
    directories.push(directory.tags);
    at = directory.next;
  }
  return { directories, end: "whole" };
}
