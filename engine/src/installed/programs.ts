import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { succeeds } from "../attempt.ts";
import { findAllocator } from "../office/office-kit-environment.ts";

interface WantedProgram {
  /** Of the command, or of the library. */
  name: string;
  /** What is the matter without it. */
  without: string;
  isThere(path: string): boolean;
}

const onPath = (command: string) => (path: string) =>
  path.split(delimiter).some((folder) => succeeds(() => accessSync(join(folder, command), constants.X_OK)));

/** LibreOffice has a check of its own. */
const wantedPrograms: WantedProgram[] = [
  { name: "qpdf", without: "no PDF can be converted", isThere: onPath("qpdf") },
  { name: "bubblewrap", without: "documents are opened in a weaker sandbox or not at all", isThere: onPath("bwrap") },
  { name: "prlimit", without: "no sandbox can be made", isThere: onPath("prlimit") },
  { name: "jemalloc", without: "office files take longer", isThere: () => findAllocator() !== undefined },
];

/**
 * Which programs that conversions use are not installed.
 * @param path folders of commands, as in the variable PATH
 * @returns "qpdf (no PDF can be converted)", each with what is the matter without it
 */
// biome-ignore lint/style/noProcessEnv: where programs are found is the machine's, not a setting of Sheaf.
export function missingPrograms(path = process.env.PATH ?? ""): string[] {
  return wantedPrograms.flatMap(({ name, without, isThere }) => (isThere(path) ? [] : [`${name} (${without})`]));
}
