import { backslash, close, endsToken, isDigit, isSpace, letterR, open, slash } from "./syntax-bytes.ts";

export interface Renumbered {
  /** The object without its stream. */
  text: string;
  /** Where the stream's data begins; undefined for other objects. */
  streamStart: number | undefined;
}

/**
 * Adds `by` to the object number of every reference in one object that `writeDocument` wrote. Strings, names and stream
 * data stay unchanged.
 */
export function renumber(bytes: Buffer, start: number, end: number, by: number): Renumbered {
  let text = "";
  let copied = start;
  let at = start;
  while (at < end) {
    const byte = bytes[at];
    if (byte === open) {
      at = afterString(bytes, at, end);
    } else if (byte === slash) {
      at = afterToken(bytes, at + 1, end);
    } else if (isDigit(byte)) {
      const reference = readReference(bytes, at, end);
      if (reference) {
        text += `${bytes.toString("latin1", copied, at)}${reference.number + by} 0 R`;
        copied = reference.end;
        at = reference.end;
      } else {
        at = afterToken(bytes, at, end);
      }
    } else if (byte === 0x73 && bytes.toString("latin1", at, at + 7) === "stream\n") {
      return { text: text + bytes.toString("latin1", copied, at - 1), streamStart: at + 7 };
    } else if (endsToken(byte)) {
      at++; // also around hexadecimal strings, whose digits are no reference
    } else {
      at = afterToken(bytes, at, end); // true, false, null, signed numbers
    }
  }
  return { text: text + bytes.toString("latin1", copied, end), streamStart: undefined };
}

function afterToken(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && !endsToken(bytes[at])) at++;
  return at;
}

function afterString(bytes: Buffer, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === backslash) at++;
    else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return at + 1;
  }
  return end;
}

/** Reads a reference such as "12 0 R". This engine writes generation 0 only. */
function readReference(bytes: Buffer, from: number, end: number): { number: number; end: number } | undefined {
  let at = from;
  let number = 0;
  while (isDigit(bytes[at])) {
    number = number * 10 + (bytes[at] ?? 0) - 0x30;
    at++;
  }
  if (!isSpace(bytes[at]) || bytes[at + 1] !== 0x30 || !isSpace(bytes[at + 2]) || bytes[at + 3] !== letterR)
    return undefined;
  const after = at + 4;
  return after >= end || endsToken(bytes[after]) ? { number, end: after } : undefined;
}
