import type { FileRow, JobRow, OutputRow } from "../../jobs/index.ts";
import type { PageRun } from "../../jobs/table.ts";

/**
 * Returns the pages of a PDF. One that was made before they were recorded contains its files whole and in order, unless
 * they were arranged.
 * @returns null when its pages are not known
 */
export function runsOfPdf(output: OutputRow, job: JobRow, files: FileRow[]): PageRun[] | null {
  if (output.pageRuns) return output.pageRuns;
  if (job.arrangement !== null || files.some(({ turns }) => turns.length > 0)) return null;
  const runs = output.fileIds.flatMap((fileId): PageRun[] => {
    const file = files.find(({ id }) => id === fileId);
    if (!file?.pagesSha256 || file.pages === null) return [];
    return [{ fileId, pagesSha256: file.pagesSha256, count: file.pages, chosen: null }];
  });
  return runs.reduce((sum, { count }) => sum + count, 0) === output.pages ? runs : null;
}
