import { type PDFDict, PDFRawStream } from "@cantoo/pdf-lib";
import { entry, nameEntry } from "../objects.ts";

/** Returns the text of a string that a page shows in one font; characters whose meaning is unknown are U+FFFD. */
export type DecodeShown = (bytes: Uint8Array) => string;

const unknownCharacter = "\ufffd";
export const decodeNothing: DecodeShown = () => unknownCharacter;

/** Encodings that agree with Latin-1 in ASCII, so in all digits. */
const latinEncodings = new Set(["WinAnsiEncoding", "MacRomanEncoding", "StandardEncoding"]);
const decodeLatin: DecodeShown = (bytes) => Buffer.from(bytes).toString("latin1");

/**
 * Returns what a font's codes mean, from its map to Unicode or the name of its encoding (ISO 32000-1, 9.10.2). The
 * font's file is not read: without either, all characters are unknown. By an encoding, only ASCII is certain.
 * @param unpack decodes a stream
 * @throws any error when the map cannot be read
 */
export function characterTexts(font: PDFDict, unpack: (stream: PDFRawStream) => Buffer): DecodeShown {
  const map = entry(font, "ToUnicode");
  const encoding = nameEntry(font, "Encoding") ?? "";
  const isSimple = nameEntry(font, "Subtype") !== "Type0";
  if (map instanceof PDFRawStream && (isSimple || encoding === "Identity-H")) {
    return decodedBy(readToUnicode(unpack(map).toString("latin1")), isSimple ? 1 : 2);
  }
  return isSimple && latinEncodings.has(encoding) ? decodeLatin : decodeNothing;
}

function decodedBy(texts: Map<number, string>, codeBytes: 1 | 2): DecodeShown {
  return (bytes) => {
    const shown: string[] = [];
    for (let at = 0; at + codeBytes <= bytes.length; at += codeBytes) {
      const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
      shown.push(texts.get(codeBytes === 1 ? first : first * 256 + second) ?? unknownCharacter);
    }
    return shown.join("");
  };
}

const sections = /begin(bfchar|bfrange)(.*?)end\1/gs;
const code = /<([\da-f\s]*)>/gi;
const range = /<([\da-f\s]+)>\s*<([\da-f\s]+)>\s*(?:<([\da-f\s]*)>|\[([^\]]*)\])/gi;

/** More than all codes of two bytes. */
const maxEntries = 1 << 17;

/** Reads a map to Unicode (ISO 32000-1, 9.10.3). */
function readToUnicode(cmap: string): Map<number, string> {
  const texts = new Map<number, string>();
  let entries = 0;
  const add = (from: number, text: string) => {
    entries++;
    if (entries > maxEntries) throw new Error("The map has too many entries");
    texts.set(from, text);
  };
  for (const [, kind, body = ""] of cmap.matchAll(sections)) {
    if (kind === "bfchar") {
      const codes = codesIn(body);
      for (let at = 0; at + 1 < codes.length; at += 2) add(asNumber(codes[at]), asText(codes[at + 1]));
      continue;
    }
    for (const [, first, last, start, list = ""] of body.matchAll(range)) {
      const [from, to, listed, initial] = [asNumber(first), asNumber(last), codesIn(list), asText(start)];
      for (let at = from; at <= to; at++) {
        add(at, start === undefined ? asText(listed[at - from]) : following(initial, at - from));
      }
    }
  }
  return texts;
}

/** The last UTF-16 unit counts up along a range. */
const following = (text: string, by: number): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);

const codesIn = (body: string): string[] => [...body.matchAll(code)].map(([, digits = ""]) => digits);
const asNumber = (digits = ""): number => Number.parseInt(digits.replaceAll(/\s/g, ""), 16);

/** Some maps give Latin characters in one byte instead of two. */
function asText(digits = ""): string {
  const plain = digits.replaceAll(/\s/g, "");
  const units = plain.padStart(Math.ceil(plain.length / 4) * 4, "0");
  return Buffer.from(units, "hex").swap16().toString("utf16le");
}
