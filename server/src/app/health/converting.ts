import type { EngineHealth } from "@sheaf/engine/engine-api.ts";
import { type NoteSubject, subjectOfNote } from "@sheaf/engine/installed/notes.ts";
import { worstOf } from "./examine.ts";
import { type Outcome, unknown, warning } from "./outcome.ts";

/** A machine that converts documents. */
export interface ConvertingMachine extends EngineHealth {
  /** The program folder of LibreOffice, where it is known. */
  officeDir?: string;
}

/** The command that installs programs and fonts. Without the rights to do so, it prints what to install. */
export const installCommand = "./sheaf set-up programs";

export const notesAbout = ({ notes }: EngineHealth, subject: NoteSubject): string[] =>
  notes.filter((note) => subjectOfNote(note) === subject);

/**
 * Examines all machines and returns the worst outcome; "unknown" when there is none. One whose programs are being
 * installed is not examined.
 */
export function worstOfMachines(
  machines: ConvertingMachine[],
  examine: (machine: ConvertingMachine) => Outcome,
): Outcome {
  const [first, ...others] = machines;
  if (!first) return unknown("No worker runs that could tell.");
  const examineInstalled = (machine: ConvertingMachine) => {
    const [note] = notesAbout(machine, "installation");
    return note === undefined ? examine(machine) : warning(note);
  };
  return worstOf([examineInstalled(first), ...others.map(examineInstalled)]);
}
