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
import type { AdminActionHandler } from "../actions/action.ts";
import { recordAdminAction } from "../admin-actions.ts";

const maxTasks = 100;

/** GET /api/admin/failed-tasks */
export const getFailedTasks = (db: Db): Promise<FailedTask[]> => listFailedTasks(db, maxTasks);

/**
 * Tasks whose failure is also recorded in the state of their job: retrying one restarts the job, as its practice can
 * do.
 */
const jobTasks: string[] = [convertFile.name, assembleJob.name];

/** Retries a failed task, and records the administrator and the reason. @throws as `settle` */
export const retryTask: AdminActionHandler = (...given) => settle("retry", ...given);

/** Discards a failed task, and records the administrator and the reason. @throws as `settle` */
export const discardTask: AdminActionHandler = (...given) => settle("discard", ...given);

/**
 * @throws AppError task-not-found when the task is not among the failed ones (any more); job-not-found, job-not-failed
 *   and files-deleted when its job cannot be restarted
 */
async function settle(
  how: "retry" | "discard",
  ...[{ db, queue }, admin, id, { reason }]: Parameters<AdminActionHandler>
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockFailedTask(tx, id);
    if (!found)
      throw new AppError("task-not-found", "This task is no longer on the list of failed tasks. Reload the list.");
    const { task, practiceId, jobId } = found;
    if (how === "discard") await discardFailedTask(tx, id);
    else if (practiceId && jobId && jobTasks.includes(task)) {
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
