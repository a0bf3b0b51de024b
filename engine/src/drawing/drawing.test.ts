import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rgb } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { emfDrawing, svgDrawing, wmfDrawing } from "../../../fixtures/drawings.ts";
import type { Office } from "../office/office.ts";
import { addPage, aPdf, workFolder } from "../pdf/testing.ts";
import { drawingConverter, readDrawing } from "./drawing.ts";
import type { DrawingKind } from "./drawing-kind.ts";
import { drawingPage } from "./drawing-page.ts";
import { isWhite } from "./is-white.ts";

const MB = 1024 * 1024;

describe("a drawing is read", () => {
  test.each<[DrawingKind, Buffer]>([
    ["svg", Buffer.from(svgDrawing("Words"))],
    ["emf", emfDrawing("Words")],
    ["wmf", wmfDrawing("Words")],
  ])("as %s, compressed or not", (kind, bytes) => {
    const plain = readDrawing(bytes, kind);
    expect([plain.size?.width, plain.size?.height]).toEqual([expect.closeTo(400, 0), expect.closeTo(200, 0)]);
    expect(readDrawing(gzipSync(bytes), kind)).toEqual(plain);
  });

  test("as damaged when it is, compressed or not", () => {
    const damaged = expect.objectContaining({ reason: "damaged" });
    for (const bytes of [
      Buffer.alloc(100),
      Buffer.from([0x1f, 0x8b, 8, 0]),
      Buffer.from([0x1f]),
      Buffer.from([0, 0x8b]),
    ])
      expect(() => readDrawing(bytes, "emf")).toThrow(damaged);
    expect(() => readDrawing(gzipSync("words").subarray(0, 15), "svg")).toThrow(damaged);
  });

  test("up to 32 MB, compressed or not", () => {
    const reasonOf = (bytes: Buffer) => {
      try {
        readDrawing(bytes, "emf");
      } catch (error) {
        return error;
      }
    };
    const large = Buffer.alloc(32 * MB + 1);
    const tooLarge = { reason: "too-large", detail: expect.stringMatching(/more than 32 MB/) };
    expect(reasonOf(large)).toMatchObject(tooLarge);
    expect(reasonOf(large.subarray(1))).toMatchObject({ reason: "damaged" });
    expect(reasonOf(gzipSync(large, { level: 1 }))).toMatchObject(tooLarge);
    expect(reasonOf(gzipSync(large.subarray(1), { level: 1 }))).toMatchObject({ reason: "damaged" });
  });
});

/** Converts a drawing with an office that prints a page with a line, and notes what it was given. */
async function converted(svg: string, isEmpty = false) {
  const workDir = await workFolder();
  const given: [name: string, content: string][] = [];
  const office = {
    async toPdf(inPath: string, outPath: string) {
      given.push([inPath.slice(workDir.length + 1), await readFile(inPath, "utf8")]);
      await writeFile(
        outPath,
        await aPdf((document) => void (isEmpty ? document.addPage() : addPage(document, [99, 99]))),
      );
    },
  } as unknown as Office;
  const path = join(workDir, "given.svg");
  await writeFile(path, svg);
  const converter = drawingConverter(office, "svg");
  const { warnings } = await converter.toPdf({ path } as never, { workDir } as never);
  return { given, warnings };
}
const drawn = (inside: string, attributes = 'width="9" height="9"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

test("a drawing with a size is placed on a page, and one without is opened as it is", async () => {
  const [placed] = (await converted(drawn("<rect/>"))).given;
  expect(placed?.[0]).toBe("drawing.fodg");
  expect(placed?.[1]).toContain("<office:document ");
  const [bare] = (await converted(drawn("<rect/>", ""))).given;
  expect(bare?.[0]).toBe("drawing.svg");
  expect(bare?.[1]).toContain("<rect/>");
});

test("a drawing that prints nothing is refused", async () => {
  await expect(converted(drawn("<rect/>"), true)).rejects.toMatchObject({ reason: "empty" });
});

test.each([
  ["", []],
  ['<image href="a.png"/>', [["linked-pictures-missing", "A picture that the drawing only links to is missing."]]],
  [
    '<image href="a.png"/><image href="b.png"/>',
    [["linked-pictures-missing", "2 pictures that the drawing only links to are missing."]],
  ],
  ["<script/>", [["active-content-removed", "Scripts in the drawing were removed."]]],
])("warnings say what is missing of a drawing: %s", async (inside, expected) => {
  const { warnings } = await converted(drawn(`<rect/>${inside}`));
  expect(warnings.map(({ code, text }) => [code, text])).toEqual(expected);
});

test("a font that the drawing asks for and does not get is named", async () => {
  const { warnings } = await converted(drawn('<text font-family="Futura">a</text>'));
  expect(warnings).toMatchObject([{ text: expect.stringContaining("Futura") }]);
});

test.each([
  [400, 200, "landscape", ["841.89", "595.28"], { width: 300, height: 150 }],
  [200, 400, "portrait", ["595.28", "841.89"], { width: 150, height: 300 }],
])("a drawing of %i × %i pixels stands in the middle of a page", (width, height, orientation, sides, shown) => {
  const page = drawingPage(Buffer.from("words"), { width, height });
  expect(page).toContain(`style:print-orientation="${orientation}"`);
  const lengths = (name: string) =>
    [...page.matchAll(new RegExp(` ${name}="([\\d.]+)pt"`, "g"))].map(([, one]) => Number(one));
  const [across = 0, down = 0] = sides.map(Number);
  expect([lengths("fo:page-width"), lengths("fo:page-height")]).toEqual([
    [expect.closeTo(across, 1)],
    [expect.closeTo(down, 1)],
  ]);
  expect([lengths("svg:width"), lengths("svg:height")]).toEqual([[shown.width], [shown.height]]);
  expect(lengths("svg:x")).toEqual([expect.closeTo((across - shown.width) / 2, 1)]);
  expect(lengths("svg:y")).toEqual([expect.closeTo((down - shown.height) / 2, 1)]);
  expect(page).toContain("<office:binary-data>d29yZHM=</office:binary-data>");
});

describe("a page", () => {
  const black = rgb(0, 0, 0);
  const pageWith = async (line: { x: number; y: number; width: number; height: number } | undefined, color = black) => {
    const path = join(await workFolder(), "page.pdf");
    const bytes = await aPdf((document) => {
      const page = document.addPage([595, 842]);
      if (line) page.drawRectangle({ ...line, color });
    });
    await writeFile(path, bytes);
    return isWhite(path);
  };

  test.each([
    ["without anything", undefined, true],
    ["with a thin line", { x: 100, y: 100, width: 0.1, height: 300 }, false],
    ["with a mark in its first corner", { x: 0, y: 840, width: 2, height: 2 }, false],
    ["with a mark in its last corner", { x: 593, y: 0, width: 2, height: 2 }, false],
  ])("%s is white: %s", async (_, line, expected) => {
    expect(await pageWith(line)).toBe(expected);
  });

  test("with white and nearly white areas is white only where they are white", async () => {
    const area = { x: 0, y: 0, width: 595, height: 842 };
    expect(await pageWith(area, rgb(1, 1, 1))).toBe(true);
    expect(await pageWith(area, rgb(1, 1, 0.99))).toBe(false);
  });
});
