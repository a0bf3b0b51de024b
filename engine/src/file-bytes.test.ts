import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileHolds, fileStart, freeBytes } from "./file-bytes.ts";
import { shortList } from "./short-list.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-file-bytes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(bytes: Buffer | string): string {
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  return path;
}

test("the start of a file has as many bytes as wanted, fewer when the file is shorter", () => {
  expect(fileStart(written("words"), 3).toString()).toBe("wor");
  expect(fileStart(written("words"), 9).toString()).toBe("words");
  expect(fileStart(written(""), 9)).toHaveLength(0);
});

const pieceBytes = 262_144;
const mark = "0123456789abcdef0123456789ABCDEF";

test.each([
  0,
  100,
  pieceBytes - 33,
  pieceBytes - 32,
  pieceBytes - 31,
  pieceBytes - 1,
  pieceBytes,
  2 * pieceBytes - 65,
  2 * pieceBytes - 64,
  2 * pieceBytes - 33,
  3 * pieceBytes,
])("a mark of 32 bytes is found at %i", (at) => {
  const bytes = Buffer.alloc(at + 32 + 5, ".");
  bytes.write(mark, at);
  const path = written(bytes);
  expect(fileHolds(path, [mark])).toBe(true);
  expect(fileHolds(path, ["other", Buffer.from(mark)])).toBe(true);
  expect(fileHolds(path, ["other"])).toBe(false);
});

test("a file of whole pieces, and an empty one, hold no mark", () => {
  for (const size of [0, pieceBytes, 2 * pieceBytes - 32]) {
    expect(fileHolds(written(Buffer.alloc(size, ".")), [mark]), `${size} bytes`).toBe(false);
  }
  expect(fileHolds(written("words"), [])).toBe(false);
});

test("no file is left open", () => {
  const path = written(mark);
  const open = () => readdirSync("/proc/self/fd").length;
  const before = open();
  for (let count = 0; count < 20; count++) expect(fileHolds(path, [fileStart(path, 32)])).toBe(true);
  expect(open()).toBeLessThan(before + 20);
});

test.each([
  [[], []],
  [
    ["a", "b", "c", "d", "e"],
    ["a", "b", "c", "d", "e"],
  ],
  [
    ["a", "b", "c", "d", "e", "f"],
    ["a", "b", "c", "d", "e", "1 more"],
  ],
  [
    ["a", "b", "c", "d", "e", "f", "g"],
    ["a", "b", "c", "d", "e", "2 more"],
  ],
])("of the names %j a sentence shows %j", (names, shown) => expect(shortList(names)).toEqual(shown));

test("freed bytes are empty; freeing them again, or those that share memory with others, changes nothing", () => {
  const own = Buffer.allocUnsafeSlow(70_000);
  freeBytes(own);
  freeBytes(own);
  expect([own.length, own.buffer.byteLength]).toEqual([0, 0]);

  const neighbours = Buffer.from("one, two");
  const first = neighbours.subarray(0, 3);
  freeBytes(first);
  freeBytes(Buffer.from(new SharedArrayBuffer(8)));
  expect([first.toString(), neighbours.toString()]).toEqual(["one", "one, two"]);
});
