import { PDFParser, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
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
