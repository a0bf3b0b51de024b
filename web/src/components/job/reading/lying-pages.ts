import type { Turn } from "@sheaf/contracts/arrangement.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";

/** A page that does not stand upright. */
export interface LyingPage {
  fileId: string;
  fileName: string;
  page: number;
  isOnlyPage: boolean;
  /** How far to turn it, clockwise. */
  turn: Turn;
}

/** Returns the pages whose turn is proposed, in the order of the job's files. */
export function lyingPages({ files, filesDeleted }: Job): LyingPage[] {
  if (filesDeleted) return [];
  return files.flatMap(({ id, originalName, pages, reading }) =>
    (reading?.turns ?? []).map(({ page, turn }) => ({
      fileId: id,
      fileName: originalName,
      page,
      isOnlyPage: pages === 1,
      turn,
    })),
  );
}
