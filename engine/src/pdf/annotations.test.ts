import { PDFContext, type PDFDict, type PDFObject, type PDFRawStream, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { drawAnnotation, isShown, normalAppearance } from "./annotations.ts";
import { createCopier } from "./copy.ts";
import { DrawnAnnotations } from "./drawn-annotations.ts";
import type { ValueFonts } from "./fonts/value-fonts.ts";

const source = PDFContext.create();
const dict = (entries: object): PDFDict => source.obj(entries as never) as never;
const printed = (object: PDFObject | undefined) => String(object).replaceAll(/\s+/g, " ");

/** A font whose characters are all half as wide as high. */
const fonts: ValueFonts = {
  missing: new Set(),
  widthOf: (text, size) => (text.length * size) / 2,
  show(text, size, use) {
    use("Value", PDFRef.of(77));
    return `(${text}) ${size}`;
  },
  finish() {},
};

/** An appearance of 10 by 20 units, in the file as an object of its own. */
const look = (entries: object = {}, content = "f") =>
  source.register(source.stream(content, { BBox: [1, 2, 11, 22], ...entries } as never));

interface How {
  inPageSpace?: boolean;
  pageTurn?: number;
  withoutFonts?: boolean;
}

/** Draws annotations in a rectangle of 30 by 100 points. Numbers in the target begin with 100. */
function draw(annotations: object[], { inPageSpace = false, pageTurn = 0, withoutFonts = false }: How = {}) {
  const target = PDFContext.create();
  target.largestObjectNumber = 99;
  const drawn = new DrawnAnnotations();
  const copier = createCopier(source, target);
  const how = { inPageSpace, pageTurn, fonts: withoutFonts ? undefined : fonts, resourceSources: [] };
  for (const entries of annotations) {
    const annotation = dict({ Subtype: "Stamp", Rect: [100, 200, 130, 300], ...entries });
    drawAnnotation(annotation, { ...how, drawn, copier });
  }
  return {
    operators: drawn.operators,
    needsMultiply: drawn.needsMultiply,
    fonts: [...drawn.fonts].map(([key, font]) => `${key} ${font}`),
    layers: [...drawn.layers].map(([key, layer]) => `${key} ${printed(target.lookup(layer))}`),
    forms: [...drawn.xObjects.values()].map((form) => target.lookup(form) as PDFRawStream),
    references: [...drawn.xObjects].map(([key, form]) => `${key} ${form}`),
  };
}

/** The matrix by which the only annotation is drawn; undefined when it is not drawn. */
const matrixOf = (entries: object, how?: How) =>
  /^q (.*) cm \/A0 Do Q$/.exec(draw([entries], how).operators[0] ?? "")?.[1];

test.each([
  [{}, true],
  [{ F: 0 }, true],
  [{ F: 1 }, true],
  [{ F: 2 }, false],
  [{ F: 4 }, true],
  [{ F: 16 }, true],
  [{ F: 32 }, false],
  [{ F: 6 }, false],
  [{ F: 36 }, false],
  [{ F: 64 }, true],
  [{ Subtype: "Popup" }, false],
])("whether an annotation with %j is shown: %s", (entries, shown) => {
  expect(isShown(dict({ Subtype: "Stamp", ...entries }))).toBe(shown);
});

test.each<[string, object, string | undefined]>([
  ["stretched onto its rectangle", { AP: { N: look() } }, "3 0 0 5 97 190"],
  ["turned as its matrix says", { AP: { N: look({ Matrix: [0, 1, -1, 0, 0, 0] }) } }, "1.5 0 0 10 133 190"],
  ["not turned by half a matrix", { AP: { N: look({ Matrix: [0, 1, -1, 0, 0] }) } }, "3 0 0 5 97 190"],
  ["at its size without a box", { AP: { N: look({ BBox: null }) } }, "1 0 0 1 100 200"],
  ["at its size with half a box", { AP: { N: look({ BBox: [0, 0, 9] }) } }, "1 0 0 1 100 200"],
  ["not drawn without width", { AP: { N: look({ BBox: [1, 2, 1, 22] }) } }, undefined],
  ["not drawn without height", { AP: { N: look({ BBox: [1, 2, 11, 2] }) } }, undefined],
  ["not drawn without a rectangle", { Rect: [1, 2, 3], AP: { N: look() } }, undefined],
  ["not drawn without an appearance", {}, undefined],
])("an appearance is %s", (_how, entries, matrix) => expect(matrixOf(entries)).toBe(matrix));

test("an appearance that PDFium drew is in page coordinates already, except that of a field", () => {
  const AP = { N: look() };
  expect(matrixOf({ AP }, { inPageSpace: true })).toBe("1 0 0 1 0 0");
  expect(matrixOf({ AP: { N: look({ BBox: [0, 0, 0, 0] }) } }, { inPageSpace: true })).toBe("1 0 0 1 0 0");
  expect(matrixOf({ Subtype: "Widget", AP }, { inPageSpace: true })).toBe("3 0 0 5 97 190");
});

test.each([
  [0, "1 0 0 1 100 200"],
  [90, "0 1 -1 0 200 300"],
  [180, "-1 0 0 -1 100 400"],
  [270, "0 -1 1 0 0 300"],
  [360, "1 0 0 1 100 200"],
  [-90, "0 -1 1 0 0 300"],
  [450, "0 1 -1 0 200 300"],
  [80, "0 1 -1 0 200 300"],
])("on a page turned by %i degrees, a note stays upright at its upper left corner", (pageTurn, matrix) => {
  const AP = { N: look({ BBox: [0, 0, 30, 100] }) };
  const asIs = "1 0 0 1 100 200";
  expect(matrixOf({ Subtype: "Text", AP }, { pageTurn })).toBe(matrix);
  expect(matrixOf({ F: 16, AP }, { pageTurn })).toBe(matrix);
  expect(matrixOf({ F: 20, AP }, { pageTurn })).toBe(matrix);
  expect(matrixOf({ F: 4, AP }, { pageTurn })).toBe(asIs);
  expect(matrixOf({ F: 64, AP }, { pageTurn })).toBe(asIs);
  expect(matrixOf({ AP }, { pageTurn })).toBe(asIs);
});

test("each appearance becomes a form under a name of its own, and one that is shared is copied once", () => {
  const shared = look({}, "shared");
  const { operators, forms, references } = draw([
    { AP: { N: shared } },
    { AP: { N: source.stream("direct", { Subtype: "Image" }) } },
    { AP: { N: shared } },
  ]);
  expect(operators.map((line) => line.slice(-9))).toEqual([" /A0 Do Q", " /A1 Do Q", " /A2 Do Q"]);
  expect(references).toEqual(["A0 100 0 R", "A1 101 0 R", "A2 100 0 R"]);
  expect(forms.map((form) => [printed(form.dict), Buffer.from(form.getContents()).toString()])).toEqual([
    ["<< /BBox [ 1 2 11 22 ] /Type /XObject /Subtype /Form >>", "shared"],
    ["<< /Subtype /Form /Type /XObject /BBox [ 0 0 30 100 ] >>", "direct"],
    ["<< /BBox [ 1 2 11 22 ] /Type /XObject /Subtype /Form >>", "shared"],
  ]);
});

test.each<[string, object, boolean]>([
  ["without states", {}, true],
  ["with other states", { Resources: { ExtGState: { A: { LW: 1 }, B: 7 } } }, true],
  ["with a blend mode", { Resources: { ExtGState: { A: { LW: 1 }, B: { BM: "Multiply" } } } }, false],
  ["with an opacity", { Resources: { ExtGState: { A: { ca: 0.5 } } } }, false],
])("a highlight %s is drawn so that its text stays readable", (_what, entries, darkens) => {
  const highlight = { Subtype: "Highlight", AP: { N: look(entries) } };
  const { operators, needsMultiply } = draw([highlight]);
  expect(operators).toEqual([`q ${darkens ? "/Multiply gs " : ""}3 0 0 5 97 190 cm /A0 Do Q`]);
  expect(needsMultiply).toBe(darkens);
  expect(draw([highlight, { AP: { N: look() } }]).needsMultiply).toBe(darkens);
  expect(draw([{ AP: { N: look(entries) } }]).needsMultiply).toBe(false);
});

test("annotations are drawn in the layers that they belong to, and those that draw nothing need none", () => {
  const [one, other] = ["Draft", "Final"].map((Name) => source.register(dict({ Type: "OCG", Name })));
  const AP = { N: look() };
  const { operators, layers } = draw([{ AP }, { OC: one, AP }, { OC: one }, { OC: other, AP }]);
  const form = (key: string) => `q 3 0 0 5 97 190 cm /${key} Do Q`;
  expect(operators).toEqual([form("A0"), "/OC /L0 BDC", form("A1"), "EMC", "/OC /L1 BDC", form("A2"), "EMC"]);
  expect(layers).toEqual(["L0 << /Type /OCG /Name /Draft >>", "L1 << /Type /OCG /Name /Final >>"]);
});

const field = { Subtype: "Widget", FT: "Tx", V: PDFString.of("Damson") };
const comment = { Subtype: "FreeText", Contents: PDFString.of("Damson"), AP: { N: look() } };

test.each<[string, object, How, string | undefined]>([
  ["a field without appearance, in its rectangle", field, {}, "1 0 0 1 100 200 cm 0 0 30 100 re"],
  ["a field with an empty one, in its box", { ...field, AP: { N: look() } }, {}, "3 0 0 5 100 200 cm 0 0 10 20 re"],
  [
    "a field that PDFium drew, in its box",
    { ...field, AP: { N: look() } },
    { inPageSpace: true },
    "3 0 0 5 100 200 cm 0 0 10 20 re",
  ],
  ["typed text that PDFium drew, in its rectangle", comment, { inPageSpace: true }, "1 0 0 1 100 200 cm 0 0 30 100 re"],
  ["typed text with its own appearance: no", comment, {}, undefined],
  ["a stamp: no", { ...comment, Subtype: "Stamp" }, { inPageSpace: true }, undefined],
  ["a field of a file without fonts: no", { ...field, AP: { N: look() } }, { withoutFonts: true }, undefined],
  ["a field of a file without fonts or appearance: no", field, { withoutFonts: true }, undefined],
])("text is set for %s", (_what, entries, how, area) => {
  const drawn = draw([entries], how);
  const text = drawn.operators.filter((line) => !line.includes("Do"));
  expect(text[0]?.match(/^q (.*) W n BT/)?.[1]).toBe(area);
  expect(drawn.fonts).toEqual(area === undefined ? [] : ["Value 77 0 R"]);
});

const [on, off] = [look({}, "on"), look({}, "off")];
const formOf = (entries: object, how?: How) =>
  draw([{ Subtype: "Widget", FT: "Btn", ...entries }], how).forms.map((form) =>
    Buffer.from(form.getContents()).toString(),
  );

test.each<[string, object, string[]]>([
  ["its state", { AS: "Ja", V: "Off" }, ["on"]],
  ["its value without a state", { V: "Ja" }, ["on"]],
  ["its parent's value without its own", { Parent: { V: "Ja" } }, ["on"]],
  ["off without either", {}, ["off"]],
  ["off for a value that is no name", { V: PDFString.of("Ja") }, ["off"]],
  ["no appearance for an unknown state", { AS: "Gone" }, []],
])("a check box shows %s", (_what, entries, shown) => {
  expect(formOf({ AP: { N: { Ja: on, Off: off } }, ...entries })).toEqual(shown);
});

test.each<[string, object, string[]]>([
  ["that is on under another name is on", { AS: "Ja" }, ["on"]],
  ["whose value is on but not its state is on", { AS: "Off", V: "Ja" }, ["on"]],
  ["whose state and value are off is off", { AS: "Off", V: "Off" }, ["off"]],
  ["whose value is no name is off", { AS: "Off", V: PDFString.of("Ja") }, ["off"]],
  ["without state and value is off", {}, ["off"]],
])("a button that PDFium drew %s", (_what, entries, shown) => {
  const states = { AP: { N: { Yes: on, Off: off } }, ...entries };
  expect(formOf(states, { inPageSpace: true })).toEqual(shown);
});

test("what PDFium drew is used without exponents, whether it has states or not", () => {
  const N = look({}, "1e-7 2 m");
  expect(formOf({ AP: { N } }, { inPageSpace: true })).toEqual(["0 2 m"]);
  expect(formOf({ AP: { N } })).toEqual(["1e-7 2 m"]);
  expect(formOf({ AS: "Off", AP: { N: { Off: N, Ja: on } } }, { inPageSpace: true })).toEqual(["0 2 m"]);
});

test("an appearance is found with its reference, unless it is written in the dictionary", () => {
  const direct = source.stream("f");
  const reference = look();
  expect(normalAppearance(dict({ AP: { N: reference } }))).toEqual({ reference, stream: source.lookup(reference) });
  expect(normalAppearance(dict({ AP: { N: direct } }))).toEqual({ reference: undefined, stream: direct });
  expect(normalAppearance(dict({ AP: { N: { On: reference } }, AS: "On" }))?.reference).toBe(reference);
  for (const AP of [undefined, {}, { N: 7 }, { N: PDFRef.of(9999) }, { D: reference }])
    expect(normalAppearance(dict({ AP }))).toBeUndefined();
});
