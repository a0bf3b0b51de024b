import { ConvertError } from "../converter.ts";
import type { ByteSource } from "./byte-source.ts";

/** The head of one value in BER or DER (X.690, 8.1). */
export interface Head {
  tag: number;
  /** Offset of the content. */
  start: number;
  /** Offset after the content; undefined for the indefinite form, whose content ends with two zeros. */
  end: number | undefined;
}

export const tags = { objectId: 0x06, octets: 0x04, octetsInParts: 0x24, sequence: 0x30, explicit0: 0xa0 } as const;
const endOfContents = 0;
const isConstructed = (tag: number) => (tag & 0x20) !== 0;
/** Signed files nest their values less than ten deep up to the content. */
const maxDepth = 16;

export const damaged = () => new ConvertError("damaged");

/**
 * Reads the head of the value at an offset.
 * @param limit offset after the value that contains it
 * @throws ConvertError damaged
 */
export function headAt(source: ByteSource, at: number, limit: number): Head {
  const bytes = source.read(at, 8);
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw damaged();
  if (first === 0x80) return { tag, start: at + 2, end: undefined };
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 5 || bytes.length < 2 + lengthBytes) throw damaged();
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes);
  const start = at + 2 + lengthBytes;
  if (start + length > limit) throw damaged();
  return { tag, start, end: start + length };
}

/**
 * Returns the offset after a value.
 * @throws ConvertError damaged
 */
export function endOf(source: ByteSource, head: Head, limit: number, depth = 0): number {
  if (head.end !== undefined) return head.end;
  if (depth > maxDepth || !isConstructed(head.tag)) throw damaged();
  for (let at = head.start; ; ) {
    const child = headAt(source, at, limit);
    if (child.tag === endOfContents) return child.start;
    at = endOf(source, child, limit, depth + 1);
  }
}

/**
 * Yields the parts of an octet string, which may be divided into octet strings (X.690, 8.7.3).
 * @throws ConvertError damaged
 */
export function* octetParts(
  source: ByteSource,
  head: Head,
  limit: number,
  depth = 0,
): Generator<{ at: number; length: number }, number> {
  if (head.tag === tags.octets && head.end !== undefined) {
    if (head.end > head.start) yield { at: head.start, length: head.end - head.start };
    return head.end;
  }
  if (head.tag !== tags.octetsInParts || depth > maxDepth) throw damaged();
  let at = head.start;
  while (head.end === undefined || at < head.end) {
    const part = headAt(source, at, head.end ?? limit);
    if (head.end === undefined && part.tag === endOfContents) return part.start;
    at = yield* octetParts(source, part, head.end ?? limit, depth + 1);
  }
  return at;
}
