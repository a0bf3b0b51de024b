import { PDFContext, PDFName, type PDFObject, PDFParser, PDFRawStream, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { completeStreams } from "./stream-lengths.ts";

/** Makes a PDF with one stream of this data, whose length is an indirect object. */
const pdf = (data: string, length = data.length) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<</Length 2 0 R>>stream\n${data}\nendstream\nendobj\n2 0 obj\n${length}\nendobj\ntrailer\n<</Size 3>>\n%%EOF\n`,
    "latin1",
  );

async function streamOf(bytes: Buffer): Promise<string> {
  const context = await PDFParser.forBytesWithOptions(bytes).parseDocument();
  completeStreams(context, bytes);
  const stream = context.lookup(PDFRef.of(1));
  return stream instanceof PDFRawStream ? Buffer.from(stream.contents).toString("latin1") : "no stream";
}

test.each(["abc\r", "abc\r\r", "abc\n", "abc", "ab endstream c\r"])(
  "a stream of %j is read to its end",
  async (data) => {
    expect(await streamOf(pdf(data))).toBe(data);
  },
);

test('a length after which no "endstream" follows is ignored', async () => {
  expect(await streamOf(pdf("abc", 30))).toBe("abc");
});

test("a stream whose length is stated directly, or is not longer than what was read, is left alone", async () => {
  const direct = pdf("abc\r").toString("latin1").replace("/Length 2 0 R", "/Length 4");
  expect(await streamOf(Buffer.from(direct, "latin1"))).toBe("abc\r");
  expect(await streamOf(pdf("abc", 2))).toBe("abc");
});

test.each(["\r\n", "\r", "\n", ""])("the length is trusted when %j and then endstream follow", async (end) => {
  const bytes = Buffer.from(
    pdf("abc\r").toString("latin1").replace("abc\r\nendstream", `abc\r${end}endstream`),
    "latin1",
  );
  expect(await streamOf(bytes)).toBe("abc\r");
});

test("a file that begins within a larger buffer is completed from its own bytes", async () => {
  const larger = Buffer.concat([Buffer.from("x".repeat(100)), pdf("abc\r")]);
  expect(await streamOf(larger.subarray(100))).toBe("abc\r");
});

/** Completes a stream of which these bytes were read, with a length; returns it before and after. */
function completed(bytes: Buffer, contents: Uint8Array, length: PDFObject | number) {
  const context = PDFContext.create();
  const [reference, lengthAt] = [PDFRef.of(1), PDFRef.of(2)];
  const stream = PDFRawStream.of(context.obj({ Length: lengthAt, Other: 7 }), contents);
  context.assign(PDFRef.of(3), context.obj({}));
  context.assign(reference, stream);
  if (length !== 0) context.assign(lengthAt, typeof length === "number" ? context.obj(length) : length);
  completeStreams(context, bytes);
  const after = context.lookup(reference);
  if (!(after instanceof PDFRawStream)) throw new Error("The stream is lost");
  return { isSame: after === stream, text: Buffer.from(after.contents).toString("latin1"), dict: String(after.dict) };
}
const file = Buffer.from("%PDF-1.7 stream\nabcdef\r\nendstream endobj", "latin1");
const from = file.indexOf("abc");

test("a stream of which too little was read is completed, with its entries", () => {
  const found = completed(file, file.subarray(from, from + 3), 6);
  expect([found.isSame, found.text]).toEqual([false, "abcdef"]);
  expect(found.dict).toContain("/Other 7");
});

test.each<[string, Uint8Array, PDFObject | number]>([
  ["as long as stated", file.subarray(from, from + 6), 6],
  ["longer than stated", file.subarray(from, from + 6), 5],
  ["from another buffer", Buffer.from("abc"), 6],
  ["whose length is missing", file.subarray(from, from + 3), 0],
  ["whose length is no number", file.subarray(from, from + 3), PDFString.of("6")],
  ["whose length is a name", file.subarray(from, from + 3), PDFName.of("A6")],
  ["whose length leads before the end", file.subarray(from, from + 3), 5],
  ["whose length leads behind the end", file.subarray(from, from + 3), 9],
  ["whose length leads beyond the file", file.subarray(from, from + 3), 5000],
])("a stream %s stays the same object", (_what, contents, length) => {
  expect(completed(file, contents, length)).toMatchObject({
    isSame: true,
    text: Buffer.from(contents).toString("latin1"),
  });
});

test('of the line ends before "endstream" one is no data, and two are', () => {
  const text = (ends: string) => {
    const bytes = Buffer.from(`abcdef${ends}endstream`, "latin1");
    return completed(bytes, bytes.subarray(0, 3), 6).text;
  };
  expect(["", "\n", "\r", "\r\n"].map(text)).toEqual(Array(4).fill("abcdef"));
  expect(["\n\n", "\n\r", " ", "x"].map(text)).toEqual(Array(4).fill("abc"));
});
