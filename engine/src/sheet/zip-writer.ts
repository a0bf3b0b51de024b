import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** What a part of a container holds: text, bytes, or pieces of either that are made while it is written. */
export type PartContent = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
export type Parts = Iterable<readonly [name: string, content: PartContent]>;

/** One fixed date: a container made twice from the same content is the same file. */
const options = { mtime: new Date(Date.UTC(2020, 0, 1)), mode: 0o100644, forceDosTimestamp: true };

function zipOf(parts: Parts, compress: (name: string) => boolean): ZipFile {
  const zip = new ZipFile();
  for (const [name, content] of parts) {
    const one = { ...options, compress: compress(name) };
    if (typeof content === "string") zip.addBuffer(Buffer.from(content), name, one);
    else if (content instanceof Uint8Array)
      zip.addBuffer(Buffer.from(content.buffer, content.byteOffset, content.byteLength), name, one);
    else zip.addReadStreamLazy(name, one, (begin) => begin(null, Readable.from(content)));
  }
  zip.end();
  return zip;
}

/** OpenDocument wants its first part uncompressed, so that its type can be read without unpacking. */
const compressed = (name: string) => name !== "mimetype";

/**
 * @param path a new file; parts are written in the order given, one after the other, without holding them in memory, but for the
 *   one that says OpenDocument's type: it comes first and whole, since LibreOffice reads a stored part only when its size stands before it
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

/** The same in memory, for small containers. @param stored leaves parts as they are, which encrypted ones need */
export function zipBytes(parts: Parts, { stored = false } = {}): Promise<Buffer> {
  return buffer(zipOf(parts, stored ? () => false : compressed).outputStream as Readable);
}
