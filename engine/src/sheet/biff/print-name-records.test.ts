import { expect, test } from "vitest";
import { filler } from "./formulas.ts";
import { type PrintRows, writeBiffPrintNames } from "./print-names.ts";
import { record, recordsFrom } from "./records.ts";
import { biff } from "./testing.ts";

const shorts = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const [begin, end] = [biff(record.begin, Buffer.alloc(16)), biff(record.end)];
const sheet = (name: string) => biff(record.sheet, Buffer.from(`\0\0\0\0\0\0${name}`));
const ownBook = biff(record.book, shorts(2, 0x0401));
const references = (...places: number[]) => biff(record.references, shorts(places.length / 3, ...places));
const writer = (bytes: number) => biff(record.writer, Buffer.alloc(bytes, " "));
const textPlaces = (bytes: number) => biff(record.textPlaces, Buffer.alloc(bytes, 1));
const continued = biff(record.continued, shorts(1));
const worksheet = Buffer.from("the sheets follow");

const area = (index: number): PrintRows => ({ index, what: "printed", rows: { from: 1, to: 20 } });
const heading = (index: number): PrintRows => ({ index, what: "repeated", rows: { from: 2, to: 3 } });

/** Adds names to a workbook of these records. @returns the records by type and data; undefined when unchanged */
function named(records: Buffer[], wanted: PrintRows[]): [type: number, data: Buffer][] | undefined {
  const stream = Buffer.concat([begin, ...records, end, worksheet]);
  const before = Buffer.from(stream);
  writeBiffPrintNames(stream, wanted);
  if (stream.equals(before)) return undefined;
  const all: [type: number, data: Buffer][] = [];
  for (const { type, at, size } of recordsFrom(stream, 0)) {
    all.push([type, stream.subarray(at, at + size)]);
    if (type === record.end) break;
  }
  expect(stream.subarray(before.length - worksheet.length)).toEqual(worksheet);
  return all.slice(1, -1);
}
const typesOf = (records: Buffer[], wanted: PrintRows[]) => named(records, wanted)?.map(([type]) => type);
const filling = (records: Buffer[], wanted: PrintRows[]) =>
  named(records, wanted)?.flatMap(([type, data]) => (type === filler ? [data.length] : []));

const twoSheets = [sheet("Costs"), sheet("Sales")];
const usual = [...twoSheets, ownBook, references(0, 0, 0)];

test("a print area and a heading are names of their sheets, whose references follow those that exist", () => {
  const all = named([writer(100), ...usual], [heading(0), area(1)]);
  const name = (kind: number, sheetNumber: number, ...place: number[]) => [
    record.name,
    Buffer.concat([shorts(0x20, 0x0100, 11, 0, sheetNumber, 0, 0), Buffer.from([0, kind, 0x3b]), shorts(...place)]),
  ];
  expect(all?.slice(2)).toEqual([
    [record.book, ownBook.subarray(4)],
    [record.references, shorts(3, 0, 0, 0, 0, 0, 0, 0, 1, 1)],
    name(7, 1, 1, 1, 2, 0, 0xff),
    name(6, 2, 2, 0, 19, 0, 0xff),
    [filler, Buffer.alloc(100 + 4 - 4 - 2 * 37)],
  ]);
});

test.each<[string, Buffer[], number]>([
  ["in a workbook with references", usual, 37],
  ["in a workbook without references", [...twoSheets, ownBook], 43],
  ["in a workbook without a book for itself", twoSheets, 51],
])("a name needs as many bytes as its records have, %s", (_where, records, bytes) => {
  expect(filling([writer(bytes), ...records], [area(0)])).toEqual([0]);
  expect(filling([writer(bytes + 1), ...records], [area(0)])).toEqual([1]);
  expect(filling([writer(bytes - 1), ...records], [area(0)])).toBeUndefined();
  expect(filling([writer(bytes + 37), ...records], [area(0), area(1)])).toEqual([0]);
  const one = named([writer(bytes + 36), ...records], [area(0), area(1)]);
  expect(one?.filter(([type]) => type === record.name)).toHaveLength(1);
  expect(filling([writer(bytes + 36), ...records], [area(0), area(1)])).toEqual([36]);
});

test("without anything to add, or without room, the workbook is unchanged", () => {
  expect(named([writer(100), ...usual], [])).toBeUndefined();
  expect(named(usual, [area(0)])).toBeUndefined();
});

const { book, name, nameNote } = record;
const listed = record.references;

test.each<[string, Buffer[], number[]]>([
  ["after the references", usual, [record.sheet, record.sheet, book, listed, name, filler]],
  ["after other names", [...usual, biff(nameNote)], [record.sheet, record.sheet, book, listed, nameNote, name, filler]],
  [
    "before records that may not precede names",
    [...usual, biff(record.numberFormat)],
    [record.sheet, record.sheet, book, listed, name, record.numberFormat, filler],
  ],
  ["after a new list of references", [...twoSheets, ownBook], [record.sheet, record.sheet, book, listed, name, filler]],
  ["after a new book", twoSheets, [record.sheet, record.sheet, book, listed, name, filler]],
  [
    "after a new book before existing references",
    [...twoSheets, references(0, 0, 0), biff(nameNote)],
    [record.sheet, record.sheet, book, listed, nameNote, name, filler],
  ],
])("a name is written %s, and the rest of the room is filled at the end", (_where, records, types) => {
  expect(typesOf([writer(100), ...records], [area(0)])).toEqual(types);
});

test.each<[string, Buffer[], number, Buffer]>([
  ["the only one", [ownBook], 0, shorts(2, 0x0401)],
  ["the second one", [biff(book, shorts(1, 0x3a01)), ownBook], 1, shorts(1, 0x3a01)],
  ["not among others, and is added", [biff(book, shorts(1, 0x3a01))], 1, shorts(1, 0x3a01)],
  ["not the longer record of another workbook", [biff(book, shorts(2, 0x0401, 1))], 1, shorts(2, 0x0401, 1)],
  ["missing, and is added", [], 0, shorts(2, 0x0401)],
])("sheets are referred to through the workbook's own book, which is %s", (_which, books, index, first) => {
  const all = named([writer(100), ...twoSheets, ...books], [area(1)]);
  expect(all?.find(([type]) => type === listed)?.[1]).toEqual(shorts(1, index, 1, 1));
  const written = all?.filter(([type]) => type === book).map(([, data]) => data) ?? [];
  expect(written[0]).toEqual(first);
  expect(written[index]).toEqual(shorts(2, 0x0401));
});

test.each<[string, Buffer[]]>([
  ["with two lists of references", [...usual, references(0, 1, 1)]],
  ["whose references are fewer than stated", [...twoSheets, ownBook, biff(listed, shorts(2, 0, 0, 0))]],
  ["whose references are more than stated", [...twoSheets, ownBook, biff(listed, shorts(0, 0, 0, 0))]],
  ["whose last record before names continues", [...usual, biff(nameNote), continued]],
])("a workbook %s is unchanged", (_which, records) => {
  expect(named([writer(100), ...records], [area(0)])).toBeUndefined();
});

test.each<[string, Buffer[], number[]]>([
  ["the author's name where that is enough", [writer(37), textPlaces(8)], [record.textPlaces]],
  ["the index of texts too where it is not", [writer(36), textPlaces(8)], []],
  ["the index of texts alone", [textPlaces(37)], []],
  ["no record that continues", [writer(99), continued, textPlaces(37)], [record.writer, record.continued]],
])("names take the room of %s", (_which, rooms, left) => {
  const types = typesOf([...rooms, ...usual], [area(0)]);
  expect(types?.slice(0, left.length + 1)).toEqual([...left, record.sheet]);
  expect(types).toContain(name);
});

test("names are not added where the rest of the room or the references would exceed one record", () => {
  expect(filling([writer(8_224 + 37), ...usual], [area(0)])).toEqual([8_224]);
  expect(filling([writer(8_225 + 37), ...usual], [area(0)])).toBeUndefined();
  const many = (count: number) => references(...Array.from({ length: count * 3 }, () => 0));
  expect(typesOf([writer(100), ...twoSheets, ownBook, many(1_369)], [area(0)])).toContain(name);
  expect(typesOf([writer(100), ...twoSheets, ownBook, many(1_370)], [area(0)])).toBeUndefined();
});
