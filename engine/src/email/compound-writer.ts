/** A folder or a stream of a compound file to be written. */
export interface CompoundFolder {
  name: string;
  children: (CompoundFolder | CompoundStream)[];
}
export interface CompoundStream {
  name: string;
  sizeBytes: number;
  pieces(): Iterable<Buffer>;
}

const [sectorBytes, smallSectorBytes, entryBytes] = [512, 64, 128];
/** Smaller streams share the root's own stream ([MS-CFB] 2.4). */
const smallLimit = 4096;
/** Markers of allocation tables ([MS-CFB] 2.1). */
const [extendedTable, tableSector, endOfChain, unused] = [0xfffffffc, 0xfffffffd, 0xfffffffe, 0xffffffff];
/** Tables that the header lists, and those that each further sector lists. */
const [tablesInHeader, tablesInSector] = [109, 127];
const numbersInSector = sectorBytes / 4;

/**
 * Plans a compound file ([MS-CFB], version 3) whose content is read while it is written, so that it is never in memory
 * as a whole.
 * @param children of the root
 */
export function planCompoundFile(children: CompoundFolder["children"]): {
  sizeBytes: number;
  pieces(): Generator<Buffer>;
} {
  const entries = entriesOf({ name: "Root Entry", children });
  const streams = entries.flatMap(({ stream }, index) => (stream && stream.sizeBytes > 0 ? [{ stream, index }] : []));
  const small = streams.filter(({ stream }) => stream.sizeBytes < smallLimit);
  const large = streams.filter(({ stream }) => stream.sizeBytes >= smallLimit);

  const smallTable: number[] = [];
  for (const { stream, index } of small) {
    setStart(entries, index, smallTable.length);
    chain(smallTable, Math.ceil(stream.sizeBytes / smallSectorBytes));
  }
  const directorySectors = Math.ceil((entries.length * entryBytes) / sectorBytes);
  const smallTableSectors = Math.ceil(smallTable.length / numbersInSector);
  const smallBytes = smallTable.length * smallSectorBytes;
  const smallSectors = Math.ceil(smallBytes / sectorBytes);
  const contentSectors =
    directorySectors + smallTableSectors + smallSectors + sum(large.map(({ stream }) => sectorsOf(stream)));
  const { tables, extensions } = tableCounts(contentSectors);

  const table = [
    ...Array.from({ length: tables }, () => tableSector),
    ...Array.from({ length: extensions }, () => extendedTable),
  ];
  const starts = { directory: chain(table, directorySectors), smallTable: chain(table, smallTableSectors) };
  const root = entries[0];
  if (root) Object.assign(root, { start: chain(table, smallSectors), sizeBytes: smallBytes });
  for (const { stream, index } of large) setStart(entries, index, chain(table, sectorsOf(stream)));

  return {
    sizeBytes: (1 + table.length) * sectorBytes,
    *pieces() {
      yield header(starts, smallTableSectors, tables, extensions);
      yield numbers(table, tables * numbersInSector);
      if (extensions > 0) yield tableExtensions(tables, extensions);
      yield directory(entries, directorySectors);
      if (smallTable.length > 0) yield numbers(smallTable, smallTableSectors * numbersInSector);
      for (const { stream } of small) yield* padded(stream, smallSectorBytes);
      yield Buffer.alloc(smallSectors * sectorBytes - smallBytes);
      for (const { stream } of large) yield* padded(stream, sectorBytes);
    },
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const sectorsOf = ({ sizeBytes }: CompoundStream): number => Math.ceil(sizeBytes / sectorBytes);

/** Appends a chain of sectors to a table. Returns its first sector, or the end of a chain when there is none. */
function chain(table: number[], sectors: number): number {
  const start = table.length;
  for (let sector = start + 1; sector < start + sectors; sector++) table.push(sector);
  if (sectors > 0) table.push(endOfChain);
  return sectors > 0 ? start : endOfChain;
}

/** Returns how many sectors the table takes that describes the content, itself and the sectors that list it. */
function tableCounts(contentSectors: number): { tables: number; extensions: number } {
  let [tables, extensions] = [0, 0];
  for (;;) {
    const needed = Math.ceil((contentSectors + tables + extensions) / numbersInSector);
    const listed = Math.max(0, Math.ceil((needed - tablesInHeader) / tablesInSector));
    if (needed === tables && listed === extensions) return { tables, extensions };
    [tables, extensions] = [needed, listed];
  }
}

interface Entry {
  name: string;
  type: number;
  stream: CompoundStream | undefined;
  left: number;
  right: number;
  child: number;
  start: number;
  sizeBytes: number;
}

const [folderType, streamType, rootType] = [1, 2, 5];

const isFolder = (one: CompoundFolder | CompoundStream): one is CompoundFolder => "children" in one;

function entryFor(one: CompoundFolder | CompoundStream, type: number): Entry {
  const stream = isFolder(one) ? undefined : one;
  const links = { left: unused, right: unused, child: unused };
  const start = stream ? endOfChain : 0;
  return { name: one.name, type, stream, ...links, start, sizeBytes: stream?.sizeBytes ?? 0 };
}

/** Lists a folder and all in it. The entries of each folder form a tree that is sorted by name ([MS-CFB] 2.6.4). */
function entriesOf(root: CompoundFolder): Entry[] {
  const entries: Entry[] = [];
  const add = (one: CompoundFolder | CompoundStream, type: number): number => {
    const entry = entryFor(one, type);
    const index = entries.push(entry) - 1;
    if (isFolder(one)) {
      const sorted = one.children.toSorted(byName);
      const indexes = sorted.map((child) => add(child, isFolder(child) ? folderType : streamType));
      entry.child = linkTree(entries, indexes);
    }
    return index;
  };
  add(root, rootType);
  return entries;
}

/** Shorter names come first, then the order of their capital letters. */
function byName({ name: one }: { name: string }, { name: other }: { name: string }): number {
  if (one.length !== other.length) return one.length - other.length;
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  return a < b ? -1 : Number(a > b);
}

/** Links sorted entries as a balanced tree. Returns its top. */
function linkTree(entries: Entry[], indexes: number[]): number {
  if (indexes.length === 0) return unused;
  const middle = indexes.length >> 1;
  const top = indexes[middle] ?? unused;
  const entry = entries[top];
  if (entry) {
    entry.left = linkTree(entries, indexes.slice(0, middle));
    entry.right = linkTree(entries, indexes.slice(middle + 1));
  }
  return top;
}

function setStart(entries: Entry[], index: number, start: number): void {
  const entry = entries[index];
  if (entry) entry.start = start;
}

function header(
  starts: { directory: number; smallTable: number },
  smallTableSectors: number,
  tables: number,
  extensions: number,
): Buffer {
  const bytes = Buffer.alloc(sectorBytes, 0);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.writeUInt16LE(0x3e, 0x18);
  bytes.writeUInt16LE(3, 0x1a);
  bytes.writeUInt16LE(0xfffe, 0x1c);
  bytes.writeUInt16LE(9, 0x1e);
  bytes.writeUInt16LE(6, 0x20);
  bytes.writeUInt32LE(tables, 0x2c);
  bytes.writeUInt32LE(starts.directory, 0x30);
  bytes.writeUInt32LE(smallLimit, 0x38);
  bytes.writeUInt32LE(starts.smallTable, 0x3c);
  bytes.writeUInt32LE(smallTableSectors, 0x40);
  bytes.writeUInt32LE(extensions > 0 ? tables : endOfChain, 0x44);
  bytes.writeUInt32LE(extensions, 0x48);
  for (let index = 0; index < tablesInHeader; index++)
    bytes.writeUInt32LE(index < tables ? index : unused, 0x4c + index * 4);
  return bytes;
}

/** The sectors that list the table's sectors beyond those in the header. The last number of each is the next one. */
function tableExtensions(tables: number, extensions: number): Buffer {
  const bytes = Buffer.alloc(extensions * sectorBytes, 0xff);
  for (let index = tablesInHeader; index < tables; index++) {
    const place = index - tablesInHeader;
    bytes.writeUInt32LE(index, (place + Math.floor(place / tablesInSector)) * 4);
  }
  for (let sector = 0; sector < extensions; sector++)
    bytes.writeUInt32LE(sector + 1 < extensions ? tables + sector + 1 : endOfChain, (sector + 1) * sectorBytes - 4);
  return bytes;
}

function numbers(values: number[], length: number): Buffer {
  const bytes = Buffer.alloc(length * 4, 0xff);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function directory(entries: Entry[], sectors: number): Buffer {
  const bytes = Buffer.alloc(sectors * sectorBytes);
  for (let at = entries.length * entryBytes; at < bytes.length; at += entryBytes) bytes.fill(0xff, at + 68, at + 80);
  for (const [index, { name, type, left, right, child, start, sizeBytes }] of entries.entries()) {
    const at = index * entryBytes;
    const nameBytes = Buffer.from(name.slice(0, 31), "utf16le");
    nameBytes.copy(bytes, at);
    bytes.writeUInt16LE(nameBytes.length + 2, at + 64);
    bytes.writeUInt8(type, at + 66);
    bytes.writeUInt8(1, at + 67); // black: the tree is balanced already
    bytes.writeUInt32LE(left, at + 68);
    bytes.writeUInt32LE(right, at + 72);
    bytes.writeUInt32LE(child, at + 76);
    bytes.writeUInt32LE(start, at + 116);
    bytes.writeUInt32LE(sizeBytes, at + 120);
  }
  return bytes;
}

function* padded({ sizeBytes, pieces }: CompoundStream, unit: number): Generator<Buffer> {
  yield* pieces();
  const rest = sizeBytes % unit;
  if (rest > 0) yield Buffer.alloc(unit - rest);
}
