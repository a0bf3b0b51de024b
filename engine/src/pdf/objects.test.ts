import {
  PDFContext,
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import {
  arrayEntry,
  asNumber,
  asNumbers,
  asText,
  dictEntry,
  elements,
  entry,
  inherited,
  name,
  nameEntry,
  numberEntry,
  numbersEntry,
  resolve,
  textEntry,
} from "./objects.ts";

const context = PDFContext.create();
const object = (entries: unknown): PDFObject => context.obj(entries as never);
const dict = (entries: object): PDFDict => object(entries) as PDFDict;
const hex = (text: string) => PDFHexString.of(Buffer.from(text, "latin1").toString("hex"));

test("a name is one object however often it is used", () => {
  expect(name("Damson")).toBe(name("Damson"));
  expect(name("Damson")).toBe(PDFName.of("Damson"));
  expect(nameEntry(dict({ A: "B C" }), "A")).toBe("B C");
  expect([1, 2].map(() => nameEntry(dict({ A: "Tart" }), "A"))).toEqual(["Tart", "Tart"]);
});

test("entries are found through references, and of their own type only", () => {
  const [list, inner] = [object([1, 2]), dict({ X: 7 })];
  const from = dict({
    List: context.register(list),
    Inner: context.register(inner),
    Name: "Tart",
    Number: 2.5,
    Text: PDFString.of("plum"),
    Null: PDFNull,
    Missing: PDFRef.of(9999),
  });
  const all = (key: string) =>
    [entry, arrayEntry, dictEntry, nameEntry, numberEntry, numbersEntry, textEntry].map((read) => read(from, key));
  const none = undefined;
  expect(all("List")).toEqual([list, list, none, none, none, [1, 2], none]);
  expect(all("Inner")).toEqual([inner, none, inner, none, none, none, none]);
  expect(all("Name")).toEqual([PDFName.of("Tart"), none, none, "Tart", none, none, none]);
  expect(all("Number").slice(1)).toEqual([none, none, none, 2.5, none, none]);
  expect(all("Text").slice(1)).toEqual([none, none, none, none, none, "plum"]);
  for (const key of ["Null", "Missing", "Absent"]) expect(all(key)).toEqual(Array(7).fill(none));
  for (const other of [list, none, PDFString.of("a")]) expect(entry(other, "List")).toBeUndefined();
});

test("a reference leads to its object, and one to null or to nothing leads nowhere", () => {
  const number = object(7);
  expect(resolve(context, context.register(number))).toBe(number);
  expect(resolve(context, number)).toBe(number);
  expect(resolve(context, PDFNull)).toBeUndefined();
  expect(resolve(context, context.register(PDFNull))).toBeUndefined();
  expect(resolve(context, undefined)).toBeUndefined();
});

test("a list of numbers has nothing else in it", () => {
  expect(asNumbers(object([1, -2.5, context.register(object(3))]))).toEqual([1, -2.5, 3]);
  expect(asNumbers(object([]))).toEqual([]);
  expect(asNumbers(object([1, PDFString.of("2"), 3]))).toBeUndefined();
  expect(asNumbers(object([1, PDFNull]))).toBeUndefined();
  expect(asNumbers(object(1))).toBeUndefined();
  expect(asNumbers(undefined)).toBeUndefined();
  expect([asNumber(object(0)), asNumber(PDFString.of("0")), asNumber(undefined)]).toEqual([0, undefined, undefined]);
});

test("the elements of a list are found through references, and those that are null are missing", () => {
  const [one, list] = [object(1), object([7, PDFNull, PDFRef.of(9998)]) as never];
  expect(elements(list).map(asNumber)).toEqual([7, undefined, undefined]);
  expect(elements(object([context.register(one)]) as never)).toEqual([one]);
  expect(elements(undefined)).toEqual([]);
});

test.each<[string, PDFObject | undefined, string | undefined]>([
  ["in its own encoding", PDFString.of("caf\u00e9"), "caf\u00e9"],
  ["in digits", hex("plum"), "plum"],
  ["in UTF-16", PDFHexString.of("FEFF01320033"), "\u01323"],
  ["in UTF-8", PDFString.of("\u00ef\u00bb\u00bf\u00c4\u00b2"), "\u0132"],
  ["in UTF-8 with escapes", PDFString.of("\\357\\273\\277\\304\\262"), "\u0132"],
  ["in UTF-8 in digits", PDFHexString.of("EFBBBFC4B2"), "\u0132"],
  ["with the mark of UTF-8 in the middle", PDFHexString.of("41efbbbf"), "A\u00ef\u00bb\u00bf"],
  ["that is a name", PDFName.of("plum"), undefined],
  ["that is missing", undefined, undefined],
])("text %s is decoded", (_how, text, expected) => expect(asText(text)).toBe(expected));

test("an attribute is inherited from the nearest node that has it", () => {
  const root = dict({ Rotate: 90, Resources: { A: 1 } });
  const branch = dict({ Rotate: 180, Parent: context.register(root) });
  const leaf = dict({ Parent: branch, Rotate: PDFNull });
  expect(String(inherited(leaf, "Rotate"))).toBe("180");
  expect(String(inherited(leaf, "Resources"))).toContain("/A 1");
  expect(inherited(leaf, "MediaBox")).toBeUndefined();
  expect(String(inherited(dict({ Rotate: 270, Parent: branch }), "Rotate"))).toBe("270");
});

test("an attribute is searched in 100 nodes, and a loop ends the search", () => {
  const below = (parents: number): PDFDict => {
    let node = dict({ Rotate: 90 });
    for (let parent = 0; parent < parents; parent++) node = dict({ Parent: node });
    return node;
  };
  expect(String(inherited(below(99), "Rotate"))).toBe("90");
  expect(inherited(below(100), "Rotate")).toBeUndefined();
  const loop = dict({});
  loop.set(name("Parent"), loop);
  expect(inherited(loop, "Rotate")).toBeUndefined();
});
