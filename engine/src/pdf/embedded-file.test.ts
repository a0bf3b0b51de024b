import { deflateSync } from "node:zlib";
import { PDFContext, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { embeddedInvoice } from "./embedded-invoice.ts";

/** Which attached files are invoices. */

const context = PDFContext.create();
const invoice = '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>';
const file = (data: string | Buffer, entries: object = {}) =>
  context.register(context.stream(Buffer.from(data as string), entries as never));
const found = (EF: object | undefined) => embeddedInvoice(context.obj({ EF } as never))?.toString();

test("an invoice is found under either name of the file, of which the one in Unicode has precedence", () => {
  expect(found({ F: file(invoice) })).toBe(invoice);
  expect(found({ UF: file(invoice) })).toBe(invoice);
  expect(found({ F: file("<a/>"), UF: file(invoice) })).toBe(invoice);
  expect(found({ F: file(invoice), UF: file("<a/>") })).toBeUndefined();
});

test.each<[string, object | undefined]>([
  ["without a file", undefined],
  ["without any name", {}],
  ["whose file is missing", { F: PDFRef.of(9999) }],
  ["whose file is no stream", { F: {} }],
  ["of another kind", { F: file("<a/>") }],
  ["of no XML", { F: file("Invoice") }],
  ["that cannot be unpacked", { F: file(invoice, { Filter: "Damson" }) }],
])("an attachment %s is no invoice", (_what, EF) => expect(found(EF)).toBeUndefined());

test("a packed invoice is unpacked, and one of which only a part can be unpacked is none", () => {
  const whole = `${invoice}<!-- ${Array.from({ length: 2000 }, (_, index) => index * index).join(" ")} -->`;
  const packed = deflateSync(whole);
  expect(found({ F: file(packed, { Filter: "FlateDecode" }) })).toBe(whole);
  expect(found({ F: file(packed.subarray(0, packed.length / 2), { Filter: "FlateDecode" }) })).toBeUndefined();
});

test("the root element is searched in the first 64 KB", () => {
  const after = (bytes: number) => `<!--${" ".repeat(bytes - 7)}-->${invoice}`;
  expect(found({ F: file(after(65_536 - invoice.length)) })).toBeDefined();
  expect(found({ F: file(after(65_537 - invoice.length)) })).toBeUndefined();
});

test("a file that unpacks to too much is no invoice, and no error", () => {
  const bomb = deflateSync(Buffer.alloc(65 << 20));
  expect(found({ F: file(bomb, { Filter: "FlateDecode" }) })).toBeUndefined();
});

test("a specification that is only a name is no invoice", () => {
  expect(embeddedInvoice(undefined)).toBeUndefined();
  expect(embeddedInvoice(context.obj(7))).toBeUndefined();
});
