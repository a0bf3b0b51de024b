import { uploadLimits } from "./limits.ts";

/**
 * Control characters, marks that turn the direction of text ("fdp.exe" shown as "exe.pdf"), and ones nobody can see.
 */
export const unseen =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad\u115f\u1160\u180e\u3164\uffa0]/gu;

/**
 * A file's name as one harmless path segment, as near to what the user typed as can be: for show, and for the copy that
 * a document with a file-name field prints.
 * @returns at most 200 bytes of UTF-8, the extension kept; "file" when nothing is left
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

/** Cuts between characters, never within one. @param mostBytes of UTF-8 */
export function withinBytes(text: string, mostBytes: number): string {
  if (sizeOf(text) <= mostBytes) return text;
  let kept = "";
  let size = 0;
  for (const character of text) {
    size += sizeOf(character);
    if (size > mostBytes) break;
    kept += character;
  }
  return kept.trimEnd();
}
