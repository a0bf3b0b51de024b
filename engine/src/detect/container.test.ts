import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compoundFile } from "../../../fixtures/encrypted.ts";
import { zipBytes } from "../sheet/zip-writer.ts";
import { defaultPassword } from "./biff-password.ts";
import { compound, zipped } from "./container.ts";

/** A file on the disk with these streams, as it is detected. */
function detected(streams: Record<string, Buffer>, password?: string) {
  const dir = mkdtempSync(join(tmpdir(), "sheaf-container-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "file");
  writeFileSync(path, compoundFile(streams));
  return compound({ path, name: "a.xls", sizeBytes: 1, ...(password !== undefined && { password }) });
}

const record = (type: number, ...body: number[]) => Buffer.from([type & 0xff, type >> 8, body.length, 0, ...body]);
const begin = record(0x809, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
/** XOR obfuscation with a verifier. */
const locked = (verifier: number) => record(0x2f, 0, 0, 1, 0, verifier & 0xff, verifier >> 8);
/** [MS-OFFCRYPTO] 2.3.7.1 */
const ownVerifier = [...Buffer.from(defaultPassword)].reduce(
  (sum, byte, at) => sum ^ (((byte << ((at + 1) % 15)) | (byte >> (15 - ((at + 1) % 15)))) & 0x7fff),
  defaultPassword.length ^ 0xce4b,
);

test("a workbook is opened with the password given, with Excel's own, or with none", async () => {
  const book = (...records: Buffer[]) => ({ Workbook: Buffer.concat([begin, ...records, record(0x0a)]) });
  const plain = { kind: "workbook", format: "xls", hasMacros: false };
  expect(await detected(book())).toEqual(plain);
  expect(await detected(book(), "pear")).toEqual(plain);
  expect(await detected(book(locked(ownVerifier)))).toEqual({ ...plain, lock: { password: defaultPassword } });
  expect(await detected(book(locked(1)), "pear")).toEqual({ ...plain, lock: { password: "pear" } });
  await expect(detected(book(locked(1)))).rejects.toMatchObject({ reason: "password" });
});

test.each([["EncryptionInfo"], ["EncryptedPackage"]])(
  "an envelope with %s alone is damaged or no envelope",
  async (name) => {
    const reason = name === "EncryptedPackage" ? "damaged" : "unsupported";
    await expect(detected({ [name]: Buffer.alloc(64) })).rejects.toMatchObject({ reason });
  },
);

test("an encrypted OpenDocument file needs a password, and one that is not encrypted has no lock", async () => {
  const type = "application/vnd.oasis.opendocument.text";
  const entry =
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>';
  const manifest = `<manifest:manifest>${entry}</manifest:manifest>`;
  const encrypted = await zipBytes([
    ["mimetype", type],
    ["META-INF/manifest.xml", manifest],
  ]);
  const found = { kind: "office", format: "odt", hasMacros: false };
  await expect(zipped(encrypted, { name: "a.odt" })).rejects.toMatchObject({ reason: "password" });
  expect(await zipped(encrypted, { name: "a.odt", password: "pear" })).toEqual({
    ...found,
    lock: { password: "pear" },
  });
  const plain = await zipBytes([
    ["mimetype", type],
    ["content.xml", "<a/>"],
  ]);
  expect(await zipped(plain, { name: "a.odt", password: "pear" })).toEqual(found);
});

test("a document of Apple's programs is recognised among containers", async () => {
  expect(await zipped(await zipBytes([["Index/Document.iwa", "x"]]), { name: "a.numbers" })).toMatchObject({
    format: "numbers",
  });
});
