import { sendAccountEmailTask, sweepAccountEmails } from "../domain/account-emails/send.ts";
import { sweepUploads } from "../domain/arrivals/channels/dialog/sweep.task.ts";
import { clearBlobKeys } from "../domain/arrivals/write.ts";
import { sendBillingEmails } from "../domain/billing/emails/send.task.ts";
import { forgetGuests } from "../domain/billing/guests/forget.task.ts";
import { checkOpenOrders } from "../domain/billing/orders/check-open-orders.task.ts";
import { reconcile } from "../domain/billing/reconcile/reconcile.task.ts";
import { finishRefunds } from "../domain/billing/refunds/finish.task.ts";
import { remindOwners } from "../domain/billing/reminders/remind.task.ts";
import { fitMembersToPlans } from "../domain/billing/seats/fit-members.task.ts";
import { destinationsOf } from "../domain/delivery/index.ts";
import { forwardReply } from "../domain/delivery/replies/forward-reply.task.ts";
import { deliverEmail } from "../domain/delivery/sending/deliver.task.ts";
import { sweepDeliveries } from "../domain/delivery/sending/sweep.task.ts";
import { assembleJob } from "../domain/jobs/converting/assemble.task.ts";
import { convertFile } from "../domain/jobs/converting/convert.task.ts";
import { makeThumbnails } from "../domain/jobs/converting/thumbnails.task.ts";
import { unpackFile } from "../domain/jobs/converting/unpack.task.ts";
import { deleteOldFiles } from "../domain/jobs/housekeeping/retention.task.ts";
import { sweepJobs } from "../domain/jobs/housekeeping/sweep.task.ts";
import type { Destinations, Readings } from "../domain/jobs/index.ts";
import { eraseJobFiles } from "../domain/jobs/sample/erase-files.task.ts";
import { recountDays } from "../domain/metrics/recount.task.ts";
import { rollUpCounts } from "../domain/metrics/roll-up.task.ts";
import { eraseReadings } from "../domain/readings/erase-readings.task.ts";
import { readingsOf } from "../domain/readings/index.ts";
import { readFile } from "../domain/readings/lane/read-file.task.ts";
import { sweepReadings } from "../domain/readings/lane/sweep.task.ts";
import { drawPage } from "../domain/readings/pages/draw-page.task.ts";
import { rollUpWords } from "../domain/readings/pages/roll-up-words.task.ts";
import { makeSearchable } from "../domain/readings/searchable/make-searchable.task.ts";
import { recorded } from "../platform/observe/scheduled.ts";
import type { WorkerQueue } from "../platform/queue/pg-boss-queue.ts";
import type { Task } from "../platform/queue/task.ts";
import type { Services, WorkerServices } from "../platform/services.ts";
import { retryWhenUnavailable } from "../platform/storage/retry-when-unavailable.ts";
import { sweepBlobs } from "../platform/storage/sweep.task.ts";
import { erasePracticeFiles } from "./closing/erase-files.task.ts";
import { forgetClosedPractices } from "./closing/forget-closed.task.ts";
import { reconcileFiles } from "./reconcile/reconcile.task.ts";
import { sweepAuditLog } from "./sweeps/audit.task.ts";

/** What `startTasks` adds to the services of a process. */
interface ForTasks {
  destinations: Destinations;
  readings: Readings;
  clearBlobKeys: typeof clearBlobKeys;
}

interface TaskSettings<Needs> {
  // biome-ignore lint/suspicious/noExplicitAny: a list of tasks whose payloads differ; each is parsed by its own schema
  task: Task<any, Needs & ForTasks>;
  /** How many run at the same time in one worker process; 1 by default. */
  slots?(cores: number): number;
  /** Schedule of a scheduled task. With several workers it still runs only once each time. */
  cron?: string;
}

/** Tasks that need an engine. */
const conversions: TaskSettings<WorkerServices>[] = [
  // Far more than there are sandboxed processes: a sandboxed process serves one practice, and starting a new one takes
  // longer than most files. With waiting files of several practices to choose from, the engine continues with one
  // practice before it switches to the next.
  { task: convertFile, slots: (cores) => 8 * cores },
  { task: unpackFile, slots: (cores) => cores },
  { task: assembleJob, slots: (cores) => 8 * cores },
  // One at a time: it waits until nothing else is running anyway.
  { task: makeThumbnails },
  // The engine reads in processes of their own, one for each core.
  { task: readFile, slots: (cores) => cores },
  // Somebody looks at the page and waits.
  { task: drawPage, slots: () => 2 },
  { task: makeSearchable },
];

/** All other background work. */
const otherTasks: TaskSettings<Services>[] = [
  { task: sendAccountEmailTask, slots: () => 2 },
  { task: sweepAccountEmails, cron: "23 * * * *" },
  // Waiting for mail servers uses no CPU.
  { task: deliverEmail, slots: () => 8 },
  { task: forwardReply, slots: () => 2 },
  { task: sweepDeliveries, cron: "* * * * *" },
  { task: checkOpenOrders, cron: "47 * * * *" },
  { task: forgetGuests, cron: "31 3 * * *" },
  { task: finishRefunds, cron: "*/10 * * * *" },
  { task: sendBillingEmails, cron: "* * * * *" },
  { task: reconcile, cron: "11 4 * * *" },
  { task: remindOwners, cron: "5 * * * *" },
  { task: fitMembersToPlans, cron: "* * * * *" },
  { task: sweepJobs, cron: "* * * * *" },
  { task: sweepUploads, cron: "* * * * *" },
  { task: deleteOldFiles, cron: "37 * * * *" },
  { task: sweepBlobs, cron: "17 * * * *" },
  { task: reconcileFiles, cron: "27 2 * * *" },
  { task: sweepAuditLog, cron: "41 3 * * *" },
  { task: eraseJobFiles },
  { task: sweepReadings, cron: "* * * * *" },
  { task: eraseReadings },
  { task: erasePracticeFiles },
  { task: forgetClosedPractices, cron: "51 3 * * *" },
  { task: rollUpCounts, cron: "* * * * *" },
  { task: rollUpWords, cron: "* * * * *" },
  { task: recountDays, cron: "7 3 * * *" },
];

/** All tasks, for the set-up of the queue. */
export const tasks = [...conversions, ...otherTasks].map(({ task }) => task);

/** Starts working on the tasks that need an engine. */
export const startConversions = (queue: WorkerQueue, services: WorkerServices): Promise<void> =>
  startTasks(queue, services, conversions);

/** Starts working on all tasks that need no engine. */
export const startOtherTasks = (queue: WorkerQueue, services: Services): Promise<void> =>
  startTasks(queue, services, otherTasks);

/**
 * One practice may use at most one slot more than there are cores, so that most slots stay free for others.
 */
async function startTasks<Needs extends Services>(
  queue: WorkerQueue,
  services: Needs,
  settings: TaskSettings<Needs>[],
): Promise<void> {
  const cores = services.config.workers;
  const storage = retryWhenUnavailable(services.storage);
  const forTasks = {
    ...services,
    storage,
    destinations: destinationsOf(services),
    readings: readingsOf(services),
    clearBlobKeys,
  };
  for (const { task, slots = () => 1, cron } of settings) {
    await queue.work(cron ? recorded(task) : task, forTasks, { slots: slots(cores), perGroup: cores + 1 });
  }
  for (const { task, cron } of settings) if (cron) await queue.schedule(task, cron);
}
