import { crc32 } from "node:zlib";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { type ZipPart, zipFile } from "../../../fixtures/zip-files.ts";
import { openTestContainers } from "./testing.ts";
import { writeItems } from "./write-items.ts";

const { input, outPath, listed, verdict, unpacked } = openTestContainers();

const many = (count: number, name: (index: number) => string): ZipPart[] =>
  Array.from({ length: count }, (_, index) => ({ name: name(index), method: 0 }));

test("an archive of 2000 entries is listed, and one of 2001 is refused, whatever they are", async () => {
  const files = many(500, (index) => `${index}.txt`);
  expect(await verdict([...files, ...many(1500, (index) => `${index}/`)])).toHaveLength(500);
  expect(await verdict([...files, ...many(1501, (index) => `${index}/`)])).toBe("too-large");
});

test("a document that has many entries is known by the first 2000", async () => {
  const folders = many(1999, (index) => `${index}/`);
  expect(await verdict([...folders, { name: "mimetype" }, { name: "a" }])).toBe(null);
  expect(await verdict([...folders, { name: "a" }, { name: "mimetype" }])).toBe("too-large");
});

test("a path of 500 bytes is unpacked, and a longer one is shown by its name alone and is not", async () => {
  const path = (bytes: number) => `ä/${"x".repeat(100)}/${"y".repeat(100)}/${"z".repeat(bytes - 205)}`;
  const items = await listed(zipFile([{ name: path(385) }, { name: `${path(385).slice(0, 205)}${"/z".repeat(147)}` }]));
  expect(items).toMatchObject([{ path: path(385), isUnsafe: false }, { isUnsafe: false }]);
  const long = await listed(zipFile([{ name: `${path(385).slice(0, 205)}${"/z".repeat(148)}` }]));
  expect(long).toMatchObject([{ path: "z", isUnsafe: true }]);
});

test("of a name that is not safe the rest is shown", async () => {
  const items = await listed(zipFile(["..", "./", "a/./b.txt", "//c.txt", "d\u0007.txt"].map((name) => ({ name }))));
  expect(items?.map(({ path, isUnsafe }) => [path, isUnsafe])).toEqual([
    ["file", true],
    ["a/b.txt", false],
    ["c.txt", true],
    ["d.txt", true],
  ]);
});

test.each([
  [0o100644, "x", "file"],
  [0o000644, "x", "file"],
  [0, "x", "file"],
  [0o120777, "x", "link"],
  [0o040755, "x", "device"],
  [0o010644, "", "device"],
  [0o140644, "", "device"],
])("an entry of the mode %i with the content %j is a %s", async (mode, content, kind) => {
  expect(await listed(zipFile([{ name: "a", mode, content }]))).toMatchObject([{ kind }]);
});

test("an archive of more than 16 MB is read from the disk like a smaller one", async () => {
  const bytes = zipFile([
    { name: "a.txt", content: "one" },
    { name: "padding", content: Buffer.alloc(16 * MB), method: 0 },
  ]);
  expect(await listed(bytes)).toMatchObject([{ path: "a.txt" }, { sizeBytes: 16 * MB }]);
  expect((await writeItems(input(bytes), { first: 0, isSingle: true, outPath })).written).toEqual([{ sizeBytes: 3 }]);
});

test("an item of 100 MB is unpacked as stated, and one that is a byte larger is refused", async () => {
  expect(await unpacked([{ name: "a", statedBytes: 100 * MB }])).toEqual(["damaged"]);
  expect(await unpacked([{ name: "a", statedBytes: 100 * MB + 1 }])).toEqual(["too-large"]);
  const large = zipFile([{ name: "a", statedBytes: 100 * MB + 1 }]);
  const { written } = await writeItems(input(large), { first: 0, outPath });
  expect(written).toEqual([
    { rejected: "too-large", detail: "is larger than 100 MB, the limit for a file in a container." },
  ]);
});

test("an item of 100 MB counts as unpacked, and a larger one does not, because it never is", async () => {
  const small = { name: "b", statedBytes: 1 };
  expect(await verdict([{ name: "a", statedBytes: 100 * MB }, small])).toBe("too-large");
  expect(await verdict([{ name: "a", statedBytes: 100 * MB + 1 }, small])).toHaveLength(2);
  expect(await verdict([{ name: "a", statedBytes: 100 * MB }])).toHaveLength(1);
  expect(await verdict([{ name: "../a", statedBytes: 100 * MB }, small]), "nor an unsafe one").toHaveLength(2);
});

test("one item alone is unpacked where that is wanted, and nothing where it is not unpacked", async () => {
  const parts = ["one", "two", "three"].map((content) => ({ name: content, content }));
  const given = input(zipFile([...parts, { name: "../evil" }]));
  const single = async (first: number) => (await writeItems(given, { first, isSingle: true, outPath })).written;
  expect(await single(1)).toEqual([{ sizeBytes: 3 }]);
  expect(await single(2)).toEqual([{ sizeBytes: 5 }]);
  expect(await single(3)).toEqual([]);
});

test("a batch ends with the item that brings it to more than 32 MB", async () => {
  const sizes = async (...contents: number[]) => {
    const parts = contents.map((size, index) => ({ name: `${index}`, content: Buffer.alloc(size), method: 0 }));
    const { written } = await writeItems(input(zipFile(parts)), { first: 0, outPath });
    return written.length;
  };
  expect(await sizes(32 * MB - 1, 1, 1)).toBe(2);
  expect(await sizes(32 * MB, 1)).toBe(1);
});

/** Writes the version of AES that keeps a checksum of the plain data in the directory. */
function withChecksum(content: string, statedCrc: number): Buffer {
  const part: ZipPart = { name: "a.txt", content, encryption: "AES-256", password: "secret", statedCrc };
  const bytes = zipFile([part]);
  const field = Buffer.from([0x01, 0x99, 7, 0, 2, 0, 0x41, 0x45]);
  for (let at = bytes.indexOf(field); at >= 0; at = bytes.indexOf(field, at)) bytes.writeUInt16LE(1, at + 4);
  return bytes;
}

test("data with AES is checked by its checksum too where the directory has one", async () => {
  const password = "secret";
  expect(await unpacked(withChecksum("one", crc32("one")), { password })).toEqual(["one"]);
  expect(await unpacked(withChecksum("one", 5), { password })).toEqual(["damaged"]);
});

test("of two encrypted files with one wrong password both are refused, and of three the one that differs alone", async () => {
  const locked = (name: string, password: string): ZipPart => ({
    name,
    content: name,
    encryption: "AES-128",
    password,
  });
  expect(await verdict([locked("a", "x"), locked("b", "x")], { password: "y" })).toBe("password");
  expect(await unpacked([locked("a", "x"), locked("b", "y"), locked("c", "z")], { password: "y" })).toEqual([
    "password",
    "b",
    "password",
  ]);
});
