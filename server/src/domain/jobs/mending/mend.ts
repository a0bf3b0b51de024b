import { and, eq } from "drizzle-orm";
import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { planOf, requireActive, returnDocuments } from "../../billing/service.ts";
import { requireStillMember } from "../../members/service.ts";
import { originalKey } from "../blob-keys.ts";
import { assembleJob } from "../converting/assemble.task.ts";
import { convertFile } from "../converting/convert.task.ts";
import { writeReplacement } from "../job-events.ts";
import type { Upload } from "../receiving/receive.ts";
import { limitsOf, type ReceivedFile, readForm } from "../receiving/upload-form.ts";
import { isSample, requireActiveFor } from "../sample/active.ts";
import { type FileRef, type FileRow, type JobRow, leaveOutFile, lockJob, reopenFile } from "../status.ts";
import { jobFiles } from "../table.ts";

/*
 * What a person does about a file that was refused or failed. None of it costs a document, each of it is refused when the
 * file is no longer in trouble (two clicks, two people), and only one of two at the same moment goes through.
 */

type Needs = Pick<Services, "db" | "key" | "log" | "queue" | "storage">;

/**
 * Tries the file again with its password, which is kept encrypted until the file has ended.
 * @throws AppError not-signed-in, job-not-found, file-not-failed, files-deleted, subscription-needed, subscription-expired
 */
export async function givePassword(services: Needs, member: Member, ref: FileRef, password: string): Promise<void> {
  await mend(services, member, ref, async (tx, job) => {
    await reopenFile(tx, job, ref.fileId, { password: sealText(services.key, ref.fileId, password) });
    await recordAct(tx, member, "file.password-given", ref);
    await services.queue.add(tx, convertFile, ref, { group: ref.practiceId });
  });
}

/**
 * Another file in its place: same position, new name and content.
 * @throws AppError sample-fixed, as an upload does, and as `givePassword`
 */
export async function replaceFile(services: Needs, member: Member, ref: FileRef, upload: Upload): Promise<void> {
  const { db, storage } = services;
  const { practiceId, jobId } = ref;
  await requireActive(db, practiceId);
  if (await isSample(db, ref))
    throw new AppError("sample-fixed", "Files of the sample cannot be replaced. Continue without this file.");
  // Said before the bytes are read, and judged again when they are there.
  await db.transaction((tx) => fileInTrouble(tx, ref));
  await storage.requireRoom(upload.sizeBytes);
  const plan = await planOf(db, practiceId);
  const stored: string[] = [];
  try {
    const limits = limitsOf(plan);
    const form = await readForm(upload.parts(), limits, (_fileId, body) => {
      const key = originalKey(practiceId, jobId, newId());
      stored.push(key);
      return storage.put(key, body, { signal: upload.signal });
    });
    const { name, sentName, type, sizeBytes, sha256 } = onlyOne(form.files, form.wrong);
    const key = stored[0] ?? null;
    const old = await mend(services, member, ref, async (tx, job, file) => {
      const values = { originalName: name, sentName, type, sizeBytes, sha256, originalKey: key, password: null };
      await reopenFile(tx, job, ref.fileId, values);
      await recordAct(tx, member, "file.replaced", ref);
      await writeReplacement(tx, ref, { fileName: file.originalName, newName: name });
      await services.queue.add(tx, convertFile, ref, { group: practiceId });
      return file.originalKey;
    });
    if (old)
      await storage.delete([old]).catch((error) => services.log.warn({ err: error }, "A replaced original stays"));
  } catch (error) {
    await clearAway(services, ref, stored).catch((failure) => {
      services.log.warn({ err: failure, jobId }, "A refused file is left for the sweep to clear away");
    });
    throw error;
  }
}

async function clearAway({ db, storage }: Needs, ref: FileRef, stored: string[]): Promise<void> {
  // A commit whose answer was lost on the way has put the file in its place all the same: then it must stay.
  const [file] = await db.select({ key: jobFiles.originalKey }).from(jobFiles).where(thisFile(ref));
  await storage.delete(stored.filter((key) => key !== file?.key));
}

function onlyOne(files: ReceivedFile[], wrong: AppError[]): ReceivedFile {
  const [file, ...more] = files;
  if (wrong[0]) throw wrong[0];
  if (!file) throw new AppError("files-required", "Please select the file that takes its place.");
  if (more.length > 0)
    throw new AppError("too-many-files", "One file takes the place of one file. Choose a single one.");
  return file;
}

/**
 * The job goes on without the file, whose document is given back to the period that paid for it.
 * @throws AppError last-file, and as `givePassword`
 */
export async function leaveOut(services: Needs, member: Member, ref: FileRef): Promise<void> {
  const { practiceId, jobId } = ref;
  await mend(services, member, ref, async (tx, job) => {
    const next = await leaveOutFile(tx, job, ref.fileId);
    if (next === "last-file") {
      throw new AppError("last-file", "Without this file nothing is left of the job. Replace it, or upload again.");
    }
    await returnDocuments(tx, practiceId, job.periodId, 1);
    await recordAct(tx, member, "file.left-out", ref);
    await announce(tx, practiceId, { type: "subscription" });
    if (next === "assemble") await services.queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
  });
}

async function mend<Result>(
  { db }: Needs,
  member: Member,
  ref: FileRef,
  act: (tx: Tx, job: JobRow, file: FileRow) => Promise<Result>,
): Promise<Result> {
  await requireActiveFor(db, ref);
  return db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const { job, file } = await fileInTrouble(tx, ref);
    return act(tx, job, file);
  });
}

const thisFile = ({ practiceId, jobId, fileId }: FileRef) =>
  and(eq(jobFiles.practiceId, practiceId), eq(jobFiles.jobId, jobId), eq(jobFiles.id, fileId));

/** Locks the job. */
async function fileInTrouble(tx: Tx, ref: FileRef): Promise<{ job: JobRow; file: FileRow }> {
  const job = await lockJob(tx, ref);
  const [file] = await tx.select().from(jobFiles).where(thisFile(ref));
  if (!job || !file) throw new AppError("job-not-found", "This file does not exist. Reload the job.");
  if (job.filesDeletedAt) {
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
  }
  if (file.state !== "refused" && file.state !== "failed") {
    throw new AppError("file-not-failed", `${file.originalName} is not in trouble any more. Reload the job.`);
  }
  return { job, file };
}

async function recordAct(
  tx: Tx,
  { practiceId, userId, address }: Member,
  action: "file.password-given" | "file.replaced" | "file.left-out",
  { jobId, fileId }: FileRef,
): Promise<void> {
  await record(tx, { practiceId, userId, address, action, subjectId: jobId, detail: { file: fileId } });
}
