import type { Job } from "@sheaf/contracts/jobs.ts";
import { converted } from "./job-words.ts";

/** Returns the path of the thumbnail of each file's first page, by the file's id, as far as they have been made. */
export function firstPagePaths(job: Job): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  let before = 0;
  converted(job).forEach((file, place) => {
    const output = job.separatePdfs ? job.outputs[place] : job.outputs[0];
    const page = job.separatePdfs ? 1 : before + 1;
    before += file.pages ?? 0;
    if (output?.previewPath && page <= output.thumbnails)
      paths.set(file.id, `${output.previewPath}/pages/${page}.webp`);
  });
  return paths;
}
