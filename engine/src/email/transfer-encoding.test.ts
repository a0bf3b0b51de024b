import fc from "fast-check";
import { expect, test } from "vitest";
import { decodedBytes, decodeTransfer, decodeWhole } from "./transfer-encoding.ts";

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

const [firstBytes, pieceBytes] = [16_384, 262_144];

test.each([
  [0, []],
  [1, [1]],
  [firstBytes, [firstBytes]],
  [firstBytes + 1, [firstBytes, 1]],
  [firstBytes + pieceBytes + 1, [firstBytes, pieceBytes, 1]],
])(
  "%i bytes are passed through, and decoded from quoted-printable, in pieces of 16 kB and then 256 kB",
  (size, lengths) => {
    const bytes = Buffer.alloc(size, "x");
    for (const encoding of ["8bit", "quoted-printable"]) {
      expect(
        [...decodeTransfer(bytes, encoding)].map((piece) => piece.length),
        encoding,
      ).toEqual(lengths);
      expect(decodeWhole(bytes, encoding).equals(bytes), encoding).toBe(true);
      expect(decodedBytes(bytes, encoding), encoding).toBe(size);
    }
  },
);

test("base64 is decoded from pieces of 16 kB and then 256 kB, also where a group is cut, without pieces of nothing", () => {
  const text = Buffer.alloc(300_000, "words").toString("base64");
  for (const shift of [0, 1, 2, 3]) {
    const pieces = [...decodeTransfer(Buffer.from(`${" ".repeat(shift)}${text}`), "base64")];
    expect(Buffer.concat(pieces).toString(), `${shift} spaces before it`).toBe("words".repeat(60_000));
    expect(pieces[0]?.length).toBe(Math.floor(((firstBytes - shift) * 3) / 4));
  }
  expect([...decodeTransfer(Buffer.alloc(20_000, " "), "base64")]).toEqual([]);
});

test.each([
  [`a=${" ".repeat(8)}\nb`, "ab"],
  [`a=${" ".repeat(9)}\nb`, `a=${" ".repeat(9)}\nb`],
  ["a=\rb", "a=\rb"],
  ["a= x", "a= x"],
  ["a=\t", "a"],
  ["=4", "=4"],
  ["=4g=g4", "=4g=g4"],
  ["=00=fF=0a", "\0\xff\n"],
])("the escapes of %j are decoded to %j", (text, expected) => {
  expect(decode(text, "quoted-printable")).toBe(expected);
});

test("the size of any text in base64 is that of its decoded bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(..."ABz019+/=-_ \n"), { maxLength: 40 }), (characters) => {
      const body = Buffer.from(characters.join(""));
      expect(decodedBytes(body, "base64")).toBe(decodeWhole(body, "base64").length);
    }),
  );
});

test.each([
  ["QUJD", "ABC"],
  ["QUI", "AB"],
  ["QQ", "A"],
  ["QQ==QUI=QUJD", "AABABC"],
  ["+/+/", "\xfb\xff\xbf"],
  ["////", "\xff\xff\xff"],
  ["zZ90", "\xcd\x9f\x74"],
])("the characters %s are the bytes %j", (text, expected) => expect(decode(text, "base64")).toBe(expected));
