import { describe, expect, test } from "vitest";
import { compoundFile } from "../../../../fixtures/encrypted.ts";
import { vbaStreams } from "../../../../fixtures/vba-project.ts";
import { readCompoundFile } from "../compound.ts";
import { cutProjectOff, documentHasMacros, presentationHasMacros, workbookHasMacros } from "./old-macros.ts";

const fileOf = (streams: Record<string, Buffer>) =>
  readCompoundFile(compoundFile({ Other: Buffer.alloc(8), ...streams }));
const project = (folder: string, source = "Sub AutoOpen()\n  MsgBox 1\nEnd Sub") =>
  vbaStreams([{ name: "ThisDocument", kind: "document", source }], folder);

describe("a presentation has macros", () => {
  /** The atom that leads to a project, with its flag, after some bytes. */
  const atom = (before: number, flag: number, length = 20) => {
    const bytes = Buffer.concat([Buffer.alloc(before, 7), Buffer.from("020000040c000000", "hex"), Buffer.alloc(12)]);
    bytes[before + 12] = flag;
    return { "PowerPoint Document": bytes.subarray(0, before + length) };
  };

  test.each<[string, Record<string, Buffer>, boolean]>([
    ["when the flag of its project is set", atom(40, 1), true],
    ["when the atom of its project stands first", atom(0, 1), true],
    ["unless the flag is not set", atom(40, 0), false],
    ["unless the flag has another value", atom(40, 2), false],
    ["when it ends with the flag", atom(40, 1, 13), true],
    ["unless it ends before the flag", atom(40, 1, 12), false],
    ["unless it has no such atom", { "PowerPoint Document": Buffer.alloc(64, 1) }, false],
    ["unless it has no slides", {}, false],
  ])("%s", (_, streams, hasMacros) => {
    expect(presentationHasMacros(fileOf(streams))).toBe(hasMacros);
  });
});

describe("a workbook has macros", () => {
  const record = (type: number, ...body: number[]) => Buffer.from([type, 0, body.length, 0, ...body]);
  const sheet = (kind: number) => record(0x85, 0, 0, 0, 0, 0, kind);

  test.each<[string, Buffer[], boolean]>([
    ["when a sheet is of macros", [sheet(1)], true],
    ["when a sheet is a module", [sheet(6)], true],
    ["when a later sheet is of macros", [record(0x31, 1, 2, 3), sheet(0), sheet(2), sheet(1)], true],
    ["unless all sheets are of cells and charts", [sheet(0), sheet(2)], false],
    ["unless another record looks like it", [record(0x86, 0, 0, 0, 0, 0, 1)], false],
    ["unless the record is cut off", [sheet(0), sheet(1).subarray(0, 9)], false],
    ["unless there is no record", [], false],
  ])("%s", (_, records, hasMacros) => {
    expect(workbookHasMacros(fileOf({}), Buffer.concat(records))).toBe(hasMacros);
  });

  test("when its project has code, in its own folder", () => {
    expect(workbookHasMacros(fileOf(project("_VBA_PROJECT_CUR/")), Buffer.alloc(0))).toBe(true);
    expect(workbookHasMacros(fileOf(project("_VBA_PROJECT_CUR/", "Option Explicit")), Buffer.alloc(0))).toBe(false);
    expect(workbookHasMacros(fileOf(project("Macros/")), Buffer.alloc(0))).toBe(false);
  });
});

test("a document has macros when its project has code or cannot be read", () => {
  expect(documentHasMacros(fileOf(project("Macros/")))).toBe(true);
  expect(documentHasMacros(fileOf(project("Macros/", "Option Explicit")))).toBe(false);
  expect(documentHasMacros(fileOf({ "Macros/PROJECT": Buffer.alloc(8) }))).toBe(true);
  expect(documentHasMacros(fileOf(project("_VBA_PROJECT_CUR/")))).toBe(false);
});

test("the project of a document or a workbook is cut off, and a file without one stays", () => {
  expect(cutProjectOff(fileOf(project("Macros/")))).toBe(true);
  expect(cutProjectOff(fileOf(project("_VBA_PROJECT_CUR/")))).toBe(true);
  const both = fileOf({ ...project("Macros/"), ...project("_VBA_PROJECT_CUR/") });
  expect(cutProjectOff(both)).toBe(true);
  expect(cutProjectOff(fileOf(project("Other macros/")))).toBe(false);
});
