import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFContext, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { pdfHeader, StreamInParts, writeDocument, writeTo } from "./file-writer.ts";
import { workFolder } from "./testing.ts";

const aPath = async () => join(await workFolder(), "out.pdf");

test("texts are written as Latin-1 and bytes as they are, in order and with their offset", async () => {
  const path = await aPath();
  const file = writeTo(path);
  file.write("é", Buffer.from([1, 2]), "");
  file.write("b");
  expect(file.offset).toBe(4);
  expect(statSync(path).size).toBe(0);
  file.close();
  file.close();
  expect(readFileSync(path, "latin1")).toBe("é\x01\x02b");
});

test("chunks of all sizes are written in order, and their memory may be used again after each write", async () => {
  const path = await aPath();
  const file = writeTo(path);
  const memory = Buffer.alloc(600_000);
  const expected: Buffer[] = [];
  for (const [index, size] of [0, 1, 70_000, 262_143, 262_144, 262_145, 600_000, 5, 262_140, 262_144].entries()) {
    const bytes = memory.subarray(0, size).fill(200 + index);
    const text = String.fromCharCode(220 + index).repeat(size);
    expected.push(Buffer.from(bytes), Buffer.from(text, "latin1"));
    file.write(bytes, text);
  }
  const total = Buffer.concat(expected);
  expect(file.offset).toBe(total.length);
  file.close();
  expect(readFileSync(path).equals(total)).toBe(true);
});

test.each([
  ["replaced", "longer than before"],
  ["filled", ""],
])("an existing file is %s", async (_how, before) => {
  const path = await aPath();
  writeFileSync(path, before);
  const file = writeTo(path);
  file.write("after");
  file.close();
  expect(readFileSync(path, "latin1")).toBe("after");
});

test("a document is written object by object, with stream lengths and a table of all numbers", async () => {
  const context = PDFContext.create();
  const dict = (entries: object) => context.obj(entries as never) as never;
  context.assign(PDFRef.of(1), dict({ Type: "Catalog" }));
  context.assign(PDFRef.of(3), PDFRawStream.of(dict({ A: 1, Length: 99 }), Buffer.from("data")));
  context.assign(PDFRef.of(4), new StreamInParts(dict({}), [Buffer.from("da"), Buffer.from("ta!")]));
  const path = await aPath();
  writeDocument(context, PDFRef.of(1), path);
  const objects = [
    "1 0 obj\n<<\n/Type /Catalog\n>>\nendobj\n",
    "3 0 obj\n<<\n/A 1\n/Length 4\n>>\nstream\ndata\nendstream\nendobj\n",
    "4 0 obj\n<<\n/Length 5\n>>\nstream\ndata!\nendstream\nendobj\n",
  ];
  const header = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const [first, third, fourth, table] = [0, 1, 2, 3].map((count) =>
    String(header.length + objects.slice(0, count).join("").length),
  );
  const entry = (offset = "") => `${offset.padStart(10, "0")} 00000 n \n`;
  expect(pdfHeader.toString("latin1")).toBe(header);
  expect(readFileSync(path, "latin1")).toBe(
    `${header}${objects.join("")}xref\n0 5\n0000000000 65535 f \n${entry(first)}0000000000 65535 f \n${entry(third)}${entry(
      fourth,
    )}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  );
});

test("a stream that is generated is written with its length", async () => {
  const context = PDFContext.create();
  const path = await aPath();
  const reference = context.register(context.contentStream([]));
  writeDocument(context, reference, path);
  expect(readFileSync(path, "latin1")).toMatch(/\/Length (\d+)[\s\S]*\nstream\n[\s\S]*\nendstream\nendobj\nxref/);
});
