import { sweepAuditLog } from "./audit/sweep.task.ts";
import { askAgain } from "./billing/ask-again.task.ts";
import { fitMembersToPlans } from "./billing/fit-members.task.ts";
import { forgetGuests } from "./billing/guests/forget.task.ts";
import { sendBillingMails } from "./billing/letters/send.task.ts";
import { reconcile } from "./billing/reconcile/reconcile.task.ts";
import { finishRefunds } from "./billing/refunds/finish.task.ts";
import { remindOwners } from "./billing/reminders/remind.task.ts";
import { deliverEmail } from "./delivery/deliver.task.ts";
import { forwardAnswer } from "./delivery/forward-answer.task.ts";
import { sweepDeliveries } from "./delivery/sweep.task.ts";
import { assembleJob } from "./jobs/converting/assemble.task.ts";
import { convertFile } from "./jobs/converting/convert.task.ts";
import { makeThumbnails } from "./jobs/converting/thumbnails.task.ts";
import { deleteOldFiles } from "./jobs/housekeeping/retention.task.ts";
import { sweepJobs } from "./jobs/housekeeping/sweep.task.ts";
import { eraseJobFiles } from "./jobs/sample/erase-files.task.ts";
import { sendAccountMailTask, sweepAccountMail } from "./mail/account-mail.ts";
import { foldCounts } from "./measures/fold.task.ts";
import { recountDays } from "./measures/recount.task.ts";
import { recorded } from "./observe/scheduled.ts";
import { erasePracticeFiles } from "./practices/erase-files.task.ts";
import { forgetClosedPractices } from "./practices/forget-closed.task.ts";
import type { WorkerQueue } from "./queue/pg-boss-queue.ts";
import type { Task } from "./queue/task.ts";
import type { WorkerServices } from "./services.ts";
import { awayForNow } from "./storage/away.ts";
import { reconcileFiles } from "./storage/reconcile.task.ts";
import { sweepBlobs } from "./storage/sweep.task.ts";

// biome-ignore lint/suspicious/noExplicitAny: a list of tasks whose payloads differ; each is parsed by its own schema
type AnyTask = Task<any, WorkerServices>;

/** A line for each kind of background work: how many run at once in one worker process. */
const lines: { task: AnyTask; slots(cores: number): number; converts: boolean }[] = [
  // Far more than there are cells: a cell serves one practice, and a fresh one costs more than most files. With the waiting files of
  // several practices at hand the engine goes on with one practice before it turns to the next.
  { task: convertFile, slots: (cores) => 8 * cores, converts: true },
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
  const forTasks = { ...services, storage: awayForNow(services.storage) };
  for (const { task, slots, converts } of lines) {
    if (!conversions && converts) continue;
    const byTheClock = clock.some((entry) => entry.task === task);
    await queue.work(byTheClock ? recorded(task) : task, forTasks, { slots: slots(cores), perGroup: cores + 1 });
  }
  for (const { task, cron, payload } of clock) await queue.schedule(task, cron, payload);
}
