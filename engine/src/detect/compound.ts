import { ConvertError } from "../converter.ts";

/** A folder of a compound file ([MS-CFB]), at first its root. */
export interface CompoundFile {
  /** Names of everything in this folder, streams and folders. */
  names: string[];
  /**
   * Reads a stream.
   * @param upTo the maximum number of bytes
   * @returns undefined when the folder has no such stream
   * @throws ConvertError damaged, when its chain of sectors is broken before `upTo`
   */
  read(name: string, upTo?: number): Buffer | undefined;
  /** Returns the size of a stream as the directory states it; undefined when there is no such stream. */
  sizeOf(name: string): number | undefined;
  /** Returns a stream as views of the given bytes: changing these pieces changes the file. */
  pieces(name: string, upTo?: number): Buffer[] | undefined;
  /** Opens a folder in this one; undefined when there is none with that name. */
  folder(name: string): CompoundFile | undefined;
  /**
   * Cuts the content of a folder in this one off, in the given bytes. The folder stays, so that the tree of names does.
   * @returns whether there was such a folder
   */
  emptyFolder(name: string): boolean;
}

export const compoundSignature = Buffer.from("d0cf11e0a1b11ae1", "hex");

/** Sector numbers from this one on are markers with special meanings ([MS-CFB] 2.1). */
const lastSector = 0xfffffffa;
const endOfChain = 0xfffffffe;
const noSector = 0xffffffff;

/** Types of the entries of a directory, their size, and the place of a folder's content ([MS-CFB] 2.6.1). */
const [folderType, streamType] = [1, 2];
const entryBytes = 128;
const childOffset = 76;

interface DirectoryEntry {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

/**
 * Reads header, allocation tables and directory and follows every chain and tree at most once, so that a loop is
 * reported as damage.
 * @throws ConvertError damaged
 */
export function readCompoundFile(bytes: Buffer): CompoundFile {
  try {
    return compoundFile(bytes);
  } catch (error) {
    // A table that points outside the file causes a RangeError in Buffer.
    throw error instanceof ConvertError ? error : new ConvertError("damaged", undefined, { cause: error });
  }
}

function compoundFile(bytes: Buffer): CompoundFile {
  const sectorSize = 2 ** shift(bytes.readUInt16LE(0x1e), 7, 12);
  const miniSize = 2 ** shift(bytes.readUInt16LE(0x20), 4, 8);
  const miniCutoff = bytes.readUInt32LE(0x38);
  const sectorCount = Math.ceil(bytes.length / sectorSize);

  const place = (sector: number) => (sector + 1) * sectorSize;
  const fat = allocationTable();

  function allocationTable(): (sector: number) => number {
    const tables: number[] = [];
    for (let at = 0x4c; at < 0x200; at += 4) tables.push(bytes.readUInt32LE(at));
    let next = bytes.readUInt32LE(0x44);
    for (let seen = 0; next < lastSector; seen++) {
      if (seen > sectorCount) throw new ConvertError("damaged");
      const from = place(next);
      for (let at = from; at < from + sectorSize - 4; at += 4) tables.push(bytes.readUInt32LE(at));
      next = bytes.readUInt32LE(from + sectorSize - 4);
    }
    const perTable = sectorSize / 4;
    return (sector) => {
      const table = tables[Math.floor(sector / perTable)] ?? noSector;
      if (table >= lastSector) throw new ConvertError("damaged");
      return bytes.readUInt32LE(place(table) + (sector % perTable) * 4);
    };
  }

  /** Returns the pieces of a chain of sectors, at most `upTo` bytes, one for each sector unless `add` joins them. */
  function piecesOf(
    start: number,
    upTo: number,
    next: (sector: number) => number,
    pieceAt: (sector: number) => Buffer,
    add: (pieces: Buffer[], piece: Buffer) => void = (pieces, piece) => pieces.push(piece),
  ): Buffer[] {
    const pieces: Buffer[] = [];
    const seen = new Set<number>();
    let length = 0;
    for (let sector = start; length < upTo; sector = next(sector)) {
      if (sector === endOfChain) break;
      if (sector >= lastSector || seen.has(sector)) throw new ConvertError("damaged");
      seen.add(sector);
      const piece = pieceAt(sector).subarray(0, upTo - length);
      if (piece.length === 0) break;
      add(pieces, piece);
      length += piece.length;
    }
    return pieces;
  }

  const sectorAt = (sector: number) => bytes.subarray(place(sector), place(sector) + sectorSize);
  const large = (start: number, upTo: number) => Buffer.concat(piecesOf(start, upTo, fat, sectorAt, append));

  const directoryPieces = piecesOf(bytes.readUInt32LE(0x30), bytes.length, fat, sectorAt);
  const directory = entriesOf(Buffer.concat(directoryPieces));
  const root = directory[0];
  if (root?.type !== 5) throw new ConvertError("damaged");

  /** Read with the first small stream: files with thousands of them would read it as often. */
  let smallStreams: { table: Buffer; shared: Buffer[] } | undefined;

  /** Returns the pieces of a small stream. Small streams share the sectors of the root's own stream. */
  function small(start: number, upTo: number): Buffer[] {
    smallStreams ??= {
      table: large(bytes.readUInt32LE(0x3c), bytes.length),
      shared: piecesOf(root?.start ?? endOfChain, root?.size ?? 0, fat, sectorAt),
    };
    const { table, shared } = smallStreams;
    const next = (sector: number) => table.readUInt32LE(sector * 4);
    return piecesOf(start, upTo, next, (sector) => {
      const at = sector * miniSize;
      const within = at % sectorSize;
      return shared[Math.floor(at / sectorSize)]?.subarray(within, within + miniSize) ?? Buffer.alloc(0);
    });
  }

  function folderOf(child: number): CompoundFile {
    const inside = siblings(directory, child);
    const key = (name: string, type: number) => `${type}:${name.toLowerCase()}`;
    const byName = new Map(inside.toReversed().map((entry) => [key(entry.name, entry.type), entry]));
    const find = (name: string, type: number) => byName.get(key(name, type));

    function pieces(name: string, upTo = Number.POSITIVE_INFINITY): Buffer[] | undefined {
      const entry = find(name, streamType);
      if (!entry) return undefined;
      const wanted = Math.min(entry.size, upTo);
      try {
        return entry.size < miniCutoff
          ? small(entry.start, wanted)
          : piecesOf(entry.start, wanted, fat, sectorAt, append);
      } catch (error) {
        throw error instanceof ConvertError ? error : new ConvertError("damaged", undefined, { cause: error });
      }
    }

    return {
      names: inside.map((entry) => entry.name),
      read(name, upTo) {
        const found = pieces(name, upTo);
        return found && Buffer.concat(found);
      },
      sizeOf: (name) => find(name, streamType)?.size,
      pieces,
      folder(name) {
        const entry = find(name, folderType);
        return entry && folderOf(entry.child);
      },
      emptyFolder(name) {
        const entry = find(name, folderType);
        if (!entry) return false;
        const at = directory.indexOf(entry) * entryBytes;
        const piece = directoryPieces[Math.floor(at / sectorSize)];
        piece?.writeUInt32LE(noSector, (at % sectorSize) + childOffset);
        return piece !== undefined;
      },
    };
  }
  return folderOf(root.child);
}

/** Appends a view to others; one that follows the last in the same memory, as most sectors do, becomes part of it. */
function append(pieces: Buffer[], piece: Buffer): void {
  const last = pieces.at(-1);
  const follows = last?.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset;
  if (last && follows)
    pieces[pieces.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + piece.length);
  else pieces.push(piece);
}

function shift(value: number, least: number, most: number): number {
  if (value < least || value > most) throw new ConvertError("damaged");
  return value;
}

function entriesOf(data: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + entryBytes <= data.length; at += entryBytes) {
    const nameBytes = Math.min(64, data.readUInt16LE(at + 64));
    entries.push({
      name: data.toString("utf16le", at, at + Math.max(0, nameBytes - 2)),
      type: data.readUInt8(at + 66),
      left: data.readUInt32LE(at + 68),
      right: data.readUInt32LE(at + 72),
      child: data.readUInt32LE(at + childOffset),
      start: data.readUInt32LE(at + 116),
      size: data.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** Returns all entries of one folder, which form a tree of siblings ([MS-CFB] 2.6.4). */
function siblings(directory: DirectoryEntry[], top: number): DirectoryEntry[] {
  const found: DirectoryEntry[] = [];
  const seen = new Set<number>();
  const waiting = [top];
  while (waiting.length > 0) {
    const id = waiting.pop() ?? noSector;
    const entry = directory[id];
    if (id === noSector || !entry || seen.has(id)) continue;
    seen.add(id);
    found.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}
