import { deepestElement } from "../xml/xml-events.ts";

/** Encodings that markup characters survive byte for byte, besides UTF-16, which is told by its bytes. */
const plainEncodings = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d|utf-?16(le|be)?)$/i;

export type XmlFault = "doctype" | "too-deep" | "encoding";

/** Reads markup as it streams by and remembers the first thing that no honest office file has. */
export interface XmlGuard {
  feed(chunk: Uint8Array): void;
  fault(): XmlFault | undefined;
  /**
   * Whether elements, references and characters are as every parser wants them; asked at the end. What is not looked at
   * counts as well formed: UTF-16, names of attributes, what follows the last element.
   */
  isWellFormed(): boolean;
}

const ampersand = 38;
const semicolon = 59;
const space = 32;
const [tab, lineFeed, carriageReturn] = [9, 10, 13];
const [lt, gt, slash, bang, question, doubleQuote, quote, hyphen, bracket] = [60, 62, 47, 33, 63, 34, 39, 45, 91];

/**
 * A byte scanner, not the XML reader: for 5 MB of Word's markup it takes 50 ms of processor time where the reader takes
 * 200 ms, and 120 ms against 1 s in a process that has just begun; and it looks at every part of every document. It
 * knows tags, attributes in quotes, comments, CDATA and declarations, which is enough to find a document type (entities
 * are declared there) wherever a parser would, and nothing where the text only mentions one; and to see where an
 * element does not end as it began, or a character is none.
 */
export function xmlGuard(): XmlGuard {
  let fault: XmlFault | undefined;
  let depth = 0;
  let state: "text" | "open" | "start" | "end" | "declaration" | "comment" | "cdata" | "instruction" | "doctype" =
    "text";
  let inQuote = 0;
  let previous = 0;
  let beforeThat = 0;
  let declared = "";
  let head = true;
  let skipZeros = false;
  /** Of the names of elements that are open, by depth: an end is compared with its start. */
  const openHashes = new Int32Array(deepestElement + 2);
  let nameHash = 0;
  let inName = false;
  let elements = 0;
  let isSound = true;
  /** What stands behind an ampersand so far. */
  let reference: string | undefined;

  const beginName = () => {
    nameHash = 0;
    inName = true;
  };
  const readName = (byte: number) => {
    inName &&= byte > space && byte !== slash && byte !== gt;
    if (inName) nameHash = (Math.imul(nameHash, 31) + byte) | 0;
  };
  const endCharacters = () => {
    isSound &&= reference === undefined;
    reference = undefined;
  };
  /** A byte of text, or of an attribute's value. */
  const readCharacter = (byte: number) => {
    if (reference !== undefined) {
      if (byte === semicolon) {
        isSound &&= isKnownReference(reference);
        reference = undefined;
      } else if (reference.length >= longestReference) isSound = false;
      else reference += String.fromCharCode(byte);
    } else if (byte === ampersand) reference = "";
    else if (byte < space && byte !== tab && byte !== lineFeed && byte !== carriageReturn) isSound = false;
  };

  const step = (byte: number) => {
    if (state === "text") {
      if (byte === lt) state = "open";
    } else if (state === "open") {
      endCharacters();
      declared = "";
      if (byte === slash) {
        state = "end";
        beginName();
      } else if (byte === question) state = "instruction";
      else if (byte === bang) state = "declaration";
      else {
        state = "start";
        depth++;
        elements++;
        if (depth > deepestElement) fault ??= "too-deep";
        beginName();
        readName(byte);
      }
    } else if (state === "start") {
      readName(byte);
      if (inQuote !== 0) {
        if (byte === inQuote) {
          inQuote = 0;
          endCharacters();
        } else {
          isSound &&= byte !== lt;
          readCharacter(byte);
        }
      } else if (byte === doubleQuote || byte === quote) inQuote = byte;
      else if (byte === gt) {
        openHashes[depth] = nameHash;
        if (previous === slash) depth--;
        state = "text";
      }
    } else if (state === "end") {
      readName(byte);
      if (byte === gt) {
        isSound &&= depth > 0 && openHashes[depth] === nameHash;
        depth--;
        state = "text";
      }
    } else if (state === "declaration") {
      if (byte === hyphen && previous === hyphen) state = "comment";
      else if (byte === bracket) state = "cdata";
      else if (byte !== hyphen) {
        fault ??= "doctype";
        state = "doctype";
      }
    } else if (state === "comment") {
      if (byte === gt && previous === hyphen && beforeThat === hyphen) state = "text";
    } else if (state === "cdata") {
      if (byte === gt && previous === 93 && beforeThat === 93) state = "text";
    } else if (state === "instruction") {
      if (declared.length < 200) declared += String.fromCharCode(byte);
      if (byte === gt && previous === question) {
        const encoding = /^xml\s.*encoding\s*=\s*["']([^"']+)["']/s.exec(declared)?.[1];
        if (encoding !== undefined && !plainEncodings.test(encoding)) fault ??= "encoding";
        state = "text";
      }
    }
    beforeThat = previous;
    previous = byte;
  };

  const readText = (chunk: Uint8Array, from: number, to: number) => {
    if (depth === 0 || !isSound) return;
    for (let at = from; at < to; at++) {
      const byte = chunk[at] ?? space;
      if (byte < space || byte === ampersand || reference !== undefined) readCharacter(byte);
    }
  };

  return {
    feed(chunk) {
      if (fault !== undefined) return;
      // UTF-16 is read by leaving out its zero bytes: all markup is ASCII.
      const wide: boolean = head && chunk.length > 1 && (chunk[0] === 0 || chunk[1] === 0 || (chunk[0] ?? 0) >= 0xfe);
      if (head) skipZeros = wide;
      head = false;
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] ?? 0;
        if (skipZeros && byte === 0) continue;
        if (state === "text" && byte !== lt && !skipZeros) {
          const next = chunk.indexOf(lt, at);
          readText(chunk, at, next < 0 ? chunk.length : next);
          if (next < 0) return;
          at = next;
          state = "open";
          previous = lt;
          continue;
        }
        step(byte);
      }
    },
    fault: () => fault,
    isWellFormed: () => skipZeros || (isSound && elements > 0 && depth === 0 && state === "text"),
  };
}

/** "&#1114111;" has the longest name of those that mean a character. */
const longestReference = 10;
const knownNames = new Set(["amp", "lt", "gt", "quot", "apos"]);

/**
 * @param name between "&" and ";"; without a document type there are five, besides numbers of characters (XML 1.0, 4.1
 * and 4.6)
 */
function isKnownReference(name: string): boolean {
  if (knownNames.has(name)) return true;
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const isControl = code < space && code !== tab && code !== lineFeed && code !== carriageReturn;
  return code <= 0x10ffff && !isControl && !(code >= 0xd800 && code <= 0xdfff);
}
