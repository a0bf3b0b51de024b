import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import { backslash, close, endsToken, greater, isDigit, isSpace, less, letterR, open, slash } from "./syntax-bytes.ts";

/** The file violates the format, so it is left to the slower parsers that repair files. */
export class StrictReadError extends Error {}

/** Reads consecutive objects of a file (ISO 32000-1, 7.2 and 7.3). Throws StrictReadError for anything irregular. */
export interface SyntaxReader {
  at: number;
  /** All references that were read; callers remove those that they have followed. */
  references: PDFRef[];
  /** Reads any object; of a stream, only its dictionary. */
  value(): PDFObject;
  /** Reads an operator of a content stream; returns undefined when an operand is next. */
  operator(): string | undefined;
  /** Whether only white space and comments remain. */
  isAtEnd(): boolean;
  /** Reads an integer without a sign. */
  integer(): number;
  /** Skips the word if it is next, and returns whether it was. */
  passes(word: string): boolean;
}

const [openArray, closeArray, percent, plus, minus, dot] = [0x5b, 0x5d, 0x25, 0x2b, 0x2d, 0x2e];
const [newLine, carriageReturn] = [0x0a, 0x0d];

/** Nesting depth; real files stay below 20. */
const maxNesting = 200;
/**
 * Entries that are not needed for drawing and may be larger than everything else: accessibility structure, private
 * data. Their references are not followed.
 */
const ignoredKeys = new Set(["StructTreeRoot", "PieceInfo"].map((key) => PDFName.of(key)));

/** @param context the context of the objects that are read; they are not registered in it */
export function createSyntaxReader(bytes: Buffer, context: PDFContext): SyntaxReader {
  const names = new Map<string, PDFName>();
  const numbers = new Map<string, PDFNumber>();
  const reader: SyntaxReader = { at: 0, references: [], value: () => value(0), operator, isAtEnd, integer, passes };
  const textFrom = (start: number) => bytes.toString("latin1", start, reader.at);
  const endsHere = () => reader.at >= bytes.length || endsToken(bytes[reader.at]);

  function skipSpace(): void {
    for (let byte = bytes[reader.at]; byte !== undefined; byte = bytes[++reader.at]) {
      if (byte === percent) skipLine();
      else if (!isSpace(byte)) return;
    }
  }

  function skipLine(): void {
    for (let next = bytes[reader.at + 1]; next !== undefined; next = bytes[++reader.at + 1]) {
      if (next === newLine || next === carriageReturn) return;
    }
  }

  function passes(word: string): boolean {
    skipSpace();
    if (bytes.toString("latin1", reader.at, reader.at + word.length) !== word) return false;
    reader.at += word.length;
    return true;
  }

  function operator(): string | undefined {
    skipSpace();
    const start = reader.at;
    const byte = bytes[start] ?? 0;
    if (endsToken(byte) || isDigit(byte) || byte === plus || byte === minus || byte === dot) return undefined;
    while (!endsHere()) reader.at++;
    return textFrom(start);
  }

  function isAtEnd(): boolean {
    skipSpace();
    return reader.at >= bytes.length;
  }

  function integer(): number {
    skipSpace();
    const start = reader.at;
    skipDigits();
    if (reader.at === start || !endsHere()) throw new StrictReadError("An integer is missing");
    return Number(textFrom(start));
  }

  function skipDigits(): void {
    while (isDigit(bytes[reader.at])) reader.at++;
  }

  function value(depth: number): PDFObject {
    skipSpace();
    const byte = bytes[reader.at];
    if (depth > maxNesting) throw new StrictReadError("Objects are nested too deeply");
    if (byte === slash) return nameHere();
    if (byte === openArray) return arrayHere(depth);
    if (byte === open) return stringHere();
    if (byte === less) return bytes[reader.at + 1] === less ? dictHere(depth) : hexHere();
    if (isDigit(byte)) return referenceHere() ?? numberHere();
    if (byte === plus || byte === minus || byte === dot) return numberHere();
    return wordHere();
  }

  function numberHere(): PDFNumber {
    const start = reader.at;
    if (bytes[start] === plus || bytes[start] === minus) reader.at++;
    const first = reader.at;
    skipDigits();
    let digits = reader.at - first;
    if (bytes[reader.at] === dot) {
      reader.at++;
      skipDigits();
      digits = reader.at - first - 1;
    }
    if (digits === 0 || !endsHere()) throw new StrictReadError("A number is malformed");
    const text = textFrom(start);
    const known = numbers.get(text);
    if (known) return known;
    const read = PDFNumber.of(Number(text));
    numbers.set(text, read);
    return read;
  }

  /** Reads a reference such as "12 0 R"; when there is none, returns undefined and stays at its position. */
  function referenceHere(): PDFRef | undefined {
    const start = reader.at;
    const number = digitsAndSpace();
    const generation = number === undefined ? undefined : digitsAndSpace();
    if (number !== undefined && generation !== undefined && bytes[reader.at] === letterR) {
      reader.at++;
      if (endsHere()) {
        const reference = PDFRef.of(number, generation);
        reader.references.push(reference);
        return reference;
      }
    }
    reader.at = start;
    return undefined;
  }

  function digitsAndSpace(): number | undefined {
    const start = reader.at;
    let number = 0;
    for (let byte = bytes[start]; isDigit(byte); byte = bytes[++reader.at]) number = number * 10 + (byte ?? 0) - 0x30;
    if (reader.at === start || !isSpace(bytes[reader.at])) return undefined;
    skipSpace();
    return number;
  }

  function nameHere(): PDFName {
    const start = ++reader.at;
    while (!endsHere()) reader.at++;
    const text = textFrom(start);
    const known = names.get(text);
    if (known) return known;
    const read = PDFName.of(text.replace(/#[\da-f]{2}/gi, (escaped: string) => escaped.toUpperCase()));
    names.set(text, read);
    return read;
  }

  function stringHere(): PDFString {
    const start = reader.at + 1;
    for (let depth = 0; reader.at < bytes.length; reader.at++) {
      const byte = bytes[reader.at];
      if (byte === backslash) reader.at++;
      else if (byte === open) depth++;
      else if (byte === close && --depth === 0) return PDFString.of(bytes.toString("latin1", start, reader.at++));
    }
    throw new StrictReadError("A string has no end");
  }

  function hexHere(): PDFHexString {
    const end = bytes.indexOf(greater, reader.at);
    const digits = bytes.toString("latin1", reader.at + 1, end).replace(/\s+/g, "");
    if (end < 0 || /[^\da-f]/i.test(digits))
      throw new StrictReadError("A hexadecimal string has characters that are not digits");
    reader.at = end + 1;
    return PDFHexString.of(digits);
  }

  function arrayHere(depth: number): PDFArray {
    const array = PDFArray.withContext(context);
    reader.at++;
    for (skipSpace(); bytes[reader.at] !== closeArray; skipSpace()) array.push(value(depth + 1));
    reader.at++;
    return array;
  }

  function dictHere(depth: number): PDFDict {
    const entries = new Map<PDFName, PDFObject>();
    reader.at += 2;
    for (skipSpace(); bytes[reader.at] === slash; skipSpace()) {
      const key = nameHere();
      const before = reader.references.length;
      const read = value(depth + 1);
      if (ignoredKeys.has(key)) reader.references.length = before;
      if (entries.has(key)) throw new StrictReadError("A dictionary has one key twice");
      if (read !== PDFNull) entries.set(key, read);
    }
    if (!passes(">>")) throw new StrictReadError("A dictionary has no end");
    return PDFDict.fromMapWithContext(entries, context);
  }

  function wordHere(): PDFObject {
    const start = reader.at;
    while (!endsHere()) reader.at++;
    const word = textFrom(start);
    if (word === "null") return PDFNull;
    if (word === "true") return PDFBool.True;
    if (word === "false") return PDFBool.False;
    throw new StrictReadError("A token is not an object");
  }

  return reader;
}
