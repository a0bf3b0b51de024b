import { type ConvertingMachine, installCommand, notesAbout, worstOfMachines } from "../converting.ts";
import { type Outcome, ok, warning } from "../outcome.ts";

/** Examines what reads the pages of scans and photos. */
export function examineReading(machines: ConvertingMachine[]): Outcome {
  return worstOfMachines(machines, (machine) => {
    const notes = notesAbout(machine, "reading");
    if (machine.readingLanguages.length > 0)
      return ok([`Tesseract reads scans and photos (${machine.readingLanguages.join(", ")}).`, ...notes].join(" "));
    return warning(`${notes.join(" ")} Their words are not found, and nothing says whether they can be read.`, {
      words: "Install it.",
      command: installCommand,
    });
  });
}
