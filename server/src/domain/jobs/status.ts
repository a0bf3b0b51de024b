import { defined } from "@sheaf/contracts/defined.ts";
import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { unconfirmedEmails } from "@sheaf/contracts/limits.ts";
import type { Refusal, Warning } from "@sheaf/contracts/refusals.ts";
import { count } from "@sheaf/contracts/words.ts";
import { and, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { announce, announcing } from "../../platform/events/events.ts";
import { newId } from "../../platform/ids.ts";
import { type ItemRow, insertItems } from "./item-rows.ts";
import { jobEvents, jobFiles, jobs, outputs } from "./table.ts";

/*
 * With changes-by-users.ts and item-rows.ts the only module that changes the status of a job or a file. Every function
 * runs in its caller's transaction (or is one statement), locks the job's row first, so that two files that end at the
 * same time see each other, and notifies the practice's browsers.
 */

export interface JobRef {
  practiceId: string;
  jobId: string;
}
export interface FileRef extends JobRef {
  fileId: string;
}

export type JobRow = typeof jobs.$inferSelect;
export type FileRow = typeof jobFiles.$inferSelect;
export type OutputRow = typeof outputs.$inferSelect;

/** How a conversion ended: values of the file's row. */
export type FileEnd =
  | {
      state: "converted";
      pages: number;
      warnings: Warning[];
      pagesKey: string;
      pagesBytes: number;
      pagesSha256: string;
      convertedMs: number;
      /** Of the original. */
      sizeBytes: number;
      sha256: string;
    }
  | { state: "refused"; reason: Refusal; message: string; convertedMs: number }
  | { state: "failed"; message: string }
  /** The file was a container and is not a document itself. `counts`: "12 files, 2 set aside" */
  | { state: "unpacked"; counts: string }
  /** A container with more documents than are left. */
  | { state: "refused"; reason: null; message: string; awaitsChoice: true };

/** What the caller has to do after a file has ended. */
export type Next = "assemble" | "nothing";

const ofJob = ({ practiceId, jobId }: JobRef) => equals(jobs, { practiceId, id: jobId });
const filesOf = ({ practiceId, jobId }: JobRef) => equals(jobFiles, { practiceId, jobId });

/** @returns null for a job that does not exist or belongs to another practice */
export async function lockJob(tx: Tx, ref: JobRef): Promise<JobRow | null> {
  const [job] = await tx.select().from(jobs).where(ofJob(ref)).for("update");
  return job ?? null;
}

/**
 * Starts an attempt to convert a file, with one statement. While a file is unfinished, its job is never settled, so the
 * job's status needs no reading after its lock.
 * @returns the file with the number of this attempt; null when an earlier run has ended it
 */
export async function startFile(db: Db, ref: FileRef): Promise<FileRow | null> {
  const locked = db.$with("locked").as(db.select({ id: jobs.id }).from(jobs).where(ofJob(ref)).for("update"));
  const unfinished = and(filesOf(ref), eq(jobFiles.id, ref.fileId), inArray(jobFiles.state, ["waiting", "converting"]));
  const started = db.$with("started").as(
    db
      .update(jobFiles)
      .set({ state: "converting", attempt: sql`${jobFiles.attempt} + 1` })
      .from(locked)
      .where(unfinished)
      .returning(getTableColumns(jobFiles)),
  );
  const processing = db.$with("processing").as(
    db
      .update(jobs)
      .set({ status: "processing", completedAt: null, settledAt: null })
      .from(started)
      .where(and(ofJob(ref), ne(jobs.status, "processing")))
      .returning({ id: jobs.id }),
  );
  const [row] = await db
    .with(locked, started, processing)
    .select({ file: started._.selectedFields, announced: announcing(ref.practiceId, { type: "job", id: ref.jobId }) })
    .from(started);
  return row?.file ?? null;
}

/** Locks the job. @returns whether the file still belongs to the run of this attempt, which may then pass it on */
export async function hasFile(tx: Tx, ref: FileRef, attempt: number): Promise<boolean> {
  await lockJob(tx, ref);
  const held = equals(jobFiles, { state: "converting", attempt });
  return (await tx.$count(jobFiles, and(filesOf(ref), eq(jobFiles.id, ref.fileId), held))) > 0;
}

/**
 * Records how the conversion of a file ended.
 * @param attempt attempt of the run that ends the file; undefined when no run can have the file any more
 * @param items the items of a container, in order
 * @returns null when another run has taken over the file: then nothing has changed
 */
export async function endFile(
  tx: Tx,
  ref: FileRef,
  attempt: number | undefined,
  end: FileEnd,
  items: ItemRow[] = [],
): Promise<Next | null> {
  const job = await lockJob(tx, ref);
  if (!job) return null;
  const { counts: _, ...values } = { counts: "", ...end };
  // Its container still holds an item that is no longer needed by itself.
  const isDone = end.state === "converted" || end.state === "unpacked";
  const originalKey = isDone ? unlessInContainer : undefined;
  const [ended] = await tx
    .update(jobFiles)
    .set({ reason: null, message: null, ...values, ...defined({ originalKey }), password: null, endedAt: sql`now()` })
    .where(
      and(
        filesOf(ref),
        eq(jobFiles.id, ref.fileId),
        attempt === undefined
          ? inArray(jobFiles.state, ["waiting", "converting"])
          : equals(jobFiles, { state: "converting", attempt }),
      ),
    )
    .returning({ name: shownName, position: jobFiles.position, sample: jobFiles.sample });
  if (!ended) return null;
  if (items.length > 0) await insertItems(tx, job, { id: ref.fileId, ...ended }, items);
  await writeFileEnd(tx, ref, ended.name, end);
  const counts = await countFiles(tx, ref);
  await setStatus(tx, job, statusBefore(counts));
  return canAssemble(job, counts) ? "assemble" : "nothing";
}

export async function writeFileEnd(tx: Tx, ref: FileRef, fileName: string, end: FileEnd): Promise<void> {
  const { practiceId, jobId, fileId } = ref;
  await tx.insert(jobEvents).values({
    practiceId,
    jobId,
    id: newId(),
    kind: end.state,
    fileId,
    fileName,
    message: "message" in end ? end.message : "counts" in end ? end.counts : null,
    pages: end.state === "converted" ? end.pages : null,
    convertedMs: "convertedMs" in end ? end.convertedMs : null,
  });
}

/** Returns the status of a job that is not completed: "failed" when only a user can continue it. */
function statusBefore({ unfinished, bad, converted }: FileCounts): "failed" | "processing" {
  return unfinished === 0 && (bad > 0 || converted === 0) ? "failed" : "processing";
}

/**
 * Returns whether the job can be assembled. A single PDF, or a single email with several PDFs, waits until no file of
 * the job is bad. PDFs for separate emails do not wait for other files.
 */
function canAssemble(job: JobRow, { unfinished, bad, converted }: FileCounts): boolean {
  return unfinished === 0 && converted > 0 && (bad === 0 || job.separateEmails);
}

/** The functions that decide whether a user has to confirm the emails of a job. */
interface EmailFacts {
  /** Returns how many emails each PDF of the job would be sent with. */
  recipientsOf(job: JobRow): number;
  /** Returns how many pages the job's destination would refuse that no user has confirmed yet. */
  countRefused(job: JobRow): Promise<number>;
}

/**
 * Starts an attempt to assemble a job, unless a user has to confirm its emails first: then the job waits.
 * @returns the job with the number of this attempt; null when there is nothing to assemble (any more)
 */
export async function startAssembly(tx: Tx, ref: JobRef, facts: EmailFacts): Promise<JobRow | null> {
  const job = await lockJob(tx, ref);
  if (!job || !canStart(job)) return null;
  const counts = await countFiles(tx, ref);
  if (!canAssemble(job, counts)) return null;
  const { emailsToConfirm, refused } = await unconfirmed(tx, job, counts.bad + counts.converted, facts);
  const assemblyAttempt = job.assemblyAttempt + 1;
  await tx.update(jobs).set({ assemblyAttempt, emailsToConfirm }).where(ofJob(ref));
  if (emailsToConfirm !== null) {
    if (emailsToConfirm !== job.emailsToConfirm) await writeHold(tx, ref, emailsToConfirm, refused);
    await setStatus(tx, job, "failed");
    return null;
  }
  return { ...job, assemblyAttempt, emailsToConfirm };
}

/** PDFs for separate emails are made although other files of the job are bad. */
export const canStart = ({ status, separateEmails }: JobRow): boolean =>
  status !== "completed" && (status !== "failed" || separateEmails);

async function writeHold(tx: Tx, { practiceId, jobId }: JobRef, emails: number, refused: number): Promise<void> {
  const wait = `${count(emails, "email")} ${emails === 1 ? "waits" : "wait"} for a confirmation`;
  const message = refused === 0 ? wait : `${wait}, because ${count(refused, "page is", "pages are")} hard to read`;
  await tx.insert(jobEvents).values({ practiceId, jobId, id: newId(), kind: "emails-held", message });
}

/**
 * Returns the number of emails when a user has to confirm them: the destination would refuse one of their pages, or
 * containers make many emails from a few uploaded files. Those that exist already, one for each PDF, count for the
 * limit but are not sent again. A single further one, of a file that the user has just brought back or replaced, needs
 * no confirmation.
 */
async function unconfirmed(
  tx: Tx,
  job: JobRow,
  files: number,
  facts: EmailFacts,
): Promise<{ emailsToConfirm: number | null; refused: number }> {
  if (!job.sendEmail) return { emailsToConfirm: null, refused: 0 };
  const recipients = facts.recipientsOf(job);
  const sent = await countVersions(tx, { practiceId: job.practiceId, jobId: job.id });
  const emails = job.separateEmails ? (files - sent) * recipients : sent > 0 ? 0 : recipients;
  const refused = emails > 0 ? await facts.countRefused(job) : 0;
  if (refused > 0) return { emailsToConfirm: emails, refused };
  const areMany = job.separateEmails && files * recipients > Math.max(unconfirmedEmails, job.emailsConfirmed ?? 0);
  if (!areMany || files - sent <= 1) return { emailsToConfirm: null, refused };
  const unpacked = equals(jobFiles, { practiceId: job.practiceId, jobId: job.id, state: "unpacked" });
  return { emailsToConfirm: (await tx.$count(jobFiles, unpacked)) > 0 ? emails : null, refused };
}

/** Counts the documents of the job that have been made, in any version. */
async function countVersions(tx: Tx, { practiceId, jobId }: JobRef): Promise<number> {
  const made = and(equals(outputs, { practiceId, jobId }), ne(outputs.purpose, "mail"));
  return (await tx.selectDistinct({ position: outputs.position }).from(outputs).where(made)).length;
}

/**
 * Stores the PDFs and completes the job. A job with separate emails and a bad file stays failed, with the PDFs it has.
 * @returns null when another run has taken over the job: then nothing has changed
 */
export async function completeJob(
  tx: Tx,
  ref: JobRef,
  attempt: number,
  made: (typeof outputs.$inferInsert)[],
): Promise<JobRow | null> {
  const job = await lockJob(tx, ref);
  if (!job || job.status === "completed" || job.assemblyAttempt !== attempt) return null;
  const counts = await countFiles(tx, ref);
  if (!canAssemble(job, counts)) return null;
  if (made.length > 0) await tx.insert(outputs).values(made);
  await setStatus(tx, job, counts.bad > 0 ? "failed" : "completed");
  return job;
}

/** Fails a job whose files are all converted but whose PDFs cannot be made. */
export async function failAssembly(tx: Tx, ref: JobRef, attempt: number | undefined): Promise<void> {
  const job = await lockJob(tx, ref);
  if (job?.status !== "processing" || (attempt !== undefined && job.assemblyAttempt !== attempt)) return;
  const { unfinished } = await countFiles(tx, ref);
  if (unfinished > 0) return;
  await writeAssemblyFailure(tx, ref);
  await setStatus(tx, job, "failed");
}

async function writeAssemblyFailure(tx: Tx, { practiceId, jobId }: JobRef): Promise<void> {
  await tx.insert(jobEvents).values({ practiceId, jobId, id: newId(), kind: "assembly-failed" });
}

/**
 * Sets files whose stored pages are missing or damaged back to waiting, so that they are converted again. Changes only
 * the rows; the sweep queues a task for every waiting file.
 */
export async function convertAgain(tx: Tx, ref: JobRef, attempt: number, fileIds: string[]): Promise<void> {
  const job = await lockJob(tx, ref);
  if (job?.status !== "processing" || job.assemblyAttempt !== attempt) return;
  await tx
    .update(jobFiles)
    .set({ state: "waiting", pages: null, pagesKey: null, pagesBytes: null, pagesSha256: null })
    .where(and(filesOf(ref), inArray(jobFiles.id, fileIds), eq(jobFiles.state, "converted")));
  await setStatus(tx, job, "processing");
}

/** Invalidates a running assembly: it lacks the restarted file, without which the job must not be completed. */
export async function invalidateAssembly(tx: Tx, { practiceId, id, assemblyAttempt }: JobRow): Promise<void> {
  await tx
    .update(jobs)
    .set({ assemblyAttempt: assemblyAttempt + 1 })
    .where(ofJob({ practiceId, jobId: id }));
}

/**
 * Gives a job the status that follows from its files after a user has changed them. The caller has locked the job.
 * @returns "empty" when no file is left that could become a page
 */
export async function continueJob(tx: Tx, job: JobRow, status?: JobStatus): Promise<Next | "empty"> {
  const counts = await countFiles(tx, { practiceId: job.practiceId, jobId: job.id });
  await setStatus(tx, job, status ?? statusBefore(counts));
  if (counts.unfinished + counts.bad + counts.converted === 0) return "empty";
  return canAssemble(job, counts) ? "assemble" : "nothing";
}

interface FileCounts {
  unfinished: number;
  bad: number;
  converted: number;
}

async function countFiles(tx: Tx, ref: JobRef): Promise<FileCounts> {
  const inStates = (states: FileRow["state"][]) =>
    sql<number>`count(*) filter (where ${inArray(jobFiles.state, states)})::int`;
  const [counts] = await tx
    .select({
      unfinished: inStates(["waiting", "converting"]),
      bad: inStates(["refused", "failed"]),
      converted: inStates(["converted"]),
    })
    .from(jobFiles)
    .where(filesOf(ref));
  return counts ?? { unfinished: 0, bad: 0, converted: 0 };
}

/** The key of an original, or null for an item that can be read from its container again. */
export const unlessInContainer = sql`case when ${jobFiles.itemIndex} is null then ${jobFiles.originalKey} end`;

/** A file's name for people: for an item, with the path on which it lies. */
export const shownName = sql<string>`coalesce(${jobFiles.path}, ${jobFiles.originalName})`;

/** Announces the job even when its status stays the same, because one of its files has changed. */
export async function setStatus(tx: Tx, job: JobRow, status: JobStatus): Promise<void> {
  const ref = { practiceId: job.practiceId, jobId: job.id };
  const event = { type: "job", id: job.id } as const;
  if (job.status !== status) {
    const completedAt = status === "completed" ? sql<Date>`now()` : null;
    const settledAt = status === "completed" || status === "failed" ? sql<Date>`now()` : null;
    const announced = announcing(job.practiceId, event);
    await tx.update(jobs).set({ status, completedAt, settledAt }).where(ofJob(ref)).returning({ announced });
  } else {
    await announce(tx, job.practiceId, event);
  }
}
