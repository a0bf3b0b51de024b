import { count } from "@sheaf/contracts/words.ts";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import {
  continueJob,
  type FileRow,
  invalidateAssembly,
  type JobRef,
  type JobRow,
  type Next,
  setStatus,
  shownName,
  unlessInContainer,
  writeFileEnd,
} from "./status.ts";
import { jobFiles, jobs } from "./table.ts";

/*
 * Changes of a job and its files that users make. Every function runs in its caller's transaction, which has locked the
 * job.
 */

const ofJob = ({ practiceId, jobId }: JobRef) => equals(jobs, { practiceId, id: jobId });
const filesOf = ({ practiceId, jobId }: JobRef) => equals(jobFiles, { practiceId, jobId });

/**
 * Restarts a failed job with the files that are not converted, without containers that await a choice. The quota does
 * not change. The caller has locked the job.
 * @returns ids of the files to convert, and what continueJob returns when there are none
 */
export async function restartJob(tx: Tx, job: JobRow): Promise<{ again: string[]; next: Next | "empty" }> {
  const again = await tx
    .update(jobFiles)
    .set({ state: "waiting", reason: null, message: null, convertedMs: null })
    .where(
      and(
        filesOf({ practiceId: job.practiceId, jobId: job.id }),
        inArray(jobFiles.state, ["refused", "failed"]),
        eq(jobFiles.awaitsChoice, false),
      ),
    )
    .returning({ id: jobFiles.id, position: jobFiles.position });
  // Rows come back in no particular order; the audit log names files in that of the job.
  again.sort((one, other) => one.position - other.position);
  await invalidateAssembly(tx, job);
  const next = await continueJob(tx, job, again.length > 0 ? "pending" : undefined);
  return { again: again.map((file) => file.id), next };
}

/**
 * Restarts a file with the values that a user has changed, without what its last conversion made. Whether the emails
 * of its job wait for a confirmation is decided again when the PDFs are made. The caller has locked the job.
 */
export async function reopenFile(
  tx: Tx,
  job: JobRow,
  fileId: string,
  values: Partial<
    Pick<
      FileRow,
      | ("originalName" | "path" | "type" | "sizeBytes" | "sha256" | "originalKey" | "password")
      | ("itemIndex" | "isOwnContent" | "awaitsChoice")
    >
  >,
): Promise<void> {
  const ref = { practiceId: job.practiceId, jobId: job.id };
  await tx
    .update(jobFiles)
    .set({
      ...values,
      state: "waiting",
      reason: null,
      message: null,
      convertedMs: null,
      endedAt: null,
      pages: null,
      pagesKey: null,
      pagesBytes: null,
      pagesSha256: null,
      warnings: [],
      turns: [],
    })
    .where(and(filesOf(ref), eq(jobFiles.id, fileId)));
  await tx.update(jobs).set({ emailsToConfirm: null }).where(ofJob(ref));
  await invalidateAssembly(tx, job);
  await setStatus(tx, job, "processing");
}

/**
 * Ends a container's wait for a choice: the chosen items are converted, the others stay set aside. The caller has
 * locked the job and adjusted the documents.
 * @returns the blob keys of originals that are no longer needed, because the container still holds them
 */
export async function settleChoice(tx: Tx, job: JobRow, container: FileRow, itemIds: string[]): Promise<string[]> {
  const ref = { practiceId: job.practiceId, jobId: job.id };
  const undecided = and(filesOf(ref), isUndecidedItem(container.id));
  await tx
    .update(jobFiles)
    .set({ state: "waiting" })
    .where(and(undecided, inArray(jobFiles.id, itemIds)));
  const spare = await tx
    .select({ key: jobFiles.originalKey })
    .from(jobFiles)
    .where(and(undecided, isNotNull(jobFiles.itemIndex), isNotNull(jobFiles.originalKey)));
  await tx
    .update(jobFiles)
    .set({
      message: sql`${shownName} || ' was not chosen.'`,
      originalKey: unlessInContainer,
      password: null,
    })
    .where(undecided);
  const counts = await countItems(tx, container);
  await tx
    .update(jobFiles)
    .set({ state: "unpacked", awaitsChoice: false, message: null, originalKey: unlessInContainer, endedAt: sql`now()` })
    .where(and(filesOf(ref), eq(jobFiles.id, container.id)));
  const name = container.path ?? container.originalName;
  await writeFileEnd(tx, { ...ref, fileId: container.id }, name, { state: "unpacked", counts });
  await invalidateAssembly(tx, job);
  await continueJob(tx, job);
  const ownKey = container.itemIndex === null ? null : container.originalKey;
  return [...spare.map(({ key }) => key), ownKey].flatMap((key) => key ?? []);
}

/** Items of a container among which a user has to choose. */
export const isUndecidedItem = (containerId: string) =>
  and(equals(jobFiles, { parentId: containerId, state: "set-aside" }), isNull(jobFiles.message));

/** Returns how many items of a container are part of the job: "12 files, 2 set aside". */
async function countItems(tx: Tx, { practiceId, jobId, id }: FileRow): Promise<string> {
  const items = equals(jobFiles, { practiceId, jobId, parentId: id });
  const aside = await tx.$count(jobFiles, and(items, eq(jobFiles.state, "set-aside")));
  return describeItems((await tx.$count(jobFiles, items)) - aside, aside);
}

export const describeItems = (used: number, aside: number): string =>
  [count(used, "file"), ...(aside > 0 ? [`${aside} set aside`] : [])].join(", ");

/**
 * Brings an item back that was set aside or left out. The caller has locked the job and reserved its document.
 * @returns "convert" when it has no pages yet
 */
export async function bringBackFile(tx: Tx, job: JobRow, file: FileRow): Promise<Next | "convert"> {
  const ref = { practiceId: job.practiceId, jobId: job.id };
  const state = file.pagesKey === null ? "waiting" : "converted";
  await tx
    .update(jobFiles)
    .set({ state, reason: null, message: null })
    .where(and(filesOf(ref), eq(jobFiles.id, file.id)));
  await invalidateAssembly(tx, job);
  const next = await continueJob(tx, job);
  if (state === "waiting") return "convert";
  return next === "assemble" ? "assemble" : "nothing";
}

/**
 * Leaves a file out of the job. The caller has locked the job.
 * @returns "last-file" when no file would be left: then the transaction must not commit
 */
export async function leaveOutFile(tx: Tx, job: JobRow, fileId: string): Promise<Next | "last-file"> {
  const ref = { practiceId: job.practiceId, jobId: job.id };
  await tx
    .update(jobFiles)
    .set({ state: "left-out", password: null, awaitsChoice: false })
    .where(and(filesOf(ref), eq(jobFiles.id, fileId)));
  // A running assembly may have taken the pages of an item already.
  await invalidateAssembly(tx, job);
  const next = await continueJob(tx, job);
  return next === "empty" ? "last-file" : next;
}

/**
 * Continues a job whose emails wait for a user's confirmation. The caller has locked the job.
 * @param confirmed number of all emails of the job, which the user has confirmed, or one email with all PDFs instead
 */
export async function confirmJobEmails(tx: Tx, job: JobRow, confirmed: number | "together"): Promise<Next> {
  const way = confirmed === "together" ? { separateEmails: false } : { emailsConfirmed: confirmed };
  const [changed] = await tx
    .update(jobs)
    .set({ ...way, emailsToConfirm: null, emailsConfirmedAt: sql`now()` })
    .where(ofJob({ practiceId: job.practiceId, jobId: job.id }))
    .returning();
  await invalidateAssembly(tx, job);
  const next = await continueJob(tx, changed ?? job);
  return next === "assemble" ? next : "nothing";
}
