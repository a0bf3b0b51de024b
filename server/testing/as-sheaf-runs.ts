import { join } from "node:path";

/** The Node options with which `./sheaf` runs the server's programs. */
export const asSheafRuns = [
  "--max-semi-space-size=8",
  "--max-old-space-size=1024",
  "--require",
  join(import.meta.dirname, "../src/platform/process/quick-imports.ts"),
];

/**
 * Returns the variables of this process that every program of Sheaf needs, so that a test decides about all others.
 * Without the compile cache of the run a program compiles all of its modules at each start.
 */
export function neededVariables(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
}
