import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { converted } from "./job-words.ts";

/** Returns the path of the thumbnail of a file's first page; null while there is none. */
export function firstPagePath(job: Job, file: JobFile): string | null {
  const files = converted(job);
  const place = files.indexOf(file);
  if (place < 0) return null;
  const output = job.separatePdfs ? job.outputs[place] : job.outputs[0];
  const before = job.separatePdfs ? [] : files.slice(0, place);
  const page = 1 + before.reduce((sum, { pages }) => sum + (pages ?? 0), 0);
  return output?.previewPath && page <= output.thumbnails ? `${output.previewPath}/pages/${page}.webp` : null;
}
