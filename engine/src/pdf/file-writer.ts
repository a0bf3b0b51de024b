import { closeSync, openSync, statSync, writeSync } from "node:fs";
import type { PDFContext, PDFDict, PDFObject, PDFRef } from "@cantoo/pdf-lib";
import { PDFNumber, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import { name } from "./objects.ts";

/** Smaller chunks are collected in a buffer of this size; larger ones are written directly. */
const bufferBytes = 1 << 18;

/** A buffered writer that tracks its offset. */
export interface FileWriter {
  readonly offset: number;
  /** Strings are written as Latin-1. */
  write(...chunks: (string | Uint8Array)[]): void;
  /** May be called more than once. */
  close(): void;
}

/**
 * Whether a file is empty: ext4 flushes a truncated file to disk on close ("auto_da_alloc"), so an empty file is not
 * truncated again. This saves a seventh of the time when many pictures are converted.
 */
const isEmptyFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.size === 0;

/** Creates a file, or empties an existing one. Offsets are in bytes. */
export function writeTo(path: string): FileWriter {
  const file = openSync(path, isEmptyFile(path) ? "r+" : "w");
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let buffered = 0;
  let offset = 0;
  let isClosed = false;

  function writeAll(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
  }

  function flush(): void {
    writeAll(buffer.subarray(0, buffered));
    buffered = 0;
  }

  function writeChunk(chunk: string | Uint8Array): void {
    offset += chunk.length;
    if (chunk.length > bufferBytes - buffered) flush();
    if (chunk.length > bufferBytes) writeAll(typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk);
    else if (typeof chunk === "string") buffered += buffer.write(chunk, buffered, "latin1");
    else {
      buffer.set(chunk, buffered);
      buffered += chunk.length;
    }
  }

  return {
    get offset() {
      return offset;
    },
    write(...chunks) {
      for (const chunk of chunks) writeChunk(chunk);
    },
    close() {
      if (isClosed) return;
      flush();
      closeSync(file);
      isClosed = true;
    },
  };
}

/**
 * Version 1.7, and a comment with four bytes above 127 so that mail programs treat the file as binary (ISO 32000-1,
 * 7.5.2).
 */
export const pdfHeader = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

/**
 * Writes a document in a simple form: one object after the other, a classic cross-reference table, direct stream
 * lengths. `readWrittenDocument` and `renumber` rely on exactly this form.
 */
export function writeDocument(context: PDFContext, catalog: PDFRef, path: string): void {
  const file = writeTo(path);
  try {
    file.write(pdfHeader);
    const offsets: number[] = [];
    for (const [reference, object] of context.enumerateIndirectObjects()) {
      offsets[reference.objectNumber] = file.offset;
      file.write(`${reference.objectNumber} 0 obj\n`, ...serialised(object), "\nendobj\n");
    }
    const table = file.offset;
    file.write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
    for (let number = 1; number < offsets.length; number++) {
      const offset = offsets[number];
      file.write(offset === undefined ? "0000000000 65535 f \n" : `${offset.toString().padStart(10, "0")} 00000 n \n`);
    }
    file.write(
      `trailer\n<< /Size ${offsets.length} /Root ${catalog.objectNumber} 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    );
  } finally {
    file.close();
  }
}

/** A stream whose data is written part by part, so that it is never joined in memory. */
export class StreamInParts extends PDFStream {
  readonly parts: Uint8Array[];
  constructor(dict: PDFDict, parts: Uint8Array[]) {
    super(dict);
    this.parts = parts;
  }
}

/** pdf-lib's texts hold one character for each byte. */
function serialised(object: PDFObject): (string | Uint8Array)[] {
  if (!(object instanceof PDFStream)) return [object.toString()];
  const parts = partsOf(object);
  object.dict.set(name("Length"), PDFNumber.of(parts.reduce((sum, part) => sum + part.length, 0)));
  return [object.dict.toString(), "\nstream\n", ...parts, "\nendstream"];
}

function partsOf(stream: PDFStream): Uint8Array[] {
  if (stream instanceof StreamInParts) return stream.parts;
  return [stream instanceof PDFRawStream ? stream.getContents() : Buffer.from(stream.getContents())];
}
