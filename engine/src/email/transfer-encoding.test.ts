import fc from "fast-check";
import { expect, test } from "vitest";
import { decodedBytes, decodeWhole } from "./transfer-encoding.ts";

const decode = (text: string, encoding: string) => decodeWhole(Buffer.from(text), encoding).toString("latin1");

test.each([
  ["SW52b2ljZQ==", "Invoice"],
  ["SW52\r\nb2lj\r\nZQ==\r\n", "Invoice"],
  ["SW52b2ljZQ", "Invoice"],
  ["SW4=dm8=aWNl", "Invoice"],
  ["S!W*5 2b2ljZQ==", "Invoice"],
  ["", ""],
  ["=====", ""],
  ["A", ""],
])("base64 %j is decoded to %j", (text, expected) => {
  expect(decode(text, "base64")).toBe(expected);
});

test.each([
  ["M=C3=A4rz", "M\u00c3\u00a4rz"],
  ["a=\r\nb=\nc= \t\r\nd", "abcd"],
  ["50% = 1=2x =ZZ =e4", "50% = 1=2x =ZZ \u00e4"],
  ["end=", "end"],
])("quoted-printable %j is decoded to %j", (text, expected) => {
  expect(decode(text, "quoted-printable")).toBe(expected);
});

test("any bytes survive base64 in lines of any length, and their size is known beforehand", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400_000, size: "max" }), fc.integer({ min: 1, max: 90 }), (bytes, width) => {
      const lines = Buffer.from(bytes)
        .toString("base64")
        .replaceAll(new RegExp(`.{${width}}`, "g"), "$&\r\n");
      expect(decodeWhole(Buffer.from(lines), "base64").equals(bytes)).toBe(true);
      expect(decodedBytes(Buffer.from(lines), "base64")).toBe(bytes.length);
    }),
    { numRuns: 20 },
  );
});

test("content with another encoding is passed through", () => {
  expect(decode("=41 SW52", "8bit")).toBe("=41 SW52");
  expect(decode("=41 SW52", "x-unknown")).toBe("=41 SW52");
});
