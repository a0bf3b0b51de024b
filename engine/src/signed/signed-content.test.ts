import { expect, test } from "vitest";
import { memorySource } from "./byte-source.ts";
import { isCryptographicMessage, signedContent } from "./signed-content.ts";

/** A value in DER; undefined for an open length. */
function value(tag: number, content: Buffer, isOpen = false): Buffer {
  if (isOpen) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
}

const all = (tag: number, ...parts: Buffer[]) => value(tag, Buffer.concat(parts));
const open = (tag: number, ...parts: Buffer[]) => value(tag, Buffer.concat(parts), true);
const hex = (text: string) => Buffer.from(text, "hex");

const ids = {
  data: hex("06092a864886f70d010701"),
  signed: hex("06092a864886f70d010702"),
  enveloped: hex("06092a864886f70d010703"),
  both: hex("06092a864886f70d010704"),
  encrypted: hex("06092a864886f70d010706"),
  authenticated: hex("060b2a864886f70d0109100117"),
  compressed: hex("060b2a864886f70d0109100109"),
  digested: hex("06092a864886f70d010705"),
};
const [version, digests] = [hex("020101"), hex("3100")];

/** A signed message around this value. */
const signedAround = (explicit: Buffer, whole = all) =>
  whole(0x30, ids.signed, whole(0xa0, whole(0x30, version, digests, whole(0x30, ids.data, explicit))));

const octets = (text: string) => all(0x04, Buffer.from(text));

function read(bytes: Buffer): [sizeBytes: number, text: string, pieces: number] {
  const { sizeBytes, pieces } = signedContent(memorySource(bytes));
  const found = [...pieces()];
  return [sizeBytes, Buffer.concat(found).toString(), found.length];
}

test.each([
  ["in one piece", signedAround(all(0xa0, octets("%PDF-1.7")))],
  ["in pieces", signedAround(all(0xa0, all(0x24, octets("%PDF"), octets("-1.7"))))],
  ["in pieces of open length", signedAround(open(0xa0, open(0x24, octets("%PDF"), octets("-1.7"))), open)],
  ["before other values", Buffer.concat([signedAround(all(0xa0, octets("%PDF-1.7"))), Buffer.alloc(40)])],
])("the content of a signed message %s is read", (_what, bytes) => {
  expect(read(bytes).slice(0, 2)).toEqual([8, "%PDF-1.7"]);
});

test("large content comes in pieces of 64 KB and the rest", () => {
  const text = "0123456789".repeat(14_000);
  const signature = Buffer.alloc(70_000, "after the content");
  const [sizeBytes, content, pieces] = read(Buffer.concat([signedAround(all(0xa0, octets(text))), signature]));
  expect([sizeBytes, content === text, pieces]).toEqual([140_000, true, 3]);
  expect(read(signedAround(all(0xa0, octets("x".repeat(65_536)))))[2]).toBe(1);
});

test("signed content of nothing has no pieces", () => {
  expect(read(signedAround(all(0xa0, octets(""))))).toEqual([0, "", 0]);
});

test.each(["enveloped", "both", "encrypted", "authenticated"] as const)(
  "a message that is encrypted is refused with that reason: %s",
  (type) => {
    expect(() => read(all(0x30, ids[type], all(0xa0, version)))).toThrow(
      expect.objectContaining({ reason: "unsupported", detail: expect.stringContaining("is encrypted") }),
    );
  },
);

test("a compressed message is refused with that reason", () => {
  expect(() => read(all(0x30, ids.compressed, all(0xa0, version)))).toThrow(
    expect.objectContaining({ reason: "unsupported", detail: expect.stringContaining("is a compressed message") }),
  );
});

test.each([
  ["without an explicit value", all(0x30, ids.data)],
  ["with nothing in it", all(0x30, ids.data, all(0xa0))],
  ["with another value", all(0x30, ids.data, all(0xa0, hex("020105")))],
  ["of open length with nothing in it", open(0x30, ids.data, open(0xa0))],
])("a message %s holds only a signature", (_what, encapsulated) => {
  const bytes = all(0x30, ids.signed, all(0xa0, all(0x30, version, digests, encapsulated)));
  expect(() => read(bytes)).toThrow(
    expect.objectContaining({ reason: "unsupported", detail: expect.stringContaining("holds only a signature") }),
  );
});

test.each([
  ["another type of content", all(0x30, ids.digested, all(0xa0, version))],
  ["no identifier of a type", all(0x30, hex("020101"), all(0xa0, version))],
  ["a type without content", all(0x30, ids.signed)],
  ["content without its tag", all(0x30, ids.signed, all(0x30, version))],
  ["nothing within the content", all(0x30, ids.signed, all(0xa0))],
  ["a number for the content", all(0x30, ids.signed, all(0xa0, version))],
  ["no encapsulated content", all(0x30, ids.signed, all(0xa0, all(0x30, version, digests)))],
  ["a number for it", all(0x30, ids.signed, all(0xa0, all(0x30, version, digests, version)))],
  ["nothing", Buffer.alloc(0)],
])("a signed message with %s is damaged", (_what, bytes) => {
  expect(() => read(bytes)).toThrow(expect.objectContaining({ reason: "damaged" }));
});

test.each([
  ["a short length", `3040${ids.signed.toString("hex")}`, true],
  ["an open length", `3080${ids.signed.toString("hex")}`, true],
  ["a length of one byte", `3081ff${ids.enveloped.toString("hex")}`, true],
  ["a length of four bytes", `308400000040${ids.compressed.toString("hex")}`, true],
  ["the type of a certificate", "308201003081e9a003020102", false],
  ["another outer type", `3140${ids.signed.toString("hex")}`, false],
  ["the tag alone", "30", false],
  ["nothing", "", false],
])("bytes with %s are recognised as a message of the syntax or not", (_what, bytes, isMessage) => {
  expect(isCryptographicMessage(hex(bytes))).toBe(isMessage);
});
