import { expect, test } from "vitest";
import { compoundFile } from "../../../fixtures/encrypted.ts";
import { tnefAttribute, tnefFile } from "../../../fixtures/tnef-files.ts";
import { contentOf } from "./message.ts";
import { isTnef, readTnef } from "./read-tnef.ts";

const start = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]);
const ids = {
  subject: 0x00018004,
  dateSent: 0x00038005,
  messageClass: 0x00078008,
  body: 0x0002800c,
  attachData: 0x0006800f,
  attachTitle: 0x00018010,
  attachRenderData: 0x00069002,
  attachProperties: 0x00069005,
  codepage: 0x00069007,
};
type Attribute = [name: keyof typeof ids, data: string | Buffer];

const tnef = (...attributes: Attribute[]) =>
  Buffer.concat([
    start,
    ...attributes.map(([name, data]) => tnefAttribute(1, ids[name], Buffer.from(data as string, "latin1"))),
  ]);
const read = (...attributes: Attribute[]) => readTnef(tnef(...attributes));
const date = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer);
const uint32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
const damaged = expect.objectContaining({ reason: "damaged" });
const attachment: Attribute = ["attachRenderData", Buffer.alloc(14)];

test("winmail.dat is known by its first bytes, and is at least its header", () => {
  expect(isTnef(start)).toBe(true);
  expect(isTnef(start.subarray(0, 5))).toBe(false);
  expect(isTnef(Buffer.from("words of a text"))).toBe(false);
  expect(readTnef(start)).toMatchObject({ subject: "", body: [], attachments: [] });
  expect(() => readTnef(Buffer.from("words of a text"))).toThrow(damaged);
});

test("a message of old attributes alone is read", () => {
  const found = read(
    ["codepage", uint32(1251, 0)],
    ["subject", "\xe4\0"],
    ["body", "words\r\n"],
    ["dateSent", date(2026, 11, 26, 8, 5, 59, 4)],
    attachment,
    ["attachTitle", " a.pdf \0rest"],
    ["attachData", "%PDF-1.7"],
    attachment,
    ["attachData", "two"],
  );
  expect(found).toMatchObject({ subject: "д", sent: "26 Nov 2026, 08:05 (UTC)" });
  expect(found.body).toEqual([{ kind: "text", content: "words\n" }]);
  expect(found.attachments.map((one) => [one.name, contentOf(one).toString()])).toEqual([
    ["a.pdf", "%PDF-1.7"],
    ["", "two"],
  ]);
});

test("of two old attributes of one kind the first counts, and those of an attachment need one", () => {
  const found = read(["subject", "one"], ["attachTitle", "a.pdf"], ["attachData", "x"], ["subject", "two"]);
  expect(found).toMatchObject({ subject: "one", attachments: [] });
});

test("old attributes count only where the properties say nothing", () => {
  const message = { subject: "new", body: "new words", sent: new Date(Date.UTC(2026, 0, 2, 3, 4)), attachments: [] };
  const old = [tnefAttribute(1, ids.subject, Buffer.from("old")), tnefAttribute(1, ids.body, Buffer.from("old words"))];
  const oldDate = tnefAttribute(1, ids.dateSent, date(2020, 1, 1, 1, 1, 1, 1));
  const both = readTnef(Buffer.concat([tnefFile(message), ...old, oldDate]));
  expect(both).toMatchObject({ subject: "new", sent: "2 Jan 2026, 03:04 (UTC)" });
  expect(both.body).toEqual([{ kind: "text", content: "new words" }]);
  const named = tnefFile({ attachments: [{ name: "new.pdf", content: "x" }] });
  const title = tnefAttribute(2, ids.attachTitle, Buffer.from("old.pdf"));
  expect(readTnef(Buffer.concat([named, title])).attachments[0]?.name).toBe("new.pdf");
});

test.each([
  [date(2026, 1, 31, 23, 59, 0), "31 Jan 2026, 23:59 (UTC)"],
  [date(2026, 12, 1, 0, 0, 0).subarray(0, 11), ""],
  [date(), ""],
])("the date of the bytes %j is %j", (bytes, sent) => expect(read(["dateSent", bytes]).sent).toBe(sent));

test("a code page of less than four bytes is not read", () => {
  expect(read(["codepage", uint32(1251).subarray(0, 3)], ["subject", "\xe4"]).subject).toBe("ä");
  expect(read(["codepage", uint32(1251)], ["subject", "\xe4"]).subject).toBe("д");
});

test("an old message class tells an appointment from an email", () => {
  expect(() => read(["messageClass", "IPM.Appointment\0"])).toThrow(expect.objectContaining({ reason: "unsupported" }));
  expect(() => read(["messageClass", "IPM.Note\0IPM.Task"])).not.toThrow();
});

test.each([
  ["empty lines", "\r\n\r\n", true],
  ["zeros", "\0\0\0\0\0\0\0\0", true],
  ["other bytes", "x", false],
  ["other bytes after an empty line", "\n\0x", false],
])("an end of %s is tolerated: %s", (_, end, isRead) => {
  const bytes = Buffer.concat([tnef(["subject", "May"]), Buffer.from(end as string)]);
  if (isRead) expect(readTnef(bytes).subject).toBe("May");
  else expect(() => readTnef(bytes)).toThrow(damaged);
});

test("the last attribute may lack its checksum, but no byte of its own", () => {
  const whole = tnef(["subject", "one"], ["body", "words"]);
  expect(readTnef(whole.subarray(0, -2)).body).toHaveLength(1);
  expect(() => readTnef(whole.subarray(0, -3))).toThrow(damaged);
  expect(readTnef(tnef(["subject", "one"], ["body", ""]).subarray(0, -2)).subject).toBe("one");
});

test("500 attachments are read, and one more is refused", () => {
  const many = (count: number) => read(...Array<Attribute>(count).fill(attachment));
  expect(many(500).attachments).toHaveLength(500);
  expect(() => many(501)).toThrow(expect.objectContaining({ reason: "too-large" }));
});

const uint16 = (...numbers: number[]) => Buffer.from(Uint16Array.from(numbers).buffer);
/** The properties of an attachment: how it is stored, and its data. */
function stored(method: number, type: number, data: Buffer): Attribute {
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  const how = Buffer.concat([uint16(3, 0x3705), uint32(method)]);
  const content = Buffer.concat([uint16(type, 0x3701), uint32(1, data.length), data, padding]);
  return ["attachProperties", Buffer.concat([uint32(2), how, content])];
}

test("content may be a property, unless it is an attribute too", () => {
  const property = stored(1, 0x0102, Buffer.from("property"));
  const one = read(attachment, property).attachments[0];
  expect(one && contentOf(one).toString()).toBe("property");
  const both = read(attachment, property, ["attachData", "attribute"]).attachments[0];
  expect(both && contentOf(both).toString()).toBe("attribute");
});

test("an embedded object begins after the interface by which it is read", () => {
  const header = Buffer.alloc(16, 0xee);
  const embedded = (content: Buffer, title = "") =>
    read(attachment, ["attachTitle", title], stored(6, 0x0d, Buffer.concat([header, content]))).attachments[0];
  expect(embedded(compoundFile({ Workbook: Buffer.alloc(10) }))?.name).toBe("Object.xls");
  expect(embedded(Buffer.from("unknown"))).toMatchObject({
    name: "Object",
    type: "application/x-ole-object",
    sizeBytes: 7,
  });
  const inner = embedded(tnef(["subject", "Inner"]));
  expect(inner?.name).toBe("Email.dat");
  expect(inner && readTnef(contentOf(inner)).subject).toBe("Inner");
});
