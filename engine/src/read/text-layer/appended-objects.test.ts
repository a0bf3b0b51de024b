import { readFile } from "node:fs/promises";
import { join } from "node:path";
import zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { workFolder } from "../../pdf/testing.ts";
import { appendTo } from "./appended-objects.ts";

const head = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n";
const trailer = "trailer\n<< /Size 4 /Root 1 0 R /Info 2 0 R >>\n";
const withTable = Buffer.from(`${head}xref\n0 1\n0000000000 65535 f \n${trailer}startxref\n${head.length}\n%%EOF\n`);
const withStream = Buffer.from(
  `${head}3 0 obj\n<< /Type /XRef /Size 4 /Root 1 0 R >>\nstream\n\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`,
);

async function written(bytes: Buffer, add: (to: ReturnType<typeof appendTo>) => void): Promise<Buffer> {
  const path = join(await workFolder(), "out.pdf");
  const to = appendTo(bytes);
  add(to);
  to.write(path);
  return readFile(path);
}
/** The text after the bytes of the original. */
const addedTo = (bytes: Buffer, file: Buffer) => {
  expect(file.subarray(0, bytes.length).equals(bytes)).toBe(true);
  return file.toString("latin1", bytes.length);
};

describe("objects appended to a PDF with a table of references", () => {
  test("are numbered from its size on, and listed in sections of numbers that follow each other", async () => {
    const file = await written(withTable, (to) => {
      expect(to.addObject("<< /A 1 >>")).toBe(4);
      expect(to.addObject("<< /B 2 >>")).toBe(5);
      to.replace(1, "<< /Type /Catalog /New true >>");
    });
    const at = withTable.length;
    const [one, two, three] = ["4 0 obj\n<< /A 1 >>", "5 0 obj\n<< /B 2 >>", "1 0 obj\n<< /Type /Catalog /New true >>"];
    const bodies = [one, two, three].map((body) => `${body}\nendobj\n`);
    const offsets = [at, at + (bodies[0]?.length ?? 0), at + (bodies[0]?.length ?? 0) + (bodies[1]?.length ?? 0)];
    const entry = (offset = 0) => `${String(offset).padStart(10, "0")} 00000 n \n`;
    const end = at + bodies.join("").length;
    expect(addedTo(withTable, file)).toBe(
      `${bodies.join("")}xref\n1 1\n${entry(offsets[2])}4 2\n${entry(offsets[0])}${entry(offsets[1])}` +
        `trailer\n<< /Size 6 /Root 1 0 R /Info 2 0 R /Prev ${head.length} >>\nstartxref\n${end}\n%%EOF\n`,
    );
  });

  test("may be streams, which are packed", async () => {
    const file = await written(withTable, (to) => {
      expect(to.addPackedStream("/K 7", Buffer.from("hello"))).toBe(4);
      to.replaceStream(2, "", Buffer.from("again"));
    });
    const packed = zlib.deflateSync(Buffer.from("hello"), { level: 9 });
    const text = addedTo(withTable, file);
    expect(text.startsWith(`4 0 obj\n<< /K 7 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`)).toBe(true);
    const from = file.indexOf("stream\n", withTable.length) + 7;
    expect(zlib.inflateSync(file.subarray(from, from + packed.length)).toString()).toBe("hello");
    expect(file.toString("latin1", from + packed.length, from + packed.length + 18)).toBe("\nendstream\nendobj\n");
    const [first, second] = [...text.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
    expect(file.toString("latin1", first, (first ?? 0) + 7)).toBe("2 0 obj");
    expect(file.toString("latin1", second, (second ?? 0) + 7)).toBe("4 0 obj");
    expect(text).toContain("/Size 5 ");
  });
});

test("objects appended to a PDF with a stream of references are listed in another one", async () => {
  const file = await written(withStream, (to) => {
    to.replace(1, "<< /Type /Catalog /New true >>");
    expect(to.addObject("<< /A 1 >>")).toBe(4);
  });
  const text = addedTo(withStream, file);
  const at = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const listed = file.toString("latin1", at);
  const [, length] = /\/Length (\d+) >>\nstream\n/.exec(listed) ?? [];
  expect(listed).toMatch(
    /^5 0 obj\n<< \/Type \/XRef \/Size 6 \/W \[1 5 0\] \/Index \[1 1 4 2\] \/Root 1 0 R \/Prev 45 /,
  );
  expect(head).toHaveLength(45);
  const from = file.indexOf("stream\n", at) + 7;
  const rows = zlib.inflateSync(file.subarray(from, from + Number(length)));
  const offsets = [0, 6, 12].map((row) => [rows[row], rows.readUIntBE(row + 1, 5)]);
  expect(rows).toHaveLength(18);
  expect(offsets).toEqual([
    [1, withStream.length],
    [1, file.indexOf("4 0 obj")],
    [1, at],
  ]);
});

test("without objects the file is the original", async () => {
  expect((await written(withTable, () => {})).equals(withTable)).toBe(true);
  expect((await written(withStream, () => {})).equals(withStream)).toBe(true);
});

test.each<[string, string]>([
  ["no end", head],
  ["another end", `${head}${trailer}startxref\n45\n%%EOF`],
  ["no size", `${head}xref\n0 1\ntrailer\n<< /Root 1 0 R >>\nstartxref\n45\n%%EOF\n`],
  ["no catalogue", `${head}xref\n0 1\ntrailer\n<< /Size 4 >>\nstartxref\n45\n%%EOF\n`],
  [
    "a catalogue far from its trailer",
    `${head}xref\n0 1\ntrailer\n<< /Size 4 ${"/A 1 ".repeat(100)}/Root 1 0 R >>\nstartxref\n45\n%%EOF\n`,
  ],
])("a file with %s was not written by this engine", (_, text) => {
  expect(() => appendTo(Buffer.from(text))).toThrow("not written by this engine");
});

test("the trailer is looked for behind the table, not in the objects before it", async () => {
  const before = "%PDF-1.7\ntrailer\n<< /Size 99 /Root 9 0 R >>\n";
  const bytes = Buffer.from(`${before}xref\n0 1\n${trailer}startxref\n${before.length}\n%%EOF\n`);
  expect(addedTo(bytes, await written(bytes, (to) => void to.addObject("1")))).toContain("/Size 5 /Root 1 0 R");
});
