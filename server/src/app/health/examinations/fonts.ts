import { type ConvertingMachine, installCommand, notesAbout, worstOfMachines } from "../converting.ts";
import { type Outcome, ok, warning } from "../outcome.ts";

/** Examines the fonts that replace those of Microsoft Office, and the fonts for other scripts. */
export function examineFonts(machines: ConvertingMachine[]): Outcome {
  return worstOfMachines(machines, (machine) => {
    const notes = notesAbout(machine, "fonts");
    if (notes.length === 0) return ok("The fonts for documents are installed.");
    return warning(`${notes.join(" ")} Documents look different from the originals.`, {
      words: "Install them.",
      command: installCommand,
    });
  });
}
