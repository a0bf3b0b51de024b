import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import type { Actor } from "../../audit/service.ts";
import { requireActive } from "../../billing/index.ts";
import { requireStillMember } from "../../members/service.ts";
import { reopenFile } from "../changes-by-users.ts";
import { convertFile } from "../converting/convert.task.ts";
import type { NewFile } from "../create.ts";
import { canReplaceConverted } from "../item-changes.ts";
import { removeItems } from "../item-rows.ts";
import { writeReplacement } from "../job-events.ts";
import type { Readings } from "../readings.ts";
import { removeOutputs } from "../remove-outputs.ts";
import { isSample } from "../sample/active.ts";
import type { FileRef, FileRow, JobRow } from "../status.ts";
import { type CountDeliveries, factsOf } from "./items.ts";
import { isBad, lockFile, notBad, recordAction } from "./repair.ts";

/** The functions that replacing a file needs of deliveries and of readings. `domain/arrivals` passes them. */
export interface OfReplacement extends Pick<Readings, "isHardToRead" | "forgetFile"> {
  countDeliveries: CountDeliveries;
}

/**
 * Checks that the file may be replaced: before the bytes are read. `replaceFile` checks again when they have arrived.
 * @throws AppError sample-fixed, file-not-failed, job-sent, job-not-found, files-deleted, subscription-needed,
 *   subscription-expired
 */
export async function requireReplaceable(db: Db, ref: FileRef, given: OfReplacement): Promise<void> {
  await requireActive(db, ref.practiceId);
  if (await isSample(db, ref))
    throw new AppError("sample-fixed", "Files of the sample cannot be replaced. Continue without this file.");
  await db.transaction((tx) => lockReplaceable(tx, ref, given));
}

/**
 * Replaces the original of a file that was refused or failed, or whose pages are hard to read: same position, new name
 * and content. No document is used. An item keeps its place in its container; PDFs with the pages are made again.
 * @returns the blob keys to which nothing refers any more: the original, the items, the pages and PDFs
 * @throws AppError not-signed-in, job-not-found, file-not-failed, job-sent, files-deleted
 */
export async function replaceFile(
  tx: Tx,
  queue: Queue,
  given: OfReplacement,
  { sender, ref, file: arrived }: { sender: Actor; ref: FileRef; file: NewFile },
): Promise<string[]> {
  const { name, type, sizeBytes, sha256, key } = arrived;
  await requireStillMember(tx, sender);
  const { job, file } = await lockReplaceable(tx, ref, given);
  const pdfKeys = isBad(file) ? [] : await removeOutputs(tx, job, [ref.fileId]);
  await given.forgetFile(tx, ref);
  const path = file.path === null ? null : replaceName(file, name);
  const values = { originalName: name, path, type, sizeBytes, sha256, originalKey: key };
  const itemKeys = await removeItems(tx, job, file);
  await reopenFile(tx, job, ref.fileId, {
    ...values,
    password: null,
    itemIndex: null,
    isOwnContent: false,
    awaitsChoice: false,
  });
  await recordAction(tx, sender, "file.replaced", ref);
  await writeReplacement(tx, ref, { fileName: file.originalName, newName: name });
  await queue.add(tx, convertFile, ref, { group: ref.practiceId });
  return [...itemKeys, ...pdfKeys, ...[file.originalKey, file.pagesKey].filter((stored) => stored !== null)];
}

/** Returns the path of an item with another name at its end. */
const replaceName = ({ path, originalName }: FileRow, name: string) =>
  `${path?.slice(0, path.length - originalName.length) ?? ""}${name}`;

async function lockReplaceable(
  tx: Tx,
  ref: FileRef,
  { countDeliveries, isHardToRead }: OfReplacement,
): Promise<{ job: JobRow; file: FileRow }> {
  const { job, file } = await lockFile(tx, ref);
  if (isBad(file)) return { job, file };
  if (file.state !== "converted" || !(await isHardToRead(tx, ref))) throw notBad(file);
  if (canReplaceConverted(file, await factsOf(tx, job, countDeliveries))) return { job, file };
  const name = file.path ?? file.originalName;
  throw new AppError(
    "job-sent",
    `Emails of this job exist already, so ${name} cannot be replaced. Upload the new file as a new job.`,
  );
}
