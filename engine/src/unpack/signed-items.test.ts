import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { armoured, type SignedOptions, signedFile } from "../../../fixtures/signed-files.ts";
import { openSignedItems } from "./signed-items.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-signed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function opened(bytes: Buffer, name = "invoice.xml.p7m") {
  const path = join(folder, "input");
  writeFileSync(path, bytes);
  const container = openSignedItems({ path, name, sizeBytes: bytes.length });
  if (!container) return null;
  const pieces: Buffer[] = [];
  for await (const piece of container.pieces(0)) pieces.push(piece);
  container.close();
  const content = Buffer.concat(pieces);
  expect(container.items).toMatchObject([{ sizeBytes: content.length, isOwnContent: false, setAside: null }]);
  return { path: container.items[0]?.path, content: content.toString("latin1") };
}

const invoice = `<Invoice>${"line ".repeat(60_000)}</Invoice>`;
const divided: SignedOptions = { isDivided: true };

test.each([
  ["a binary file", signedFile(invoice)],
  ["a binary file with open lengths, its content in parts", signedFile(invoice, divided)],
  ["base64", armoured(signedFile(invoice))],
  ["base64 with marks", armoured(signedFile(invoice, divided), "PKCS7")],
  [
    "base64 with the header of an email",
    Buffer.concat([
      Buffer.from(
        'MIME-Version: 1.0\r\nContent-Type: application/pkcs7-mime;\r\n name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n',
      ),
      armoured(signedFile(invoice)),
    ]),
  ],
])("the content of a signed file is its one item: %s", async (_, bytes) => {
  expect(await opened(bytes)).toEqual({ path: "invoice.xml", content: invoice });
});

test.each([
  ["contract.pdf.p7m", "%PDF-1.7", "contract.pdf"],
  ["contract.P7M", "%PDF-1.7", "contract.pdf"],
  ["smime.p7m", "Content-Type: text/plain\r\n\r\nHello", "message.eml"],
  ["Offer.p7m", "MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello", "Offer.eml"],
  ["smime.p7m", '<?xml version="1.0"?><Invoice/>', "message.xml"],
  ["twice.pdf.p7m.p7m", signedFile("x"), "twice.pdf.p7m"],
  ["../../evil.pdf.p7m", "x", "_.._evil.pdf"],
])("%s is unpacked under the name of its content", async (name, content, path) => {
  expect((await opened(signedFile(content), name))?.path).toBe(path);
});

test("other files are not taken for signed ones, and signed ones are recognised under any name", async () => {
  const others = [
    "%PDF-1.7",
    "MIIGarbage",
    "0\x82\x01\0\x02\x01\0",
    "",
    "Content-Type: application/pkcs7-mime\r\n\r\nx",
  ];
  for (const content of others) expect(await opened(Buffer.from(content, "latin1"))).toBeNull();
  expect((await opened(signedFile("%PDF-1.7"), "letter.pdf"))?.path).toBe("letter.pdf");
});

test.each([
  ["is encrypted for its recipient", signedFile("x", { type: "enveloped" }), "unsupported"],
  ["is a compressed message", signedFile("x", { type: "compressed" }), "unsupported"],
  ["holds only a signature", signedFile("x", { isDetached: true }), "unsupported"],
  ["holds only a signature", signedFile("x", { isDetached: true, isDivided: true }), "unsupported"],
  ["", signedFile(""), "empty"],
])("a file without a readable document is refused: %s", async (words, bytes, reason) => {
  await expect(opened(bytes)).rejects.toMatchObject({ reason, message: expect.stringContaining(words) });
});

test("a signed file that ends early, or with other text in its base64, is refused as damaged", async () => {
  const whole = signedFile(invoice);
  for (const length of [40, 100, whole.length / 2]) {
    await expect(opened(whole.subarray(0, length))).rejects.toMatchObject({ reason: "damaged" });
  }
  const open = signedFile(invoice, divided);
  await expect(opened(open.subarray(0, 200_000))).rejects.toMatchObject({ reason: "damaged" });
  const text = armoured(whole).toString().replace(/$/, "\nRegards, Anna!");
  await expect(opened(Buffer.from(text))).rejects.toMatchObject({ reason: "damaged" });
});

test("values nested without end are refused as damaged", async () => {
  const start = signedFile("x", { isDivided: true });
  const parts = start.indexOf(Buffer.from([0x24, 0x80]));
  const deep = Buffer.concat([start.subarray(0, parts), Buffer.alloc(200_000, Buffer.from([0x24, 0x80]))]);
  await expect(opened(deep)).rejects.toMatchObject({ reason: "damaged" });
  const digests = start.indexOf(0x31);
  const nested = Buffer.concat([start.subarray(0, digests), Buffer.alloc(200_000, Buffer.from([0x30, 0x80]))]);
  await expect(opened(nested)).rejects.toMatchObject({ reason: "damaged" });
});

test("a file with any single byte changed is read or refused", async () => {
  const whole = signedFile(invoice.slice(0, 2_500), divided);
  for (let at = 0; at < whole.length; at += 7) {
    const changed = Buffer.from(whole);
    changed.writeUInt8((changed.readUInt8(at) + 113) & 255, at);
    await opened(changed).catch((error: { reason?: string }) => {
      expect(["damaged", "unsupported", "empty"]).toContain(error.reason);
    });
  }
});
