import { expect, test } from "vitest";
import { compoundFile } from "../../../fixtures/encrypted.ts";
import { type CompoundFile, readCompoundFile } from "./compound.ts";
import { compoundKind } from "./compound-kind.ts";

function kindOf(streams: Record<string, Buffer>, passwordGiven = false): unknown {
  try {
    return compoundKind(readCompoundFile(compoundFile(streams)), passwordGiven);
  } catch (error) {
    const { reason, detail } = error as { reason: string; detail?: string };
    return detail === undefined ? reason : `${reason}: ${detail}`;
  }
}

/** The beginning of a Word document: magic number, version, flags ([MS-DOC] 2.5.2). */
function word({ version = 0xc1, flags = 0, length = 64 } = {}): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt16LE(0xa5ec, 0);
  bytes.writeUInt16LE(version, 2);
  bytes.writeUInt16LE(flags, 10);
  return bytes.subarray(0, length);
}
const doc = { kind: "office", format: "doc", hasMacros: false };

test.each<[string, Buffer, boolean, unknown]>([
  ["without a password", word(), false, { ...doc, encrypted: false }],
  ["with other flags than encryption", word({ flags: 0xfeff }), false, { ...doc, encrypted: false }],
  ["that is encrypted", word({ flags: 0x0100 }), false, "password"],
  ["that is encrypted, with its password", word({ flags: 0x0100 }), true, { ...doc, encrypted: true }],
  ["of the newest version", word({ version: 0x0200 }), false, { ...doc, encrypted: false }],
  ["of a version that does not exist", word({ version: 0x0201 }), false, "damaged"],
  ["of the shortest length", word({ length: 32 }), false, { ...doc, encrypted: false }],
  ["that is too short", word({ length: 31 }), false, "damaged"],
])("a Word document %s is recognised or refused", (_, content, passwordGiven, found) => {
  expect(kindOf({ WordDocument: content }, passwordGiven)).toEqual(found);
});

const record = (type: number, ...body: number[]) => Buffer.from([type & 0xff, type >> 8, body.length, 0, ...body]);
const begin = record(0x809, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
const book = (...records: Buffer[]) => Buffer.concat([begin, ...records, record(0x0a)]);
const xls = { kind: "workbook", format: "xls", encrypted: false, hasMacros: false };
/** Obfuscated with another password than Excel's own. */
const locked = record(0x2f, 0, 0, 1, 0, 2, 0);

test.each<[string, Record<string, Buffer>, boolean, unknown]>([
  ["of Excel 97", { Workbook: book() }, false, xls],
  ["of Excel 5", { Book: book() }, false, xls],
  ["with a name in capitals", { WORKBOOK: book() }, false, xls],
  [
    "with a sheet of macros",
    { Workbook: book(record(0x85, 0, 0, 0, 0, 0, 1, 0, 0)) },
    false,
    { ...xls, hasMacros: true },
  ],
  ["with a password", { Workbook: book(locked) }, false, "password"],
  ["with its password given", { Workbook: book(locked) }, true, { ...xls, encrypted: true }],
  ["that is too short", { Workbook: begin.subarray(0, 7) }, false, "damaged"],
  ["that begins with another record", { Workbook: Buffer.alloc(64) }, false, "damaged"],
])("a workbook %s is recognised or refused", (_, streams, passwordGiven, found) => {
  expect(kindOf(streams, passwordGiven)).toEqual(found);
});

function user(token: number, length = 20): Buffer {
  const bytes = Buffer.alloc(Math.max(length, 16));
  bytes.writeUInt32LE(token, 12);
  return bytes.subarray(0, length);
}
const ppt = { kind: "office", format: "ppt", encrypted: false, hasMacros: false };
const slides = { "PowerPoint Document": Buffer.alloc(64) };
const [locks, opens] = [0xf3d1c4df, 0xe391c05f];
const save = "Save it without its password and replace it.";

test.each<[string, Record<string, Buffer>, boolean, unknown]>([
  ["without a password", { ...slides, "Current User": user(opens) }, false, ppt],
  ["without a user", slides, true, ppt],
  ["with a user that is cut off", { ...slides, "Current User": user(locks, 15) }, false, ppt],
  [
    "that is encrypted",
    { ...slides, "Current User": user(locks, 16) },
    false,
    `password: is password-protected. ${save}`,
  ],
  [
    "with an encrypted summary",
    { ...slides, EncryptedSummary: Buffer.alloc(8) },
    false,
    `password: is password-protected. ${save}`,
  ],
  [
    "that is encrypted, with its password",
    { ...slides, "Current User": user(locks) },
    true,
    `password: is password-protected in a way that cannot be opened here. ${save}`,
  ],
  ["of 1994", { PP40: Buffer.alloc(64) }, false, ppt],
])("a presentation %s is recognised or refused", (_, streams, passwordGiven, found) => {
  expect(kindOf(streams, passwordGiven)).toEqual(found);
});

test.each<[string, Record<string, Buffer>, unknown]>([
  ["an encrypted envelope", { EncryptedPackage: Buffer.alloc(8), WordDocument: word() }, { kind: "encrypted-package" }],
  ["Works", { CONTENTS: Buffer.from("CHNK") }, { kind: "office", format: "wps", encrypted: false, hasMacros: false }],
  ["Works 3", { MatOST: Buffer.alloc(8) }, { kind: "office", format: "wps", encrypted: false, hasMacros: false }],
  ["another program", { Contents: Buffer.from("CHNJ") }, "unsupported"],
])("a compound file of %s is recognised or refused", (_, streams, found) => {
  expect(kindOf(streams)).toEqual(found);
});

test("a compound file without any stream is damaged", () => {
  const none = { names: [], read: () => undefined } as unknown as CompoundFile;
  expect(() => compoundKind(none, false)).toThrow("damaged");
});
