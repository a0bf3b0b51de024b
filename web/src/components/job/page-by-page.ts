import { destinationOf } from "@sheaf/contracts/destinations.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { count } from "../../ui/words.ts";
import { converted } from "./job-words.ts";

/**
 * Describes what happens to files of several pages in an inbox that files every page of a PDF as a separate item; known
 * once they are converted.
 * @returns one sentence; undefined when nothing is split
 */
export function describeSplitPages(job: Job, recipient: string): string | undefined {
  const inbox = destinationOf(recipient);
  if (inbox?.prefers.value !== "merged-pdf" || job.separatePdfs) return undefined;
  const [first, ...others] = converted(job).filter(({ pages }) => (pages ?? 0) > 1);
  if (!first) return undefined;
  const long =
    others.length === 0
      ? `${first.originalName} has ${count(first.pages ?? 0, "page")}`
      : `${first.originalName} and ${count(others.length, "other file")} have more than one page`;
  return `${long}, and ${inbox.name} files every page as a separate item.`;
}
