import { closeSync, fstatSync, openSync } from "node:fs";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { fillFrom } from "../reused-buffer.ts";
import { heapOf, type LoadedPdfium, loadPdfium } from "./pdfium-module.ts";

/** Why PDFium could not open a file (FPDF_GetLastError in fpdfview.h). */
export type PdfiumFailure = "damaged" | "password" | "encryption";

export class PdfiumError extends Error {
  readonly failure: PdfiumFailure;
  constructor(failure: PdfiumFailure) {
    super(`PDFium could not open the PDF: ${failure}`);
    this.failure = failure;
  }
}

/** An open document; valid until the function that it was given to returns. */
export interface PdfiumDocument {
  pdfium: WrappedPdfiumModule;
  document: number;
  pages: number;
}

let loading: Promise<LoadedPdfium> | undefined;

/**
 * Opens a PDF in PDFium for as long as `use` runs.
 * @param from the PDF, or its path, which avoids a copy of the file in JavaScript's memory
 * @throws PdfiumError when the PDF cannot be opened; any other error is a crash of PDFium, after which the next call
 * loads it again
 */
export async function withPdfium<T>(
  from: Uint8Array | string,
  password: string,
  use: (opened: PdfiumDocument) => T,
): Promise<T> {
  loading ??= loadPdfium();
  const loaded = await loading;
  try {
    const result =
      typeof from === "string"
        ? openFile(loaded, from, password, use)
        : open(loaded.module, { size: from.length, fill: (memory) => memory.set(from) }, password, use);
    if (heapOf(loaded.module).length > maxIdleBytes) loading = undefined;
    return result;
  } catch (error) {
    if (!(error instanceof PdfiumError)) loading = undefined;
    throw error;
  }
}

/** WebAssembly never returns memory, so after a file that needed more than this, PDFium is loaded again. */
const maxIdleBytes = 256 << 20;

function openFile<T>(loaded: LoadedPdfium, path: string, password: string, use: (opened: PdfiumDocument) => T): T {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size > maxInMemoryBytes) return openLargeFile(loaded, { file, size }, password, use);
    return open(loaded.module, { size, fill: (memory) => fillFrom(file, memory) }, password, use);
  } finally {
    closeSync(file);
  }
}

/** A larger file is not read into memory: PDFium requests the parts that it needs, which are few for scans. */
const maxInMemoryBytes = 1 << 20;

function openLargeFile<T>(
  { module, blockReader, readFrom }: LoadedPdfium,
  { file, size }: { file: number; size: number },
  password: string,
  use: (opened: PdfiumDocument) => T,
): T {
  const { wasmExports, setValue } = module.pdfium;
  readFrom(file);
  const access = wasmExports.malloc(12); // FPDF_FILEACCESS: length, function, its first parameter
  try {
    setValue(access, size, "i32");
    setValue(access + 4, blockReader, "i32");
    setValue(access + 8, 0, "i32");
    return useDocument(module, module.FPDF_LoadCustomDocument(access, password), use);
  } finally {
    wasmExports.free(access);
  }
}

interface Content {
  size: number;
  /** Writes the whole content into memory of exactly that size. */
  fill(memory: Uint8Array): void;
}

function open<T>(
  module: WrappedPdfiumModule,
  { size, fill }: Content,
  password: string,
  use: (opened: PdfiumDocument) => T,
): T {
  const { wasmExports } = module.pdfium;
  const memory = wasmExports.malloc(size);
  if (memory === 0) throw new Error("PDFium is out of memory");
  // The heap moves when it grows, so the view is made after malloc and never kept.
  fill(heapOf(module).subarray(memory, memory + size));
  try {
    return useDocument(module, module.FPDF_LoadMemDocument(memory, size, password), use);
  } finally {
    wasmExports.free(memory);
  }
}

function useDocument<T>(module: WrappedPdfiumModule, document: number, use: (opened: PdfiumDocument) => T): T {
  if (document === 0) throw new PdfiumError(failures[module.FPDF_GetLastError()] ?? "damaged");
  try {
    return use({ pdfium: module, document, pages: module.FPDF_GetPageCount(document) });
  } finally {
    module.FPDF_CloseDocument(document);
  }
}

const failures: Record<number, PdfiumFailure> = { 3: "damaged", 4: "password", 5: "encryption" };

/** Copies a part of PDFium's memory. */
export function copyFromPdfium(pdfium: WrappedPdfiumModule, at: number, length: number): Buffer {
  return Buffer.from(heapOf(pdfium).subarray(at, at + length));
}

/** Writes the document with PDFium, without encryption. */
export function saveWithPdfium(pdfium: WrappedPdfiumModule, document: number): Buffer {
  pdfium.EPDF_RemoveEncryption(document);
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const memory = pdfium.pdfium.wasmExports.malloc(size);
  pdfium.PDFiumExt_GetFileWriterData(writer, memory, size);
  const bytes = copyFromPdfium(pdfium, memory, size);
  pdfium.pdfium.wasmExports.free(memory);
  pdfium.PDFiumExt_CloseFileWriter(writer);
  return bytes;
}

/** Repairs a PDF by importing all pages that PDFium can read into a new document. */
export function rebuildWithPdfium(bytes: Uint8Array, password: string): Promise<Buffer> {
  return withPdfium(bytes, password, ({ pdfium, document, pages }) => {
    pdfium.EPDF_RemoveEncryption(document);
    const rebuilt = pdfium.FPDF_CreateNewDocument();
    const everyPage = 0;
    const imported = pdfium.FPDF_ImportPagesByIndex(rebuilt, document, everyPage, pages, 0);
    const saved = saveWithPdfium(pdfium, imported ? rebuilt : document);
    pdfium.FPDF_CloseDocument(rebuilt);
    return saved;
  });
}
