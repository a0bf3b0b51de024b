import { expect, test } from "vitest";
import { safeFileName } from "./file-names.ts";

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
])("the file name %j becomes %j", (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test("shortens a long name at a character boundary and keeps its extension", () => {
  const name = safeFileName(`${"é😀".repeat(100)}.docx`);

  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^[é😀]+\.docx$/u);
});
