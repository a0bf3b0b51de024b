import type { ItemChoice } from "@sheaf/contracts/jobs.ts";
import { containerLimits } from "@sheaf/contracts/limits.ts";
import { and, asc } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { findShortage, reserveMore, returnDocuments, type Shortage } from "../../billing/index.ts";
import { requireStillMember } from "../../members/service.ts";
import { isUndecidedItem, settleChoice } from "../changes-by-users.ts";
import { convertFile } from "../converting/convert.task.ts";
import { leftForContainer } from "../quota-words.ts";
import { requireActiveFor } from "../sample/active.ts";
import { type FileRef, type FileRow, type JobRow, lockJob } from "../status.ts";
import { jobFiles, jobs } from "../table.ts";
import { deleteSpare } from "./items.ts";
import { lockFile } from "./repair.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage">;

const noChoice = () => new AppError("no-choice", "The files of this container are chosen already. Reload the job.");

/**
 * Returns what may be chosen from a container that holds more documents than are left.
 * @throws AppError job-not-found, no-choice
 */
export async function readChoice(db: Db, { practiceId, jobId, fileId }: FileRef): Promise<ItemChoice> {
  const [row] = await db
    .select({ file: jobFiles, periodId: jobs.periodId })
    .from(jobFiles)
    .innerJoin(jobs, equals(jobs, { practiceId, id: jobId }))
    .where(equals(jobFiles, { practiceId, jobId, id: fileId }));
  if (!row) throw new AppError("job-not-found", "This file does not exist. Reload the job.");
  if (!row.file.awaitsChoice) throw noChoice();
  const itemIds = await undecidedOf(db, row.file);
  // The container's own document goes to one of its items.
  const left = row.periodId ? (await findShortage(db, practiceId, row.periodId)).left + 1 : containerLimits.items;
  return { documentsLeft: Math.min(left, itemIds.length), itemIds };
}

/**
 * Converts the chosen items of a container that holds more documents than are left. The others stay set aside.
 * @throws AppError no-choice, quota-reached, job-not-found, files-deleted, not-signed-in, subscription-needed,
 *   subscription-expired
 */
export async function chooseItems(services: Needs, member: Member, ref: FileRef, itemIds: string[]): Promise<void> {
  const { db, queue } = services;
  await requireActiveFor(db, ref);
  const spare = await db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const { job, file } = await lockFile(tx, ref);
    const chosen = new Set(itemIds);
    const offered = file.awaitsChoice ? await undecidedOf(tx, file) : [];
    if (![...chosen].every((id) => offered.includes(id))) throw noChoice();
    const made = await convertChosen(tx, queue, { job, container: file, itemIds: [...chosen] });
    if ("shortage" in made) throw tooFew(chosen.size, made.shortage);
    const detail = { file: ref.fileId, chosen: chosen.size };
    await record(tx, { ...member, action: "items.chosen", subjectId: ref.jobId, detail });
    return made.spare;
  });
  await deleteSpare(services, spare);
}

/**
 * Chooses all items of a job's containers that await a choice, as far as documents are left. The caller has locked the
 * job.
 * @throws AppError quota-reached when there are too few for the first of them
 */
export async function chooseAll(
  tx: Tx,
  queue: Queue,
  job: JobRow,
): Promise<{ containers: string[]; spare: string[] } | { shortage: AppError }> {
  const { practiceId, id: jobId } = job;
  const awaiting = await tx
    .select()
    .from(jobFiles)
    .where(equals(jobFiles, { practiceId, jobId, awaitsChoice: true }))
    .orderBy(asc(jobFiles.position));
  const done: { containers: string[]; spare: string[] } = { containers: [], spare: [] };
  let shortage: AppError | undefined;
  for (const container of awaiting) {
    const itemIds = await undecidedOf(tx, container);
    const made = await convertChosen(tx, queue, { job, container, itemIds });
    if ("shortage" in made) shortage ??= tooFew(itemIds.length, made.shortage);
    else {
      done.containers.push(container.id);
      done.spare.push(...made.spare);
    }
  }
  return shortage && done.containers.length === 0 ? { shortage } : done;
}

async function convertChosen(
  tx: Tx,
  queue: Queue,
  { job, container, itemIds }: { job: JobRow; container: FileRow; itemIds: string[] },
): Promise<{ spare: string[] } | { shortage: Shortage }> {
  const { practiceId, id: jobId } = job;
  // The container's own document goes to one of its items.
  const more = itemIds.length - 1;
  if (more < 0) await returnDocuments(tx, practiceId, job.periodId, -more);
  const shortage = more > 0 ? await reserveMore(tx, practiceId, job.periodId, more) : null;
  if (shortage) return { shortage };
  const locked = await lockJob(tx, { practiceId, jobId });
  const spare = await settleChoice(tx, locked ?? job, container, itemIds);
  const added = itemIds.map((fileId) => ({ practiceId, jobId, fileId }));
  await queue.addAll(tx, convertFile, added, { group: practiceId });
  await announce(tx, practiceId, { type: "subscription" });
  return { spare };
}

async function undecidedOf(db: Db | Tx, { practiceId, jobId, id }: FileRow): Promise<string[]> {
  const rows = await db
    .select({ id: jobFiles.id })
    .from(jobFiles)
    .where(and(equals(jobFiles, { practiceId, jobId }), isUndecidedItem(id)))
    .orderBy(asc(jobFiles.position));
  return rows.map((row) => row.id);
}

function tooFew(chosen: number, shortage: Shortage): AppError {
  const remedy = shortage.isRunning ? ", or upgrade" : "";
  const number = `${chosen.toLocaleString("en-GB")} documents`;
  return new AppError(
    "quota-reached",
    `${number} are needed, but only ${leftForContainer(shortage)}. Choose fewer${remedy}.`,
  );
}
