import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pdfHeader } from "./file-writer.ts";
import { createPackedWriter, type PackedWriter } from "./packed-writer.ts";
import { readStrictly } from "./strict-reader.ts";
import { workFolder } from "./testing.ts";

/** Writes a file and returns its text, with each stream's dictionary and unpacked data. */
async function written(write: (writer: PackedWriter) => void) {
  const path = join(await workFolder(), "out.pdf");
  const writer = createPackedWriter(path);
  write(writer);
  writer.close();
  writer.close();
  const bytes = readFileSync(path);
  const text = bytes.toString("latin1");
  const streams = [...text.matchAll(/(\d+) 0 obj\n(<<[^\n]*\/Length (\d+)[^\n]*>>)\nstream\n/g)].map((found) => {
    const [start, number = "", dictionary = "", length] = [found.index + found[0].length, ...found.slice(1)];
    const data = bytes.subarray(start, start + Number(length));
    const unpacked = dictionary.includes("Flate") ? inflateSync(data) : data;
    return { number: Number(number), at: found.index, dictionary: dictionary.replace(/ \/Length \d+/, ""), unpacked };
  });
  return { bytes, text, streams };
}

const row = (kind: number, place: number, index = 0) => [
  kind,
  0,
  0,
  place >> 16,
  (place >> 8) & 255,
  place & 255,
  index >> 8,
  index & 255,
];

test("objects are packed into a stream, and every object has a row in the table", async () => {
  const { text, streams } = await written((writer) => {
    writer.addObject(1, "<< /Type /Catalog >>");
    writer.addStream(3, "<< /Length 4 >>", Buffer.from("data"));
    writer.addObject(2, "é");
    writer.finish(4, 1, 2);
  });
  const [stream, pack, table] = streams;
  expect(streams).toHaveLength(3);
  expect(stream).toMatchObject({ number: 3, at: pdfHeader.length });
  expect(pack).toMatchObject({ number: 4, dictionary: "<< /Type /ObjStm /N 2 /First 9 /Filter /FlateDecode >>" });
  expect(pack?.unpacked.toString("latin1")).toBe("1 0 2 21 << /Type /Catalog >>\né\n");
  expect(table).toMatchObject({
    number: 5,
    dictionary: "<< /Type /XRef /Size 6 /W [1 5 2] /Root 1 0 R /Info 2 0 R /Filter /FlateDecode >>",
  });
  expect([...(table?.unpacked ?? [])]).toEqual([
    ...row(0, 0, 0xffff),
    ...row(2, 4, 0),
    ...row(2, 4, 1),
    ...row(1, stream?.at ?? 0),
    ...row(1, pack?.at ?? 0),
    ...row(1, table?.at ?? 0),
  ]);
  expect(text.startsWith(pdfHeader.toString("latin1"))).toBe(true);
  expect(text).toMatch(new RegExp(`\nendstream\nendobj\nstartxref\n${table?.at}\n%%EOF\n$`));
});

test("200 objects make a stream", async () => {
  const packs = async (objects: number) => {
    const { streams } = await written((writer) => {
      for (let number = 1; number <= objects; number++) writer.addObject(number, "null");
      writer.finish(objects + 1, 1, 1);
    });
    return streams.slice(0, -1).map(({ number, dictionary }) => [number, / \/N \d+/.exec(dictionary)?.[0]]);
  };
  expect(await packs(200)).toEqual([[201, " /N 200"]]);
  expect(await packs(201)).toEqual([
    [202, " /N 200"],
    [203, " /N 1"],
  ]);
});

test("the file can be read strictly", async () => {
  const { bytes } = await written((writer) => {
    writer.addObject(1, "<< /Type /Catalog /Pages 2 0 R >>");
    writer.addObject(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    writer.addObject(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>");
    writer.addObject(4, "<< /Producer (Sheaf) >>");
    writer.finish(5, 1, 4);
  });
  expect(readStrictly(bytes)?.pages.map(({ box }) => box)).toEqual([[0, 0, 300, 400]]);
});

test("objects of several streams are found in theirs, and a stream after 70,000 bytes at its offset", async () => {
  const { streams } = await written((writer) => {
    for (let number = 1; number <= 401; number++) writer.addObject(number, `${number}`);
    writer.addStream(402, "<< /Length 70000 >>", Buffer.alloc(70_000, "plum"));
    writer.addStream(403, "<< /Length 4 >>", Buffer.from("tart"));
    writer.finish(405, 1, 2);
  });
  const rows = [...(streams.at(-1)?.unpacked ?? [])];
  const rowOf = (number: number) => rows.slice(number * 8, number * 8 + 8);
  const at = streams.find(({ number }) => number === 403)?.at ?? 0;
  expect(at).toBeGreaterThan(70_000);
  expect(rows).toHaveLength(409 * 8);
  expect([1, 200, 201, 400, 401, 403, 404].map(rowOf)).toEqual([
    row(2, 405, 0),
    row(2, 405, 199),
    row(2, 406, 0),
    row(2, 406, 199),
    row(2, 407, 0),
    row(1, at),
    row(0, 0),
  ]);
  const packs = streams.filter(({ dictionary }) => dictionary.includes("ObjStm"));
  expect(packs.map(({ number }) => number)).toEqual([405, 406, 407]);
  expect(packs[2]?.unpacked.toString()).toBe("401 0 401\n");
  expect(packs[1]?.unpacked.toString()).toMatch(/^201 0 202 4 203 8 .* 400 796 201\n202\n/);
});

test("a file of streams alone has no object streams", async () => {
  const { streams } = await written((writer) => {
    writer.addStream(1, "<< /Length 4 >>", Buffer.from("plum"));
    writer.finish(2, 1, 1);
  });
  expect(streams.map(({ number }) => number)).toEqual([1, 2]);
});
