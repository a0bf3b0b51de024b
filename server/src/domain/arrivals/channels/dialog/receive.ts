import { setTimeout as delay } from "node:timers/promises";
import { type JobFields, jobFields } from "@sheaf/contracts/jobs.ts";
import { equals } from "../../../../platform/db/equals.ts";
import { AppError } from "../../../../platform/errors.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Services } from "../../../../platform/services.ts";
import type { Member } from "../../../access/member.ts";
import { requirePlan } from "../../../billing/index.ts";
import { jobs } from "../../../jobs/table.ts";
import { accept } from "../../accept.ts";
import { storeForm } from "./store-form.ts";
import { type FormLimits, formHash, limitsOf, measure, type ReceivedForm, readForm } from "./upload-form.ts";
import { expireHold, freeHold, holdUpload, renewing, settleHold, type UploadHold } from "./upload-hold.ts";
import { requireUploadRate } from "./upload-rate.ts";
import type { Upload } from "./upload-request.ts";

const retryForMs = 30_000;
const retryPauseMs = 1_000;

type Needs = Pick<Services, "config" | "db" | "storage" | "queue" | "log">;

/**
 * Creates a job from an upload: streams the files into the blob store, then writes job, quota and tasks in one
 * transaction. When anything fails before the commit, the stored files are deleted.
 * @returns the job's id; the earlier job's id for a repeated Idempotency-Key
 * @throws AppError for limits, file names, customer, quota and subscription, never for a file's content; errors of
 *   a full disk or an unavailable store or database as they are (see `platform/http/outages.ts`)
 */
export async function receiveJob(services: Needs, member: Member, upload: Upload): Promise<string> {
  const { db } = services;
  const { practiceId } = member;
  const limits = limitsOf(await requirePlan(db, practiceId));
  await requireUploadRate(db, practiceId, services.config.uploadsPerMinute);
  await services.storage.requireFreeSpace(upload.sizeBytes);

  const jobId = newId();
  const claim = await holdUpload(db, { practiceId, jobId, key: upload.idempotencyKey, signal: upload.signal });
  if ("hold" in claim) return receiveNew(services, member, claim.hold, upload, limits);

  const form = await readForm(upload.parts(), limits, measure);
  if (formHash(form) === claim.earlier.bodySha256) return claim.earlier.jobId;
  throw new AppError("key-reused", "This upload's key was used for another upload. Reload the page and try again.");
}

async function receiveNew(
  services: Needs,
  member: Member,
  hold: UploadHold,
  upload: Upload,
  limits: FormLimits,
): Promise<string> {
  const { db, storage } = services;
  const { jobId } = hold;
  const stored: string[] = [];
  try {
    const form = await storeForm(storage, hold, { upload, limits, stored, onBytes: renewing(db, hold) });
    const fields = validate(form);
    await db.transaction(async (tx) => {
      await settleHold(tx, hold, formHash(form));
      await accept(tx, services.queue, { channel: "dialog", sender: member, jobId, fields, files: form.files });
      // The user can cancel until the commit, even when the transaction had to wait for a lock.
      upload.signal.throwIfAborted();
    });
    return jobId;
  } catch (error) {
    await clearAway(services, hold, stored).catch(() => void retryClearAway(services, hold, stored));
    throw error;
  }
}

/** Validates everything except the limits, in the order in which a user fills in the form. */
function validate(form: ReceivedForm): JobFields {
  const parsed = jobFields.safeParse(form.fields);
  const issue = parsed.success ? undefined : parsed.error.issues[0];
  if (issue?.path[0] === "customerId") throw new AppError("customer-required", issue.message);
  const [wrong] = form.wrong;
  if (wrong) throw wrong;
  if (form.files.length === 0) throw new AppError("files-required", "Please select at least one file to upload.");
  if (!parsed.success) throw new AppError("bad-request", `${issue?.message ?? "Check what you entered"}.`);
  return parsed.data;
}

/** Retries the clean-up for half a minute, because a user who sends the upload again has to wait for its key. */
async function retryClearAway(services: Needs, hold: UploadHold, stored: string[]): Promise<void> {
  const last = performance.now() + retryForMs;
  for (;;) {
    await delay(retryPauseMs, undefined, { ref: false });
    try {
      return await clearAway(services, hold, stored);
    } catch (error) {
      if (performance.now() < last) continue;
      const { jobId } = hold;
      return services.log.warn(
        { err: error, jobId },
        "Files of a refused upload could not be deleted; the sweep deletes them",
      );
    }
  }
}

async function clearAway({ db, storage }: Needs, hold: UploadHold, stored: string[]): Promise<void> {
  // The commit may have succeeded although its response was lost: then the job exists and its files must stay.
  const [job] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(equals(jobs, { practiceId: hold.practiceId, id: hold.jobId }));
  if (job) return;
  await storage.delete(stored).catch(async (error) => {
    await expireHold(db, hold);
    throw error;
  });
  await freeHold(db, hold);
}
