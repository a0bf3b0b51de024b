import { PDFBool, type PDFDict } from "@cantoo/pdf-lib";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { isShown } from "./annotations.ts";
import { entry, nameEntry, textEntry } from "./objects.ts";

/** Notes and markup with text. The contents of a stamp usually repeat what it shows. */
export const kindsWithText = new Set([
  "Caret",
  "Circle",
  "Highlight",
  "Ink",
  "Line",
  "PolyLine",
  "Polygon",
  "Square",
  "Squiggly",
  "StrikeOut",
  "Text",
  "Underline",
]);

/**
 * Returns the text of a note or of markup, which viewers show in a pop-up. Replies are included. Undefined for review
 * states, and for lines that show the text as their caption (ISO 32000-1, table 175).
 */
export function noteText(annotation: PDFDict): string | undefined {
  if (!kindsWithText.has(nameEntry(annotation, "Subtype") ?? "") || !isShown(annotation)) return undefined;
  if (entry(annotation, "StateModel") !== undefined || entry(annotation, "Cap") === PDFBool.True) return undefined;
  return textEntry(annotation, "Contents")?.slice(0, maxTextLength).replaceAll(/\s+/g, " ").trim() || undefined;
}

const maxTextLength = 1000;
const maxNotes = 5;
const maxNoteLength = 100;

/** Returns a warning that quotes the text of notes, because pages show only their icons. */
export function noteTextWarning(words: string[]): Warning {
  const quoted = words.slice(0, maxNotes).map((each) => {
    const characters = [...each];
    return characters.length > maxNoteLength ? `“${characters.slice(0, maxNoteLength).join("")}…”` : `“${each}”`;
  });
  const more = words.length > maxNotes ? ` and ${words.length - maxNotes} more` : "";
  const text = `The pages show where notes and marks are, but not their text: ${quoted.join(", ")}${more}.`;
  return { code: "note-text-left-out", text };
}
