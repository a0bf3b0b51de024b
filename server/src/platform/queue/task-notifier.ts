import type { Db, PgBoss } from "pg-boss";
import { dueTasks } from "./pg-boss-tables.ts";

/** Maximum delay of a task that becomes due by time: delayed, retried, or of a dead worker. */
const pollIntervalMs = 500;
const channel = "sheaf_task";

/**
 * Notifies all processes of a new task.
 * @param db the transaction that adds the task: the notification is sent when it commits
 */
export async function notifyTaskAdded(db: Pick<Db, "executeSql">, name: string): Promise<void> {
  await db.executeSql("select pg_notify($1, $2)", [channel, name]);
}

/**
 * Wakes the slots of a process when there are tasks for them. It wakes one idle slot, and each slot that finds a task
 * wakes the next one: waking all of them would cause thirty queries for every small file, which costs as much as
 * converting it.
 */
export interface TaskNotifier {
  watch(name: string): void;
  /** Called when a slot has found a task: there may be more. */
  found(name: string): void;
  /**
   * Called when a slot has finished its task, so that it polls again immediately. All busy slots are notified and poll
   * after their own task, which they would do anyway.
   */
  done(name: string): void;
  stop(): Promise<void>;
}

export async function startTaskNotifier(
  boss: Pick<PgBoss, "getDb" | "getWipData" | "notifyWorker">,
): Promise<TaskNotifier> {
  const watched = new Set<string>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const slots = (name: string, { busy }: { busy: boolean }) =>
    boss.getWipData().filter((slot) => slot.name === name && slot.count > 0 === busy);
  let turn = 0;
  /** Takes another slot each time, because a slot whose query hangs looks idle. */
  const wakeOne = (name: string) => {
    const resting = slots(name, { busy: false });
    const slot = resting[turn++ % resting.length];
    if (slot) boss.notifyWorker(slot.id);
  };

  /** One query for all slots; a query by each of them would be a hundred per second. */
  const wakeForDueTasks = async () => {
    for (const name of await dueTasks(boss, [...watched])) wakeOne(name);
  };
  const scheduleNext = () => {
    if (!stopped) timer = setTimeout(() => wakeForDueTasks().then(scheduleNext, scheduleNext), pollIntervalMs);
  };
  // Notifications lost during a broken connection are made up for by the next poll.
  const listener = await boss.getDb().listen?.(channel, wakeOne, () => {});

  return {
    watch(name) {
      watched.add(name);
      // A process that only adds tasks has no slots to wake.
      if (watched.size === 1) scheduleNext();
    },
    found: wakeOne,
    done(name) {
      for (const slot of slots(name, { busy: true })) boss.notifyWorker(slot.id);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await listener?.close();
    },
  };
}
