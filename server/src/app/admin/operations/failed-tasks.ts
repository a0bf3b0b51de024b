import type { FailedTask } from "@sheaf/contracts/admin/operations.ts";
import { assembleJob, convertFile, restartFailed } from "../../../domain/jobs/index.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  discardFailedTask,
  discardTasksOfJob,
  listFailedTasks,
  lockFailedTask,
  retryFailedTask,
} from "../../../platform/queue/pg-boss-tables.ts";
import type { Act } from "../acts/act.ts";
import { recordAdminAction } from "../admin-actions.ts";

const atMost = 100;

/** GET /api/admin/failed-tasks */
export const getFailedTasks = (db: Db): Promise<FailedTask[]> => listFailedTasks(db, atMost);

/** What failed of a job is in the job's own state as well: it begins again as its practice would have it. */
const ofJobs: string[] = [convertFile.name, assembleJob.name];

/** Starts it anew; with who did so and why. @throws as `settle` */
export const retryTask: Act = (...given) => settle("retry", ...given);

/** Forgets it. @throws as `settle` */
export const discardTask: Act = (...given) => settle("discard", ...given);

/**
 * @throws AppError task-not-found when it has not failed (any more); job-not-found, job-not-failed and files-deleted
 *   when nothing of its job can begin again
 */
async function settle(
  how: "retry" | "discard",
  ...[{ db, queue }, admin, id, { reason }]: Parameters<Act>
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockFailedTask(tx, id);
    if (!found)
      throw new AppError("task-not-found", "This task is no longer on the list of failed tasks. Reload the list.");
    const { task, practiceId, jobId } = found;
    if (how === "discard") await discardFailedTask(tx, id);
    else if (practiceId && jobId && ofJobs.includes(task)) {
      await discardTasksOfJob(tx, practiceId, jobId);
      await restartFailed(tx, queue, { practiceId, userId: null }, jobId);
    } else await retryFailedTask(tx, id);
    await recordAdminAction(tx, admin, {
      action: how === "retry" ? "task.retried" : "task.discarded",
      reason,
      detail: { task },
      ...(practiceId === null ? {} : { practiceId }),
    });
  });
}
