import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { afterAll, expect, test } from "vitest";
import { compoundFile } from "../../../fixtures/encrypted.ts";
import type { Attachment, EmailMessage } from "../email/message.ts";
import { mayBeContainer, mayBeXml } from "./content-start.ts";
import { openEmailFile } from "./email-files.ts";
import { emailItems } from "./email-items.ts";
import { findEmail } from "./email-kind.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-email-kind-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "input");

function found(bytes: string | Buffer, name: string) {
  writeFileSync(path, bytes);
  return findEmail({ path, name, sizeBytes: bytes.length })?.kind;
}

const properties = "__properties_version1.0";
const email = "From: a\nTo: b\n\nwords";
const inBytes = (hex: string) => Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(20)]);

test.each([
  ["two fields of an email", email, "x", "eml"],
  ["two fields of an email", email, "x.pdf", "eml"],
  ["two fields of an email", email, "x.txt", undefined],
  ["two fields of an email", email, "x.csv", undefined],
  ["two fields of an email", email, "x.html", undefined],
  ["two fields of an email", email, "x.xml", undefined],
  ["one field of an email", "From: a\n\nwords", "x.eml", "eml"],
  ["one field of an email", "From: a\n\nwords", "x.pdf", undefined],
  ["one field of an email", "From: a\n\nwords", "x", undefined],
  ["other text", "words", "x.eml", undefined],
  ["the mark of winmail.dat", inBytes("789f3e22"), "x.pdf", "tnef"],
  ["another mark", inBytes("789f3e23"), "x.dat", undefined],
  ["the properties of Outlook", compoundFile({ [properties]: Buffer.alloc(40) }), "x.doc", "msg"],
  ["other streams", compoundFile({ WordDocument: Buffer.alloc(40) }), "x.msg", undefined],
  ["a stream that holds that name", compoundFile({ a: Buffer.from(properties, "utf16le") }), "x.msg", undefined],
  ["the mark of a compound file alone", inBytes("d0cf11e0a1b11ae1"), "x.msg", undefined],
  [
    "that mark and the name",
    Buffer.concat([inBytes("d0cf11e0a1b11ae1"), Buffer.from(properties, "utf16le")]),
    "x.msg",
    undefined,
  ],
] as [string, string | Buffer, string, string | undefined][])(
  "a file with %s is an email by its content (%#)",
  (_, bytes, name, kind) => expect(found(bytes, name)).toBe(kind),
);

test("an email of 100 MB is opened, and one that is a byte larger is refused", async () => {
  writeFileSync(path, email);
  const open = (sizeBytes: number) => openEmailFile({ path, name: "a.eml", sizeBytes }, { kind: "eml" });
  expect((await open(100 * MB)).items).toHaveLength(1);
  const detail = "is larger than 100 MB, the limit for an email. Add its attachments.";
  await expect(open(100 * MB + 1)).rejects.toMatchObject({ reason: "too-large", detail });
});

const attachment = (given: Partial<Attachment> = {}): Attachment => ({
  name: "a.pdf",
  type: "application/pdf",
  contentId: "",
  sizeBytes: 1,
  pieces: () => [Buffer.from("x")],
  isLink: false,
  isDamaged: false,
  ...given,
});
const message = (html: string, attachments: Attachment[]): EmailMessage => ({
  from: "Anna",
  to: "",
  cc: "",
  bcc: "",
  sent: "",
  subject: "",
  body: [{ kind: "html", content: html }],
  attachments,
});

test("an email with its text and 499 attachments is opened, and one more is refused", () => {
  const items = (count: number) => emailItems(message("x", Array(count).fill(attachment()))).items;
  expect(items(containerLimits.items - 1)).toHaveLength(containerLimits.items);
  expect(() => items(containerLimits.items)).toThrow(expect.objectContaining({ reason: "too-large" }));
});

test.each([
  [100 * 1024 - 1, "has no text."],
  [100 * 1024, null],
])("a page that shows nothing but a picture of %i bytes is set aside: %s", (sizeBytes, setAside) => {
  const photo = attachment({ name: "a.jpg", type: "image/jpeg", contentId: "a", sizeBytes });
  const [own] = emailItems(message('<img src="cid:a">', [photo, attachment()])).items;
  expect(own?.setAside).toBe(setAside);
  const [alone] = emailItems(message('<img src="cid:a">', [photo])).items;
  expect(alone?.setAside, "the only item").toBe(null);
  const large = { ...photo, contentId: "other" };
  expect(emailItems(message('<img src="cid:a">', [large, attachment()])).items[0]?.setAside).toBe("has no text.");
});

test("a page without text is kept beside links, which are no documents", () => {
  const link = attachment({ isLink: true, sizeBytes: 0 });
  expect(emailItems(message("", [link])).items.map(({ kind, setAside }) => [kind, setAside])).toEqual([
    ["file", null],
    ["link", null],
  ]);
});

test("the page of an email comes first, and reading another index yields nothing", async () => {
  const container = emailItems(message("words", [attachment()]));
  const read = async (index: number) => {
    const pieces: Buffer[] = [];
    for await (const piece of container.pieces(index)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  expect(await read(0)).toContain("words");
  expect(await read(1)).toBe("x");
  expect(await read(2)).toBe("");
  expect(container.items[0]?.packedBytes).toBe(container.items[0]?.sizeBytes);
});

test.each([
  ["<x>", true],
  [" \n<x>", true],
  ["\u00ef\u00bb\u00bf<x>", true],
  ["\u00ff\u00fe<\0x\0", true],
  ["\u00fe\u00ff\0<\0x", true],
  ["x<", false],
  ["", false],
])("whether %j may be XML: %s", (start, expected) => {
  expect(mayBeXml(Buffer.from(start, "latin1"))).toBe(expected);
});

test("the name of the first file in an archive is read only where its header is whole", () => {
  const header = Buffer.alloc(30);
  header.write("PK\x03\x04", "latin1");
  header.writeUInt16LE(8, 26);
  const mayBe = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return mayBeContainer(path);
  };
  expect(mayBe(Buffer.concat([header, Buffer.from("mimetypeapplication/x")]))).toBe(false);
  expect(mayBe(Buffer.concat([header, Buffer.from("mimetyp")]))).toBe(true);
  expect(mayBe(header)).toBe(true);
  expect(mayBe(header.subarray(0, 27))).toBe(true);
  header.writeUInt16LE(9, 26);
  expect(mayBe(Buffer.concat([header, Buffer.from("mimetypeapplication/x")]))).toBe(true);
});
