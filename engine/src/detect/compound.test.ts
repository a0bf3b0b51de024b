import { describe, expect, test } from "vitest";
import { compoundSignature, readCompoundFile } from "./compound.ts";

const [free, endOfChain, tableSector] = [0xffffffff, 0xfffffffe, 0xfffffffd];

interface Entry {
  name?: string;
  /** Bytes of the name, where they differ. */
  nameBytes?: number;
  type: number;
  left?: number;
  right?: number;
  child?: number;
  start?: number;
  size?: number;
}
interface Parts {
  /** Bits of the size of a sector and of a small one. */
  shift?: number;
  miniShift?: number;
  /** The table: the successor of each sector after the table itself, which is the first. */
  next?: number[];
  directory?: Entry[];
  /** Contents of the sectors after the directory, which is the second. */
  sectors?: Buffer[];
  miniTable?: number;
  /** The sector of further tables. */
  moreTables?: number;
  firstTable?: number;
}

/** Makes a compound file ([MS-CFB] 2.2): its table, its directory, then other sectors. */
function fileOf(parts: Parts): Buffer {
  const { shift = 9, miniShift = 6, next = [], directory = [], sectors = [] } = parts;
  const sectorSize = 2 ** shift;
  const header = Buffer.alloc(Math.max(512, sectorSize));
  compoundSignature.copy(header);
  header.writeUInt16LE(shift, 0x1e);
  header.writeUInt16LE(miniShift, 0x20);
  /** Small sectors begin inside the header. */
  const first = header.length / sectorSize - 1;
  header.writeUInt32LE(first + 1, 0x30);
  header.writeUInt32LE(4096, 0x38);
  header.writeUInt32LE(parts.miniTable ?? endOfChain, 0x3c);
  header.writeUInt32LE(parts.moreTables ?? endOfChain, 0x44);
  for (let at = 0x4c; at < 512; at += 4) header.writeUInt32LE(free, at);
  header.writeUInt32LE(parts.firstTable ?? first, 0x4c);
  const table = Buffer.alloc(sectorSize, 0xff);
  for (const [at, value] of [tableSector, ...next].entries()) table.writeUInt32LE(value, (first + at) * 4);
  const entries = directory.map((entry) => {
    const bytes = Buffer.alloc(128);
    const name = entry.name ?? "";
    bytes.write(name, "utf16le");
    bytes.writeUInt16LE(entry.nameBytes ?? (name.length + 1) * 2, 64);
    bytes.writeUInt8(entry.type, 66);
    bytes.writeUInt32LE(entry.left ?? free, 68);
    bytes.writeUInt32LE(entry.right ?? free, 72);
    bytes.writeUInt32LE(entry.child ?? free, 76);
    bytes.writeUInt32LE(entry.start ?? endOfChain, 116);
    bytes.writeUInt32LE(entry.size ?? 0, 120);
    return bytes;
  });
  const whole = (content: Buffer) => Buffer.concat([content, Buffer.alloc(sectorSize)]).subarray(0, sectorSize);
  return Buffer.concat([header, table, whole(Buffer.concat(entries)), ...sectors.map(whole)]);
}

const root = (entry: Partial<Entry> = {}): Entry => ({ name: "Root Entry", type: 5, child: 1, ...entry });
const reasonOf = (use: () => unknown) => {
  try {
    return use();
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};
const sector = (letter: string, size = 512) => Buffer.alloc(size, letter);

describe("a stream in sectors", () => {
  const large = (next: number[], size = 4_096): Parts => ({
    next: [endOfChain, ...next],
    directory: [root(), { name: "Large", type: 2, start: 2, size }],
    sectors: [..."abcdefghi"].map((letter) => sector(letter)),
  });

  test("is read in the order of its chain, up to its size or to what is wanted", () => {
    const file = readCompoundFile(fileOf(large([4, endOfChain, 3, free, free, free, free, free, free])));
    expect(file.names).toEqual(["Large"]);
    expect(file.sizeOf("large")).toBe(4_096);
    expect(file.read("LARGE")?.toString()).toBe("a".repeat(512) + "c".repeat(512) + "b".repeat(512));
    expect(file.read("Large", 513)?.toString()).toBe(`${"a".repeat(512)}c`);
    expect(file.read("Large", 512)?.toString()).toBe("a".repeat(512));
    expect(file.read("Large", 0)?.toString()).toBe("");
    expect(file.read("Larger")).toBeUndefined();
    expect(file.sizeOf("Larger")).toBeUndefined();
    expect(file.pieces("Larger")).toBeUndefined();
  });

  test("is one piece where its sectors follow each other, and changes with the file", () => {
    const bytes = fileOf(large([3, 4, 6, free, endOfChain, free, free, free, free]));
    const pieces = readCompoundFile(bytes).pieces("Large") ?? [];
    expect(pieces.map(({ length }) => length)).toEqual([3 * 512, 512]);
    expect(pieces[1]?.toString()).toBe("e".repeat(512));
    pieces[0]?.write("Z");
    expect(bytes.toString("latin1", 3 * 512, 3 * 512 + 2)).toBe("Za");
  });

  test.each([
    ["returns to a sector", [3, 2]],
    ["leads to a free sector", [3, free]],
    ["leads to the first marker", [3, 0xfffffffa]],
  ])("is damaged when its chain %s before its end, and is read up to there", (_, next) => {
    const file = readCompoundFile(fileOf(large(next)));
    expect(reasonOf(() => file.read("Large"))).toBe("damaged");
    expect(file.read("Large", 1_024)?.length).toBe(1_024);
  });

  test("ends where the file ends", () => {
    const bytes = fileOf(large([3, 4, 5, 6, 7, 8, 9, 10, endOfChain]));
    const file = readCompoundFile(bytes.subarray(0, 3 * 512 + 700));
    expect(file.read("Large")?.toString()).toBe("a".repeat(512) + "b".repeat(188));
  });
});

describe("a small stream", () => {
  const small = (size: number, next = [1, 3, endOfChain, endOfChain]): Parts => {
    const miniTable = Buffer.alloc(512, 0xff);
    for (const [at, value] of next.entries()) miniTable.writeUInt32LE(value, at * 4);
    const shared = Buffer.concat([..."abcdefgh"].map((letter) => sector(letter, 64)));
    return {
      next: [endOfChain, endOfChain, 4, endOfChain],
      directory: [root({ start: 3, size: 1_024 }), { name: "Small", type: 2, start: 0, size }],
      sectors: [miniTable, shared, sector("z")],
      miniTable: 2,
    };
  };

  test("is read from the sectors of the root", () => {
    expect(
      readCompoundFile(fileOf(small(4_095)))
        .read("Small")
        ?.toString(),
    ).toBe("a".repeat(64) + "b".repeat(64) + "d".repeat(64));
    expect(
      readCompoundFile(fileOf(small(130)))
        .read("Small")
        ?.toString(),
    ).toBe(`${"a".repeat(64)}${"b".repeat(64)}dd`);
    const far = small(64);
    far.directory?.splice(1, 1, { name: "Small", type: 2, start: 8, size: 64 });
    expect(readCompoundFile(fileOf(far)).read("Small")?.toString()).toBe("z".repeat(64));
  });

  test("is in the large sectors from 4,096 bytes on", () => {
    const file = small(4_096);
    file.directory?.splice(1, 1, { name: "Small", type: 2, start: 4, size: 4_096 });
    expect(readCompoundFile(fileOf(file)).read("Small")?.toString()).toBe("z".repeat(512));
  });

  test("is damaged when its chain returns to a sector, and ends where the shared sectors end", () => {
    expect(reasonOf(() => readCompoundFile(fileOf(small(4_000, [1, 0]))).read("Small"))).toBe("damaged");
    expect(readCompoundFile(fileOf(small(4_000, [1, 16]))).read("Small")?.length).toBe(128);
  });
});

describe("the directory", () => {
  const tree: Entry[] = [
    root({ child: 2 }),
    { name: "a", type: 2 },
    { name: "folder", type: 1, left: 1, right: 3, child: 4 },
  ];

  test("lists the tree of each folder, and a folder can be emptied", () => {
    const bytes = fileOf({
      shift: 10,
      next: [endOfChain],
      directory: [...tree, { name: "c", type: 2 }, { name: "inside", type: 2 }],
    });
    const file = readCompoundFile(bytes);
    expect(file.names).toEqual(["folder", "c", "a"]);
    expect(file.folder("Folder")?.names).toEqual(["inside"]);
    expect([file.folder("a"), file.read("folder"), file.emptyFolder("a")]).toEqual([undefined, undefined, false]);
    expect(file.emptyFolder("FOLDER")).toBe(true);
    expect(readCompoundFile(bytes).names).toEqual(["folder", "c", "a"]);
    expect(readCompoundFile(bytes).folder("folder")?.names).toEqual([]);
  });

  test("lists each entry once, however its tree loops", () => {
    const looping = [
      root({ child: 1 }),
      { name: "a", type: 2, left: 1, right: 2 },
      { name: "b", type: 2, left: 1, right: 9 },
    ];
    expect(readCompoundFile(fileOf({ next: [endOfChain], directory: looping })).names).toEqual(["a", "b"]);
  });

  test("of equal names has the first", () => {
    const directory = [root({ child: 1 }), { name: "a", type: 2, size: 1, right: 2 }, { name: "A", type: 2, size: 2 }];
    const file = readCompoundFile(fileOf({ next: [endOfChain], directory }));
    expect([file.names, file.sizeOf("a")]).toEqual([["a", "A"], 1]);
  });

  test.each([
    ["x".repeat(31), 64, 31],
    ["x".repeat(31), 9_999, 31],
    ["name", 8, 3],
    ["name", 2, 0],
    ["name", 0, 0],
  ])("has the name %s of %i bytes with %i letters", (name, nameBytes, letters) => {
    const directory = [root(), { name, nameBytes, type: 2 }];
    expect(readCompoundFile(fileOf({ next: [endOfChain], directory })).names).toEqual([name.slice(0, letters)]);
  });

  test("without a root is damaged", () => {
    expect(reasonOf(() => readCompoundFile(fileOf({ next: [endOfChain], directory: [root({ type: 1 })] })))).toBe(
      "damaged",
    );
    expect(reasonOf(() => readCompoundFile(fileOf({ next: [endOfChain], directory: [] })))).toBe("damaged");
  });
});

describe("the header", () => {
  test.each([
    [7, 6, []],
    [6, 6, "damaged"],
    [12, 6, []],
    [13, 6, "damaged"],
    [9, 4, []],
    [9, 3, "damaged"],
    [9, 8, []],
    [9, 9, "damaged"],
  ])("may state sectors of 2^%i and small ones of 2^%i bytes: %j", (shift, miniShift, names) => {
    const bytes = fileOf({ shift, miniShift, next: [endOfChain], directory: [root({ child: free })] });
    expect(reasonOf(() => readCompoundFile(bytes).names)).toEqual(names);
  });

  test("leads to further tables, whose chain may not loop", () => {
    const more = Buffer.alloc(512, 0xff);
    more.writeUInt32LE(endOfChain, 508);
    const parts: Parts = { next: [endOfChain], directory: [root({ child: free })], sectors: [more], moreTables: 2 };
    expect(readCompoundFile(fileOf(parts)).names).toEqual([]);
    const looping = Buffer.from(more);
    looping.writeUInt32LE(2, 508);
    expect(reasonOf(() => readCompoundFile(fileOf({ ...parts, sectors: [looping] })))).toBe("damaged");
  });

  test("of a table that is none, or of a file that is cut off, is damaged", () => {
    const parts: Parts = { next: [endOfChain], directory: [root({ child: free })] };
    expect(reasonOf(() => readCompoundFile(fileOf({ ...parts, firstTable: free })))).toBe("damaged");
    expect(reasonOf(() => readCompoundFile(fileOf({ ...parts, firstTable: 0xfffffffa })))).toBe("damaged");
    expect(reasonOf(() => readCompoundFile(fileOf(parts).subarray(0, 300)))).toBe("damaged");
  });
});
