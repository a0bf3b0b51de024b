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
