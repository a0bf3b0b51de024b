import { type ConvertingMachine, installCommand, notesOn, onMachines } from "../converting.ts";
import type { Outcome } from "../examine.ts";

/** The fonts that stand in for those of Microsoft Office, and those for other scripts. */
export function examineFonts(machines: ConvertingMachine[]): Outcome {
  return onMachines(machines, (machine) => {
    const notes = notesOn(machine, "fonts");
    if (notes.length === 0) return { state: "ok", words: "The fonts that documents are printed with are installed." };
    return {
      state: "warning",
      words: `${notes.join(" ")} Documents look different from what their authors saw.`,
      remedy: { words: "Install them.", command: installCommand },
    };
  });
}
