import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { nodeOptions } from "../sandbox/node-options.ts";
import { programs } from "../sandbox/programs.ts";

const run = promisify(execFile);
const longestMs = 6_000;
const mostMemoryMb = 256;

/**
 * A damaged file as LibPDF writes it again. In a process of its own, since its parser goes in circles over some files until
 * memory ends.
 * @returns undefined when it cannot read the file, or not within 6 s and 256 MB
 */
export async function rebuildWithLibPdf(path: string, workDir: string): Promise<Buffer | undefined> {
  const outPath = join(workDir, "rebuilt.pdf");
  const options = [...nodeOptions, `--max-old-space-size=${mostMemoryMb}`];
  try {
    await run(process.execPath, [...options, programs["libpdf-child"], path, outPath], {
      timeout: longestMs,
      killSignal: "SIGKILL",
    });
    return await readFile(outPath);
  } catch {
    return undefined; // the last reader that was left to ask
  } finally {
    await rm(outPath, { force: true });
  }
}
