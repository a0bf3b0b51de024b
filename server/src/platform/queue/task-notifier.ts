import type { Db, PgBoss } from "pg-boss";
import { dueTasks, lapsedTasks } from "./pg-boss-tables.ts";

/** Maximum delay of a task that becomes due by time: delayed or retried. */
const pollIntervalMs = 500;
/** Interval of the check for tasks of dead workers. */
const lapseIntervalMs = 3_000;
const channel = "sheaf_task";

/**
 * Returns a database on which pg-boss's insert also notifies all processes of the added tasks, when the transaction
 * commits: with a statement of its own, each task would cost one more.
 */
export function notifyingOfTasks(db: Db, { name, group }: { name: string; group: string }): Db {
  return {
    executeSql: (insert, values = []) =>
      db.executeSql(
        `with added as (${insert}),
           notified as (select pg_notify('${channel}', concat_ws(' ', $${values.length + 1}::text, count(*),
             $${values.length + 2}::text)) from added)
         select id from added, notified`,
        [...values, name, group],
      ),
  };
}

/**
 * Wakes the slots of a process when there are tasks for them. Each poll of a slot is a statement that costs as much as
 * some small files, so no more slots are woken than tasks are known to wait. That number comes from notifications,
 * minus the tasks found here; every poll of this notifier corrects it, as tasks may also go to other processes.
 */
export interface TaskNotifier {
  /** @param perGroup how many tasks of one group run here at the same time; unlimited when left out */
  watch(name: string, perGroup?: number): void;
  /** Called when a slot has found a task: another one may be needed for the next task. */
  found(name: string, group?: string | null): void;
  /**
   * Called when a slot has finished its task, so that it polls again immediately if a task waits. All busy slots are
   * notified and poll after their own task.
   */
  done(name: string, group?: string | null): void;
  stop(): Promise<void>;
}

interface Kind {
  perGroup: number;
  /** Number of tasks that are known to wait. */
  waiting: number;
  /** Number of running tasks of each group. */
  running: Map<string | null | undefined, number>;
}

export async function startTaskNotifier(
  boss: Pick<PgBoss, "getDb" | "getWipData" | "notifyWorker" | "supervise">,
): Promise<TaskNotifier> {
  const kinds = new Map<string, Kind>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  const slots = (name: string, { busy }: { busy: boolean }) =>
    boss.getWipData().filter((slot) => slot.name === name && slot.count > 0 === busy);
  let turn = 0;
  /** Takes other slots each time, because a slot whose query hangs looks idle. */
  const wake = (name: string, count: number) => {
    const resting = slots(name, { busy: false });
    for (let woken = 0; woken < Math.min(count, resting.length); woken++) {
      const slot = resting[turn++ % resting.length];
      if (slot) boss.notifyWorker(slot.id);
    }
  };

  /** @param payload kind, number of tasks, group; only the kind from a process of the version before */
  const onNotification = (payload: string) => {
    const [name = "", count = "1", group = ""] = payload.split(" ");
    const kind = kinds.get(name);
    if (!kind) return;
    kind.waiting += Number(count);
    wake(name, Math.min(Number(count), kind.perGroup - (kind.running.get(group) ?? 0)));
  };

  const wakeForDueTasks = async () => {
    const due = await dueTasks(boss, [...kinds.keys()]);
    for (const [name, kind] of kinds) {
      kind.waiting = due.get(name) ?? 0;
      if (kind.waiting > 0) wake(name, 1);
    }
  };
  /** Lets pg-boss return tasks of dead workers to the queue, which it otherwise does only with its next full pass. */
  const returnLapsedTasks = async () => {
    for (const name of await lapsedTasks(boss)) await boss.supervise(name);
  };
  /** Repeats work with a pause, until stopped; errors are left to the next time. */
  const repeat = (pauseMs: number, work: () => Promise<void>) => {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const next = () => repeat(pauseMs, work);
      work().then(next, next);
    }, pauseMs);
    timers.add(timer);
  };
  // Notifications lost during a broken connection are made up for by the next poll.
  const listener = await boss.getDb().listen?.(channel, onNotification, () => {});

  return {
    watch(name, perGroup = Number.POSITIVE_INFINITY) {
      kinds.set(name, { perGroup, waiting: 0, running: new Map() });
      // A process that only adds tasks has no slots to wake.
      if (kinds.size > 1) return;
      repeat(pollIntervalMs, wakeForDueTasks);
      repeat(lapseIntervalMs, returnLapsedTasks);
    },
    found(name, group) {
      const kind = kinds.get(name);
      if (!kind) return;
      const running = (kind.running.get(group) ?? 0) + 1;
      kind.running.set(group, running);
      kind.waiting = Math.max(0, kind.waiting - 1);
      // A group at its limit most likely owns the tasks that wait; tasks of others have woken a slot themselves.
      if (kind.waiting > 0 && running < kind.perGroup) wake(name, 1);
    },
    done(name, group) {
      const kind = kinds.get(name);
      if (!kind) return;
      const running = (kind.running.get(group) ?? 1) - 1;
      if (running > 0) kind.running.set(group, running);
      else kind.running.delete(group);
      if (kind.waiting > 0) for (const slot of slots(name, { busy: true })) boss.notifyWorker(slot.id);
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await listener?.close();
    },
  };
}
