import { type ConvertingMachine, installCommand, notesAbout, worstOfMachines } from "../converting.ts";
import { failed, type Outcome, ok, unknown, warning } from "../outcome.ts";

/**
 * Examines LibreOffice, which converts office documents: whether it is installed, which version, and whether that is
 * recent enough.
 */
export function examineOffice(machines: ConvertingMachine[]): Outcome {
  return worstOfMachines(machines, (machine) => {
    const { office, officeVersion, officeDir, sandbox } = machine;
    if (sandbox === "none") return unknown("LibreOffice was not tested, because there is no sandbox.");
    if (office === "none") {
      return failed("LibreOffice is not installed. Only PDFs and pictures can be converted.", {
        words: "Install it.",
        command: installCommand,
      });
    }
    const notes = notesAbout(machine, "office");
    if (notes.length > 0) {
      return warning(notes.join(" "), {
        words: "Install LibreOffice 25.2 or newer. On Debian 12 it is in backports.",
      });
    }
    const where = officeDir ? ` in ${officeDir}` : "";
    return ok(`LibreOffice ${officeVersion ?? ""}${where} prints office documents.`);
  });
}
