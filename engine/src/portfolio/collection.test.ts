import { PDFContext, type PDFDict, PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import type { SourceDocument } from "../pdf/document.ts";
import { portfolioFiles } from "./collection.ts";

const context = PDFContext.create();
const text = (words: string) => PDFString.of(words);
const object = (entries: Record<string, unknown>): PDFDict =>
  context.obj(entries as Parameters<typeof context.obj>[0]) as unknown as PDFDict;

const stream = (bytes: string, Params?: Record<string, unknown>) =>
  context.register(context.stream(bytes, Params ? { Params: object(Params) } : {}));

interface Given {
  key?: string;
  /** Entries of the file's specification. */
  entries?: Record<string, unknown>;
}

/** The files that are found in a portfolio with this collection. */
function found(files: Given[], collection: Record<string, unknown> | null = {}) {
  const names = files.flatMap(({ key = "key.pdf", entries = {} }) => [
    PDFHexString.fromText(key),
    context.register(object({ EF: object({ F: stream("x") }), ...entries })),
  ]);
  const catalog = object({
    Names: object({ EmbeddedFiles: object({ Names: names }) }),
    ...(collection && { Collection: object(collection) }),
  });
  return portfolioFiles({ context, catalog } as unknown as SourceDocument);
}

const namesOf = (files: Given[], collection?: Record<string, unknown>) =>
  found(files, collection)?.map(({ name }) => name);

test.each([
  ["its Unicode name", { UF: text("unicode.pdf"), F: text("plain.pdf") }, "key.pdf", "unicode.pdf"],
  ["its plain name", { F: text("plain.pdf") }, "key.pdf", "plain.pdf"],
  ["its key, when it has no name", {}, "key.pdf", "key.pdf"],
  ["its key without the number of a folder", {}, "<12>in folder.pdf", "in folder.pdf"],
  ["its key over two lines", {}, "<12>in\nfolder.pdf", "in\nfolder.pdf"],
  ["its key, when its name is empty", { F: text("") }, "key.pdf", "key.pdf"],
  ["its name after the last slash", { F: text("C/a/b.pdf") }, "", "b.pdf"],
  ["its name after the last backslash", { UF: PDFHexString.fromText("C:\\a\\b.pdf") }, "", "b.pdf"],
  ["a word, when nothing names it", {}, "", "file"],
  ["a word, when its name ends with a slash", { F: text("folder/") }, "", "file"],
])("a file in a portfolio is named by %s", (_what, entries, key, name) => {
  expect(namesOf([{ key, entries }])).toEqual([name]);
});

test("the stream of a file is the one for Unicode names, and its stated size is read", () => {
  const [unicode, plain] = [stream("unicode", { Size: 12 }), stream("plain", { Size: 5 })];
  const both = found([{ entries: { EF: object({ UF: unicode, F: plain }) } }])?.[0];
  expect([both?.stream, both?.statedBytes]).toEqual([context.lookup(unicode), 12]);
  const one = found([{ entries: { EF: object({ F: plain }) } }])?.[0];
  expect([one?.stream, one?.statedBytes]).toEqual([context.lookup(plain), 5]);
  expect(found([{}])?.[0]?.statedBytes).toBeUndefined();
});

test("a specification without content is left out, and one that is no dictionary too", () => {
  const catalog = object({
    Collection: object({}),
    Names: object({
      EmbeddedFiles: object({
        Names: [text("a"), text("no dictionary"), text("b"), object({}), text("c"), object({ EF: object({}) })],
      }),
    }),
  });
  expect(portfolioFiles({ context, catalog } as unknown as SourceDocument)).toEqual([]);
});

test("a PDF whose collection is missing or hidden is no portfolio, nor is one around an encrypted PDF", () => {
  const encrypted = { entries: { AFRelationship: PDFName.of("EncryptedPayload") } };
  const data = { entries: { AFRelationship: PDFName.of("Data") } };
  expect(found([{}], null)).toBeUndefined();
  expect(found([{}], { View: PDFName.of("H") })).toBeUndefined();
  expect(found([encrypted, {}])).toBeUndefined();
  expect(namesOf([data, {}], { View: PDFName.of("D") })).toHaveLength(2);
});

/** Folders that follow one another, each with its children. */
interface Folder {
  id?: number;
  name?: string;
  children?: Folder[];
}

function chain(folders: Folder[]): PDFDict | undefined {
  return folders.reduceRight<PDFDict | undefined>((next, { id, name, children = [] }) => {
    const child = chain(children);
    return object({
      ...(id !== undefined && { ID: id }),
      ...(name !== undefined && { Name: text(name) }),
      ...(child && { Child: context.register(child) }),
      ...(next && { Next: context.register(next) }),
    });
  }, undefined);
}

const foldersOf = (key: string, folders: Folder[]) =>
  found([{ key }], { Folders: chain([{ id: 0, name: "Portfolio", children: folders }]) })?.[0]?.folders;

test.each([
  ["<0>a.pdf", []],
  ["<1>a.pdf", ["Bank"]],
  ["<2>a.pdf", ["Bank", "2026"]],
  ["<3>a.pdf", ["Letters"]],
  ["<4>a.pdf", ["folder"]],
  ["<9>a.pdf", []],
  ["a.pdf", []],
  ["x<1>a.pdf", []],
])("the folders of the file with the key %s are those around it", (key, folders) => {
  const bank = { id: 1, name: "Bank", children: [{ id: 2, name: "2026" }] };
  expect(foldersOf(key, [bank, { id: 3, name: "Letters" }, { id: 4 }, { name: "No number" }])).toEqual(folders);
});

test("the portfolio and 1,999 folders in it are read, and no more", () => {
  const many = Array.from({ length: 2_100 }, (_, index) => ({ id: index + 1, name: `Folder ${index + 1}` }));
  expect(foldersOf("<1999>a.pdf", many)).toEqual(["Folder 1999"]);
  expect(foldersOf("<2000>a.pdf", many)).toEqual([]);
});

const file = (name: string, entries: Record<string, unknown> = {}, params?: Record<string, unknown>): Given => ({
  entries: { F: text(name), EF: object({ F: stream("x", params) }), ...entries },
});

const column = (Subtype: string) => ({ column: object({ Subtype: PDFName.of(Subtype) }) });
const sortedBy = (Subtype: string, order: Record<string, unknown> = {}) => ({
  Sort: object({ S: PDFName.of("column"), ...order }),
  Schema: object(column(Subtype)),
});

test.each([
  ["file names", "F", file("10.pdf"), file("9.pdf")],
  ["Unicode names", "F", file("1.pdf", { UF: text("b") }), file("2.pdf", { UF: text("a") })],
  ["descriptions", "Desc", file("1", { Desc: text("late") }), file("2", { Desc: text("early") })],
  ["sizes", "Size", file("1", {}, { Size: 10 }), file("2", {}, { Size: 9 })],
  ["sizes, a missing one as nothing", "Size", file("1", {}, { Size: 1 }), file("2")],
  [
    "dates of change",
    "ModDate",
    file("1", {}, { ModDate: text("D:2026") }),
    file("2", {}, { ModDate: text("D:2025") }),
  ],
  [
    "dates of creation",
    "CreationDate",
    file("1", {}, { CreationDate: text("D:2026"), ModDate: text("D:1999") }),
    file("2", {}, { CreationDate: text("D:2025"), ModDate: text("D:2030") }),
  ],
  ["numbers", "N", file("1", { CI: object({ column: 10 }) }), file("2", { CI: object({ column: 9 }) })],
  ["words", "S", file("1", { CI: object({ column: text("b") }) }), file("2", { CI: object({ column: text("a") }) })],
  [
    "values with a prefix",
    "S",
    file("1", { CI: object({ column: object({ D: text("b"), P: text("a") }) }) }),
    file("2", { CI: object({ column: object({ D: text("a"), P: text("b") }) }) }),
  ],
  [
    "words beside numbers",
    "S",
    file("1", { CI: object({ column: text("x") }) }),
    file("2", { CI: object({ column: 5 }) }),
  ],
])("files are in the order of their %s", (_what, subtype, late, early) => {
  expect(namesOf([late, early], sortedBy(subtype))).toEqual(namesOf([early, late]));
  expect(namesOf([early, late], sortedBy(subtype, { A: false }))).toEqual(namesOf([late, early]));
});

const row = (name: string, one: number, other: number) => file(name, { CI: object({ one, other }) });
const rows = [row("a", 1, 1), row("b", 1, 2), row("c", 2, 1), row("d", 2, 2)];
const fields = [PDFName.of("one"), PDFName.of("other")];

test.each([
  ["both ascending by default", {}, "abcd"],
  ["both as the one direction says", { A: false }, "dcba"],
  ["the second one as the first, when only that is given", { A: [false] }, "dcba"],
  ["each in its own direction", { A: [false, true] }, "cdab"],
  ["each in its own direction, the other way", { A: [true, false] }, "badc"],
])("files are ordered by two columns, %s", (_what, directions, order) => {
  expect(namesOf(rows.toReversed(), { Sort: object({ S: fields, ...directions }) })?.join("")).toBe(order);
});

test("files keep the order of the list when no column is named, or their values are the same", () => {
  const given = [file("b"), file("a")];
  expect(namesOf(given, { Sort: object({}) })).toEqual(["b", "a"]);
  expect(namesOf(given, { Sort: object({ S: [5] }) })).toEqual(["b", "a"]);
  expect(namesOf(given, { Sort: object({ S: PDFName.of("missing"), A: false }) })).toEqual(["b", "a"]);
});
