import type { Db, PgBoss } from "pg-boss";
import { dueTasks } from "./pg-boss-tables.ts";

/** A task that becomes due by itself (put off, tried again, of a worker that died) waits so long at most. */
const everyMs = 500;
const channel = "sheaf_task";

/** @param db the transaction that adds a task: it is heard when that is committed */
export async function notifyTaskAdded(db: Pick<Db, "executeSql">, name: string): Promise<void> {
  await db.executeSql("select pg_notify($1, $2)", [channel, name]);
}

/**
 * Wakes the slots of a process when there are tasks for them. Of the slots that rest it wakes one, and each that finds
 * a task wakes the next one: to wake them all asks the database thirty times for every small file, which costs as much
 * as converting it.
 */
export interface TaskNotifier {
  watch(name: string): void;
  /** A slot has found a task: there may be more. */
  found(name: string): void;
  /**
   * A slot is done with its task and looks again at once. So does every other busy one after its own, which it would
   * anyway.
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
  /** Another one each time: a slot whose question to the database hangs looks as one that rests. */
  const wakeOne = (name: string) => {
    const resting = slots(name, { busy: false });
    const slot = resting[turn++ % resting.length];
    if (slot) boss.notifyWorker(slot.id);
  };

  /** One question for all of them, where each slot asking for itself would be a hundred a second. */
  const ring = async () => {
    for (const name of await dueTasks(boss, [...watched])) wakeOne(name);
  };
  const again = () => {
    if (!stopped) timer = setTimeout(() => ring().then(again, again), everyMs);
  };
  // What was said while the line was cut is found by the next question.
  const line = await boss.getDb().listen?.(channel, wakeOne, () => {});

  return {
    watch(name) {
      watched.add(name);
      // A process that only adds tasks has no slots to wake.
      if (watched.size === 1) again();
    },
    found: wakeOne,
    done(name) {
      for (const slot of slots(name, { busy: true })) boss.notifyWorker(slot.id);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await line?.close();
    },
  };
}
