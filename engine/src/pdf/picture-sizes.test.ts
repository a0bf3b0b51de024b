import { PDFContext, type PDFDict, type PDFObject, PDFRawStream, type PDFRef } from "@cantoo/pdf-lib";
import { beforeEach, expect, test } from "vitest";
import { measurePictures } from "./picture-sizes.ts";

let context = PDFContext.create();
beforeEach(() => {
  context = PDFContext.create();
});
const object = (entries: unknown): PDFObject => context.obj(entries as never);
const dict = (entries: object): PDFDict => context.obj(entries as never) as never;
const stream = (entries: object, content = "") =>
  context.register(PDFRawStream.of(dict(entries), Buffer.from(content)));
const picture = () => stream({ Subtype: "Image" });
const form = (content: string, XObject: object | undefined, entries = {}) =>
  stream({ Subtype: "Form", ...(XObject && { Resources: { XObject } }), ...entries }, content);

/** Measures the pictures of pages, each with its content and the pictures and forms that it names. */
function measure(...pages: [content: string | PDFObject, XObject: object][]) {
  const sources = pages.map(([content, XObject]) => ({
    node: dict({
      Contents: typeof content === "string" ? stream({}, content) : content,
      Parent: { Resources: { XObject } },
    }),
    reference: undefined,
    box: [0, 0, 100, 100] as const,
    rotate: 0,
    userUnit: 1,
  }));
  return measurePictures({ context, catalog: dict({}), pages: sources, isTree: true });
}
const sizes = (...measured: [PDFRef, number, number][]) =>
  new Map(measured.map(([reference, width, height]) => [reference, { width, height }]));

test("a picture is as large as its largest drawing in each direction", () => {
  const [one, other] = [picture(), picture()];
  const content = "q 30 0 0 40 5 5 cm /A Do Q q 50 0 0 20 0 0 cm /A Do Q q 3 4 -6 8 0 0 cm /B Do Q";
  expect(measure([content, { A: one, B: other }], ["10 0 0 60 0 0 cm /A Do", { A: one }])).toEqual(
    sizes([one, 50, 60], [other, 5, 10]),
  );
});

test("a picture in a form is measured with the form's matrix, and finds its resources there or on the page", () => {
  const [own, inherited] = [picture(), picture()];
  const Matrix = [2, 0, 0, 3, 0, 0];
  const inside = form("10 0 0 10 0 0 cm /A Do", { A: own }, { Matrix });
  const bare = form("/P Do", undefined);
  const content = "q 2 0 0 2 0 0 cm /F Do Q q 7 0 0 7 0 0 cm /G Do Q";
  expect(measure([content, { F: inside, G: bare, P: inherited }])).toEqual(sizes([own, 40, 60], [inherited, 7, 7]));
});

test("a name without an object, a direct object and another kind of object are not measured", () => {
  const odd = stream({ Subtype: "PS" });
  expect(measure(["/A Do /B Do /C Do", { B: 7, C: odd }])).toEqual(sizes());
});

test.each<[string, (one: PDFRef) => unknown]>([
  ["a pattern", (one) => stream({ PatternType: 1, Resources: { XObject: { A: one } } })],
  ["a Type 3 font", (one) => context.register(object({ Subtype: "Type3", Resources: { XObject: { A: one } } }))],
  ["a form that no page draws", (one) => form("", { A: one })],
  ["a form within such a form", (one) => form("", { F: form("", { A: one }) })],
])("a picture that %s may draw as well is left out", (_what, draw) => {
  const [one, other] = [picture(), picture()];
  draw(one);
  expect(measure(["/A Do /B Do", { A: one, B: other }])).toEqual(sizes([other, 1, 1]));
});

test.each<[string, () => string | PDFObject]>([
  ["that cannot be parsed", () => "/A Do ) "],
  ["that cannot be decoded", () => stream({ Filter: "Damson" })],
  ["in several streams", () => object([stream({}, "/A Do")])],
])("pictures of content %s are left out", (_what, content) => {
  const [one, other] = [picture(), picture()];
  expect(measure([content(), { A: one }], ["/A Do /B Do", { A: one, B: other }])).toEqual(sizes([other, 1, 1]));
});

test("pictures of a form that draws itself are left out", () => {
  const one = picture();
  const XObject = dict({ A: one });
  const loop = stream({ Subtype: "Form", Resources: { XObject } }, "/A Do /F Do");
  XObject.set(object("F") as never, loop);
  expect(measure(["/F Do", { F: loop }])).toEqual(sizes());
});

test("pictures up to 30 forms deep are measured", () => {
  const nested = (levels: number): [PDFRef, PDFRef] => {
    const one = picture();
    let inside = one;
    for (let level = 0; level < levels; level++) inside = form("/X Do", { X: inside });
    return [one, inside];
  };
  const [[shallow, inThirty], [, inMore]] = [nested(30), nested(31)];
  expect(measure(["/S Do /D Do", { S: inThirty, D: inMore }])).toEqual(sizes([shallow, 1, 1]));
});

test("up to 100,000 drawings are measured, those within forms each time", () => {
  const [one, other] = [picture(), picture()];
  const inside = form("/A Do ".repeat(99), { A: one });
  const many: [string, object] = ["/F Do ".repeat(1_000), { F: inside }];
  expect(measure(many)).toEqual(sizes([one, 1, 1]));
  expect(measure(many, ["/B Do", { B: other }])).toEqual(sizes([one, 1, 1]));
});
