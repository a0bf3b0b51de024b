import { containerLimits } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { readCompoundFile } from "../detect/compound.ts";
import { type CompoundFolder, type CompoundStream, planCompoundFile } from "./compound-writer.ts";
import { contentOf } from "./message.ts";
import { readMsg } from "./read-msg.ts";

type Child = CompoundFolder | CompoundStream;

const stream = (name: string, bytes: Buffer | string): CompoundStream => {
  const content = Buffer.from(bytes as string, "utf16le");
  return { name, sizeBytes: content.length, pieces: () => [content] };
};
/** The stream of properties with a value of their own, after a head of zeros. */
function fixed(head: number, ...properties: [id: number, type: number, value: number][]): CompoundStream {
  const entries = properties.map(([id, type, value]) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt16LE(type, 0);
    entry.writeUInt16LE(id, 2);
    entry.writeUInt32LE(value, 8);
    return entry;
  });
  return stream("__properties_version1.0", Buffer.concat([Buffer.alloc(head), ...entries]));
}
const folder = (name: string, ...children: Child[]): CompoundFolder => ({ name, children });
const numbered = (kind: string, index: number) => `__${kind}_version1.0_#${index.toString(16).padStart(8, "0")}`;
const many = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => folder(numbered(kind, index)));
const file = (...children: Child[]) => Buffer.concat([...planCompoundFile(children).pieces()]);
const read = (...children: Child[]) => readMsg(file(fixed(32), ...children));
const text = (id: string, words: string) => stream(`__substg1.0_${id}001F`, words);
/** An attached message or object of these streams and folders. */
const embedded = (...children: Child[]) =>
  folder(numbered("attach", 0), fixed(8, [0x3705, 3, 5]), folder("__substg1.0_3701000D", ...children));

const damaged = expect.objectContaining({ reason: "damaged" });
const tooLarge = expect.objectContaining({ reason: "too-large" });

test("a compound file without properties is no message", () => {
  expect(() => readMsg(file(text("0037", "May")))).toThrow(damaged);
  expect(read(text("0037", "May")).subject).toBe("May");
});

test("numbers among the properties begin after the head of a message, and a part of one at the end is no number", () => {
  const codepage = fixed(32, [0x3ffd, 3, 1251]);
  const narrow = stream("__substg1.0_0037001E", Buffer.from([0xe4]));
  expect(readMsg(file(codepage, narrow)).subject).toBe("д");
  const whole = Buffer.concat([...codepage.pieces()]);
  const cut = stream("__properties_version1.0", whole.subarray(0, -1));
  expect(readMsg(file(cut, narrow)).subject).toBe("ä");
});

test("texts of recipients are in the code page of the message, else in that of the internet", () => {
  const person = folder(
    numbered("recip", 0),
    fixed(8, [0x0c15, 3, 1]),
    stream("__substg1.0_3001001E", Buffer.from([0xe4])),
  );
  expect(readMsg(file(fixed(32, [0x3ffd, 3, 1251], [0x3fde, 3, 1253]), person)).to).toBe("д");
  expect(readMsg(file(fixed(32, [0x3fde, 3, 1253]), person)).to).toBe("δ");
});

test("2000 recipients and 500 attachments are read, and one more of either is refused", () => {
  expect(read(...many("attach", 500), ...many("recip", 2000)).attachments).toHaveLength(500);
  expect(() => read(...many("attach", 501))).toThrow(tooLarge);
  expect(() => read(...many("recip", 2001))).toThrow(tooLarge);
});

test("an attached message becomes a file of its own, with the names of properties that the whole file shares", () => {
  const names = folder("__nameid_version1.0", stream("__substg1.0_00020102", "names"));
  const found = read(
    names,
    embedded(fixed(24, [0x3ffd, 3, 1251]), stream("__substg1.0_0037001E", Buffer.from([0xe4]))),
  );
  const [attachment] = found.attachments;
  const content = attachment ? contentOf(attachment) : Buffer.alloc(0);
  expect(attachment?.name).toBe("Email.msg");
  expect(readMsg(content).subject).toBe("д");
  expect(readCompoundFile(content).folder("__nameid_version1.0")?.names).toEqual(["__substg1.0_00020102"]);
});

test("an attached object is copied as it is", () => {
  const names = folder("__nameid_version1.0");
  const [object] = read(names, embedded(stream("CONTENTS", "words"), folder("deeper", stream("a", "b")))).attachments;
  const root = readCompoundFile(object ? contentOf(object) : Buffer.alloc(0));
  expect(root.names.toSorted()).toEqual(["CONTENTS", "deeper"]);
  expect(root.read("CONTENTS")?.toString("utf16le")).toBe("words");
  expect(root.folder("deeper")?.read("a")?.toString("utf16le")).toBe("b");
});

test("folders in an attached message are copied 50 deep, and one more is damaged", () => {
  const nested = (depth: number): Child => (depth === 0 ? stream("a", "b") : folder("f", nested(depth - 1)));
  expect(read(embedded(nested(50))).attachments).toHaveLength(1);
  expect(() => read(embedded(nested(51)))).toThrow(damaged);
});

test("streams of an attached message are copied up to 100 MB in all, and one byte more is damaged", () => {
  const stated = (name: string, sizeBytes: number) => ({ name, sizeBytes, pieces: () => [] });
  const half = containerLimits.itemBytes / 2;
  const both = (more: number) => read(embedded(stated("a", half), stated("b", half + more))).attachments[0]?.sizeBytes;
  expect(both(0)).toBeGreaterThan(containerLimits.itemBytes);
  expect(() => both(1)).toThrow(damaged);
});
