import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { nodeOptions } from "../sandbox/node-options.ts";
import { programs } from "../sandbox/programs.ts";

const run = promisify(execFile);
const timeoutMs = 6_000;
const maxMemoryMb = 256;

/**
 * Rewrites a damaged file with LibPDF, in a process of its own, because its parser loops over some files until memory
 * is exhausted.
 * @returns undefined when LibPDF cannot read the file within 6 s and 256 MB
 */
export async function rebuildWithLibPdf(path: string, workDir: string): Promise<Buffer | undefined> {
  const outPath = join(workDir, "rebuilt.pdf");
  const options = [...nodeOptions, `--max-old-space-size=${maxMemoryMb}`];
  try {
    await run(process.execPath, [...options, programs["libpdf-child"], path, outPath], {
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    return await readFile(outPath);
  } catch {
    return undefined; // LibPDF is the last parser to try
  } finally {
    await rm(outPath, { force: true });
  }
}
