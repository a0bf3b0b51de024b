import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PDFDict, type PDFDocument, PDFRawStream } from "@cantoo/pdf-lib";
import type { Box, PageReading, ReadLine, ReadWord } from "@sheaf/contracts/reading.ts";
import sharp from "sharp";
import { nameEntry } from "../../pdf/objects.ts";
import { copyFromPdfium, withPdfium } from "../../pdf/pdfium.ts";
import { withScratch } from "../../pdf/pdfium-module.ts";
import { readStrictly } from "../../pdf/strict-reader.ts";
import { aPdf, place, workFolder } from "../../pdf/testing.ts";
import { addText } from "./add-text.ts";
import { textPagesOf, writeTextPages } from "./text-page.ts";

const sheetWidth = 595.276;
export const sheetHeight = 841.89;

/**
 * Converts a PDF of scanned pages, each a JPEG that fills it.
 * @param draw adds to a page what lies above its picture
 */
export async function aScan(
  pages = 1,
  draw?: (document: PDFDocument, index: number) => Promise<void>,
): Promise<string> {
  const bytes = await aPdf(async (document) => {
    for (let index = 0; index < pages; index++) {
      const jpeg = await document.embedJpg(await noisyJpeg(index));
      const page = document.addPage([sheetWidth, sheetHeight]);
      page.drawImage(jpeg, { x: 0, y: 0, width: sheetWidth, height: sheetHeight });
      await draw?.(document, index);
    }
  });
  return (await place(bytes)).path;
}

function noisyJpeg(index: number): Promise<Buffer> {
  const [width, height] = [248, 351];
  const pixels = Buffer.alloc(width * height, 250);
  for (let at = 0; at < pixels.length; at += 7 + index) pixels[at] = (at * 31) % 200;
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg()
    .toBuffer();
}

/** Makes a reading of source "ocr" in which every word has a place of its own. */
export function aReading(
  page: number,
  lines: ReadLine[],
  words: (Omit<ReadWord, "confidence"> & { confidence?: number })[],
): PageReading {
  return {
    page,
    width: sheetWidth,
    height: sheetHeight,
    source: "ocr",
    language: null,
    confidence: 90,
    lines,
    words: words.map((word) => ({ confidence: 90, ...word })),
    readability: null,
    turn: 0,
    facts: [],
  };
}

/**
 * Lays words out along a line, each letter half as wide as the line's size, with a space between words.
 * @param degrees clockwise, from upright
 */
export function aLine(
  texts: string[],
  { x, y, size, degrees = 0 }: { x: number; y: number; size: number; degrees?: number },
  index = 0,
) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  let at = 0;
  const words = texts.map((text) => {
    const length = [...text].length * size * 0.5;
    const [from, to] = [at, at + length];
    at = to + size * 0.3;
    // The box of letters from 0.2 of the size below the baseline to 0.8 above it.
    const corners = [from, to].flatMap((along) =>
      [-0.2 * size, 0.8 * size].map((up) => [x + along * cos + up * sin, y + along * sin - up * cos] as const),
    );
    const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)];
    const box: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    return { text, box, line: index };
  });
  const line: ReadLine = { baseline: [x, y, x + at * cos, y + at * sin], size };
  return { line, words };
}

/** Adds text as a sandboxed process does. */
export async function added(path: string, readings: PageReading[]) {
  const folder = await workFolder();
  const [wordsPath, outPath] = [join(folder, "words.jsonl"), join(folder, "out.pdf")];
  await writeFile(wordsPath, writeTextPages(textPagesOf(readings)));
  return { path: outPath, ...(await addText({ path, wordsPath, outPath })) };
}

export interface SeenWord {
  text: string;
  box: Box;
}

/** The words of each page as PDFium finds them. */
export async function wordsInPdfium(path: string): Promise<SeenWord[][]> {
  return withPdfium(path, "", ({ pdfium, document, pages }) =>
    Array.from({ length: pages }, (_, index) => {
      const page = pdfium.FPDF_LoadPage(document, index);
      const height = pdfium.FPDF_GetPageHeightF(page);
      const text = pdfium.FPDFText_LoadPage(page);
      const words: SeenWord[] = [];
      let open: SeenWord | undefined;
      withScratch(pdfium, 4, ({ address, float }) => {
        for (let at = 0; at < pdfium.FPDFText_CountChars(text); at++) {
          const character = String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, at));
          pdfium.FPDFText_GetLooseCharBox(text, at, address);
          const [left, top, right, bottom] = [float(0), height - float(1), float(2), height - float(3)];
          if (/\s/.test(character)) open = undefined;
          else if (open) {
            open.text += character;
            const [l, t, r, b] = open.box;
            open.box = [Math.min(l, left), Math.min(t, top), Math.max(r, right), Math.max(b, bottom)];
          } else {
            open = { text: character, box: [left, top, right, bottom] };
            words.push(open);
          }
        }
      });
      pdfium.FPDFText_ClosePage(text);
      pdfium.FPDF_ClosePage(page);
      return words;
    }),
  );
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };

/** The words of each page as Poppler finds them. */
export function wordsInPoppler(path: string): SeenWord[][] {
  const html = execFileSync("pdftotext", ["-bbox", path, "-"], { maxBuffer: 1 << 26 }).toString();
  return html
    .split("<page ")
    .slice(1)
    .map((page) =>
      [...page.matchAll(/<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">([^<]*)</g)].map(
        ([, left, top, right, bottom, text = ""]) => ({
          text: text.replaceAll(/&(#?\w+);/g, (all, key: string) => entities[key] ?? all),
          box: [Number(left), Number(top), Number(right), Number(bottom)] as const,
        }),
      ),
    );
}

/** Intersection over union of two boxes. */
export function overlap(one: Box, other: Box): number {
  const across = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const down = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  const area = (box: Box) => (box[2] - box[0]) * (box[3] - box[1]);
  const common = Math.max(0, across) * Math.max(0, down);
  return common / (area(one) + area(other) - common);
}

/** SHA-256 of each page as PDFium draws it at 100 dots per inch. */
export async function drawnPages(path: string): Promise<string[]> {
  return withPdfium(path, "", ({ pdfium, document, pages }) =>
    Array.from({ length: pages }, (_, index) => {
      const page = pdfium.FPDF_LoadPage(document, index);
      const [width, height] = [827, 1169];
      const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 1);
      const pixels = copyFromPdfium(pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), width * height * 4);
      pdfium.FPDFBitmap_Destroy(bitmap);
      pdfium.FPDF_ClosePage(page);
      return createHash("sha256").update(pixels).digest("hex");
    }),
  );
}

/** SHA-256 of the data of each picture, in the order of object numbers. */
export async function pictureStreams(path: string): Promise<string[]> {
  const document = readStrictly(await readFile(path), 5_000);
  return (document?.context.enumerateIndirectObjects() ?? []).flatMap(([, object]) =>
    object instanceof PDFRawStream && object.dict instanceof PDFDict && nameEntry(object.dict, "Subtype") === "Image"
      ? [createHash("sha256").update(object.getContents()).digest("hex")]
      : [],
  );
}

/** Whether qpdf finds nothing wrong. */
export function isWhole(path: string): boolean {
  return execFileSync("qpdf", ["--check", path]).toString().includes("No syntax or stream encoding errors found");
}
