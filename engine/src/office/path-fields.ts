import { applyEdits, changedTag, escapeText, type XmlEdit } from "../xml/xml-edits.ts";
import { elementsNamed, type XmlElement } from "../xml/xml-events.ts";
import type { WordStory } from "./word-story.ts";

/*
 * Changes fields that print the document's path to print its name instead, since the path would show a folder of this
 * machine. There is one function for each document format.
 */

/** Returns edits that remove the switch \\p from FILENAME fields (ECMA-376-1, 17.16.5.18). */
export const wordPathEdits = ({ codes }: WordStory): XmlEdit[] =>
  codes.flatMap(({ code, texts, simple }) => {
    if (!/^\s*FILENAME\b/i.test(code) || !/\\p/i.test(code)) return [];
    const name = code.replaceAll(/\\p/gi, "");
    if (simple) return [{ ...simple, text: changedTag(simple, { "w:instr": name }) }];
    return texts.map((place, index) => ({ ...place, text: index === 0 ? escapeText(name) : "" }));
  });

/**
 * Replaces the displays `full` and `path` of file-name fields; `name` and `name-and-extension` are kept (ODF 1.3-3,
 * 19.797).
 */
export function withoutOdfPaths(xml: string): string {
  if (!xml.includes("file-name")) return xml;
  const printsPath = ({ attributes }: XmlElement) => /^(?:full|path)$/.test(attributes["text:display"] ?? "");
  const fields = [...elementsNamed(xml, ["file-name"])].filter(printsPath);
  const edits = fields.map((element) => ({
    ...element,
    text: changedTag(element, { "text:display": "name-and-extension" }),
  }));
  return applyEdits(xml, edits);
}

/**
 * Overwrites the path switch of FILENAME fields in RTF, in place.
 * @returns whether there was one
 */
export function hideRtfPaths(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  let changed = false;
  for (const { index, 0: found } of text.matchAll(/FILENAME[^{}]{0,80}?\\\\p/gi)) {
    bytes.fill(" ", index + found.length - 3, index + found.length);
    changed = true;
  }
  return changed;
}

const [begin, notMark] = [String.raw`\x13`, String.raw`[^\x13-\x15]`];
const narrowField = new RegExp(String.raw`${begin}\s*FILENAME${notMark}{0,80}?\\p`, "gi");
const wideField = new RegExp(
  String.raw`${begin}\0(?:\s\0)*F\0I\0L\0E\0N\0A\0M\0E\0(?:${notMark}\0){0,80}?\\\0p\0`,
  "gi",
);

/**
 * Overwrites the path switch of FILENAME fields in DOC, in place. A field begins with 0x13 and its instruction ends
 * with 0x14 or 0x15 ([MS-DOC] 2.8.25); characters have one or two bytes.
 * @returns whether there was one
 */
export function hideDocPaths(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  let changed = false;
  const blank = (from: number, length: number) => {
    for (let at = from; at < from + length; at += length / 2) bytes[at] = 0x20;
    changed = true;
  };
  for (const { index, 0: found } of text.matchAll(narrowField)) blank(index + found.length - 2, 2);
  for (const { index, 0: found } of text.matchAll(wideField)) blank(index + found.length - 4, 4);
  return changed;
}
