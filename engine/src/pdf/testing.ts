import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type PDFDocument as Document,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  StandardFonts,
} from "@cantoo/pdf-lib";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { onTestFinished } from "vitest";
import { placeOnA4 } from "./pdf.ts";
import { withPdfium } from "./pdfium.ts";

/** Makes a folder that is removed when the test ends. */
export async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-pdf-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a PDF in memory. */
export async function aPdf(make: (document: Document) => void | Promise<void>): Promise<Buffer> {
  const document = await PDFDocument.create();
  await make(document);
  return Buffer.from(
    await document.save({ addDefaultPage: false, updateFieldAppearances: false, useObjectStreams: false }),
  );
}

/** Adds a page with text. */
export async function addPage(document: Document, size: [number, number], words = "Invoice 42"): Promise<PDFPage> {
  const page = document.addPage(size);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText(words, { x: size[0] / 10, y: size[1] / 2, size: Math.max(4, size[0] / 30), font });
  return page;
}

/** Adds an annotation to a page, with its entries as they are written to the file. */
export function annotate(page: PDFPage, entries: Record<string, unknown>): PDFRef {
  const { context } = page.doc;
  const reference = context.register(context.obj({ Type: "Annot", ...entries } as Parameters<typeof context.obj>[0]));
  page.node.addAnnot(reference);
  return reference;
}

export interface Placed {
  path: string;
  pages: number;
  warnings: Warning[];
}

/** Converts a PDF with `placeOnA4`, by default as an uploaded file. */
export async function place(
  bytes: Uint8Array,
  password?: string,
  origin: "foreign" | "own" = "foreign",
): Promise<Placed> {
  const workDir = await workFolder();
  const path = join(workDir, "in.pdf");
  const outPath = join(workDir, "out.pdf");
  await writeFile(path, bytes);
  const input = password === undefined ? { path, name: "in.pdf" } : { path, name: "in.pdf", password };
  return { path: outPath, ...(await placeOnA4(input, origin, { workDir, outPath })) };
}

/** Encrypts a PDF with a user password. */
export async function protectedBy(bytes: Uint8Array, userPassword: string, bits: 40 | 128 | 256): Promise<Buffer> {
  const folder = await workFolder();
  const [plain, locked] = [join(folder, "plain.pdf"), join(folder, "locked.pdf")];
  await writeFile(plain, bytes);
  const encryption = ["--encrypt", userPassword, "owner", String(bits), "--"];
  execFileSync("qpdf", ["--allow-weak-crypto", plain, ...encryption, locked], { stdio: "ignore" });
  return readFile(locked);
}

export interface SeenPage {
  width: number;
  height: number;
  text: string;
  /** Red, green and blue at a position in points from the lower left corner. */
  colourAt(x: number, y: number): [number, number, number];
}

const withAnnotations = 1;
const redFirst = 0x10;

/** Renders all pages, at one pixel per point, and extracts their text. */
export async function see(path: string): Promise<SeenPage[]> {
  return withPdfium(await readFile(path), "", ({ pdfium, document, pages }) =>
    Array.from({ length: pages }, (_, index) => {
      const page = pdfium.FPDF_LoadPage(document, index);
      const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
      const [across, down] = [Math.round(width), Math.round(height)];
      const bitmap = pdfium.FPDFBitmap_Create(across, down, 0);
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, across, down, 0xffffffff);
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, withAnnotations | redFirst);
      const pixels = copyOf(pdfium.pdfium, pdfium.FPDFBitmap_GetBuffer(bitmap), across * down * 4);
      pdfium.FPDFBitmap_Destroy(bitmap);

      const textPage = pdfium.FPDFText_LoadPage(page);
      const characters = pdfium.FPDFText_CountChars(textPage);
      const memory = pdfium.pdfium.wasmExports.malloc((characters + 1) * 2);
      pdfium.FPDFText_GetText(textPage, 0, characters, memory);
      const text = copyOf(pdfium.pdfium, memory, characters * 2).toString("utf16le");
      pdfium.pdfium.wasmExports.free(memory);
      pdfium.FPDFText_ClosePage(textPage);
      pdfium.FPDF_ClosePage(page);

      return {
        width,
        height,
        text,
        colourAt(x: number, y: number): [number, number, number] {
          const at = (Math.round(down - y) * across + Math.round(x)) * 4;
          return [pixels[at] ?? -1, pixels[at + 1] ?? -1, pixels[at + 2] ?? -1];
        },
      };
    }),
  );
}

function copyOf(module: object, at: number, length: number): Buffer {
  const { HEAPU8 } = module as { HEAPU8: Uint8Array };
  return Buffer.from(new Uint8Array(HEAPU8.buffer, at, length));
}

/** Returns the syntax of a PDF as text, with object streams and compressed streams unpacked. */
export function syntaxOf(path: string): string {
  return execFileSync("qpdf", ["--qdf", "--object-streams=disable", path, "-"], { maxBuffer: 1 << 28 }).toString(
    "latin1",
  );
}

interface Bookmark {
  title: string;
  page: number;
  children: Bookmark[];
}

/** Returns the bookmarks as a viewer's side bar shows them. */
export async function bookmarksOf(path: string): Promise<Bookmark[]> {
  const pdf = await PDFDocument.load(await readFile(path));
  const pages = pdf.getPages().map((page) => String(page.ref));
  const read = (parent: PDFDict | undefined): Bookmark[] => {
    const items: Bookmark[] = [];
    let item = parent?.lookup(PDFName.of("First")) as PDFDict | undefined;
    while (item) {
      const destination = String(item.lookup(PDFName.of("Dest"))).match(/\d+ 0 R/)?.[0] ?? "";
      const title = item.lookup(PDFName.of("Title"), PDFHexString).decodeText();
      items.push({ title, page: pages.indexOf(destination) + 1, children: read(item) });
      item = item.lookup(PDFName.of("Next")) as PDFDict | undefined;
    }
    return items;
  };
  return read(pdf.catalog.lookup(PDFName.of("Outlines")) as PDFDict);
}

/** Returns the MediaBox of each page, to be compared with `upright` and `landscape`. */
export async function sizesOf(path: string): Promise<string[]> {
  const document = await PDFDocument.load(await readFile(path));
  return document.getPages().map((page) => {
    const { x, y, width, height } = page.getMediaBox();
    return `${x} ${y} ${width} ${height}`;
  });
}

export const upright = "0 0 595.276 841.89";
export const landscape = "0 0 841.89 595.276";
