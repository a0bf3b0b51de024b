import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Turn } from "@sheaf/contracts/arrangement.ts";
import { type PdfiumDocument, withPdfium } from "@sheaf/engine/pdf/pdfium.ts";
import { drawGrey } from "@sheaf/engine/read/draw-grey.ts";
import type { GreyPicture } from "@sheaf/engine/read/ocr/grey-picture.ts";
import { withPage } from "@sheaf/engine/read/open-page.ts";
import { captured, captures } from "@sheaf/engine/testing/printed-pages/captured-page.ts";
import { pageKinds, printedPage } from "@sheaf/engine/testing/printed-pages/printed-page.ts";
import sharp from "sharp";
import { receiptPictures } from "./page-sets.ts";

/** A picture of a page and how it stands. */
export interface TurnedPage {
  jpeg: Buffer;
  /** The turn, clockwise, that makes it upright. */
  upright: Turn;
  isReal: boolean;
  /** Where it comes from, to find it again. */
  name: string;
}

const turns: readonly Turn[] = [0, 90, 180, 270];
const corpus = join(import.meta.dirname, "..", "..", "..", "..", "shared", "corpus");
/** Real pages are drawn at this resolution, as a scanner would see them. */
const scanDpi = 200;
/** The resolution of a page that was drawn to be read. */
const drawnDpi = 300;

/**
 * Makes pages that stand in each of the four ways, equally often: invented ones of every kind, captured in every way,
 * and, for a quarter, the receipts and the PDFs of the corpus, as many as are beside the project.
 * @param seed of the first invented paper
 */
export async function turnedPages(seed: number, count: number): Promise<TurnedPage[]> {
  const pages: TurnedPage[] = [];
  for (const { picture, name } of await realPictures(Math.floor(count / 4))) {
    pages.push(await turned(picture, pages.length, { isReal: true, name }));
  }
  const ways = Object.entries(captures).filter(([, { turn }]) => turn === 0);
  for (let at = 0; pages.length < count; at++) {
    const [way, capture] = ways[at % ways.length] as (typeof ways)[number];
    const kind = pageKinds[Math.floor(at / ways.length) % pageKinds.length] as (typeof pageKinds)[number];
    const picture = await captured(printedPage(kind, seed + at), capture, seed + at);
    pages.push(await turned(picture, pages.length, { isReal: false, name: `${kind} ${seed + at}, ${way}` }));
  }
  return pages;
}

async function turned(picture: Buffer, at: number, from: Pick<TurnedPage, "isReal" | "name">): Promise<TurnedPage> {
  const by = turns[at % turns.length] as Turn;
  const jpeg = await sharp(picture).rotate(by).toColourspace("b-w").jpeg({ quality: 85 }).toBuffer();
  return { jpeg, upright: ((360 - by) % 360) as Turn, ...from };
}

interface Manifest {
  files: { path: string; format: string; category: string; expected: string; pages: number }[];
}

/** A PDF with more pages than this is a manual, whatever its category. */
const longPages = 100;

interface RealPicture {
  picture: Buffer;
  name: string;
}

/** The receipts, and after them the first pages of the corpus's usual PDFs, the shortest PDF first. */
async function realPictures(count: number): Promise<RealPicture[]> {
  const pictures = receiptPictures();
  if (!existsSync(join(corpus, "MANIFEST.json"))) return pictures.slice(0, count);
  const { files } = JSON.parse(readFileSync(join(corpus, "MANIFEST.json"), "utf8")) as Manifest;
  const usual = files.filter(({ format, category, expected, pages }) => {
    return format === "pdf" && expected === "converts" && (category === "typical" || pages > longPages);
  });
  for (const { path } of usual.toSorted((one, other) => one.pages - other.pages)) {
    const drawn = await withPdfium(join(corpus, path), "", (opened) => drawnPages(opened, count - pictures.length));
    for (const [index, page] of drawn.entries()) {
      pictures.push({ picture: await scanned(page), name: `${path}, page ${index + 1}` });
    }
  }
  return pictures.slice(0, count);
}

function drawnPages(opened: PdfiumDocument, count: number): GreyPicture[] {
  const indexes = Array.from({ length: Math.min(opened.pages, count) }, (_, index) => index);
  return indexes.flatMap((index) => withPage(opened, index, drawGrey)?.picture ?? []);
}

const scanned = ({ pixels, width, height }: GreyPicture): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ width: Math.round((width * scanDpi) / drawnDpi) })
    .jpeg({ quality: 85 })
    .toBuffer();
