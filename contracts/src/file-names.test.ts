import { expect, test } from "vitest";
import { safeFileName, withinBytes } from "./file-names.ts";

test.each([
  ["invoice.docx", "invoice.docx"],
  ["Rechnung Müller & Söhne (2).pdf", "Rechnung Müller & Söhne (2).pdf"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["C:\\clients\\a.xls", "C:_clients_a.xls"],
  ["-rf.docx", "rf.docx"],
  [".hidden.txt", "hidden.txt"],
  ["a\nb\u0000.csv", "ab.csv"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["", "file"],
  ["...", "file"],
  ["a.", "a."],
  [`a.${"b".repeat(19)}`, `a.${"b".repeat(19)}`],
])("the file name %j becomes %j", (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test("shortens a long name at a character boundary and keeps its extension", () => {
  const name = safeFileName(`${"é😀".repeat(100)}.docx`);

  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^[é😀]+\.docx$/u);
});

test("an ending of at most 20 bytes with its dot is kept as the extension of a long name; a longer one is cut with it", () => {
  const stem = "a".repeat(300);
  expect(safeFileName(`${stem}.${"b".repeat(19)}`)).toBe(`${"a".repeat(180)}.${"b".repeat(19)}`);
  expect(safeFileName(`${stem}.${"b".repeat(20)}`)).toBe("a".repeat(200));
});

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["aé", 2, "a"],
  ["aé", 3, "aé"],
  ["ab cd", 3, "ab"],
  ["😀", 3, ""],
])("%j within %i bytes is %j", (text, bytes, kept) => {
  expect(withinBytes(text, bytes)).toBe(kept);
});
