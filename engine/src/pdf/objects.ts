import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFString,
} from "@cantoo/pdf-lib";
import { attempt } from "../attempt.ts";

/**
 * Typed access to objects of a file from outside: any entry may be missing or of the wrong type, so every result may be
 * undefined.
 */

/** PDFName.of parses escapes on each call; this cache serves every dictionary lookup. */
const names = new Map<string, PDFName>();

export function name(text: string): PDFName {
  const known = names.get(text);
  if (known) return known;
  const made = PDFName.of(text);
  names.set(text, made);
  return made;
}

/** Follows a reference; returns other objects unchanged. */
export function resolve(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  const found = context.lookup(object);
  return found === PDFNull ? undefined : found;
}

/** Returns the entry of a dictionary with references followed. */
export function entry(from: PDFObject | undefined, key: string): PDFObject | undefined {
  if (!(from instanceof PDFDict)) return undefined;
  return resolve(from.context, from.get(name(key)));
}

export function dictEntry(from: PDFObject | undefined, key: string): PDFDict | undefined {
  const found = entry(from, key);
  return found instanceof PDFDict ? found : undefined;
}

export function arrayEntry(from: PDFObject | undefined, key: string): PDFArray | undefined {
  const found = entry(from, key);
  return found instanceof PDFArray ? found : undefined;
}

/** pdf-lib keeps one object for each name, and decodes it on each call. */
const texts = new Map<PDFName, string>();

/** Returns a name without its slash. */
export function nameEntry(from: PDFObject | undefined, key: string): string | undefined {
  const found = entry(from, key);
  if (!(found instanceof PDFName)) return undefined;
  const text = texts.get(found) ?? found.decodeText();
  texts.set(found, text);
  return text;
}

export function numberEntry(from: PDFObject | undefined, key: string): number | undefined {
  return asNumber(entry(from, key));
}

export function numbersEntry(from: PDFObject | undefined, key: string): number[] | undefined {
  return asNumbers(entry(from, key));
}

export function textEntry(from: PDFObject | undefined, key: string): string | undefined {
  return asText(entry(from, key));
}

export function asNumber(object: PDFObject | undefined): number | undefined {
  return object instanceof PDFNumber ? object.asNumber() : undefined;
}

/** Returns undefined unless every element is a number. */
export function asNumbers(object: PDFObject | undefined): number[] | undefined {
  if (!(object instanceof PDFArray)) return undefined;
  const numbers = elements(object).map(asNumber);
  return numbers.every((value) => value !== undefined) ? numbers : undefined;
}

/** Returns undefined for invalid escapes and invalid UTF-16. */
export function asText(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  const isUtf8 = utf8Mark.test(object.asString());
  return attempt(() => (isUtf8 ? new TextDecoder().decode(object.asBytes()) : object.decodeText()));
}

/**
 * The byte order mark of UTF-8 text strings (PDF 2.0), literal or hexadecimal; pdf-lib supports older encodings only.
 */
const utf8Mark = /^(?:\u00ef\u00bb\u00bf|\\357\\273\\277|efbbbf)/i;

/** Returns the elements of an array with references followed. */
export function elements(array: PDFArray | undefined): (PDFObject | undefined)[] {
  if (array === undefined) return [];
  return array.asArray().map((_, index) => {
    const found = array.lookup(index);
    return found === PDFNull ? undefined : found;
  });
}

/** Returns an attribute that a page or field may inherit. The search ends at loops and after 100 nodes. */
export function inherited(node: PDFDict, key: string): PDFObject | undefined {
  const seen = new Set<PDFDict>();
  for (let at: PDFDict | undefined = node; at && !seen.has(at) && seen.size < 100; at = dictEntry(at, "Parent")) {
    seen.add(at);
    const found = entry(at, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
