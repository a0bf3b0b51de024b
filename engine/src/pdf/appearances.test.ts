import { degrees, PDFHexString, PDFRef, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { annotate, aPdf, place, see, syntaxOf } from "./testing.ts";

/** Annotations without an appearance, or with an incomplete one. */

test("a stamp whose appearance has no bounding box fills its rectangle", async () => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const drawing = context.stream("1 0 0 rg 0 0 200 100 re f", { Type: "XObject", Subtype: "Form" });
    const page = document.addPage([595.276, 841.89]);
    annotate(page, { Subtype: "Stamp", Rect: [100, 600, 300, 700], F: 4, AP: { N: context.register(drawing) } });
  });
  const [page] = await see((await place(bytes)).path);
  for (const [x, y] of [
    [105, 605],
    [295, 695],
  ] as const) {
    expect(page?.colourAt(x, y)).toEqual([255, 0, 0]);
  }
  expect(page?.colourAt(310, 650)).toEqual([255, 255, 255]);
});

test.each<[string, object]>([
  ["is empty", {}],
  ["refers to a missing object", { N: PDFRef.of(999) }],
])("an annotation whose appearance dictionary %s is drawn", async (_, AP) => {
  const bytes = await aPdf((document) => {
    const square = { Subtype: "Square", Rect: [100, 600, 300, 700], F: 4, C: [1, 0, 0], IC: [0, 0, 1], BS: { W: 4 } };
    annotate(document.addPage([595.276, 841.89]), { ...square, AP });
  });
  const [page] = await see((await place(bytes)).path);
  expect(page?.colourAt(200, 650)).toEqual([0, 0, 255]);
});

test("a note without appearance shows its icon, a reply to a note shows none", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([595.276, 841.89]);
    const note = annotate(page, { Subtype: "Text", Rect: [100, 700, 120, 720], C: [1, 0.9, 0], F: 28 });
    annotate(page, { Subtype: "Text", Rect: [300, 700, 320, 720], C: [1, 0.9, 0], F: 28, IRT: note });
  });
  const [page] = await see((await place(bytes)).path);
  const isMarked = (left: number) => {
    const places = Array.from({ length: 400 }, (_, at) => page?.colourAt(left + (at % 20), 700 + Math.floor(at / 20)));
    return places.some((colour) => colour?.some((part) => part < 255));
  };
  expect(isMarked(100)).toBe(true);
  expect(isMarked(300)).toBe(false);
});

test("the text of notes is quoted in a warning, because the pages show only their icons", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([595.276, 841.89]);
    const note = { Subtype: "Text", Rect: [100, 700, 120, 720] };
    const first = annotate(page, { ...note, Contents: PDFString.of("20 % of this\ris private") });
    annotate(page, { ...note, Contents: PDFString.of("I see"), IRT: first });
    annotate(page, {
      ...note,
      Contents: PDFString.of("Accepted by Anna"),
      IRT: first,
      StateModel: PDFString.of("Review"),
    });
    annotate(page, { ...note, Contents: PDFString.of("Hidden"), F: 2 });
    annotate(page, { ...note, Contents: PDFString.of("") });
  });
  const text = "The pages show where notes and marks are, but not their text: “20 % of this is private”, “I see”.";
  expect((await place(bytes)).warnings).toEqual([{ code: "note-text-left-out", text }]);
});

const corners = { Rect: [100, 700, 200, 720], QuadPoints: [100, 720, 200, 720, 100, 700, 200, 700] };
test.each<[string, Record<string, unknown>]>([
  ["words highlighted", { Subtype: "Highlight", ...corners }],
  ["words struck out", { Subtype: "StrikeOut", ...corners }],
  ["words underlined", { Subtype: "Underline", ...corners }],
  ["a caret", { Subtype: "Caret" }],
  ["a frame", { Subtype: "Square" }],
  ["a drawing", { Subtype: "Ink", InkList: [[100, 700, 200, 720]] }],
  ["an arrow", { Subtype: "Line", L: [100, 700, 200, 720], LE: ["None", "OpenArrow"] }],
])("the text of %s is quoted in a warning, because the page shows only the mark", async (_, entries) => {
  const bytes = await aPdf((document) => {
    const Contents = PDFString.of("Not ours, please refund");
    annotate(document.addPage([595.276, 841.89]), {
      Rect: [100, 700, 200, 720],
      C: [1, 0, 0],
      F: 4,
      Contents,
      ...entries,
    });
  });
  const text = "The pages show where notes and marks are, but not their text: “Not ours, please refund”.";
  expect((await place(bytes)).warnings).toEqual([{ code: "note-text-left-out", text }]);
});

test.each<[string, Record<string, unknown>]>([
  ["typed onto the page", { Subtype: "FreeText", DA: PDFString.of("/Helv 12 Tf 0 g") }],
  ["of a stamp", { Subtype: "Stamp", Name: "Approved" }],
  ["of a line's caption", { Subtype: "Line", L: [100, 700, 200, 720], Cap: true }],
])("text %s is visible on the page, so no warning quotes it", async (_, entries) => {
  const bytes = await aPdf((document) => {
    const Contents = PDFString.of("Approved");
    annotate(document.addPage([595.276, 841.89]), {
      Rect: [100, 700, 200, 720],
      C: [1, 0, 0],
      F: 4,
      Contents,
      ...entries,
    });
  });
  expect((await place(bytes)).warnings).toEqual([]);
});

const [left, bottom, right, top] = [100, 600, 300, 640];
test.each([
  ["in rows", [left, top, right, top, left, bottom, right, bottom]],
  ["in rows from below", [left, bottom, right, bottom, left, top, right, top]],
  ["counterclockwise, as the standard requires", [left, bottom, right, bottom, right, top, left, top]],
  ["clockwise", [left, top, right, top, right, bottom, left, bottom]],
])("text is highlighted and underlined with corners given %s", async (_, QuadPoints) => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([595.276, 841.89]);
    const marked = { Rect: [left, bottom, right, top], QuadPoints, F: 4 };
    annotate(page, { Subtype: "Highlight", C: [1, 1, 0], ...marked });
    annotate(page, { Subtype: "Underline", C: [1, 0, 0], BS: { W: 4 }, ...marked });
  });
  const [page] = await see((await place(bytes)).path);
  expect(page?.colourAt(200, 630)).toEqual([255, 255, 0]);
  const greenBelow = [600, 601, 602].map((y) => page?.colourAt(200, y)[1]);
  expect(Math.min(...greenBelow.map((green) => green ?? 255))).toBeLessThan(200); // a thin red line over yellow
});

test("without appearances, a line is drawn with its line endings, and a cloudy border as plain lines", async () => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([595.276, 841.89]);
    const red = { C: [1, 0, 0], BS: { W: 2 }, F: 4 };
    const Vertices = [100, 510, 300, 510, 300, 550];
    annotate(page, { Subtype: "PolyLine", Rect: [80, 490, 320, 570], Vertices, LE: ["Square", "Circle"], ...red });
    annotate(page, { Subtype: "Square", Rect: [100, 300, 300, 400], BE: { S: "C", I: 2 }, ...red });
  });
  const { path } = await place(bytes);
  const [page] = await see(path);
  expect(page?.colourAt(100, 517)).toEqual([255, 0, 0]);
  expect(page?.colourAt(200, 400)).toEqual([255, 0, 0]);
  expect(syntaxOf(path)).not.toMatch(/\de-\d/);
});

test.each([
  ["in characters that PDFium lacks", "Zażółć 12", { DA: PDFString.of("/Helv 12 Tf 0 g") }],
  ["without a font named in the annotation", "Paid 12", {}],
])("text typed onto a page %s is shown", async (_, words, look) => {
  const bytes = await aPdf((document) => {
    const entries = { Subtype: "FreeText", Rect: [100, 640, 300, 600], F: 4, ...look };
    annotate(document.addPage([595.276, 841.89]), { ...entries, Contents: PDFHexString.fromText(words) });
  });
  expect((await see((await place(bytes)).path))[0]?.text).toContain(words);
});

test("the icon of a note is drawn in the upper left corner of a large rectangle", async () => {
  const bytes = await aPdf((document) => {
    annotate(document.addPage([595.276, 841.89]), {
      Subtype: "Text",
      Rect: [100, 600, 300, 700],
      C: [1, 0.9, 0],
      F: 4,
    });
  });
  const [page] = await see((await place(bytes)).path);
  const isMarked = (bottom: number) =>
    Array.from({ length: 20 }, (_, at) => page?.colourAt(110, bottom + at)).some(
      (colour) => (colour?.[2] ?? 255) < 200,
    );
  expect([isMarked(600), isMarked(680)]).toEqual([false, true]);
});

test.each<[string, object, [number, number]]>([
  ["a line", { Subtype: "Line", L: [100, 500, 300, 500], LE: ["None", "OpenArrow"] }, [200, 500]],
  ["an open polygon", { Subtype: "PolyLine", Vertices: [100, 500, 300, 500, 300, 550] }, [300, 525]],
  ["a polygon", { Subtype: "Polygon", Vertices: [100, 500, 300, 500, 300, 550] }, [300, 525]],
])("%s without appearance is visible although its rectangle has no area", async (_, shape, [x, y]) => {
  const bytes = await aPdf((document) => {
    const page = document.addPage([595.276, 841.89]);
    annotate(page, { Rect: [100, 500, 100, 500], C: [1, 0, 0], BS: { W: 4 }, F: 4, ...shape });
  });
  const [page] = await see((await place(bytes)).path);
  expect(page?.colourAt(x, y)).toEqual([255, 0, 0]);
});

test("the icon of a note is upright on a rotated page", async () => {
  const bytes = await aPdf((document) => {
    const { context } = document;
    const drawing = context.stream("1 0 0 rg 0 10 20 10 re f", {
      Type: "XObject",
      Subtype: "Form",
      BBox: [0, 0, 20, 20],
    });
    const page = document.addPage([841.89, 595.276]);
    page.setRotation(degrees(90));
    annotate(page, { Subtype: "Text", Rect: [100, 400, 120, 420], F: 4, AP: { N: context.register(drawing) } });
  });
  const [page] = await see((await place(bytes)).path);
  const red = Array.from({ length: 842 * 596 }, (_, at) => [at % 596, Math.floor(at / 596)] as const).filter(
    ([x, y]) => page?.colourAt(x, y)?.join() === "255,0,0",
  );
  const [across, down] = [0, 1].map((part) => new Set(red.map((place) => place[part])).size);
  expect(across).toBeGreaterThan((down ?? 0) * 1.5);
});
