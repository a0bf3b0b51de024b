import { missingFonts } from "./fonts.ts";
import { installedLanguages } from "./languages.ts";
import { missingPrograms } from "./programs.ts";

/** The subject of a note in `EngineHealth.notes`. */
export type NoteSubject = "fonts" | "programs" | "office" | "reading" | "sandbox" | "installation";

/** The note of a machine, and the text of its jobs, while its programs are being installed. */
export const installationNote =
  "Waiting until LibreOffice and the fonts are installed. Conversion then starts automatically.";

const fontsBegin = "Fonts are missing: ";
const programsBegin = "Programs are missing: ";
const readingBegins = "Reading pages: ";
const closedFolderBegins = "Documents are opened as root, because other users cannot enter ";

/** Returns the note that sandboxed processes run as root because of a folder that their own users cannot enter. */
export const closedFolderNote = (folder: string): string => `${closedFolderBegins}${folder}.`;

/** Returns the folder of such a note. */
export const closedFolderOf = (note: string): string | undefined =>
  note.startsWith(closedFolderBegins) ? note.slice(closedFolderBegins.length, -1) : undefined;

/** Returns a note about the reading of pages. @param sentence without a capital letter and full stop */
const readingNote = (sentence: string): string => `${readingBegins}${sentence}.`;

/**
 * Returns one sentence for missing fonts, one for missing programs and one when Tesseract is missing; none when all are
 * installed, or when the system is not Linux.
 */
export function installedNotes(
  fonts = missingFonts(),
  programs = missingPrograms(),
  languages = installedLanguages(),
): string[] {
  if (process.platform !== "linux") return [];
  return [
    ...(fonts.length > 0 ? [`${fontsBegin}${fonts.join(", ")}.`] : []),
    ...(programs.length > 0 ? [`${programsBegin}${programs.join(", ")}.`] : []),
    ...(languages.length === 0
      ? [readingNote("scans and photos are not read, because Tesseract with English is not installed")]
      : []),
  ];
}

/** Returns the subject of a note of `EngineHealth.notes`, which holds sentences only. */
export function subjectOfNote(note: string): NoteSubject {
  if (note === installationNote) return "installation";
  if (note.startsWith(fontsBegin)) return "fonts";
  if (note.startsWith(programsBegin)) return "programs";
  if (note.startsWith(readingBegins)) return "reading";
  return note.startsWith("LibreOffice") ? "office" : "sandbox";
}

/** Returns notes with the one about reading as it is now. */
export const withReadingNote = (notes: string[], languages = installedLanguages()): string[] => [
  ...notes.filter((note) => subjectOfNote(note) !== "reading"),
  ...installedNotes([], [], languages),
];
