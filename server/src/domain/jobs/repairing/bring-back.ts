import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { reserveMore, type Shortage } from "../../billing/index.ts";
import { requireStillMember } from "../../members/service.ts";
import { bringBackFile } from "../changes-by-users.ts";
import { assembleJob } from "../converting/assemble.task.ts";
import { convertFile } from "../converting/convert.task.ts";
import { canBringBack, type JobFacts } from "../item-changes.ts";
import { removeOutputs } from "../remove-outputs.ts";
import { requireActiveFor } from "../sample/active.ts";
import type { FileRef, FileRow } from "../status.ts";
import { jobFiles } from "../table.ts";
import { type CountDeliveries, deleteSpare, factsOf, rememberFor } from "./items.ts";
import { lockFile, recordAction } from "./repair.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage"> & { countDeliveries: CountDeliveries };

/**
 * Brings an item of a container back that was set aside or left out: reserves its document, unless it has its pages
 * already, and makes the job's PDFs once more with it at its place.
 * @param rememberForCustomer always prints the text of this customer's emails from now on
 * @throws AppError item-not-aside, job-sent, quota-reached, job-not-found, files-deleted, not-signed-in,
 *   subscription-needed, subscription-expired
 */
export async function bringBack(
  services: Needs,
  member: Member,
  ref: FileRef,
  { rememberForCustomer = false } = {},
): Promise<void> {
  const { db, queue } = services;
  const { practiceId, jobId } = ref;
  await requireActiveFor(db, ref);
  const spare = await db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const { job, file } = await lockFile(tx, ref);
    await requireAside(tx, file, await factsOf(tx, job, services.countDeliveries));
    const shortage = file.pagesKey === null ? await reserveMore(tx, practiceId, job.periodId, 1) : null;
    if (shortage) throw noneLeft(shortage);
    const removed = job.separatePdfs ? [] : await removeOutputs(tx, job);
    const next = await bringBackFile(tx, job, file);
    if (rememberForCustomer) await rememberFor(tx, member, { job, file }, "always");
    await recordAction(tx, member, "file.brought-back", ref);
    await announce(tx, practiceId, { type: "subscription" });
    if (next === "convert") await queue.add(tx, convertFile, ref, { group: practiceId });
    if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
    return removed;
  });
  await deleteSpare(services, spare);
}

function noneLeft({ allowed, endsAt, isRunning }: Shortage): AppError {
  const all = `All ${allowed.toLocaleString("en-GB")} documents of your plan`;
  const words = isRunning
    ? `${all} are used until ${endsAt}. Upgrade to bring it back.`
    : `${all} were used when the period ended on ${endsAt}. Upload the file as a new job.`;
  return new AppError("quota-reached", words);
}

async function requireAside(tx: Tx, file: FileRow, facts: JobFacts): Promise<void> {
  const name = file.path ?? file.originalName;
  if (!canBringBack(file, { ...facts, deliveries: 0 })) {
    const isWithoutContent = file.state === "set-aside" && file.reason !== null;
    const words = isWithoutContent ? "has no content to bring back." : "is not set aside any more. Reload the job.";
    throw new AppError("item-not-aside", `${name} ${words}`);
  }
  const awaiting = equals(jobFiles, { ...ofItsContainer(file), awaitsChoice: true });
  if ((await tx.$count(jobFiles, awaiting)) > 0) {
    throw new AppError("item-not-aside", `Choose first which files of the container of ${name} to convert.`);
  }
  if ((await tx.$count(jobFiles, equals(jobFiles, ofContainer(file)))) > 0) {
    throw new AppError("item-not-aside", `${name} is unpacked already. Bring back the files inside it.`);
  }
  if (!canBringBack(file, facts)) {
    throw new AppError(
      "job-sent",
      `Emails of this job exist already, so ${name} cannot join it. Upload it as a new job.`,
    );
  }
}

const ofContainer = ({ practiceId, jobId, id }: FileRow) => ({ practiceId, jobId, parentId: id });
const ofItsContainer = ({ practiceId, jobId, parentId }: FileRow) => ({ practiceId, jobId, id: parentId ?? "" });
