import { expect, test } from "vitest";
import { compoundFile } from "../../../../fixtures/encrypted.ts";
import { vbaStreams } from "../../../../fixtures/vba-project.ts";
import { readCompoundFile } from "../compound.ts";
import { cutProjectOff, documentHasMacros, workbookHasMacros } from "./old-macros.ts";
import { decompress, projectHasCode } from "./vba-project.ts";

const module = (source: string) => [{ name: "ThisDocument", kind: "document" as const, source }];
const project = (source: string) => compoundFile(vbaStreams(module(source)));

test.each([
  ["Sub AutoOpen()\n  MsgBox 1\nEnd Sub", true],
  ['Attribute VB_Base = "1Normal.ThisDocument"\nAttribute VB_Creatable = False', false],
  ["Option Explicit\n' nothing yet\n\nSub Main\nEnd Sub", false],
  ["Declare Sub a Lib b ()", true],
])("a VBA project with the module %j has code: %s", (source, expected) => {
  expect(projectHasCode(project(source))).toBe(expected);
});

test("a VBA project that cannot be read is taken for one with code", () => {
  expect(projectHasCode(Buffer.from("no project"))).toBe(true);
  expect(projectHasCode(compoundFile({ PROJECT: Buffer.alloc(64) }))).toBe(true);
});

test("a compressed module with repetitions is read, and a damaged one ends without an error", () => {
  // "abcabcabc" as three letters and a copy of six ([MS-OVBA] 3.2).
  const packed = Buffer.from([1, 0x05, 0xb0, 0x08, 0x61, 0x62, 0x63, 0x03, 0x20]);
  expect(decompress(packed).toString()).toBe("abcabcabc");
  for (let at = 1; at < packed.length; at++) {
    for (const value of [0, 0x7f, 0xff]) {
      const damaged = Buffer.from(packed);
      damaged[at] = value;
      expect(decompress(damaged).length).toBeLessThan(5000);
    }
  }
});

test("the project of an old document is found in its folder, and is gone after it has been cut off", () => {
  const source = module("Sub AutoOpen()\n  MsgBox 1\nEnd Sub");
  const text = Buffer.alloc(64, "text");
  const bytes = compoundFile({ WordDocument: text, ...vbaStreams(source, "Macros/") });
  const file = readCompoundFile(bytes);
  expect(documentHasMacros(file)).toBe(true);
  expect(cutProjectOff(file)).toBe(true);
  const cut = readCompoundFile(bytes);
  expect(cut.folder("Macros")?.names).toEqual([]);
  expect(cut.read("WordDocument")).toEqual(text);

  const workbook = readCompoundFile(compoundFile({ Workbook: text, ...vbaStreams(source, "_VBA_PROJECT_CUR/") }));
  expect(workbookHasMacros(workbook, Buffer.alloc(0))).toBe(true);
  const sheet = (kind: number) => Buffer.from([0x85, 0, 8, 0, 0, 0, 0, 0, 0, kind, 0, 0]);
  const plain = readCompoundFile(compoundFile({ Workbook: text }));
  expect([0, 1, 2, 6].map((kind) => workbookHasMacros(plain, sheet(kind)))).toEqual([false, true, false, true]);
});
