import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { PageReading } from "@sheaf/contracts/reading.ts";

/** Writes what was read on pages to a new file: a line of JSON for each page, compressed with gzip. */
export async function writeReadingFile(path: string, pages: PageReading[]): Promise<void> {
  const lines = function* () {
    for (const page of pages) yield `${JSON.stringify(page)}\n`;
  };
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(path, { mode: 0o600 }));
}

/** Yields the pages of such a file, in order. */
export async function* readReadingFile(path: string): AsyncGenerator<PageReading> {
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) yield JSON.parse(line);
}
