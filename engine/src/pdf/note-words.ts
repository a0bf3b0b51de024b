import type { PDFDict } from "@cantoo/pdf-lib";
import type { Warning } from "@sheaf/contracts/refusals.ts";
import { isShown } from "./annotations.ts";
import { entry, textEntry } from "./objects.ts";

/** What a note (/Text) says, which readers show in a window of their own; answers to notes say something, too, their states nothing. */
export function noteWords(annotation: PDFDict): string | undefined {
  if (!isShown(annotation) || entry(annotation, "StateModel") !== undefined) return undefined;
  return textEntry(annotation, "Contents")?.slice(0, mostRead).replaceAll(/\s+/g, " ").trim() || undefined;
}

const mostRead = 1000;
const mostNotes = 5;
const longestNote = 100;

/** On paper a note is a sign without its words, so that they are told here. */
export function notesWarning(words: string[]): Warning {
  const told = words.slice(0, mostNotes).map((each) => {
    const letters = [...each];
    return letters.length > longestNote ? `“${letters.slice(0, longestNote).join("")}…”` : `“${each}”`;
  });
  const more = words.length > mostNotes ? ` and ${words.length - mostNotes} more` : "";
  const text = `The pages show where notes stick to them, and not what the notes say: ${told.join(", ")}${more}.`;
  return { code: "note-words-left-out", text };
}
