import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MB } from "@sheaf/contracts/limits.ts";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { attached, type EmailPart, emailFile, emailWith } from "../../../fixtures/email-files.ts";
import { msgFile } from "../../../fixtures/msg-files.ts";
import type { OutlookMessage } from "../../../fixtures/outlook-messages.ts";
import { tnefFile } from "../../../fixtures/tnef-files.ts";
import { ConvertError } from "../converter.ts";
import { openContainer } from "./containers.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-hostile-emails-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens a file and reads all of its items. Returns their paths, or the refusal of the whole file. */
async function outcome(bytes: Buffer, name = "mail.eml"): Promise<string[] | string> {
  const path = join(folder, "input");
  writeFileSync(path, bytes);
  try {
    const container = await openContainer({ path, name, sizeBytes: bytes.length });
    if (!container) return "no container";
    for (const [index, { sizeBytes, kind }] of container.items.entries()) {
      if (kind !== "file") continue;
      let length = 0;
      try {
        for await (const piece of container.pieces(index)) length += piece.length;
        expect(length, "the stated size is the real one").toBe(sizeBytes);
      } catch (error) {
        if (!(error instanceof ConvertError)) throw error;
      }
    }
    return container.items.map((item) => item.path);
  } catch (error) {
    if (error instanceof ConvertError) return `${error.reason}: ${error.detail ?? ""}`;
    throw error;
  }
}

const head = "From: anna@bakery.example\r\nSubject: May\r\n";

test("an email of 10,000 parts is refused, whatever the parts are", async () => {
  const parts = (part: EmailPart) => emailFile({ parts: Array.from({ length: 10_000 }, () => part) });
  const refused = "too-large: contains more than 500 files. Unpack it and add the files inside.";
  expect(await outcome(parts({ content: "words" }))).toBe(refused);
  expect(await outcome(parts(attached("a.pdf", "")))).toBe(refused);
  expect(await outcome(parts({ type: "message/rfc822", content: head, encoding: "7bit" }))).toBe(refused);
});

test("an email of 501 files is refused, one of 498 files and its text is not", async () => {
  const files = (count: number) =>
    emailWith("words", ...Array.from({ length: count }, () => attached("a.pdf", "%PDF")));
  expect(await outcome(files(501))).toMatch(/^too-large: contains more than 500 files/);
  expect(await outcome(files(498))).toHaveLength(499);
});

test("parts nested 100 deep are refused, and emails nested as deep are one item", async () => {
  let nested: EmailPart = { content: "words" };
  for (let depth = 0; depth < 100; depth++) nested = { parts: [nested] };
  expect(await outcome(emailFile(nested))).toMatch(/^too-large: nests parts more than 50 deep/);

  let inner = emailFile({ content: "words" });
  for (let depth = 0; depth < 100; depth++)
    inner = emailFile({ type: "message/rfc822", content: inner, encoding: "7bit" });
  expect(await outcome(inner)).toEqual(["Message.html", "May.eml"]);
});

test("a header of 10 MB is refused, in one field, in many and in many parts", async () => {
  const refused = /^too-large: has headers of more than 1 MB/;
  expect(await outcome(Buffer.from(`${head}X-Long: ${"x".repeat(10 * MB)}\r\n\r\nwords`))).toMatch(refused);
  expect(await outcome(Buffer.from(`${head}${"X-Many: x\r\n".repeat(1_000_000)}\r\nwords`))).toMatch(refused);
  const part = { content: "words", fields: [`X-Long: ${"x".repeat(20_000)}`] };
  expect(await outcome(emailFile({ parts: Array.from({ length: 100 }, () => part) }))).toMatch(refused);
});

test.each([
  ["addresses", `To: ${"<a@b>,".repeat(150_000)}`],
  ["angle brackets", `To: ${"<".repeat(900_000)}`],
  ["comments", `To: ${"(".repeat(900_000)}`],
  ["encoded words", `Subject: ${"=?utf-8?Q?=41?= ".repeat(50_000)}`],
  ["beginnings of encoded words", `Subject: ${"=?u?Q?".repeat(150_000)}`],
  ["folded lines", `Subject: ${"x\r\n ".repeat(200_000)}`],
  ["parameters", `Content-Type: text/plain${"; a*1*=x".repeat(100_000)}`],
  ["quotes", `Content-Type: text/plain; charset=${'"\\'.repeat(400_000)}`],
  ["spaces in a date", `Date: 1${" ".repeat(900_000)}x`],
])("an email whose header holds only %s is read", async (_, field) => {
  expect(await outcome(Buffer.from(`${head}${field}\r\n\r\nwords`))).toEqual(["Message.html"]);
});

test("endless lines that look like boundaries, and base64 of nonsense, are read", async () => {
  const type = 'Content-Type: multipart/mixed; boundary="--------"\r\n\r\n';
  const lines = "----------x\r\n--\r\n".repeat(200_000);
  expect(await outcome(Buffer.from(`${head}${type}----------\r\n\r\n${lines}`))).toEqual(["Message.html"]);
  expect(await outcome(Buffer.from(`${head}${type}${"----------\r\n".repeat(10_000)}`))).toMatch(/^too-large/);
  const nonsense = { ...attached("a.pdf", "\0\xff=?*=\n".repeat(100_000)), encoding: "base64" };
  expect(await outcome(emailWith("words", nonsense))).toEqual(["Message.html", "a.pdf"]);
});

test.each([
  ["opened tags", "<".repeat(2 * MB)],
  ["comments", "<!--".repeat(MB / 2)],
  ["style sheets", "<style".repeat(MB / 2)],
  ["bodies", "<body style='".repeat(MB / 8)],
  ["references to one picture", `<img src="cid:logo">`.repeat(100_000)],
  ["entities", "&#x10ffff;&#99999999;&x".repeat(MB / 16)],
])("HTML that holds only %s is read", async (_, html) => {
  const picture = { type: "image/png", fields: ["Content-ID: <logo>"], content: Buffer.alloc(1000) };
  const email = emailFile({ parts: [{ type: "text/html", content: html }, picture, attached("a.pdf", "%PDF")] });
  expect(await outcome(email)).toEqual(["Message.html", "Picture.png", "a.pdf"]);
});

test("a text of more than 10 MB is refused", async () => {
  expect(await outcome(emailWith("words ".repeat(2 * MB)))).toMatch(/^too-large: has a text of more than 10 MB/);
});

const inner: OutlookMessage = { subject: "Inner", body: "Inner words", attachments: [{ name: "b.txt", content: "b" }] };
const outlook: OutlookMessage = {
  subject: "May",
  body: "Words",
  html: "<p>Words</p>",
  rtf: "{\\rtf1\\ansi Words}",
  sent: new Date(0),
  to: [{ name: "Post", address: "post@practice.example" }],
  attachments: [
    { name: "a.pdf", content: Buffer.alloc(9000, "a") },
    { name: "Inner", message: inner },
  ],
};

/** Offset of the entry of a stream or folder in the directory of a compound file, by its name ([MS-CFB] 2.6.1). */
const entryAt = (file: Buffer, name: string): number => file.indexOf(Buffer.from(`${name}\0`, "utf16le"));
const [childOffset, startOffset, sizeOffset] = [76, 116, 120];

test("an Outlook message whose attached message contains itself is refused as damaged", async () => {
  const file = msgFile(outlook);
  const folderAt = entryAt(file, "__substg1.0_3701000D");
  const holder = entryAt(file, "__attach_version1.0_#00000001");
  file.writeUInt32LE(file.readUInt32LE(holder + childOffset), folderAt + childOffset);
  expect(await outcome(file)).toBe("damaged: ");
});

test("an Outlook message with a stream that has no end, or less than its stated size, is refused as damaged", async () => {
  const body = "__substg1.0_1000001F";
  const endless = msgFile(outlook);
  const sectorBytes = 512;
  const table = (endless.readUInt32LE(0x4c) + 1) * sectorBytes;
  const start = endless.readUInt32LE(entryAt(endless, "__substg1.0_37010102") + startOffset);
  endless.writeUInt32LE(start, table + start * 4); // the first sector of the attachment follows itself
  expect(await outcome(endless)).toBe("damaged: ");

  const lying = msgFile({ subject: "May", body: "words ".repeat(2000) });
  lying.writeUInt32LE(0x7fffffff, entryAt(lying, body) + sizeOffset);
  expect(await outcome(lying)).toBe("damaged: ");
});

test("only the attachment is damaged whose end is missing in an Outlook message", async () => {
  const file = msgFile({ ...outlook, attachments: [{ name: "a.pdf", content: Buffer.alloc(9000) }] });
  file.writeUInt32LE(100_000, entryAt(file, "__substg1.0_37010102") + sizeOffset);
  expect(await outcome(file)).toEqual(["Message.html", "a.pdf"]);
});

test("winmail.dat in which messages are attached 100 deep is opened as one item", async () => {
  let message = inner;
  for (let depth = 0; depth < 100; depth++) message = { subject: "Outer", attachments: [{ name: "Inner", message }] };
  expect(await outcome(tnefFile(message))).toEqual(["Message.html", "Inner.dat"]);
});

test.each([
  [
    "an email",
    emailFile({ parts: [{ content: "Words" }, attached("winmail.dat", tnefFile(outlook)), attached("a.pdf", "%PDF")] }),
  ],
  ["an Outlook message", msgFile(outlook)],
  ["winmail.dat", tnefFile(outlook)],
])("%s with any bytes changed or cut off is read or refused", async (_, whole) => {
  const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.option(fc.nat(whole.length)),
      async (changes, cut) => {
        const changed = Buffer.from(whole);
        for (const { at, byte } of changes) changed.writeUInt8(byte, at);
        await outcome(cut === null ? changed : changed.subarray(0, cut));
      },
    ),
    { numRuns: 150 },
  );
});
