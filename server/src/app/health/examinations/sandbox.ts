import { closedFolderOf } from "@sheaf/engine/installed/notes.ts";
import type { Config } from "../../../platform/config/config.ts";
import { type ConvertingMachine, notesAbout, worstOfMachines } from "../converting.ts";
import { failed, type Outcome, ok, type Remedy, warning } from "../outcome.ts";

/** Examines the sandbox in which documents are opened, and its weaknesses. */
export function examineSandbox(
  machines: ConvertingMachine[],
  { wanted, remedy }: { wanted: Config["sandbox"]; remedy: Remedy },
): Outcome {
  return worstOfMachines(machines, (machine) => {
    const sentences = notesAbout(machine, "sandbox");
    const notes = sentences.join(" ");
    switch (machine.sandbox) {
      case "none":
        return failed(notes || "No sandbox can be created, so nothing is converted.", remedy);
      case "off":
        return warning(notes, { words: "Unset SHEAF_SANDBOX and start Sheaf again." });
      case "landlock":
        // The operator chose Landlock, and so knows its limits.
        return wanted === "landlock"
          ? ok(`Documents are opened in Landlock, as SHEAF_SANDBOX requires. ${notes}`)
          : warning(notes, remedy);
      case "bubblewrap":
        if (notes === "") return ok("Documents are opened in bubblewrap, the stronger sandbox.");
        return warning(notes, closedFolderRemedy(sentences) ?? remedy);
    }
  });
}

/** Returns the remedy when documents are opened as root only because other users cannot enter a folder. */
function closedFolderRemedy(notes: string[]): Remedy | undefined {
  const folder = notes.map(closedFolderOf).find(Boolean);
  if (!folder) return undefined;
  return {
    words: "Run Sheaf as a separate user, move it to another folder, or allow other users to enter this folder.",
    command: `chmod o+x ${folder}`,
  };
}
