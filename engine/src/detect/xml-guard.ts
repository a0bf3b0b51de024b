import { maxElementDepth } from "../xml/xml-events.ts";

/** Encodings in which markup characters are ASCII bytes, and UTF-16, which is detected by its zero bytes. */
const plainEncodings = /^(utf-?8|us-ascii|ascii|iso-8859-\d+|windows-125\d|utf-?16(le|be)?)$/i;

export type XmlFault = "doctype" | "too-deep" | "encoding";

/** Scans markup piece by piece and remembers the first fault: something that genuine office files never have. */
export interface XmlGuard {
  feed(chunk: Uint8Array): void;
  fault(): XmlFault | undefined;
  /**
   * Whether elements, references and characters are well-formed, to be called at the end. Unchecked things count as
   * well-formed: UTF-16, attribute names, everything after the last element.
   */
  isWellFormed(): boolean;
}

const ampersand = 38;
const semicolon = 59;
const space = 32;
const [tab, lineFeed, carriageReturn] = [9, 10, 13];
const [lt, gt, slash, bang, question, doubleQuote, quote, hyphen, bracket] = [60, 62, 47, 33, 63, 34, 39, 45, 91];

/**
 * Creates a byte scanner, which is used instead of the XML reader because every part of every document is scanned: 5 MB
 * of Word's markup take 50 ms of processor time instead of 200 ms, and 120 ms instead of 1 s in a new process. It
 * recognises tags, quoted attributes, comments, CDATA and declarations. That is enough to find a document type, in
 * which entities are declared, wherever a parser would find it, and not where text only mentions one; and to detect end
 * tags that do not match their start tags, and invalid characters.
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
  /** Hashes of the names of open elements, by depth, for comparing an end tag with its start tag. */
  const openHashes = new Int32Array(maxElementDepth + 2);
  let nameHash = 0;
  let inName = false;
  let elements = 0;
  let isValid = true;
  /** The characters after an ampersand so far. */
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
    isValid &&= reference === undefined;
    reference = undefined;
  };
  /** Reads a byte of text, or of an attribute's value. */
  const readCharacter = (byte: number) => {
    if (reference !== undefined) {
      if (byte === semicolon) {
        isValid &&= isKnownReference(reference);
        reference = undefined;
      } else if (reference.length >= longestReference) isValid = false;
      else reference += String.fromCharCode(byte);
    } else if (byte === ampersand) reference = "";
    else if (byte < space && byte !== tab && byte !== lineFeed && byte !== carriageReturn) isValid = false;
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
        if (depth > maxElementDepth) fault ??= "too-deep";
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
          isValid &&= byte !== lt;
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
        isValid &&= depth > 0 && openHashes[depth] === nameHash;
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
    if (depth === 0 || !isValid) return;
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
    isWellFormed: () => skipZeros || (isValid && elements > 0 && depth === 0 && state === "text"),
  };
}

/** "&#1114111;" is the longest reference to a character. */
const longestReference = 10;
const knownNames = new Set(["amp", "lt", "gt", "quot", "apos"]);

/**
 * Whether a reference is valid without a document type: one of five names, or a character number (XML 1.0, 4.1 and
 * 4.6).
 * @param name the characters between "&" and ";"
 */
function isKnownReference(name: string): boolean {
  if (knownNames.has(name)) return true;
  const [, hexadecimal, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? [];
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  const isControl = code < space && code !== tab && code !== lineFeed && code !== carriageReturn;
  return code <= 0x10ffff && !isControl && !(code >= 0xd800 && code <= 0xdfff);
}
