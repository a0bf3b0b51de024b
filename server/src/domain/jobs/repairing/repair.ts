import { sealText } from "../../../platform/crypto/sealed-text.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { type Actor, record } from "../../audit/service.ts";
import { requireActive } from "../../billing/index.ts";
import { requireStillMember } from "../../members/service.ts";
import { reopenFile } from "../changes-by-users.ts";
import { convertFile } from "../converting/convert.task.ts";
import type { NewFile } from "../create.ts";
import { removeItems } from "../item-rows.ts";
import { writeReplacement } from "../job-events.ts";
import { isSample, requireActiveFor } from "../sample/active.ts";
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

/**
 * Checks that the file may be replaced: before the bytes are read. `replaceFile` checks again when they have arrived.
 * @throws AppError sample-fixed, and as `givePassword`
 */
export async function requireReplaceable(db: Db, ref: FileRef): Promise<void> {
  await requireActive(db, ref.practiceId);
  if (await isSample(db, ref))
    throw new AppError("sample-fixed", "Files of the sample cannot be replaced. Continue without this file.");
  await db.transaction((tx) => lockBadFile(tx, ref));
}

/**
 * Replaces the original of a file: same position, new name and content.
 * An item keeps its place in its container.
 * @returns the blob keys of the replaced original and of items, to which nothing refers any more
 * @throws AppError not-signed-in, job-not-found, file-not-failed, files-deleted
 */
export async function replaceFile(
  tx: Tx,
  queue: Queue,
  { sender, ref, file }: { sender: Actor; ref: FileRef; file: NewFile },
): Promise<string[]> {
  const { name, type, sizeBytes, sha256, key } = file;
  const old = await requireStillBad(tx, sender, ref);
  const path = old.file.path === null ? null : replaceName(old.file, name);
  const given = { originalName: name, path, type, sizeBytes, sha256, originalKey: key };
  const values = { ...given, password: null, itemIndex: null, isOwnContent: false, awaitsChoice: false };
  const itemKeys = await removeItems(tx, old.job, old.file);
  await reopenFile(tx, old.job, ref.fileId, values);
  await recordAction(tx, sender, "file.replaced", ref);
  await writeReplacement(tx, ref, { fileName: old.file.originalName, newName: name });
  await queue.add(tx, convertFile, ref, { group: ref.practiceId });
  return [...itemKeys, ...(old.file.originalKey === null ? [] : [old.file.originalKey])];
}

/** Returns the path of an item with another name at its end. */
const replaceName = ({ path, originalName }: FileRow, name: string) =>
  `${path?.slice(0, path.length - originalName.length) ?? ""}${name}`;

async function repair<Result>(
  { db }: Needs,
  member: Member,
  ref: FileRef,
  act: (tx: Tx, job: JobRow, file: FileRow) => Promise<Result>,
): Promise<Result> {
  await requireActiveFor(db, ref);
  return db.transaction(async (tx) => {
    const { job, file } = await requireStillBad(tx, member, ref);
    return act(tx, job, file);
  });
}

/** Checks that the user is still a member and that the file is still refused or failed. Locks the job. */
async function requireStillBad(tx: Tx, actor: Actor, ref: FileRef): Promise<{ job: JobRow; file: FileRow }> {
  await requireStillMember(tx, actor);
  return lockBadFile(tx, ref);
}

const thisFile = ({ practiceId, jobId, fileId }: FileRef) => equals(jobFiles, { practiceId, jobId, id: fileId });

/** Locks the job and returns it with the file, which must be refused or failed. */
async function lockBadFile(tx: Tx, ref: FileRef): Promise<{ job: JobRow; file: FileRow }> {
  const locked = await lockFile(tx, ref);
  if (!isBad(locked.file)) throw notBad(locked.file);
  return locked;
}

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
