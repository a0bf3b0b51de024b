import { uploadLimits } from "./limits.ts";

/**
 * Control characters, marks that change the text direction ("fdp.exe" shown as "exe.pdf"), and invisible characters.
 */
export const unseen =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad\u115f\u1160\u180e\u3164\uffa0]/gu;

/**
 * Converts a file's name into one safe path segment, as close to the given name as possible: for display, and for the
 * name of the copy that is converted, because a document can print its file name.
 * @returns at most 200 bytes of UTF-8, with the extension; "file" when nothing is left
 */
export function safeFileName(given: string): string {
  const name = given
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(unseen, "")
    .replaceAll(/[/\\]/g, "_")
    .replace(/^[\s.-]+/u, "")
    .trimEnd();
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 && sizeOf(name.slice(dot)) <= 20 ? name.slice(dot) : "";
  const stem = extension === "" ? name : name.slice(0, dot);
  return withinBytes(stem || "file", uploadLimits.nameBytes - sizeOf(extension)) + extension;
}

const encoder = new TextEncoder();
const sizeOf = (text: string): number => encoder.encode(text).length;

/** Shortens a text at a character boundary. @param maxBytes of UTF-8 */
export function withinBytes(text: string, maxBytes: number): string {
  if (sizeOf(text) <= maxBytes) return text;
  let kept = "";
  let size = 0;
  for (const character of text) {
    size += sizeOf(character);
    if (size > maxBytes) break;
    kept += character;
  }
  return kept.trimEnd();
}
