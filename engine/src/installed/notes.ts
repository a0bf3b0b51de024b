import { missingFonts } from "./fonts.ts";
import { missingPrograms } from "./programs.ts";

/** What a note of an engine's health is about. */
export type NoteSubject = "fonts" | "programs" | "office" | "sandbox";

const fontsBegin = "Fonts are missing: ";
const programsBegin = "Programs are missing: ";

/**
 * What this machine lacks, one plain sentence each for the fonts and the programs; none when all is there, or where
 * Linux does not run.
 */
export function installedNotes(fonts = missingFonts(), programs = missingPrograms()): string[] {
  if (process.platform !== "linux") return [];
  return [
    ...(fonts.length > 0 ? [`${fontsBegin}${fonts.join(", ")}.`] : []),
    ...(programs.length > 0 ? [`${programsBegin}${programs.join(", ")}.`] : []),
  ];
}

/** Notes travel as sentences (`EngineHealth.notes`): this tells whoever shows them what each is about. */
export function subjectOfNote(note: string): NoteSubject {
  if (note.startsWith(fontsBegin)) return "fonts";
  if (note.startsWith(programsBegin)) return "programs";
  return note.startsWith("LibreOffice") ? "office" : "sandbox";
}
