import type { FileRow } from "./status.ts";

/*
 * Which items of a container a user may still bring into a job or leave out of it, and which files replace. Nothing
 * that was sent changes, and nothing is sent again by itself: once a job has deliveries, its files stay as they are.
 * With an email for each file, an item that is brought back gets an email of its own, so that is possible at any time.
 */

/** The facts of a job that decide whether its files may still change. */
export interface JobFacts {
  filesDeleted: boolean;
  separateEmails: boolean;
  /** Number of the job's deliveries, cancelled ones too. */
  deliveries: number;
}

type Item = Pick<FileRow, "parentId" | "state" | "reason">;

/** Links and devices are listed but have no content; their row says "unsupported". */
export const canBringBack = ({ parentId, state, reason }: Item, job: JobFacts): boolean =>
  parentId !== null &&
  (state === "left-out" || (state === "set-aside" && reason === null)) &&
  !job.filesDeleted &&
  (job.deliveries === 0 || job.separateEmails);

/** Whether an item that has its pages may be left out, as far as it is not the job's last one. */
export const canLeaveOutConverted = (item: Item, job: JobFacts): boolean =>
  item.parentId !== null && canReplaceConverted(item, job);

/** Whether a file that has its pages may be replaced, when these are hard to read. */
export const canReplaceConverted = ({ state }: Pick<FileRow, "state">, job: JobFacts): boolean =>
  state === "converted" && !job.filesDeleted && job.deliveries === 0;

/** The text of an email itself, not one of its attachments. Readers of emails give it this name. */
export const isEmailText = ({ isOwnContent, originalName }: Pick<FileRow, "isOwnContent" | "originalName">): boolean =>
  isOwnContent && /^Message( \(\d+\))?\.(html?|txt)$/.test(originalName);
