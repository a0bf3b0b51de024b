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
 * The text of a note or of markup, which viewers show in a pop-up. Replies count, review states do not. A line may show
 * its text as its caption (ISO 32000-1, table 175).
 */
export function noteText(annotation: PDFDict): string | undefined {
  if (!kindsWithText.has(nameEntry(annotation, "Subtype") ?? "") || !isShown(annotation)) return undefined;
  if (entry(annotation, "StateModel") !== undefined || entry(annotation, "Cap") === PDFBool.True) return undefined;
  return textEntry(annotation, "Contents")?.slice(0, mostRead).replaceAll(/\s+/g, " ").trim() || undefined;
}

const mostRead = 1000;
const mostNotes = 5;
const longestNote = 100;

/** On paper a note is an icon without its text, so the warning quotes the text. */
export function noteTextWarning(words: string[]): Warning {
  const told = words.slice(0, mostNotes).map((each) => {
    const letters = [...each];
    return letters.length > longestNote ? `“${letters.slice(0, longestNote).join("")}…”` : `“${each}”`;
  });
  const more = words.length > mostNotes ? ` and ${words.length - mostNotes} more` : "";
  const text = `The pages show where notes and marks are, but not their text: ${told.join(", ")}${more}.`;
  return { code: "note-text-left-out", text };
}
