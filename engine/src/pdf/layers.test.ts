import { PDFContext, type PDFDict } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { createCopier } from "./copy.ts";
import { copyLayers } from "./layers.ts";
import { arrayEntry, dictEntry, elements, nameEntry } from "./objects.ts";

const source = PDFContext.create();
const layer = (Name: string) => source.register(source.obj({ Type: "OCG", Name }));
const [first, second, third] = [layer("First"), layer("Second"), layer("Third")];

function copied(properties: object | undefined): PDFDict | undefined {
  const target = PDFContext.create();
  target.largestObjectNumber = 99;
  const catalog = source.obj((properties ? { OCProperties: properties } : {}) as never) as unknown as PDFDict;
  return copyLayers({ context: source, catalog, pages: [], isTree: true }, createCopier(source, target));
}
const namesIn = (from: PDFDict | undefined, key: string) =>
  elements(arrayEntry(from, key)).map((one) => nameEntry(one, "Name"));

const OCGs = [first, 7, second, third, {}];
test.each<[string, object | undefined, string[]]>([
  ["those that are off are hidden", { OFF: [second] }, ["Second"]],
  ["all are hidden but those that are on", { BaseState: "OFF", ON: [second] }, ["First", "Third"]],
  ["all are hidden", { BaseState: "OFF" }, ["First", "Second", "Third"]],
  ["one both on and off is hidden", { BaseState: "OFF", ON: [first, second, third], OFF: [third] }, ["Third"]],
  ["none is hidden", { BaseState: "ON", ON: [second] }, []],
  ["a state that does not change hides none", { BaseState: "Unchanged" }, []],
  ["no configuration hides none", undefined, []],
  ["other objects in the list are ignored", { OFF: [7, second, {}] }, ["Second"]],
])("layers are copied with their state: %s", (_what, D, hidden) => {
  const properties = copied({ OCGs, D });
  expect(namesIn(properties, "OCGs")).toEqual(["First", "Second", "Third"]);
  expect(namesIn(dictEntry(properties, "D"), "OFF")).toEqual(hidden);
});

test("the conditions under which a viewer shows layers are copied, and references lead to the same copy", () => {
  const AS = [{ Event: "Print", OCGs: [second] }];
  expect(String(copied({ OCGs: [second], D: { AS, OFF: [second] } })).replaceAll(/\s+/g, " ")).toBe(
    "<< /OCGs [ 100 0 R ] /D << /OFF [ 100 0 R ] /AS [ << /Event /Print /OCGs [ 100 0 R ] >> ] >> >>",
  );
});

test.each([
  ["without layers", undefined],
  ["with an empty list of layers", { OCGs: [], D: { OFF: [first] } }],
  ["with layers written in the list", { OCGs: [{ Type: "OCG" }] }],
])("a file %s has none in the copy", (_what, properties) => expect(copied(properties)).toBeUndefined());
