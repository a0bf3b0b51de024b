import { realpathSync } from "node:fs";
import { join } from "node:path";

/** Of this installation: engine/src/sandbox → … */
export const projectDir = realpathSync(join(import.meta.dirname, "..", "..", ".."));
