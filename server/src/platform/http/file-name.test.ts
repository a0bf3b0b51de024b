import { describe, expect, test } from "vitest";
import { cleanFileName, downloadName, uniqueNames } from "./file-name.ts";

describe("the name of an upload", () => {
  test.each([
    ["C:\\Users\\Anna\\Invoice 12.pdf", "Invoice 12.pdf"],
    ["../../etc/passwd.txt", "passwd.txt"],
    ["  two   blanks\t.docx ", "two blanks .docx"],
    ["Re\u0301sume\u0301.pdf", "Résumé.pdf"],
    ["photo\u202egpj.exe.jpg", "photogpj.exe.jpg"],
    ["bell\u0007.txt", "bell.txt"],
    ["Müller & Söhne – 2026.xlsx", "Müller & Söhne – 2026.xlsx"],
    ["領収書.pdf", "領収書.pdf"],
  ])("%j is shown as %j", (given, shown) => expect(cleanFileName(given)).toBe(shown));

  test.each(["", ".pdf", "..", "/", "\u0007.pdf", " . .pdf"])("%j is refused", (given) => {
    expect(() => cleanFileName(given)).toThrow(/has no name/);
  });

  test.each(["a\0.exe.pdf", "a.pdf\0.exe"])(
    "%j is refused, because programs disagree where a name with NUL ends",
    (given) => {
      expect(() => cleanFileName(given)).toThrow(/NUL/);
    },
  );

  test("a long name is shortened at a character boundary and keeps its extension", () => {
    const name = cleanFileName(`${"é".repeat(300)}.PDF`);
    expect(name).toMatch(/^é+\.PDF$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  });
});

describe("the name of a download", () => {
  test.each([
    ["Bright Bakery 2026-11-20", "Bright Bakery 2026-11-20.pdf"],
    ['A/B: "C" <D>?', "A-B- -C- -D--.pdf"],
    ["...hidden", "hidden.pdf"],
    ["Müller\r\nX-Evil: 1", "Müller X-Evil- 1.pdf"],
    ["", "Documents.pdf"],
    ["CON", "CON-.pdf"],
    ["nul.tar 2026", "nul-.tar 2026.pdf"],
    ["Console", "Console.pdf"],
  ])("for %j is %j", (stem, name) => expect(downloadName(stem, ".pdf")).toBe(name));
});

test("makes the names of files in one folder unique", () => {
  expect(uniqueNames(["a.pdf", "A.pdf", "b.pdf", "a.pdf", "a (2).pdf"])).toEqual([
    "a.pdf",
    "A (2).pdf",
    "b.pdf",
    "a (3).pdf",
    "a (2) (2).pdf",
  ]);
});
