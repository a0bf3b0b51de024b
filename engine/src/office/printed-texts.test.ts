import { PDFDocument, PDFHexString, PDFName, PDFString } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { printedParts } from "./printed-texts.ts";

const hex = (text: string) => `<${Buffer.from(text, "latin1").toString("hex").toUpperCase()}>`;

/**
 * Makes a PDF as LibreOffice writes it: pages of 300 by 300 points, bookmarks by page, and a font F1 with the
 * characters A to Z, each as wide as half its size, and the ligature fi without a width.
 */
async function pdfOf(contents: string[], bookmarks: [title: string, page: number][]): Promise<Buffer> {
  const document = await PDFDocument.create();
  const { context } = document;
  const letters = Array.from({ length: 26 }, (_, index) => 65 + index);
  const ligature = "<61> <00660069>";
  const map = letters.map((code) => `<${code.toString(16).toUpperCase()}> <00${code.toString(16).toUpperCase()}>`);
  const font = context.obj({
    Type: "Font",
    FirstChar: 65,
    Widths: letters.map(() => 500),
    ToUnicode: context.register(context.flateStream(`27 beginbfchar\n${map.join("\n")}\n${ligature}\nendbfchar`)),
  });
  for (const content of contents) {
    const page = document.addPage([300, 300]);
    page.node.set(PDFName.of("Resources"), context.obj({ Font: { F1: font } }));
    page.node.set(PDFName.of("Contents"), context.register(context.flateStream(content)));
  }
  const root = context.nextRef();
  const items = bookmarks.map(() => context.nextRef());
  for (const [index, [title, page]] of bookmarks.entries()) {
    const item = context.obj({ Parent: root, Dest: [document.getPage(page).ref, "XYZ", null, null, null] });
    item.set(PDFName.of("Title"), PDFHexString.fromText(title));
    const next = items[index + 1];
    if (next) item.set(PDFName.of("Next"), next);
    context.assign(items[index] ?? root, item);
  }
  const [first] = items;
  if (first) {
    context.assign(root, context.obj({ First: first, Last: items.at(-1) ?? first, Count: items.length }));
    document.catalog.set(PDFName.of("Outlines"), root);
  }
  document.setTitle(PDFString.of("Damson").asString());
  return Buffer.from(await document.save());
}

const textsOn = async (content: string) => {
  const [part] = printedParts(await pdfOf([content], [["Sheet", 0]]));
  return [...(part?.texts() ?? [])].flat();
};
const draw = (text: string, place = "20 100 Td") => `BT /F1 10 Tf ${place} ${hex(text)} Tj ET`;

test("the pages of a part reach to the next bookmark", async () => {
  const pages = ["FIRST", "SECOND", "THIRD"].map((text) => draw(text));
  const parts = printedParts(
    await pdfOf(pages, [
      ["Costs", 0],
      ["Sales", 2],
    ]),
  );
  expect(parts.map(({ title, texts }) => [title, [...texts()].map((page) => page.map(({ text }) => text))])).toEqual([
    ["Costs", [["FIRST"], ["SECOND"]]],
    ["Sales", [["THIRD"]]],
  ]);
});

test("a text without edges around it is seen whole", async () => {
  expect(await textsOn(draw("DAMSON"))).toEqual([{ text: "DAMSON", seen: "DAMSON", isClipped: false }]);
});

test("characters outside the edges of their cell, or of the page, are not seen", async () => {
  // Each character is 5 points wide; the cell ends after the second, the page after the third.
  expect(await textsOn(`q 0 0 31 200 re W n ${draw("DAMSON")} Q ${draw("TART", "287 100 Td")}`)).toEqual([
    { text: "DAMSON", seen: "DA    ", isClipped: true },
    { text: "TART", seen: "TAR ", isClipped: true },
  ]);
});

test("edges within edges count together, and end with the saved state", async () => {
  const inner = `q 0 0 31 200 re W n q 24 0 200 200 re W* n ${draw("DAMSON")} Q Q ${draw("TART")}`;
  expect(await textsOn(inner)).toEqual([
    { text: "DAMSON", seen: " A    ", isClipped: true },
    { text: "TART", seen: "TART", isClipped: false },
  ]);
  const apart = `q 0 0 10 10 re W n 20 20 10 10 re W n ${draw("DAMSON")} Q`;
  expect(await textsOn(apart)).toEqual([{ text: "DAMSON", seen: "      ", isClipped: true }]);
});

test("a text inside the edges of a cell counts as one that the cell may clip", async () => {
  expect(await textsOn(`q 0 0 290 200 re W n ${draw("DAMSON")} Q`)).toMatchObject([
    { seen: "DAMSON", isClipped: true },
  ]);
});

test.each([
  ["scaled by the page", `q 2 0 0 2 0 0 cm ${draw("DAMSON", "130 50 Td")} Q`, "DAMS  "],
  ["placed by a matrix", draw("DAMSON", "1 0 0 1 287 100 Tm"), "DAM   "],
  ["stretched", draw("DAMSON", "200 Tz 270 100 Td"), "DAM   "],
  ["in several pieces", `BT /F1 10 Tf 270 100 Td ${hex("DAM")} Tj ${hex("SON")} Tj ET`, "DAMSON"],
  ["moved by kerning", `BT /F1 10 Tf 270 100 Td [${hex("DAM")} -1000 ${hex("SON")}] TJ ET`, "DAMS  "],
  ["above the page", draw("DAMSON", "20 299 Td"), "      "],
])("the place of a text is computed when it is %s", async (_how, content, seen) => {
  expect(await textsOn(content)).toMatchObject([{ text: "DAMSON", seen }]);
});

test("a character that the font does not name is shown as unknown, and a file that is no PDF has no parts", async () => {
  expect(await textsOn(draw("A1"))).toMatchObject([{ text: "A\ufffd" }]);
  expect(printedParts(Buffer.from("Damson"))).toEqual([]);
});

/** The middle of the first character is 22.5 points from the left and 102.5 from the bottom. */
test.each([
  ["at their left", "22.5 0 100 200", "DAMSON"],
  ["left of their left edge", "22.6 0 100 200", " AMSON"],
  ["at their right edge", "0 0 22.5 200", "D     "],
  ["right of their right edge", "0 0 22.4 200", "      "],
  ["at their bottom", "0 102.5 200 100", "DAMSON"],
  ["below their bottom", "0 102.6 200 100", "      "],
  ["at their top", "0 0 200 102.5", "DAMSON"],
  ["above their top", "0 0 200 102.4", "      "],
])("a character counts as seen up to the edges, with its middle %s", async (_where, edges, seen) => {
  expect(await textsOn(`q ${edges} re W n ${draw("DAMSON")} Q`)).toMatchObject([{ seen }]);
});

test.each([
  ["moved back by kerning", `BT /F1 10 Tf 287 100 Td [${hex("DAM")} 1000 ${hex("SON")}] TJ ET`, "DAMSO "],
  ["moved by parts of a point", `BT /F1 10 Tf 287 100 Td [${hex("DAM")} -.5 ${hex("S")}] TJ ET`, "DAM "],
  ["placed step by step", `BT /F1 10 Tf 200 50 Td 87 50 Td ${hex("DAM")} Tj ET`, "DAM"],
  ["placed step by step beyond the page", `BT /F1 10 Tf 200 50 Td 92 50 Td ${hex("DAM")} Tj ET`, "DA "],
  [
    "placed after a text that was stretched",
    `BT /F1 10 Tf 200 Tz ${hex("A")} Tj ET ${draw("DAM", "287 100 Td")}`,
    "DAM",
  ],
  ["larger", `BT /F1 20 Tf 287 100 Td ${hex("DAM")} Tj ET`, "D  "],
])("the place of a text is computed when it is %s", async (_how, content, seen) => {
  expect((await textsOn(content)).at(-1)).toMatchObject({ seen });
});

test("a ligature is several characters, seen or clipped together, and has no width where none is stated", async () => {
  expect(await textsOn(draw("AaB"))).toMatchObject([{ text: "AfiB", seen: "AfiB" }]);
  expect(await textsOn(`q 0 0 24 200 re W n ${draw("AaB")} Q`)).toMatchObject([{ text: "AfiB", seen: "A   " }]);
});

test("a text in a font that the page does not have is unknown", async () => {
  expect(await textsOn(draw("AB").replace("F1", "F9"))).toMatchObject([{ text: "\ufffd\ufffd" }]);
});

test("a text without characters is none, and edges without a rectangle clip nothing", async () => {
  expect(await textsOn("BT ET")).toEqual([]);
  expect(await textsOn(`q W n ${draw("AB")} Q`)).toMatchObject([{ seen: "AB", isClipped: false }]);
});

test("a saved state that is missing leaves the edges as they are, and operands count for one operator alone", async () => {
  expect(await textsOn(`0 0 24 200 re W n Q ${draw("AB")}`)).toMatchObject([{ seen: "A ", isClipped: true }]);
  expect(await textsOn(`q 0 0 24 200 re W n Q ${draw("AB")}`)).toMatchObject([{ seen: "AB", isClipped: false }]);
  expect(await textsOn(`7 7 g q 0 0 24 200 re W n ${draw("AB")} Q`)).toMatchObject([{ seen: "A " }]);
});

test("edges are moved and scaled with the page, where they are drawn", async () => {
  const scaled = `q 2 0 0 2 10 0 cm 0 0 7 100 re W n Q ${draw("AB")}`;
  expect(await textsOn(scaled)).toMatchObject([{ seen: "AB" }]);
  expect(await textsOn(`2 0 0 2 10 0 cm 0 0 7 100 re W n 0.5 0 0 0.5 -5 0 cm ${draw("AB")}`)).toMatchObject([
    { seen: "A " },
  ]);
});
