import { join } from "node:path";

/** What `./sheaf` gives Node before the name of a program of the server. */
export const asSheafRuns = ["--require", join(import.meta.dirname, "../src/platform/process/quick-imports.ts")];
