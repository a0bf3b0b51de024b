import CFB from "cfb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readCompoundFile } from "../detect/compound.ts";
import { type CompoundFolder, planCompoundFile } from "./compound-writer.ts";

const stream = (name: string, sizeBytes: number) => {
  const content = Buffer.alloc(sizeBytes, `${name} `);
  return { name, sizeBytes, pieces: () => [content.subarray(0, 10), content.subarray(10)] };
};

function written(children: CompoundFolder["children"]): Buffer {
  const plan = planCompoundFile(children);
  const bytes = Buffer.concat([...plan.pieces()]);
  expect(bytes.length, "the size is known beforehand").toBe(plan.sizeBytes);
  return bytes;
}

test("a compound file with small and large streams and folders is read by this engine and by another library", () => {
  const sizes = [0, 1, 63, 64, 65, 4095, 4096, 4097, 100_000];
  const streams = sizes.map((size) => stream(`s${size}`, size));
  const bytes = written([...streams, { name: "folder", children: [{ name: "deeper", children: streams }] }]);
  const root = readCompoundFile(bytes);
  const deeper = root.folder("folder")?.folder("deeper");
  const other = CFB.read(bytes, { type: "buffer" });
  for (const [index, size] of sizes.entries()) {
    const expected = Buffer.concat(streams[index]?.pieces() ?? []);
    expect(root.read(`s${size}`)?.equals(expected), `s${size}`).toBe(true);
    expect(deeper?.read(`s${size}`)?.equals(expected), `deeper/s${size}`).toBe(true);
    const found = CFB.find(other, `/folder/deeper/s${size}`);
    expect(Buffer.from(found?.content ?? []).equals(expected), `s${size} in another library`).toBe(true);
  }
});

test("a file of more sectors than the header can list tables for is read", () => {
  const bytes = written([stream("large", 9_000_000), stream("small", 10)]);
  expect(readCompoundFile(bytes).read("large")?.length).toBe(9_000_000);
  expect(CFB.find(CFB.read(bytes, { type: "buffer" }), "/large")?.content.length).toBe(9_000_000);
});

test("any number of streams is found by name", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9_]{1,31}$/), { selector: (one) => one.toLowerCase() }),
      (names) => {
        const bytes = written(names.map((name) => stream(name, name.length)));
        const root = readCompoundFile(bytes);
        expect(root.names.toSorted()).toEqual(names.toSorted());
      },
    ),
    { numRuns: 50 },
  );
});

/** A stream whose content is never written, to plan a file of any size. */
const unwritten = (name: string, sizeBytes: number) => ({ name, sizeBytes, pieces: () => [] });

test.each([
  ["one table", 0, 300],
  ["two tables", 120, 135],
  ["all tables that the header lists, and one more", 13_835, 13_850],
  ["all tables that one further sector lists, and one more", 29_964, 29_975],
  ["all tables that two further sectors list, and one more", 46_090, 46_110],
])("the allocation table of a file covers each of its sectors, with no table too many: %s", (_, from, to) => {
  for (let sectors = from; sectors <= to; sectors++) {
    const plan = planCompoundFile(sectors === 0 ? [] : [unwritten("large", sectors * 512 + 4096)]);
    const total = plan.sizeBytes / 512 - 1;
    const pieces = plan.pieces();
    const header: Buffer = pieces.next().value ?? Buffer.alloc(0);
    const [tables, extensions] = [header.readUInt32LE(0x2c), header.readUInt32LE(0x48)];
    expect(tables, `${sectors} sectors`).toBe(Math.ceil(total / 128));
    expect(extensions, `${sectors} sectors`).toBe(Math.max(0, Math.ceil((tables - 109) / 127)));
  }
});

test("sectors beyond the header list each table once, and each other", () => {
  const plan = planCompoundFile([unwritten("large", 46_100 * 512)]);
  const [header = Buffer.alloc(0), table = Buffer.alloc(0), further = Buffer.alloc(0)] = plan.pieces();
  const tables = header.readUInt32LE(0x2c);
  expect(tables).toBeGreaterThan(109 + 127 + 100);
  expect(header.readUInt32LE(0x44), "the first further sector follows the tables").toBe(tables);
  expect(header.readUInt32LE(0x48)).toBe(3);
  const numbers = (bytes: Buffer, from: number, to: number) =>
    Array.from({ length: (to - from) / 4 }, (_, index) => bytes.readUInt32LE(from + index * 4));
  const listed = [0, 1, 2].flatMap((sector) => numbers(further, sector * 512, sector * 512 + 508));
  const all = [...numbers(header, 0x4c, 0x200), ...listed];
  expect(all.slice(0, tables)).toEqual(Array.from({ length: tables }, (_, index) => index));
  expect(new Set(all.slice(tables))).toEqual(new Set([0xffffffff]));
  expect([0, 1, 2].map((sector) => further.readUInt32LE(sector * 512 + 508))).toEqual([
    tables + 1,
    tables + 2,
    0xfffffffe,
  ]);
  expect(further).toHaveLength(3 * 512);
  expect(numbers(table, 0, tables * 4).every((mark) => mark === 0xfffffffd)).toBe(true);
  expect(numbers(table, tables * 4, (tables + 3) * 4)).toEqual([0xfffffffc, 0xfffffffc, 0xfffffffc]);
  expect(table).toHaveLength(tables * 512);
  expect(table.readUInt32LE(table.length - 4), "nothing follows the last sector").toBe(0xffffffff);
});

test("the header and the directory state what the format asks for", () => {
  const long = "a name of more than thirty-one characters";
  const bytes = written([stream("b", 10), stream("A", 70), stream("cc", 5000), { name: long, children: [] }]);
  const numbers = (at: number, count: number) =>
    Array.from({ length: count }, (_, index) => bytes.readUInt16LE(at + index * 2));
  expect(bytes.toString("hex", 0, 8)).toBe("d0cf11e0a1b11ae1");
  expect(bytes.subarray(8, 0x18).every((byte) => byte === 0)).toBe(true);
  expect(numbers(0x18, 5)).toEqual([0x3e, 3, 0xfffe, 9, 6]);
  expect([0x2c, 0x30, 0x38, 0x3c, 0x40, 0x44, 0x48, 0x4c, 0x50].map((at) => bytes.readUInt32LE(at))).toEqual([
    1, 1, 4096, 3, 1, 0xfffffffe, 0, 0, 0xffffffff,
  ]);
  const entry = (index: number) => {
    const at = 1024 + index * 128;
    const name = bytes.toString("utf16le", at, at + bytes.readUInt16LE(at + 64) - 2);
    const [left, right, child] = [68, 72, 76].map((offset) => bytes.readInt32LE(at + offset));
    return [
      name,
      bytes[at + 66],
      bytes[at + 67],
      left,
      right,
      child,
      bytes.readInt32LE(at + 116),
      bytes.readInt32LE(at + 120),
    ];
  };
  // Sectors: the table, two of the directory, the table of small sectors, one of small streams, the large stream.
  expect([0, 1, 2, 3, 4].map(entry)).toEqual([
    ["Root Entry", 5, 1, -1, -1, 3, 4, 192],
    ["A", 2, 1, -1, -1, -1, 0, 70],
    ["b", 2, 1, 1, -1, -1, 2, 10],
    ["cc", 2, 1, 2, 4, -1, 5, 5000],
    [long.slice(0, 31), 1, 1, -1, -1, -1, 0, 0],
  ]);
  const unused = bytes.subarray(1024 + 5 * 128, 1024 + 6 * 128);
  expect([unused.readInt32LE(68), unused.readInt32LE(72), unused.readInt32LE(76)]).toEqual([-1, -1, -1]);
  expect([...unused.subarray(0, 68), ...unused.subarray(80)].every((byte) => byte === 0)).toBe(true);
  const small = bytes.subarray(4 * 512, 5 * 512);
  expect([0, 1, 2, 3].map((index) => small.readInt32LE(index * 4))).toEqual([1, -2, -2, -1]);
});

test("a file of nothing is a header, a table and a directory", () => {
  const bytes = written([]);
  expect(bytes).toHaveLength(3 * 512);
  expect(bytes.readInt32LE(0x3c), "no small streams").toBe(-2);
  expect(bytes.readInt32LE(1024 + 116), "no small sectors").toBe(-2);
  expect(readCompoundFile(bytes).names).toEqual([]);
});
