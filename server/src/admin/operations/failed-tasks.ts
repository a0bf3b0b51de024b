import type { FailedTask } from "@sheaf/contracts/admin/operations.ts";
import type { Db } from "../../db/connect.ts";
import { AppError } from "../../errors.ts";
import { discardFailedTask, listFailedTasks, retryFailedTask } from "../../queue/failed-tasks.ts";
import { recordDeed } from "../deeds.ts";
import type { Administrator } from "../guard.ts";

const atMost = 100;

/** GET /api/admin/failed-tasks */
export const getFailedTasks = (db: Db): Promise<FailedTask[]> => listFailedTasks(db, atMost);

/**
 * Starts it anew, or forgets it; with who did so and why.
 * @throws AppError task-not-found when it has not failed (any more)
 */
export async function settleFailedTask(
  db: Db,
  admin: Administrator,
  how: "retry" | "discard",
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await (how === "retry" ? retryFailedTask(tx, id) : discardFailedTask(tx, id));
    if (!found)
      throw new AppError("task-not-found", "This task is not among the failed ones any more. Reload the list.");
    const { task, practiceId } = found;
    await recordDeed(tx, admin, {
      ...{ action: how === "retry" ? "task.retried" : "task.discarded", reason, detail: { task } },
      ...(practiceId === null ? {} : { practiceId }),
    });
  });
}
