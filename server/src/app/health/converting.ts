import type { EngineHealth } from "@sheaf/engine/engine-api.ts";
import { type NoteSubject, subjectOfNote } from "@sheaf/engine/installed/notes.ts";
import { worstOf } from "./examine.ts";
import { type Outcome, unknown } from "./outcome.ts";

/** A machine on which documents are converted. */
export interface ConvertingMachine extends EngineHealth {
  /** LibreOffice's folder of programs, where it is known. */
  officeDir?: string;
}

/** The command that installs programs and fonts; it prints what to install where it may not do it itself. */
export const installCommand = "./sheaf set-up programs";

export const notesOn = ({ notes }: EngineHealth, subject: NoteSubject): string[] =>
  notes.filter((note) => subjectOfNote(note) === subject);

/** The worst outcome of all machines; "unknown" where none runs. */
export function onMachines(machines: ConvertingMachine[], examine: (machine: ConvertingMachine) => Outcome): Outcome {
  const [first, ...others] = machines;
  if (!first) return unknown("No worker runs that could tell.");
  return worstOf([examine(first), ...others.map(examine)]);
}
