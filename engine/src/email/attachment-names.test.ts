import { expect, test } from "vitest";
import { attachmentName } from "./attachment-names.ts";

const named = (name: string, type: string, head: string | Buffer = "") =>
  attachmentName(name, type, () => Buffer.from(head as string, "latin1"));

test.each([
  ["a.pdf", "application/octet-stream", "a.pdf"],
  ["a.pdf", "text/plain", "a.pdf"],
  ["a.zip", "text/plain", "a.zip"],
  [" a  b.pdf", "", "a b.pdf"],
  ["invoice", "application/pdf", "invoice.pdf"],
  ["invoice.PDF", "application/pdf", "invoice.PDF"],
  ["invoice 12.2026", "application/pdf", "invoice 12.2026.pdf"],
  ["invoice", "application/x-unknown", "invoice"],
  ["card.VCF", "text/vcard", "card.VCF"],
  ["card", "toString", "card"],
  ["", "application/pdf", "Attachment.pdf"],
  [" ", "application/x-unknown", "Attachment"],
  ["", "image/jpeg", "Picture.jpg"],
  ["", "image/x-unknown", "Picture"],
  ["May", "message/rfc822", "May.eml"],
  ["May.eml", "message/rfc822", "May.eml"],
  ["May.pdf", "message/rfc822", "May.pdf.eml"],
  ["../a/b", "text/csv", "_a_b.csv"],
])("the attachment %j of the type %j is called %s", (name, type, expected) => {
  expect(named(name, type)).toBe(expected);
});

test.each([
  ["%PDF-1.7", "Attachment.pdf"],
  ["\xff\xd8\xff\xe0", "Attachment.jpg"],
  ["\x89PNG\r\n", "Attachment.png"],
  [" %PDF-1.7", "Attachment"],
  ["%PDF", "Attachment"],
])("content that begins with %j tells the extension that the type does not", (head, expected) => {
  expect(named("", "application/octet-stream", head)).toBe(expected);
});

test("an attached email without a name is called by its subject", () => {
  expect(named("", "message/rfc822", "\r\nFrom: a\r\nSubject: =?utf-8?Q?M=C3=A4rz?=\r\n\r\nwords")).toBe("März.eml");
  expect(named("", "message/rfc822", "From: a\r\n\r\nwords")).toBe("Email.eml");
});
