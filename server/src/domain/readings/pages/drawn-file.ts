import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { jobFiles } from "../../jobs/table.ts";
import type { PagePicture } from "./picture-task.ts";

/** The stored pages of a file. */
export interface DrawnFile {
  pagesKey: string;
  pages: number;
  sizeBytes: number;
  sha256: string;
}

/**
 * Returns the pages from which pictures are drawn.
 * @returns "deleted" when they are stored no longer or not yet; undefined when there is no such file or page
 */
export async function drawnFile(
  db: Db,
  { practiceId, jobId, fileId, page }: PagePicture,
): Promise<DrawnFile | "deleted" | undefined> {
  const { pagesKey, pages, pagesBytes, pagesSha256 } = jobFiles;
  const [file] = await db
    .select({ pagesKey, pages, sizeBytes: pagesBytes, sha256: pagesSha256 })
    .from(jobFiles)
    .where(equals(jobFiles, { practiceId, jobId, id: fileId }));
  if (!file || file.pages === null || page > file.pages) return undefined;
  if (file.pagesKey === null || file.sizeBytes === null || file.sha256 === null) return "deleted";
  return { pagesKey: file.pagesKey, pages: file.pages, sizeBytes: file.sizeBytes, sha256: file.sha256 };
}
