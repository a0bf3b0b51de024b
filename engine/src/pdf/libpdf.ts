import { Worker } from "node:worker_threads";
import { MB } from "@sheaf/contracts/limits.ts";

const longestMs = 10_000;
const mostMemory = 128 * MB;

/**
 * A damaged file as LibPDF writes it again. In a thread of its own, since its parser goes in circles over some files until
 * memory ends.
 * @returns undefined when it cannot read the file, or not within 10 s and 128 MB
 */
export function rebuildWithLibPdf(bytes: Uint8Array): Promise<Buffer | undefined> {
  const thread = new Worker(new URL("./libpdf-worker.ts", import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory / MB },
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve) => {
    const timeout = setTimeout(() => end(undefined), longestMs);
    function end(saved: Uint8Array | undefined): void {
      clearTimeout(timeout);
      void thread.terminate();
      resolve(saved && Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength));
    }
    thread.once("message", end);
    thread.once("error", () => end(undefined));
    thread.once("exit", () => end(undefined));
  });
}
