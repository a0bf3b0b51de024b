import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { succeeds } from "../attempt.ts";
import { findAllocator } from "../office/office-kit-environment.ts";

interface WantedProgram {
  /** Name of the command or library. */
  name: string;
  /** What does not work without it. */
  without: string;
  isThere(path: string): boolean;
}

const onPath = (command: string) => (path: string) =>
  path.split(delimiter).some((folder) => succeeds(() => accessSync(join(folder, command), constants.X_OK)));

/** LibreOffice is not listed; it is checked elsewhere (`findOffice`). */
const wantedPrograms: WantedProgram[] = [
  { name: "qpdf", without: "no PDF can be converted", isThere: onPath("qpdf") },
  { name: "bubblewrap", without: "documents are opened in a weaker sandbox or not at all", isThere: onPath("bwrap") },
  { name: "prlimit", without: "no sandbox can be created", isThere: onPath("prlimit") },
  { name: "jemalloc", without: "office files take longer", isThere: () => findAllocator() !== undefined },
];

/**
 * Lists the programs that conversions need and that are not installed.
 * @param path folders of commands, as in the variable PATH
 * @returns for each the name and the consequence, such as "qpdf (no PDF can be converted)"
 */
// biome-ignore lint/style/noProcessEnv: PATH belongs to the machine and is not a setting of Sheaf.
export function missingPrograms(path = process.env.PATH ?? ""): string[] {
  return wantedPrograms.flatMap(({ name, without, isThere }) => (isThere(path) ? [] : [`${name} (${without})`]));
}
