import { type ConvertingMachine, installCommand, notesAbout, worstOfMachines } from "../converting.ts";
import { type Outcome, ok } from "../outcome.ts";

/** Examines the programs besides LibreOffice that the engine uses. */
export function examinePrograms(machines: ConvertingMachine[]): Outcome {
  return worstOfMachines(machines, (machine) => {
    const notes = notesAbout(machine, "programs");
    if (notes.length === 0) return ok("qpdf, bubblewrap and jemalloc are installed.");
    return {
      state: notes.some((note) => note.includes("qpdf")) ? "failed" : "warning",
      words: notes.join(" "),
      remedy: { words: "Install them.", command: installCommand },
    };
  });
}
