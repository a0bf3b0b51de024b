import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { PageReading } from "@sheaf/contracts/reading.ts";

/**
 * Writes what was read on pages to a new file, page by page as they come: a line of JSON for each, compressed with
 * gzip.
 */
export async function writeReadingFile(path: string, pages: AsyncIterable<PageReading>): Promise<void> {
  const lines = async function* () {
    // Characters that end a line for the reader of the file, but not in JSON.
    for await (const page of pages) yield `${JSON.stringify(page).replace(/[\u2028\u2029]/g, " ")}\n`;
  };
  await pipeline(Readable.from(lines(), { highWaterMark: 1 }), createGzip(), createWriteStream(path, { mode: 0o600 }));
}

/** Yields the pages of such a file, in order. */
export async function* readReadingFile(path: string): AsyncGenerator<PageReading> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) yield JSON.parse(line);
}
