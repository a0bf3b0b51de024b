import { closeSync, openSync, statSync, writeSync } from "node:fs";
import type { PDFContext, PDFDict, PDFObject, PDFRef } from "@cantoo/pdf-lib";
import { PDFNumber, PDFRawStream, PDFStream } from "@cantoo/pdf-lib";
import { name } from "./objects.ts";

/** Written in pieces of about this size. */
const bufferBytes = 1 << 20;

/** A buffered writer that tracks its offset. */
export interface FileWriter {
  readonly offset: number;
  /** Keeps references to the chunks, not copies, until they are written: they must not change before `flush`. */
  write(...chunks: (string | Uint8Array)[]): void;
  flush(): void;
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
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let offset = 0;
  let isClosed = false;

  function flush(): void {
    if (waitingBytes === 0) return;
    const block = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
    for (let written = 0; written < block.length; ) written += writeSync(file, block, written);
    waiting = [];
    waitingBytes = 0;
  }

  return {
    get offset() {
      return offset;
    },
    write(...chunks) {
      for (const chunk of chunks) {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk;
        if (bytes.length >= bufferBytes) flush();
        waiting.push(bytes);
        waitingBytes += bytes.length;
        offset += bytes.length;
        if (waitingBytes >= bufferBytes) flush();
      }
    },
    flush,
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

function serialised(object: PDFObject): Uint8Array[] {
  if (!(object instanceof PDFStream)) return [bytesOf(object)];
  const parts = partsOf(object);
  object.dict.set(name("Length"), PDFNumber.of(parts.reduce((sum, part) => sum + part.length, 0)));
  return [bytesOf(object.dict), streamStart, ...parts, streamEnd];
}

function partsOf(stream: PDFStream): Uint8Array[] {
  if (stream instanceof StreamInParts) return stream.parts;
  return [stream instanceof PDFRawStream ? stream.getContents() : Buffer.from(stream.getContents())];
}

const streamStart = Buffer.from("\nstream\n");
const streamEnd = Buffer.from("\nendstream");

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = Buffer.allocUnsafe(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}
