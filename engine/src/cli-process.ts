import { mkdirSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** Returns the folder for data that makes later runs start faster. It never contains document data. */
export function cacheFolder(): string {
  const dir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "sheaf");
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    return dir;
  } catch {
    // the home folder is not writable: nothing is kept for later runs
    return join(tmpdir(), `sheaf-cache-${process.pid}`);
  }
}

/** Runs a command and ends the process with its exit status. */
export async function exitWith(run: () => Promise<number>): Promise<never> {
  // The reader of the output may have exited (`| head`); the PDF must be written even so.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const status = await run();
  // Waits until all output is written. Nothing else is left to do, and ending without process.exit would take 10 ms
  // longer.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((said) => stream.write("", said))));
  return process.exit(status);
}
