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
 * @param charge is told of the map's entries in bytes, as it grows; throws when they are too many
 * @throws any error when the map cannot be read
 */
export function characterTexts(
  font: PDFDict,
  unpack: (stream: PDFRawStream) => Buffer,
  charge: (bytes: number) => void,
): DecodeShown {
  const map = entry(font, "ToUnicode");
  const encoding = nameEntry(font, "Encoding") ?? "";
  const isSimple = nameEntry(font, "Subtype") !== "Type0";
  if (map instanceof PDFRawStream && (isSimple || encoding === "Identity-H")) {
    return decodedBy(readToUnicode(unpack(map).toString("latin1"), charge), isSimple ? 1 : 2);
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

/** A code or text, the ends of a list, and those of a section; everything else in a map is passed over. */
const token = /<([\da-f\s]*)>|[[\]]|(?:begin|end)bf(?:char|range)/gi;
/** Of an entry of a map. A map of all codes of two bytes has 1 MB. */
const entryBytes = 16;
/** Longer texts for one code are cut; ligatures have three characters. In hexadecimal digits. */
const maxDigits = 32;

/** Reads a map to Unicode (ISO 32000-1, 9.10.3), in one pass. */
function readToUnicode(cmap: string, charge: (bytes: number) => void): Map<number, string> {
  const texts = new Map<number, string>();
  const add = (code: number, text: string) => {
    charge(entryBytes);
    texts.set(code, text);
  };
  let section: string | undefined;
  /** The codes of the current entry; of a range whose texts are listed, the list follows them. */
  let codes: string[] = [];
  let isList = false;
  for (const [whole, digits] of cmap.matchAll(token)) {
    if (digits !== undefined) codes.push(digits.replaceAll(/\s/g, "").slice(0, maxDigits));
    else if (whole === "[") isList = true;
    else if (whole !== "]") {
      [section, codes, isList] = [whole, [], false];
      continue;
    }
    if (section === "beginbfchar" && codes.length === 2) {
      add(asNumber(codes[0]), asText(codes[1]));
      codes = [];
    } else if (section === "beginbfrange" && (isList ? whole === "]" : codes.length === 3)) {
      const [from, to, initial] = [asNumber(codes[0]), asNumber(codes[1]), asText(codes[2])];
      for (let at = from; at <= to; at++)
        add(at, isList ? asText(codes[2 + at - from]) : following(initial, at - from));
      [codes, isList] = [[], false];
    }
  }
  return texts;
}

/** The last UTF-16 unit counts up along a range. */
const following = (text: string, by: number): string =>
  text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + by);

const asNumber = (digits = ""): number => Number.parseInt(digits, 16);

/** Some maps give Latin characters in one byte instead of two. */
function asText(digits = ""): string {
  const units = digits.padStart(Math.ceil(digits.length / 4) * 4, "0");
  return Buffer.from(units, "hex").swap16().toString("utf16le");
}
