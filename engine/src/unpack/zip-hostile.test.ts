import { deflateRawSync } from "node:zlib";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { type ZipPart, zipFile } from "../../../fixtures/zip-files.ts";
import { openTestContainers } from "./testing.ts";

const { listed, verdict, unpacked } = openTestContainers();

/** Reads the end of an archive as written, to change it. */
const endOf = (bytes: Buffer) => bytes.subarray(-22);

test("an archive of archives, as 42.zip, is a list of archives and unpacks nothing of theirs", async () => {
  const bomb = zipFile([{ name: "zeros", content: Buffer.alloc(10 * MB) }]);
  const books = zipFile(Array.from({ length: 16 }, (_, index) => ({ name: `book ${index}.zip`, content: bomb })));
  const parts = Array.from({ length: 16 }, (_, index) => ({ name: `lib ${index}.zip`, content: books }));
  const inside = await unpacked(parts);
  expect(inside.map((text) => text.slice(0, 2))).toEqual(Array(16).fill("PK"));
  expect(await verdict([{ name: "book.zip", content: books }])).toHaveLength(1);
});

test("a file that unpacks to far more than stated is cut off at its stated size", async () => {
  const content = Buffer.alloc(64 * MB);
  expect(
    await unpacked([
      { name: "bomb", content, statedBytes: 1000 },
      { name: "a.txt", content: "one" },
    ]),
  ).toEqual(["damaged", "one"]);
});

test("entries that share the bytes of one kernel are refused, nested or one behind the other", async () => {
  const kernel = { name: "kernel", content: Buffer.alloc(MB) };
  const sharing = Array.from({ length: 400 }, (_, index): ZipPart => ({ name: `${index}`, method: 0, sharesWith: 0 }));
  expect(await verdict([kernel, ...sharing])).toBe("damaged");
  // The data of the first entry contains the second entry's header and data.
  const inner = zipFile([{ name: "b", content: "two", method: 0 }]);
  const outer = zipFile([
    { name: "a", content: inner.subarray(0, 34), method: 0 },
    { name: "b", content: "two", method: 0 },
  ]);
  const directoryOfB = outer.lastIndexOf("PK\x01\x02");
  outer.writeUInt32LE(31, directoryOfB + 42);
  await expect(listed(outer)).rejects.toMatchObject({ reason: "damaged" });
});

test("numbers and positions that cannot be true are refused, not followed", async () => {
  const parts = [{ name: "a.txt", content: "one" }];
  await expect(listed(zipFile(parts, { statedEntries: 65_535 }))).rejects.toMatchObject({ reason: "damaged" });
  const outside = zipFile(parts);
  endOf(outside).writeUInt32LE(0xfffffff0, 16);
  await expect(listed(outside)).rejects.toMatchObject({ reason: "damaged" });
  const entry = zipFile(parts);
  entry.writeUInt32LE(0x7fffffff, entry.lastIndexOf("PK\x01\x02") + 42);
  await expect(listed(entry)).rejects.toMatchObject({ reason: "damaged" });
  const behind = zipFile(parts);
  behind.writeUInt32LE(0x7fffffff, behind.lastIndexOf("PK\x01\x02") + 20);
  await expect(listed(behind)).rejects.toMatchObject({ reason: "damaged" });
});

test("an archive that states 2^60 entries, or sizes of 2^60 bytes, in ZIP64 fields is refused", async () => {
  const plain = zipFile([{ name: "a.txt", content: "one" }]);
  const directoryAt = endOf(plain).readUInt32LE(16);
  const end = Buffer.alloc(56 + 20);
  end.write("PK\x06\x06", 0, "latin1");
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(1n << 60n, 32);
  end.writeBigUInt64LE(BigInt(directoryAt), 48);
  end.write("PK\x06\x07", 56, "latin1");
  end.writeBigUInt64LE(BigInt(plain.length - 22), 64);
  const lying = Buffer.concat([plain.subarray(0, -22), end, endOf(plain)]);
  await expect(listed(lying)).rejects.toMatchObject({ reason: "damaged" });

  const large = { name: "a.txt", content: "one", isZip64: true, statedBytes: Number.MAX_SAFE_INTEGER };
  expect(await unpacked([large, { name: "b.txt", content: "two" }])).toEqual(["too-large", "two"]);
});

test("an empty file and a part of a split archive are told apart from damaged ones", async () => {
  expect(await listed(Buffer.alloc(0))).toBe(null);
  const part = zipFile([{ name: "a.txt", content: "one" }], { diskNumber: 2 });
  await expect(listed(part)).rejects.toMatchObject({ reason: "unsupported", detail: /one part of a ZIP archive/ });
  await expect(listed(Buffer.from("PK\x07\x08PK\x03\x04"))).rejects.toMatchObject({ reason: "damaged" });
});

test("encrypted entries that are shorter than their own header are damaged, in the list and alone", async () => {
  const parts: ZipPart[] = [
    { name: "a.txt", content: "x", method: 0, isEncrypted: true },
    { name: "b.txt", content: "two", encryption: "AES-256", password: "secret" },
    { name: "c.txt", content: "x", method: 99, isEncrypted: true },
  ];
  expect(await unpacked(parts, { password: "secret" })).toEqual(["damaged", "two", "unsupported"]);
});

test("compressed data with rubbish behind it, or without its end, concerns that item alone", async () => {
  const packed = deflateRawSync("one");
  const behind = Buffer.concat([packed, Buffer.alloc(1000, 0x55)]);
  const parts: ZipPart[] = [
    { name: "behind.txt", content: behind, method: 0 },
    { name: "cut.txt", content: packed.subarray(0, -2), method: 0 },
    { name: "last.txt", content: "last" },
  ];
  const bytes = zipFile(parts);
  for (const name of ["behind.txt", "cut.txt"]) {
    const at = bytes.lastIndexOf(name) - 46;
    bytes.writeUInt16LE(8, at + 10);
    bytes.writeUInt32LE(3, at + 24);
    bytes.writeUInt32LE(0x7a6c86f1, at + 16);
  }
  expect(await unpacked(bytes)).toEqual(["one", "damaged", "last"]);
});
