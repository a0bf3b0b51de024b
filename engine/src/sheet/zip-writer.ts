import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Content of a ZIP entry: text, bytes, or pieces of either that are generated while it is written. */
export type PartContent = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
export type Parts = Iterable<readonly [name: string, content: PartContent]>;

/** A fixed date, so that the same content always gives the same file. */
const options = { mtime: new Date(Date.UTC(2020, 0, 1)), mode: 0o100644, forceDosTimestamp: true };

function zipOf(parts: Parts, compress: (name: string) => boolean): ZipFile {
  const zip = new ZipFile();
  for (const [name, content] of parts) {
    const one = { ...options, compress: compress(name) };
    if (typeof content === "string") zip.addBuffer(Buffer.from(content), name, one);
    else if (content instanceof Uint8Array)
      zip.addBuffer(Buffer.from(content.buffer, content.byteOffset, content.byteLength), name, one);
    else zip.addReadStreamLazy(name, one, (begin) => begin(null, failingWith(zip, Readable.from(content))));
  }
  zip.end();
  return zip;
}

/** Lets the file fail with a part: yazl does not listen for errors of the streams that it reads. */
const failingWith = ({ outputStream }: ZipFile, part: Readable) =>
  part.on("error", (error) => (outputStream as Readable).destroy(error));

/** OpenDocument requires its first part, `mimetype`, uncompressed. */
const compressed = (name: string) => name !== "mimetype";

/**
 * Writes a ZIP file, part after part in the order given, without holding them in memory. OpenDocument's `mimetype` is
 * the exception: it comes first and is written at once, since LibreOffice reads an uncompressed part only when its size
 * precedes it.
 */
export async function writeZip(path: string, parts: Parts): Promise<void> {
  const all = [...parts];
  const stored = all.filter(([name]) => !compressed(name));
  const whole = await Promise.all(stored.map(async ([name, content]) => [name, await wholeOf(content)] as const));
  const zip = zipOf([...whole, ...all.filter(([name]) => compressed(name))], compressed);
  const failed = new Promise<never>((_, reject) => zip.on("error", reject));
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path)), failed]);
}

const wholeOf = async (content: PartContent) =>
  typeof content === "string" || content instanceof Uint8Array ? content : buffer(Readable.from(content));

/** Makes a small ZIP file in memory. @param stored leaves all parts uncompressed, as encrypted ones must be */
export function zipBytes(parts: Parts, { stored = false } = {}): Promise<Buffer> {
  return buffer(zipOf(parts, stored ? () => false : compressed).outputStream as Readable);
}
