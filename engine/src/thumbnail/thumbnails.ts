import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MB, thumbnailLimits } from "@sheaf/contracts/limits.ts";
import type { SandboxRequest } from "../sandbox/protocol.ts";
import type { WorkLimits } from "../sandbox/watchdog.ts";
import { unpackPictures } from "./pack.ts";

/**
 * The first page alone, then larger batches: a page that crashes its process does not lose pictures of earlier batches.
 */
const batchEnds = [1, 10, thumbnailLimits.pages];
/** Allowance for reading the file and for starting PDFium in a new process. */
const openingMs = 3_000;

/**
 * Sends one request to a sandboxed process. Resolves to the PDF's page count when pictures were written to `outPath`,
 * else to null.
 */
export type RequestThumbnails = (
  request: SandboxRequest,
  limits: WorkLimits,
  outPath: string,
) => Promise<{ pages: number } | null>;

/**
 * Writes the first pages of a PDF of this engine as WebP pictures `1.webp`, `2.webp` … without a gap.
 * @param outDir an existing folder; nothing else is written to it
 * @returns the number of pictures; 0 when the PDF needs too much time or memory, or its sandboxed process crashes
 */
export async function writeThumbnails(ask: RequestThumbnails, file: string, outDir: string): Promise<number> {
  const packPath = join(outDir, "pictures.pack");
  let written = 0;
  for (const end of batchEnds) {
    const first = written;
    const { pageMs, memoryBytes } = thumbnailLimits;
    const request: SandboxRequest = { do: "thumbnails", file, first, end, pageMs };
    const limits = { timeMs: openingMs + pageMs * (end - first), memoryBytes, scratchBytes: 16 * MB };
    const answer = await ask(request, limits, packPath);
    if (!answer) break;
    for (const picture of unpackPictures(await readFile(packPath), end - first)) {
      written += 1;
      await writeFile(join(outDir, `${written}.webp`), picture);
    }
    await rm(packPath, { force: true });
    if (written < end || written >= answer.pages) break;
  }
  return written;
}
