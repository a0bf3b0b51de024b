import { attempt } from "../../attempt.ts";
import { type CompoundFile, readCompoundFile } from "../compound.ts";
import { hasCode } from "./source-code.ts";

/** Whether a part with a VBA project holds code. One that cannot be read is taken for one with code. */
export function projectHasCode(bytes: Buffer): boolean {
  return attempt(() => folderHasCode(readCompoundFile(bytes))) ?? true;
}

/**
 * Whether a VBA project holds code ([MS-OVBA] 2.3.4). Word and Excel write a project with empty modules into many
 * documents without macros.
 * @param project the folder that has the folder "VBA"
 */
export function folderHasCode(project: CompoundFile): boolean {
  const modules = project.folder("VBA");
  if (!modules || modules.names.length > mostModules) return true;
  const sources = modules.names.flatMap((name) => {
    const stream = modules.read(name);
    const source = stream && sourceOf(stream);
    return source === undefined ? [] : [source];
  });
  return sources.length === 0 || sources.some(hasCode);
}

/** Reading more would take too long in a file made for that. */
const mostModules = 300;

/** The first words of every module, in its compressed form: a byte of flags stands after each eight characters. */
const beginning = Buffer.from("\0Attribut", "latin1");
/** The signature and the header of the first chunk, before those words. */
const headBytes = 3;

/** @returns undefined when the stream is no module */
function sourceOf(stream: Buffer): string | undefined {
  const at = stream.indexOf(beginning) - headBytes;
  return at < 0 || stream[at] !== 1 ? undefined : decompress(stream.subarray(at)).toString("latin1");
}

const chunkBytes = 4096;
/** A longer module has code. */
const largestSource = 256 * chunkBytes;

/** Decompresses a container ([MS-OVBA] 2.4.1.3), up to a megabyte. */
export function decompress(packed: Buffer): Buffer {
  const plain = Buffer.alloc(largestSource + chunkBytes);
  let length = 0;
  for (let at = 1; at + 2 <= packed.length && length < largestSource; ) {
    const header = packed.readUInt16LE(at);
    const end = Math.min(packed.length, at + (header & 0x0fff) + headBytes);
    at += 2;
    const begin = length;
    if ((header & 0x8000) === 0) {
      length += packed.copy(plain, length, at, Math.min(end, at + chunkBytes));
      at = end;
      continue;
    }
    while (at < end) {
      const flags = packed.readUInt8(at++);
      for (let bit = 0; bit < 8 && at < end && length - begin < chunkBytes; bit++) {
        if (((flags >> bit) & 1) === 0) {
          plain[length++] = packed.readUInt8(at++);
          continue;
        }
        if (at + 2 > end) return plain.subarray(0, length);
        const token = packed.readUInt16LE(at);
        at += 2;
        const offsetBits = Math.max(4, Math.ceil(Math.log2(length - begin)));
        const from = length - (token >> (16 - offsetBits)) - 1;
        if (from < begin) return plain.subarray(0, length);
        const copied = (token & (0xffff >> offsetBits)) + 3;
        for (let count = 0; count < copied && length - begin < chunkBytes; count++) {
          plain[length] = plain[from + count] ?? 0;
          length++;
        }
      }
      if (length - begin >= chunkBytes) at = end;
    }
  }
  return plain.subarray(0, length);
}
