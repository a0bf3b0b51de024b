import { missingFonts } from "./fonts.ts";
import { missingPrograms } from "./programs.ts";

/** The subject of a note in `EngineHealth.notes`. */
export type NoteSubject = "fonts" | "programs" | "office" | "sandbox" | "installation";

/** The note of a machine, and the text of its jobs, while its programs are being installed. */
export const installationNote =
  "Waiting until LibreOffice and the fonts are installed. Conversion then starts automatically.";

const fontsBegin = "Fonts are missing: ";
const programsBegin = "Programs are missing: ";
const closedFolderBegins = "Documents are opened as root, because other users cannot enter ";

/** Returns the note that sandboxed processes run as root because of a folder that their own users cannot enter. */
export const closedFolderNote = (folder: string): string => `${closedFolderBegins}${folder}.`;

/** Returns the folder of such a note. */
export const closedFolderOf = (note: string): string | undefined =>
  note.startsWith(closedFolderBegins) ? note.slice(closedFolderBegins.length, -1) : undefined;

/**
 * Returns one sentence for missing fonts and one for missing programs; none when all are installed, or when the system
 * is not Linux.
 */
export function installedNotes(fonts = missingFonts(), programs = missingPrograms()): string[] {
  if (process.platform !== "linux") return [];
  return [
    ...(fonts.length > 0 ? [`${fontsBegin}${fonts.join(", ")}.`] : []),
    ...(programs.length > 0 ? [`${programsBegin}${programs.join(", ")}.`] : []),
  ];
}

/** Returns the subject of a note of `EngineHealth.notes`, which holds sentences only. */
export function subjectOfNote(note: string): NoteSubject {
  if (note === installationNote) return "installation";
  if (note.startsWith(fontsBegin)) return "fonts";
  if (note.startsWith(programsBegin)) return "programs";
  return note.startsWith("LibreOffice") ? "office" : "sandbox";
}
