import type { ConfirmEmailsInput } from "@sheaf/contracts/jobs.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { requireStillMember } from "../../members/service.ts";
import { confirmJobEmails } from "../changes-by-users.ts";
import { assembleJob } from "../converting/assemble.task.ts";
import { requireActiveFor } from "../sample/active.ts";
import { lockJob } from "../status.ts";
import type { CountDeliveries } from "./items.ts";

/**
 * Continues a job that would send an unusual number of emails: with these emails, or with a single one instead.
 * @throws AppError emails-changed, job-not-found, files-deleted, not-signed-in, subscription-needed,
 *   subscription-expired
 */
export async function confirmEmails(
  { db, queue, countDeliveries }: Pick<Services, "db" | "queue"> & { countDeliveries: CountDeliveries },
  member: Member,
  jobId: string,
  { emails, send }: ConfirmEmailsInput,
): Promise<void> {
  const { practiceId } = member;
  await requireActiveFor(db, { practiceId, jobId });
  await db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const job = await lockJob(tx, { practiceId, jobId });
    if (!job) throw new AppError("job-not-found", "This job does not exist. Reload the list.");
    if (job.filesDeletedAt) {
      throw new AppError("files-deleted", "The files of this job have been deleted. Upload them again.");
    }
    if (job.emailsToConfirm !== emails) {
      throw new AppError("emails-changed", "The number of emails of this job is another one now. Reload the job.");
    }
    const together = send === "together";
    const all = emails + (await countDeliveries(tx, { practiceId, jobId }));
    const next = await confirmJobEmails(tx, job, together ? "together" : all);
    const detail = { emails, together };
    await record(tx, { ...member, action: "emails.confirmed", subjectId: jobId, detail });
    if (next === "assemble") await queue.add(tx, assembleJob, { practiceId, jobId }, { group: practiceId });
  });
}
