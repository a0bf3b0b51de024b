import type { Config } from "../../../platform/config/config.ts";
import { type ConvertingMachine, notesOn, onMachines } from "../converting.ts";
import { failed, type Outcome, ok, type Remedy, warning } from "../outcome.ts";

/** Which sandbox documents are opened in, and what is weaker than it could be. */
export function examineSandbox(
  machines: ConvertingMachine[],
  { wanted, remedy }: { wanted: Config["sandbox"]; remedy: Remedy },
): Outcome {
  return onMachines(machines, (machine) => {
    const notes = notesOn(machine, "sandbox").join(" ");
    switch (machine.sandbox) {
      case "none":
        return failed(notes || "No sandbox can be made, so nothing is converted.", remedy);
      case "off":
        return warning(notes, { words: "Unset SHEAF_SANDBOX and start Sheaf again." });
      case "landlock":
        // Whoever asked for it knows what it does.
        return wanted === "landlock"
          ? ok(`Landlock holds, as SHEAF_SANDBOX asks for. ${notes}`)
          : warning(notes, remedy);
      case "bubblewrap":
        if (notes === "") return ok("Documents are opened in bubblewrap, the stronger sandbox.");
        return warning(notes, openFolderRemedy(notes) ?? remedy);
    }
  });
}

/** Where documents are opened as root only because of a folder that others may not enter. */
function openFolderRemedy(notes: string): Remedy | undefined {
  const folder = /may not enter (\/.*?)\.(?: |$)/.exec(notes)?.[1];
  if (!folder) return undefined;
  return {
    words: "Run Sheaf as a user of its own, keep it elsewhere, or let other users pass through the folder.",
    command: `chmod o+x ${folder}`,
  };
}
