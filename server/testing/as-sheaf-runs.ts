import { join } from "node:path";

/** The Node options with which `./sheaf` runs the server's programs. */
export const asSheafRuns = ["--require", join(import.meta.dirname, "../src/platform/process/quick-imports.ts")];
