import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { choose, duplicatesOf, move, overTotal, sortByName } from "./chosen-files.ts";

/** Returns a file that claims a size without holding the bytes. */
function aFile(name: string, sizeBytes = 1000, lastModified = 1): File {
  return Object.defineProperty(new File(["x"], name, { lastModified }), "size", { value: sizeBytes });
}
const names = (files: { file: File }[]) => files.map(({ file }) => file.name);

test("[S5.4] a total of 50 MB is accepted, one byte more is not", () => {
  expect(overTotal(choose([aFile("a.pdf", 30 * MB), aFile("b.pdf", 20 * MB)]), 50 * MB)).toBe(false);
  expect(overTotal(choose([aFile("a.pdf", 30 * MB), aFile("b.pdf", 20 * MB + 1)]), 50 * MB)).toBe(true);
});

test("sorting by name puts 2 before 10", () => {
  const files = choose([aFile("Receipt 10.jpg"), aFile("invoice.pdf"), aFile("receipt 2.jpg")]);
  expect(names(sortByName(files))).toEqual(["invoice.pdf", "receipt 2.jpg", "Receipt 10.jpg"]);
});

test("a file moves to where it is dropped, up or down", () => {
  const files = choose([aFile("a.pdf"), aFile("b.pdf"), aFile("c.pdf")]);
  const [a, , c] = files.map(({ key }) => key) as [string, string, string];
  expect(names(move(files, a, c))).toEqual(["b.pdf", "c.pdf", "a.pdf"]);
  expect(names(move(files, c, a))).toEqual(["c.pdf", "a.pdf", "b.pdf"]);
});

test("the same file twice is flagged, a file of the same name and another date is not", () => {
  const files = choose([aFile("a.pdf"), aFile("a.pdf"), aFile("a.pdf", 1000, 2)]);
  expect([...duplicatesOf(files)]).toEqual([files[1]?.key]);
});
