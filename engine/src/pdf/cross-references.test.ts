import { PDFContext, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { readCrossReferences } from "./cross-references.ts";
import { createSyntaxReader, StrictReadError } from "./syntax.ts";

const context = PDFContext.create();
const listed = (at: number, generation = 0) =>
  `${String(at).padStart(10, "0")} ${String(generation).padStart(5, "0")} n \n`;
const free = "0000000000 00001 f \n";

/** A table with its trailer. */
const table = (subsections: string, trailer = "") => `xref\n${subsections}trailer\n<< /Size 9 ${trailer} >>\n`;
const end = (at: number) => `startxref\n${at}\n%%EOF`;
/** A stream's entries, with W of three bytes and the rows of objects from 0, and its rows. */
const rows = (entries: object, ...data: number[]): [object, number[]] => [
  { Type: "XRef", Size: Math.floor(data.length / 3), W: [1, 1, 1], ...entries },
  data,
];

function read(text: string, streams: Record<number, [entries: object, data: number[]]> = {}) {
  const bytes = Buffer.from(text, "latin1");
  const { places, trailer } = readCrossReferences(bytes, createSyntaxReader(bytes, context), (offset) => {
    const [entries, data] = streams[offset] ?? [{}, []];
    return PDFRawStream.of(context.obj(entries as never) as never, Buffer.from(data));
  });
  return { places: Object.fromEntries(places), trailer: String(trailer) };
}
const readStream = (entries: object, ...data: number[]) => read(`     ${end(3)}`, { 3: rows(entries, ...data) }).places;

test("a table lists objects by number, with offset and generation, and free ones", () => {
  const text = table(`0 2\n${free}${listed(17)}5 1\n${listed(1_234_567_890, 3)}`);
  const { places, trailer } = read(text + end(0));
  expect(places).toEqual({ 0: null, 1: { at: 17, generation: 0 }, 5: { at: 1_234_567_890, generation: 3 } });
  expect(trailer).toBe("<<\n/Size 9\n>>");
});

test.each([" \r", " \n", "\r\n"])("an entry of a table may end with %j", (lineEnd) => {
  expect(read(table(`1 1\n0000000017 00000 n${lineEnd}`) + end(0)).places).toEqual({ 1: { at: 17, generation: 0 } });
});

test("a newer section precedes an older one, and its trailer is the file's", () => {
  const older = table(`1 3\n${listed(11)}${listed(12)}${listed(13)}`, "/Old true");
  const newer = table(`2 2\n${listed(22)}${free}`, "/Prev 0");
  expect(read(older + newer + end(older.length))).toEqual({
    places: { 1: { at: 11, generation: 0 }, 2: { at: 22, generation: 0 }, 3: null },
    trailer: "<<\n/Size 9\n/Prev 0\n>>",
  });
});

test("the stream of a hybrid file lists objects that are free in its table, and precedes older sections", () => {
  const older = table(`1 2\n${listed(11)}${listed(12)}`);
  const newer = table(`1 3\n${listed(21)}${free}${free}`, "/Prev 0 /XRefStm 7");
  const { places } = read(older + newer + end(older.length), { 7: rows({ Index: [1, 2] }, 1, 31, 0, 2, 32, 5) });
  expect(places).toEqual({ 1: { at: 21, generation: 0 }, 2: { pack: 32, index: 5 }, 3: null });
});

test("a stream lists free, single and packed objects in rows", () => {
  expect(readStream({}, 0, 7, 7, 1, 17, 2, 2, 5, 6, 3, 1, 1)).toEqual({
    0: null,
    1: { at: 17, generation: 2 },
    2: { pack: 5, index: 6 },
    3: null,
  });
});

test.each<[string, object, number[], object]>([
  [
    "has ranges",
    { Index: [3, 1, 7, 1] },
    [1, 17, 0, 1, 18, 0],
    { 3: { at: 17, generation: 0 }, 7: { at: 18, generation: 0 } },
  ],
  ["leaves out the kinds", { W: [0, 2, 1], Size: 1 }, [1, 1, 4], { 0: { at: 257, generation: 4 } }],
  [
    "leaves out the second field",
    { W: [1, 1, 0], Size: 2 },
    [1, 17, 2, 5],
    { 0: { at: 17, generation: 0 }, 1: { pack: 5, index: 0 } },
  ],
  [
    "has the widest fields",
    { W: [1, 6, 6], Size: 1 },
    [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9],
    { 0: { at: 2 ** 40, generation: 9 } },
  ],
  ["has more rows than it states", { Size: 1 }, [1, 17, 0, 1, 18, 0], { 0: { at: 17, generation: 0 } }],
  ["has an incomplete range", { Index: [3, 1, 7] }, [1, 17, 0], { 3: { at: 17, generation: 0 } }],
  ["states no size", { Size: undefined }, [1, 17, 0], {}],
])("a stream that %s is read", (_what, entries, data, places) => {
  expect(readStream(entries, ...data)).toEqual(places);
});

test.each<[string, object, string]>([
  ["another type", { Type: "ObjStm" }, "A cross-reference stream is malformed"],
  ["two widths", { W: [1, 2] }, "A cross-reference stream is malformed"],
  ["no widths", { W: undefined }, "A cross-reference stream is malformed"],
  ["kinds of two bytes", { W: [2, 1, 1] }, "The rows of a cross-reference stream are too wide"],
  ["no first field", { W: [1, 0, 1] }, "The rows of a cross-reference stream are too wide"],
  ["a first field of seven bytes", { W: [1, 7, 1] }, "The rows of a cross-reference stream are too wide"],
  ["a second field of seven bytes", { W: [1, 1, 7] }, "The rows of a cross-reference stream are too wide"],
  ["fewer rows than it states", { Size: 2 }, "A cross-reference stream is too short"],
  ["a size that is not whole", { Size: 1.5 }, "The offset of a cross-reference section is not a whole number"],
  ["an encryption", { Encrypt: {} }, "The file is encrypted"],
])("a stream with %s is refused", (_what, entries, message) => {
  expect(() => readStream(entries, 1, 17, 0)).toThrow(new StrictReadError(message));
});

test.each([
  ["no startxref", table(""), "The file has no startxref and %%EOF"],
  ["no end after startxref", `${table("")}startxref\n0\n`, "The file has no startxref and %%EOF"],
  [
    "an earlier startxref only with an end",
    `${table("")}${end(0)}\nstartxref\n`,
    "The file has no startxref and %%EOF",
  ],
  ["a loop", table("", "/Prev 0") + end(0), "The cross-reference sections form a loop"],
  ["an encryption", table("", "/Encrypt 5 0 R") + end(0), "The file is encrypted"],
  [
    "a previous section at no number",
    table("", "/Prev /A") + end(0),
    "The offset of a cross-reference section is not a whole number",
  ],
  ["an entry of 19 bytes", table("1 1\n0000000017 00000 n\n") + end(0), "A cross-reference entry is malformed"],
  ["an entry of another kind", table("1 1\n0000000017 00000 x \n") + end(0), "A cross-reference entry is malformed"],
  ["fewer entries than stated", table(`1 2\n${listed(17)}`) + end(0), "A cross-reference entry is malformed"],
  ["no trailer dictionary", `xref\ntrailer\n7 ${end(0)}`, "A cross-reference table has no trailer"],
])("a file with %s is refused", (_what, text, message) => {
  expect(() => read(text)).toThrow(new StrictReadError(message));
});

test("the last 1,100 bytes are searched for the start of the table, and the last start counts", () => {
  const [first, second] = [table(`1 1\n${listed(11)}`), table(`1 1\n${listed(22)}`)];
  const text = `${first}${end(0)}\n`;
  expect(read(text + second + end(text.length)).places).toEqual({ 1: { at: 22, generation: 0 } });
  const padded = (bytes: number) => first + end(0).padEnd(bytes, "\0");
  expect(read(padded(1100)).places).toEqual({ 1: { at: 11, generation: 0 } });
  expect(() => read(padded(1101))).toThrow("The file has no startxref and %%EOF");
});
