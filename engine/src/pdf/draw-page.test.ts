import { PDFDocument, PDFName, PDFRawStream } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { drawPage, type Pen } from "./draw-page.ts";
import { entry } from "./objects.ts";
import { decodeContent } from "./streams.ts";

const about = { title: "Receipt 7", at: new Date("2026-11-20T10:00:00Z") };
const draw = (use: (pen: Pen) => void) => drawPage(about, use);

async function contentOf(use: (pen: Pen) => void): Promise<string[]> {
  const page = (await PDFDocument.load(await draw(use))).getPage(0);
  const stream = entry(page.node, "Contents");
  return stream instanceof PDFRawStream ? decodeContent(stream).data.toString("latin1").split("\n") : [];
}
const hex = (words: string) => `<${Buffer.from(words, "latin1").toString("hex").toUpperCase()}>`;
const black = "0 0 0 rg 0 0 0 RG";

test("the document is one A4 page with a title, and equal input gives equal bytes", async () => {
  const use = (pen: Pen) => pen.text("Damson", 50, 100, { size: 12, colour: "#000000" });
  const bytes = await draw(use);
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  expect(document.getPages().map((page) => page.getSize())).toEqual([{ width: 595.276, height: 841.89 }]);
  expect([document.getTitle(), document.getProducer()]).toEqual(["Receipt 7", "Sheaf"]);
  expect(document.getCreationDate()).toEqual(about.at);
  expect(document.getModificationDate()).toBeUndefined();
  expect(String(document.catalog.lookup(PDFName.of("ViewerPreferences")))).toContain("/DisplayDocTitle true");
  expect(String(document.catalog.lookup(PDFName.of("Lang")))).toBe("(en-GB)");
  expect(Buffer.from(await draw(use)).equals(bytes)).toBe(true);
});

test("text is at its distance from the top, in its colour, from the left or to the right", async () => {
  const content = await contentOf((pen) => {
    pen.text("Hi", 50, 100, { size: 10, colour: "#FF8000" });
    pen.text("Hi", 50, 100, { size: 10, colour: "#000000", align: "left" });
    pen.text("Hi", 50, 100, { size: 10, colour: "#000000", align: "right" });
    pen.text("Hi", 50, 100, { size: 10, colour: "#000000", align: "right", bold: true });
  });
  const regular = `/Value 10 Tf ${hex("Hi")} Tj ET`;
  const orange = "1 0.50196 0";
  expect(content).toEqual([
    `BT ${orange} rg ${orange} RG 50 741.89 Td ${regular}`,
    `BT ${black} 50 741.89 Td ${regular}`,
    `BT ${black} 40.56 741.89 Td ${regular}`,
    `BT ${black} 40 741.89 Td /Bold 10 Tf ${hex("Hi")} Tj ET`,
  ]);
});

test("the fonts that the page names are in its resources", async () => {
  const document = await PDFDocument.load(
    await draw((pen) => {
      for (const bold of [false, true, true]) pen.text("Hi ?", 50, 100, { size: 10, colour: "#000000", bold });
    }),
  );
  const fonts = entry(document.getPage(0).node.Resources(), "Font");
  expect(["Value", "Bold"].map((key) => String(entry(entry(fonts, key), "BaseFont")))).toEqual([
    "/Helvetica",
    "/Helvetica-Bold",
  ]);
  expect(
    Buffer.from(await document.save({ useObjectStreams: false }))
      .toString("latin1")
      .match(/Helvetica-Bold/g),
  ).toHaveLength(1);
});

test("bold words that Helvetica lacks are emboldened by their outlines", async () => {
  const [line = ""] = await contentOf((pen) => {
    pen.text("Zażółć", 50, 100, { size: 12, colour: "#000000", bold: true });
  });
  expect(line).toMatch(/^BT 0 0 0 rg 0 0 0 RG 50 741.89 Td 2 Tr 0.4 w \/Value\d? 12 Tf .* Tj 0 Tr ET$/);
});

test("a line is horizontal at its distance from the top", async () => {
  expect(await contentOf((pen) => pen.rule(40, 555, 100, { width: 0.5, colour: "#1D1B16" }))).toEqual([
    "0.11373 0.10588 0.08627 RG 0.5 w 40 741.89 m 555 741.89 l S",
  ]);
});

/** "i" is 2.22 points wide at 10 points, and a space 2.78. */
const wrapped = async (words: string, width: number, bold = false): Promise<string[]> => {
  let lines: string[] = [];
  await draw((pen) => {
    lines = pen.wrap(words, width, { size: 10, bold });
  });
  return lines;
};

test.each<[string, number, string[]]>([
  ["", 50, []],
  ["  ", 50, []],
  ["i", 50, ["i"]],
  ["ii ii", 11.66, ["ii ii"]],
  ["ii ii", 11.65, ["ii", "ii"]],
  [" ii\n ii  ii ", 12, ["ii ii", "ii"]],
  ["iiiii ii", 11.2, ["iiiii", "ii"]],
  ["iiiiii ii", 11.2, ["iiiii", "i ii"]],
  ["ii iiiiiiiiiiii", 11.2, ["ii", "iiiii", "iiiii", "ii"]],
  ["iii", 1, ["i", "i", "i"]],
])("the words %j are broken into lines of at most %d points", async (words, width, lines) => {
  expect(await wrapped(words, width)).toEqual(lines);
});

test("bold words are wider, unless they are drawn in the regular font", async () => {
  expect(await wrapped("ii ii", 11.66, true)).toEqual(["ii", "ii"]);
  expect(await wrapped("ii ii", 13.9, true)).toEqual(["ii ii"]);
  expect(await wrapped("?i ?i", 18.34, true)).toEqual(["?i", "?i"]);
  const lacking = "\u0107";
  const regular = await wrapped(`ii ${lacking}`, 100);
  expect(await wrapped(`ii ${lacking}`, 100, true)).toEqual(regular);
});
