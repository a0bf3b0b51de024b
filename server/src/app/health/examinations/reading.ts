import { type ConvertingMachine, installCommand, notesAbout, worstOfMachines } from "../converting.ts";
import { type Outcome, ok, warning } from "../outcome.ts";

const secondReader = "Pages that it is unsure of are read again by the second reader.";
const withoutSecondReader =
  "Pages that it is unsure of are not read again: the second reader is installed a minute after the start, on machines with 4 GB of memory or more.";

/** Examines what reads the pages of scans and photos. */
export function examineReading(machines: ConvertingMachine[]): Outcome {
  return worstOfMachines(machines, (machine) => {
    const notes = notesAbout(machine, "reading");
    if (machine.readingLanguages.length > 0) {
      const words = `Tesseract reads scans and photos (${machine.readingLanguages.join(", ")}).`;
      return ok([words, machine.hasSecondReader ? secondReader : withoutSecondReader, ...notes].join(" "));
    }
    return warning(`${notes.join(" ")} Their words are not found, and nothing says whether they can be read.`, {
      words: "Install it.",
      command: installCommand,
    });
  });
}
