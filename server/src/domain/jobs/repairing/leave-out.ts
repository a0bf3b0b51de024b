import { and, sql } from "drizzle-orm";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { returnDocuments } from "../../billing/index.ts";
import { requireStillMember } from "../../members/service.ts";
import { isUndecidedItem, leaveOutFile } from "../changes-by-users.ts";
import { assembleJob } from "../converting/assemble.task.ts";
import { canLeaveOutConverted } from "../item-changes.ts";
import { removeOutputs } from "../remove-outputs.ts";
import { requireActiveFor } from "../sample/active.ts";
import { type FileRef, shownName } from "../status.ts";
import { jobFiles } from "../table.ts";
import { type CountDeliveries, deleteSpare, factsOf, rememberFor } from "./items.ts";
import { isBad, lockFile, notBad, recordAction } from "./repair.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage"> & { countDeliveries: CountDeliveries };

/**
 * Continues the job without a file that was refused or failed, whose document is returned to the period that paid for
 * it; or without an item that has its pages, which keeps its document, so that it can be brought back.
 * @param rememberForCustomer never prints the text of this customer's emails from now on
 * @throws AppError last-file, file-not-failed, job-not-found, files-deleted, not-signed-in, subscription-needed,
 *   subscription-expired
 */
export async function leaveOut(
  services: Needs,
  member: Member,
  ref: FileRef,
  { rememberForCustomer = false } = {},
): Promise<void> {
  const { db, queue } = services;
  const { practiceId, jobId, fileId } = ref;
  await requireActiveFor(db, ref);
  const spare = await db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const { job, file } = await lockFile(tx, ref);
    const wasBad = isBad(file);
    if (!wasBad && !canLeaveOutConverted(file, await factsOf(tx, job, services.countDeliveries))) throw notBad(file);
    const removed = wasBad ? [] : await removeOutputs(tx, job, job.separatePdfs ? [fileId] : undefined);
    if (file.awaitsChoice) {
      const words = sql`${shownName} || ' was not chosen.'`;
      await tx
        .update(jobFiles)
        .set({ message: words, password: null })
        .where(and(equals(jobFiles, { practiceId, jobId }), isUndecidedItem(fileId)));
    }
    const next = await leaveOutFile(tx, job, fileId);
    if (next === "last-file") {
      throw new AppError("last-file", "This is the job’s only remaining file. Replace it, or upload the files again.");
    }
    if (wasBad) await returnDocuments(tx, practiceId, job.periodId, 1);
    if (rememberForCustomer) await rememberFor(tx, member, { job, file }, "never");
    await recordAction(tx, member, "file.left-out", ref);
    await announce(tx, practiceId, { type: "subscription" });
    if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
    return removed;
  });
  await deleteSpare(services, spare);
}
