import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { type Actor, record } from "../../audit/service.ts";
import { requireStillMember } from "../../members/service.ts";
import { reopenFile } from "../changes-by-users.ts";
import { convertFile } from "../converting/convert.task.ts";
import { requireActiveFor } from "../sample/active.ts";
import { type FileRef, type FileRow, type JobRow, lockJob } from "../status.ts";
import { jobFiles } from "../table.ts";

/*
 * Actions of users on a file that was refused or failed. None of them uses a document. Each is refused when the file is
 * no longer refused or failed (after two clicks, or two users), and only one of two simultaneous actions succeeds.
 */

type Needs = Pick<Services, "db" | "queue">;

/**
 * Tries the file again with its password, which is kept encrypted until the file has ended.
 * @throws AppError not-signed-in, job-not-found, file-not-failed, files-deleted, subscription-needed,
 *   subscription-expired
 */
export async function givePassword(
  services: Needs & Pick<Services, "key">,
  member: Member,
  ref: FileRef,
  password: string,
): Promise<void> {
  await repair(services, member, ref, async (tx, job, file) => {
    // Its items are unpacked already, and a password would unpack them once more.
    if (file.awaitsChoice) throw notBad(file);
    await reopenFile(tx, job, ref.fileId, { password: sealText(services.key, ref.fileId, password) });
    await recordAction(tx, member, "file.password-given", ref);
    await services.queue.add(tx, convertFile, ref, { group: ref.practiceId });
  });
}

async function repair<Result>(
  { db }: Needs,
  member: Member,
  ref: FileRef,
  act: (tx: Tx, job: JobRow, file: FileRow) => Promise<Result>,
): Promise<Result> {
  await requireActiveFor(db, ref);
  return db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const { job, file } = await lockFile(tx, ref);
    if (!isBad(file)) throw notBad(file);
    return act(tx, job, file);
  });
}

const thisFile = ({ practiceId, jobId, fileId }: FileRef) => equals(jobFiles, { practiceId, jobId, id: fileId });

/**
 * Locks the job and returns it with the file.
 * @throws AppError job-not-found, files-deleted
 */
export async function lockFile(tx: Tx, ref: FileRef): Promise<{ job: JobRow; file: FileRow }> {
  const job = await lockJob(tx, ref);
  const [file] = await tx.select().from(jobFiles).where(thisFile(ref));
  if (!job || !file) throw new AppError("job-not-found", "This file does not exist. Reload the job.");
  if (job.filesDeletedAt) {
    throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
  }
  return { job, file };
}

export const isBad = ({ state }: FileRow): boolean => state === "refused" || state === "failed";

export const notBad = ({ originalName }: FileRow) =>
  new AppError("file-not-failed", `${originalName} has no problem any more. Reload the job.`);

export async function recordAction(
  tx: Tx,
  actor: Actor,
  action: "file.password-given" | "file.replaced" | "file.left-out" | "file.brought-back",
  { jobId, fileId }: FileRef,
): Promise<void> {
  await record(tx, { ...actor, action, subjectId: jobId, detail: { file: fileId } });
}
