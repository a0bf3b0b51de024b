import { join } from "node:path";
import type { Fact } from "@sheaf/contracts/reading.ts";
import { newId } from "../../platform/ids.ts";
import type { Services } from "../../platform/services.ts";
import { BlobDamaged, BlobMissing } from "../../platform/storage/blob-store.ts";
import type { FilePage, JobRow } from "../jobs/index.ts";
import { currentReadings } from "./lane/reading-rows.ts";
import { namesByFacts } from "./practice-choices.ts";
import { readReadingFile } from "./reading-file.ts";

type CurrentReading = Awaited<ReturnType<typeof currentReadings>>[number]["reading"];

/**
 * Returns what was read on pages of a job, in the same order, for naming its separate PDFs; null for pages that were
 * not read. A stored reading that is gone or damaged is no reason to make no PDFs.
 */
export async function factsForNames(
  services: Pick<Services, "db" | "storage">,
  job: JobRow,
  pages: FilePage[],
  folder: string,
): Promise<(Fact[] | null)[]> {
  const { db } = services;
  if (job.sample || !(await namesByFacts(db, job.practiceId))) return pages.map(() => null);
  const readings = await db.transaction((tx) => currentReadings(tx, job));
  const byFile = new Map(readings.map(({ reading }) => [reading.fileId, reading]));
  const factsByFile = new Map<string, Map<number, Fact[]>>();
  for (const { fileId } of pages) {
    const reading = byFile.get(fileId);
    if (!reading || factsByFile.has(fileId)) continue;
    const wanted = new Set(pages.filter((one) => one.fileId === fileId).map(({ page }) => page));
    factsByFile.set(fileId, await factsIn(services, reading, wanted, join(folder, newId())));
  }
  return pages.map(({ fileId, page }) => factsByFile.get(fileId)?.get(page) ?? null);
}

async function factsIn(
  { storage }: Pick<Services, "storage">,
  { blobKey, blobBytes, blobSha256 }: CurrentReading,
  wanted: ReadonlySet<number>,
  path: string,
): Promise<Map<number, Fact[]>> {
  const found = new Map<number, Fact[]>();
  if (blobKey === null || blobBytes === null || blobSha256 === null) return found;
  try {
    await storage.fetch(blobKey, path, { sizeBytes: blobBytes, sha256: blobSha256 });
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return found;
    throw error;
  }
  for await (const { page, facts } of readReadingFile(path)) if (wanted.has(page)) found.set(page, facts);
  return found;
}
