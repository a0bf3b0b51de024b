import { PDFContext, type PDFDict, PDFName, type PDFObject, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { createDestinationFinder, forEachInNameTree, type PlacedPage } from "./destinations.ts";
import type { SourcePage } from "./document.ts";
import type { Matrix } from "./geometry.ts";

const context = PDFContext.create();
const object = (entries: unknown): PDFObject => context.obj(entries as never);
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;
const pageAt = (reference: PDFRef | undefined): SourcePage => ({
  node: dict({}),
  reference,
  box: [0, 0, 100, 200],
  rotate: 0,
  userUnit: 1,
});
const [upright, rotated]: Matrix[] = [
  [2, 0, 0, 2, 10, 20],
  [0, -2, 2, 0, 0, 200],
];
const placed = (reference: number, matrix: Matrix): PlacedPage => ({
  sheet: { width: 595, height: 842 },
  matrix,
  box: [0, 0, 100, 200],
  sheetReference: PDFRef.of(reference),
});

/** The first page is upright, the second rotated by a quarter turn, the third is written in its parent. */
const find = (destination: PDFObject | undefined, entries: object = {}) => {
  const pages = [PDFRef.of(11), PDFRef.of(12), undefined, PDFRef.of(11)].map(pageAt);
  const sheets = [placed(91, upright as Matrix), placed(92, rotated as Matrix), placed(93, upright as Matrix)];
  const finder = createDestinationFinder({ context, catalog: dict(entries), pages, isTree: true }, sheets, context);
  const found = finder(destination);
  return found && String(found);
};
const first = PDFRef.of(11);
const second = PDFRef.of(12);

test.each<[unknown[], string]>([
  [[first, "XYZ", 5, 6, 1.5], "[ 91 0 R /XYZ 20 32 1.5 ]"],
  [[first, "XYZ", 5.0077, 6, 0], "[ 91 0 R /XYZ 20.02 32 null ]"],
  [[first, "XYZ"], "[ 91 0 R /XYZ 10 420 null ]"],
  [[first, "XYZ", 5], "[ 91 0 R /XYZ 20 420 null ]"],
  [[first, "XYZ", null, 6], "[ 91 0 R /XYZ 10 32 null ]"],
  [[second, "XYZ", 5, 6], "[ 92 0 R /XYZ 12 190 null ]"],
  [[second, "XYZ", 5], "[ 92 0 R /XYZ 0 190 null ]"],
  [[second, "XYZ", null, 6], "[ 92 0 R /XYZ 12 200 null ]"],
  [[first, "FitH", 6], "[ 91 0 R /FitH 32 ]"],
  [[first, "FitBH", 6], "[ 91 0 R /FitH 32 ]"],
  [[first, "FitH"], "[ 91 0 R /Fit ]"],
  [[second, "FitH", 6], "[ 92 0 R /Fit ]"],
  [[first, "FitV", 6], "[ 91 0 R /Fit ]"],
  [[first, "FitR", 1, 2, 3, 4], "[ 91 0 R /FitR 12 24 16 28 ]"],
  [[second, "FitR", 1, 2, 3, 4], "[ 92 0 R /FitR 4 194 8 198 ]"],
  [[first, "FitR", 1, 2, 3], "[ 91 0 R /Fit ]"],
  [[first, "Fit"], "[ 91 0 R /Fit ]"],
  [[first], "[ 91 0 R /Fit ]"],
  [[0, "Fit"], "[ 91 0 R /Fit ]"],
  [[2, "Fit"], "[ 93 0 R /Fit ]"],
])("the destination %s leads to a place on the sheet", (destination, place) => {
  expect(find(object(destination))).toBe(place);
});

test.each<[string, PDFObject | undefined]>([
  ["none", undefined],
  ["a page that is not there", object([PDFRef.of(13), "Fit"])],
  ["a page number beyond the last", object([3, "Fit"])],
  ["an empty list", object([])],
  ["an unknown name", PDFString.of("Damson")],
  ["a number", object(7)],
])("%s leads nowhere", (_what, destination) => expect(find(destination)).toBeUndefined());

test("a destination may be a reference, or within a dictionary", () => {
  expect(find(context.register(object([first])))).toBe("[ 91 0 R /Fit ]");
  expect(find(object({ D: [first] }))).toBe("[ 91 0 R /Fit ]");
});

test("a named destination is found among those of the catalogue and in its name tree, which has precedence", () => {
  const Dests = { Costs: [first], Sales: { D: [first] } };
  const tree = (...names: unknown[]) => ({ Dests, Names: { Dests: { Kids: [{ Names: names }] } } });
  expect(find(PDFName.of("Costs"), { Dests })).toBe("[ 91 0 R /Fit ]");
  expect(find(PDFString.of("Sales"), { Dests })).toBe("[ 91 0 R /Fit ]");
  expect(find(PDFString.of("Sales"), tree(PDFString.of("Sales"), context.register(object([second]))))).toBe(
    "[ 92 0 R /Fit ]",
  );
});

test("a page that is listed twice is found at its first place", () => {
  const pages = [first, first].map(pageAt);
  const sheets = [placed(91, upright as Matrix), placed(92, upright as Matrix)];
  const finder = createDestinationFinder({ context, catalog: dict({}), pages, isTree: false }, sheets, context);
  expect(String(finder(object([first, "Fit"])))).toBe("[ 91 0 R /Fit ]");
});

test("a destination on a sheet that is hardly rotated is upright", () => {
  const at = (b: number) => {
    const sheets = [placed(91, [2, b, 0, 2, 10, 20])];
    const source = { context, catalog: dict({}), pages: [pageAt(first)], isTree: true };
    return String(createDestinationFinder(source, sheets, context)(object([first, "FitH", 6])));
  };
  expect(at(1e-10)).toBe("[ 91 0 R /FitH 32 ]");
  expect(at(-1e-8)).toBe("[ 91 0 R /Fit ]");
});

test.each([
  [null, 2, 3, 4],
  [1, null, 3, 4],
  [1, 2, null, 4],
  [1, 2, 3, null],
])("a rectangle with a missing side leads to the whole page: %j %j %j %j", (...sides) =>
  expect(find(object([first, "FitR", ...sides]))).toBe("[ 91 0 R /Fit ]"),
);

test("names may lead to each other, four times at most", () => {
  const Dests = { A: "B", B: "C", C: { D: [first] }, D: "A", Loop: "Loop" };
  expect(find(PDFName.of("A"), { Dests })).toBe("[ 91 0 R /Fit ]");
  expect(find(PDFName.of("D"), { Dests })).toBeUndefined();
  expect(find(PDFName.of("Loop"), { Dests })).toBeUndefined();
});

test("a name tree is visited in order, each node once", () => {
  const seen: string[] = [];
  const visit = (root: PDFDict | undefined) =>
    forEachInNameTree(root, (key, value) => seen.push(`${String(key)} ${String(value)}`));
  const root = dict({ Names: ["a", 1, "b"] });
  const kids = object([{ Names: ["c", 2, "d", 3] }, 7, { Kids: [{ Names: ["e", 4] }] }, root]);
  root.set(PDFName.of("Kids"), kids);
  visit(root);
  visit(undefined);
  expect(seen).toEqual(["/a 1", "/c 2", "/d 3", "/e 4"]);
});
