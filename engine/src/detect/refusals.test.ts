import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isBiffStart } from "./biff-start.ts";
import { detect } from "./detect.ts";
import { foreignBinary, foreignName, foreignPage, foreignText, unknownBinary } from "./foreign.ts";
import { macrosWarning, passwordWarning } from "./ready-file.ts";
import { isWordPerfect } from "./word-perfect.ts";

const latin = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["MZ\x90", "program"],
  ["\x7fELF", "program"],
  ["\xcf\xfa\xed\xfe", "program"],
  ["\xffWPC", "drawing of WordPerfect"],
  ["7z\xbc\xaf", "7z archive"],
  ["Rar!\x1a", "RAR archive"],
  ["\x1f\x8b", "GZIP archive"],
  ["BZh", "BZIP2 archive"],
  ["\xfd7zXZ\0", "XZ archive"],
  ["MSCF\0\0\0\0", "CAB archive"],
  ["ID3", "sound or video"],
  ["OggS", "sound or video"],
  ["\x1aE\xdf\xa3", "sound or video"],
  ["\0\0\0\x18ftypmp42", "sound or video"],
  ["SQLite format 3\0", "database"],
  ["\xc5\xd0\xd3\xc6", "PostScript drawing"],
  ["8BPS", "design program"],
  [`${"a".repeat(257)}ustar`, "TAR archive"],
])("a file that begins with %j is refused as a %s", (start, words) => {
  expect(foreignBinary(latin(start))?.detail).toContain(words);
});

test.each([`${"a".repeat(256)}ustar`, `${"a".repeat(258)}ustar`, "\0\0\0ftyp", "\0\0\0\0\0ftyp", "M", "words", ""])(
  "a file that begins with %j is of no known kind",
  (start) => {
    expect(foreignBinary(latin(start))).toBeUndefined();
  },
);

test("an owner file has 1,024 bytes at most", () => {
  expect(foreignName("~$a.docx", 1_024)).toBeDefined();
  expect(foreignName("~$a.docx", 1_025)).toBeUndefined();
});

test.each([
  ["pdf", false, "damaged"],
  ["txt", true, "unsupported"],
  ["dat", false, "unsupported"],
] as const)("unknown bytes with the extension %s are %s", (extension, isText, reason) => {
  expect(unknownBinary(extension, isText).reason).toBe(reason);
});

test.each([
  ["<html><p>Words</p></html>", undefined],
  ["words alone", undefined],
  ["%!PS-Adobe", "PostScript file"],
  [`${"a".repeat(257)}ustar`, "TAR archive"],
])("a web page that begins with %j", (start, words) => {
  const refusal = foreignPage(latin(start))?.detail;
  if (words === undefined) expect(refusal).toBeUndefined();
  else expect(refusal).toContain(words);
});

test("XML with a web page's name is one when its root is that of a page", () => {
  const head = latin('<?xml version="1.0"?><rows/>');
  expect(foreignPage(head, { name: "rows", namespace: "" })?.detail).toContain("root element is rows");
  expect(foreignPage(head, { name: "html", namespace: "" })).toBeUndefined();
  expect(foreignPage(latin("<rows/>"), { name: "rows", namespace: "" })).toBeUndefined();
});

test.each([
  ["xlsx", "a;b", ".csv"],
  ["xlsx", "a,b", ".csv"],
  ["xlsx", "a b", ".txt"],
  ["docx", "a;b", ".txt"],
] as const)("text with the extension %s that is %j is to be renamed to %s", (extension, text, better) => {
  expect(foreignText(latin(text), extension).detail).toContain(`Rename it to ${better}`);
});

test.each([
  [[0x09, 0, 4, 0], true],
  [[0x09, 2, 6, 0], true],
  [[0x09, 4, 8, 0], true],
  [[0x09, 8, 16, 0], true],
  [[0x08, 8, 16, 0], false],
  [[0x09, 1, 16, 0], false],
  [[0x09, 8, 5, 0], false],
  [[0x09, 8, 16, 1], false],
  [[0x09, 8, 16], false],
  [[0x09], false],
])("bytes %j begin a workbook: %s", (bytes, isStart) => {
  expect(isBiffStart(Uint8Array.from(bytes))).toBe(isStart);
});

test.each([
  ["a document", { 9: 0x0a }, 16, true],
  ["a document of another program", { 9: 0x2c }, 16, true],
  ["a drawing", { 9: 0x16 }, 16, false],
  ["a header that is cut off", { 9: 0x0a }, 15, false],
] as const)("WordPerfect's signature before %s", (_, changed, length, isDocument) => {
  const head = Buffer.alloc(length);
  latin("\xffWPC").copy(head);
  for (const [at, value] of Object.entries(changed)) head[Number(at)] = value;
  expect(isWordPerfect(head)).toBe(isDocument);
});

test("a document of WordPerfect with a password is refused", () => {
  const head = Buffer.alloc(16);
  latin("\xffWPC").copy(head);
  head[9] = 0x0a;
  head[12] = 1;
  expect(() => isWordPerfect(head)).toThrow(expect.objectContaining({ reason: "password" }));
});

async function verdict(name: string, content: Buffer | string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-refusals-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "file");
  writeFileSync(path, content);
  const sizeBytes = Buffer.byteLength(content);
  try {
    const found = await detect({ path, name, sizeBytes });
    return "format" in found ? found.format : "drawing" in found ? found.drawing : found.kind;
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}
const word = (magic: number, length: number) => {
  const bytes = Buffer.alloc(length, 1);
  bytes.writeUInt16LE(magic);
  return bytes;
};

test.each<[string, string, Buffer | string, string]>([
  ["Word 2", "a.doc", word(0xa5db, 33), "doc"],
  ["Word 1", "a.doc", word(0xa59b, 33), "doc"],
  ["too few bytes of Word 2", "a.doc", word(0xa5db, 32), "damaged"],
  ["another number than Word's", "a.doc", word(0xa5dc, 33), "damaged"],
  ["a PDF after other bytes", "a.pdf", `${"x".repeat(1_019)}%PDF-`, "pdf"],
  ["a PDF too far from the start", "a.pdf", `${"x".repeat(1_020)}%PDF-1.7`, "unsupported"],
  ["a PDF with a text's name", "a.txt", "%PDF-1.7", "pdf"],
  ["text that mentions a PDF", "a.txt", "see %PDF-1.7", "text"],
  ["RTF", "a.doc", "{\\rtf1 Words}", "rtf"],
  ["text that is blank", "a.txt", " \n\t ", "empty"],
  ["text that is blank at its beginning", "a.txt", `${" ".repeat(65_536)}words`, "text"],
  ["much text that is blank", "a.txt", " ".repeat(70_000), "empty"],
  ["an SVG drawing", "a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>', "svg"],
  ["an SVG drawing with a page's name", "a.html", '<svg xmlns="http://www.w3.org/2000/svg"/>', "svg"],
  ["an SVG drawing with a document's name", "a.docx", '<svg xmlns="http://www.w3.org/2000/svg"/>', "unsupported"],
  ["an SVG drawing with a text's name", "a.txt", '<svg xmlns="http://www.w3.org/2000/svg"/>', "text"],
  ["a web page", "a.html", "<html><p>Words</p></html>", "web-page"],
  ["a ZIP archive's end", "a.docx", "PK\x05\x06", "damaged"],
  ["a split ZIP archive", "a.docx", "PK\x07\x08", "damaged"],
])("%s, named %s", async (_, name, content, found) => {
  expect(await verdict(name, content)).toBe(found);
});

test("warnings tell of a password that was needed, and of macros", () => {
  const input = { path: "", name: "a.docx", sizeBytes: 1, password: "pear" };
  const locked = (password: string) => ({ kind: "office", format: "docx", lock: { password } }) as const;
  expect(passwordWarning(input, locked("pear"))).toHaveLength(1);
  expect(passwordWarning(input, locked("VelvetSweatshop"))).toEqual([]);
  expect(passwordWarning(input, { kind: "office", format: "docx" })).toEqual([]);
  expect(passwordWarning(input, { kind: "pdf" })).toEqual([]);
  expect(macrosWarning({ kind: "office", format: "docx", hasMacros: true })).toHaveLength(1);
  expect(macrosWarning({ kind: "office", format: "docx", hasMacros: false })).toEqual([]);
  expect(macrosWarning({ kind: "office", format: "docx" })).toEqual([]);
  expect(macrosWarning({ kind: "pdf" })).toEqual([]);
});
