import { sandboxProgram } from "@sheaf/engine/sandbox/bundle.ts";

/**
 * For an image, whose folders cannot be written later: the program of the sandboxes, which a worker else makes at its
 * first start.
 */
const program = await sandboxProgram();
if (!program.endsWith("sandbox-program.mjs")) {
  console.error(`The program of the sandboxes could not be made; workers would start from ${program}.`);
  process.exitCode = 1;
}
