import { sendAccountMailTask, sweepAccountMail } from "../domain/account-mail/account-mail.ts";
import { sweepUploads } from "../domain/arrivals/channels/dialog/sweep.task.ts";
import { forgetRaw } from "../domain/arrivals/write.ts";
import { sendBillingMails } from "../domain/billing/emails/send.task.ts";
import { forgetGuests } from "../domain/billing/guests/forget.task.ts";
import { askAgain } from "../domain/billing/orders/ask-again.task.ts";
import { reconcile } from "../domain/billing/reconcile/reconcile.task.ts";
import { finishRefunds } from "../domain/billing/refunds/finish.task.ts";
import { remindOwners } from "../domain/billing/reminders/remind.task.ts";
import { fitMembersToPlans } from "../domain/billing/seats/fit-members.task.ts";
import { forwardAnswer } from "../domain/delivery/answers/forward-answer.task.ts";
import { destinationsOf } from "../domain/delivery/index.ts";
import { deliverEmail } from "../domain/delivery/sending/deliver.task.ts";
import { sweepDeliveries } from "../domain/delivery/sending/sweep.task.ts";
import { assembleJob } from "../domain/jobs/converting/assemble.task.ts";
import { convertFile } from "../domain/jobs/converting/convert.task.ts";
import { makeThumbnails } from "../domain/jobs/converting/thumbnails.task.ts";
import { unpackFile } from "../domain/jobs/converting/unpack.task.ts";
import { deleteOldFiles } from "../domain/jobs/housekeeping/retention.task.ts";
import { sweepJobs } from "../domain/jobs/housekeeping/sweep.task.ts";
import type { Destinations } from "../domain/jobs/index.ts";
import { eraseJobFiles } from "../domain/jobs/sample/erase-files.task.ts";
import { foldCounts } from "../domain/measures/fold.task.ts";
import { recountDays } from "../domain/measures/recount.task.ts";
import { recorded } from "../platform/observe/scheduled.ts";
import type { WorkerQueue } from "../platform/queue/pg-boss-queue.ts";
import type { Task } from "../platform/queue/task.ts";
import type { WorkerServices } from "../platform/services.ts";
import { awayForNow } from "../platform/storage/away.ts";
import { sweepBlobs } from "../platform/storage/sweep.task.ts";
import { erasePracticeFiles } from "./closing/erase-files.task.ts";
import { forgetClosedPractices } from "./closing/forget-closed.task.ts";
import { reconcileFiles } from "./reconcile/reconcile.task.ts";
import { sweepAuditLog } from "./sweeps/audit.task.ts";

// biome-ignore lint/suspicious/noExplicitAny: a list of tasks whose payloads differ; each is parsed by its own schema
type AnyTask = Task<any, WorkerServices & { destinations: Destinations; forgetRaw: typeof forgetRaw }>;

/** A line for each kind of background work: how many run at once in one worker process. */
const lines: { task: AnyTask; slots(cores: number): number; converts: boolean }[] = [
  // Far more than there are cells: a cell serves one practice, and a fresh one costs more than most files. With the waiting files of
  // several practices at hand the engine goes on with one practice before it turns to the next.
  { task: convertFile, slots: (cores) => 8 * cores, converts: true },
  { task: unpackFile, slots: (cores) => cores, converts: true },
  { task: assembleJob, slots: (cores) => 8 * cores, converts: true },
  // One at a time: it waits for calm anyway.
  { task: makeThumbnails, slots: () => 1, converts: true },
  { task: sendAccountMailTask, slots: () => 2, converts: false },
  { task: sweepAccountMail, slots: () => 1, converts: false },
  // Waiting for mail servers costs nothing.
  { task: deliverEmail, slots: () => 8, converts: false },
  { task: forwardAnswer, slots: () => 2, converts: false },
  { task: sweepDeliveries, slots: () => 1, converts: false },
  { task: askAgain, slots: () => 1, converts: false },
  { task: forgetGuests, slots: () => 1, converts: false },
  { task: finishRefunds, slots: () => 1, converts: false },
  { task: sendBillingMails, slots: () => 1, converts: false },
  { task: reconcile, slots: () => 1, converts: false },
  { task: remindOwners, slots: () => 1, converts: false },
  { task: fitMembersToPlans, slots: () => 1, converts: false },
  { task: sweepJobs, slots: () => 1, converts: false },
  { task: sweepUploads, slots: () => 1, converts: false },
  { task: deleteOldFiles, slots: () => 1, converts: false },
  { task: sweepBlobs, slots: () => 1, converts: false },
  { task: reconcileFiles, slots: () => 1, converts: false },
  { task: sweepAuditLog, slots: () => 1, converts: false },
  { task: eraseJobFiles, slots: () => 1, converts: false },
  { task: erasePracticeFiles, slots: () => 1, converts: false },
  { task: forgetClosedPractices, slots: () => 1, converts: false },
  { task: foldCounts, slots: () => 1, converts: false },
  { task: recountDays, slots: () => 1, converts: false },
];

/** What runs by the clock; several workers start it once. */
const clock: { task: AnyTask; cron: string; payload: object }[] = [
  { task: sweepDeliveries, cron: "* * * * *", payload: {} },
  { task: askAgain, cron: "47 * * * *", payload: {} },
  { task: forgetGuests, cron: "31 3 * * *", payload: {} },
  { task: finishRefunds, cron: "*/10 * * * *", payload: {} },
  { task: sendBillingMails, cron: "* * * * *", payload: {} },
  { task: reconcile, cron: "11 4 * * *", payload: {} },
  { task: remindOwners, cron: "5 * * * *", payload: {} },
  { task: fitMembersToPlans, cron: "* * * * *", payload: {} },
  { task: sweepJobs, cron: "* * * * *", payload: {} },
  { task: sweepUploads, cron: "* * * * *", payload: {} },
  { task: sweepBlobs, cron: "17 * * * *", payload: {} },
  { task: reconcileFiles, cron: "27 2 * * *", payload: {} },
  { task: deleteOldFiles, cron: "37 * * * *", payload: {} },
  { task: sweepAuditLog, cron: "41 3 * * *", payload: {} },
  { task: forgetClosedPractices, cron: "51 3 * * *", payload: {} },
  { task: sweepAccountMail, cron: "23 * * * *", payload: {} },
  { task: foldCounts, cron: "* * * * *", payload: {} },
  { task: recountDays, cron: "7 3 * * *", payload: {} },
];

/** For the set-up of the queue. */
export const tasks: AnyTask[] = lines.map((line) => line.task);

/**
 * Begins to take tasks. One practice may hold one slot more than there are cores, so that most are free for the others.
 * @param options.conversions false where no sandbox can be made: other workers then do what needs one
 */
export async function startTasks(
  queue: WorkerQueue,
  services: WorkerServices,
  { conversions }: { conversions: boolean } = { conversions: true },
): Promise<void> {
  const cores = services.config.workers;
  const storage = awayForNow(services.storage);
  const forTasks = { ...services, storage, destinations: destinationsOf(services), forgetRaw };
  for (const { task, slots, converts } of lines) {
    if (!conversions && converts) continue;
    const byTheClock = clock.some((entry) => entry.task === task);
    await queue.work(byTheClock ? recorded(task) : task, forTasks, { slots: slots(cores), perGroup: cores + 1 });
  }
  for (const { task, cron, payload } of clock) await queue.schedule(task, cron, payload);
}
