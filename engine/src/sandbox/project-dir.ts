import { realpathSync } from "node:fs";
import { join } from "node:path";

/** The project's folder, three levels above engine/src/sandbox. */
export const projectDir = realpathSync(join(import.meta.dirname, "..", "..", ".."));
