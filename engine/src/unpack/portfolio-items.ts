import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { safeFileName } from "@sheaf/contracts/file-names.ts";
import { containerLimits, MB } from "@sheaf/contracts/limits.ts";
import { ConvertError, type ScratchFile } from "../converter.ts";
import type { SourceDocument } from "../pdf/document.ts";
import { passwordRefusal } from "../pdf/normalise.ts";
import { PdfiumError } from "../pdf/pdfium.ts";
import { normaliseWithQpdf } from "../pdf/qpdf.ts";
import { readStrictly } from "../pdf/strict-reader.ts";
import { type EmbeddedFile, portfolioFiles } from "../portfolio/collection.ts";
import { coverPages } from "../portfolio/cover-page.ts";
import { contentOf, sizeOfContent } from "../portfolio/embedded-content.ts";
import { mayBeEncrypted } from "../portfolio/embedded-marks.ts";
import { type Container, plainItem, tooManyItems, unpacksTooLarge } from "./item.ts";

/** In a larger portfolio the stated sizes are taken, because the files are listed once for each batch of items. */
const maxMeasuredBytes = 32 * MB;

/**
 * Opens a PDF portfolio: its pages, unless they only say how to open it, then its files in the order and folders in
 * which viewers show them.
 * @param input a PDF
 * @returns null for other PDFs: one with attachments is a document
 * @throws ConvertError password, too-large
 */
export async function openPortfolioItems(input: ScratchFile): Promise<Container | null> {
  const source = await openSource(input);
  const files = source && portfolioFiles(source);
  if (!files || files.length === 0) return null;
  if (files.length > containerLimits.items) throw tooManyItems();
  const sizes = await sizesOf(files, input.sizeBytes);
  const cover = await coverOf(input);
  const own = cover ? [cover] : [];
  return {
    items: [
      ...own.map((bytes) => ({ ...plainItem("Cover page.pdf", bytes.length), isOwnContent: true })),
      ...files.map((file, index) => ({
        ...plainItem(pathOf(file), sizes[index] ?? 0),
        packedBytes: file.stream.getContentsSize(),
      })),
    ],
    async *pieces(index) {
      const bytes = own[index];
      const file = files[index - own.length];
      if (bytes) yield bytes;
      else if (file) yield* exactly(contentOf(file.stream), sizes[index - own.length] ?? 0);
    },
    close: () => undefined,
  };
}

/** Reads a PDF, which qpdf decrypts or repairs first when necessary; undefined when that fails. */
async function openSource(input: ScratchFile): Promise<SourceDocument | undefined> {
  // An encrypted file is not read beside its decrypted copy: both together may be too large.
  const source = mayBeEncrypted(input.path) ? undefined : readStrictly(readFileSync(input.path));
  return source ?? (await openWithQpdf(input));
}

/** Only qpdf is tried, which needs little memory. A PDF that it cannot repair is reported by the conversion. */
async function openWithQpdf({ path, password }: ScratchFile): Promise<SourceDocument | undefined> {
  const workDir = await mkdtemp(join(tmpdir(), "portfolio-"));
  const outPath = join(workDir, "plain.pdf");
  try {
    for (const one of password === undefined ? [""] : ["", password]) {
      const outcome = await normaliseWithQpdf(path, one, outPath, false);
      if (outcome === "failed") return undefined;
      if (outcome !== "password") return readStrictly(readFileSync(outPath));
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  throw passwordRefusal(password);
}

async function sizesOf(files: EmbeddedFile[], portfolioBytes: number): Promise<number[]> {
  const isMeasured = portfolioBytes <= maxMeasuredBytes;
  const sizes: number[] = [];
  let total = 0;
  for (const { stream, statedBytes } of files) {
    const size =
      isMeasured || statedBytes === undefined ? await sizeOfContent(stream, containerLimits.itemBytes) : statedBytes;
    sizes.push(size);
    total += size;
    if (total > containerLimits.unpackedBytes) throw unpacksTooLarge();
  }
  return sizes;
}

/** Returns the pages as a PDF; undefined when they say nothing or PDFium cannot read them. */
async function coverOf({ path, password }: ScratchFile): Promise<Buffer | undefined> {
  for (const one of password === undefined ? [""] : ["", password]) {
    try {
      return await coverPages(path, one);
    } catch (error) {
      if (!(error instanceof PdfiumError)) return undefined; // PDFium crashed
    }
  }
  return undefined;
}

const pathOf = ({ folders, name }: EmbeddedFile): string =>
  [...folders, name].map((part) => safeFileName(part)).join("/");

/** @throws ConvertError damaged when the content is not as long as stated */
async function* exactly(pieces: AsyncIterable<Buffer>, sizeBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > sizeBytes) throw new ConvertError("damaged");
    yield piece;
  }
  if (size !== sizeBytes) throw new ConvertError("damaged");
}
