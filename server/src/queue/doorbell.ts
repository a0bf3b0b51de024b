import type { PgBoss } from "pg-boss";

/** A task that becomes due by itself (put off, tried again, of a worker that died) waits so long at most. */
const everyMs = 500;

/**
 * Wakes the slots of a process when tasks of theirs are due: one question for all of them, where each slot asking for itself would be
 * a hundred a second. What is due at once when it is added comes by NOTIFY, without waiting for the next question.
 */
export function startDoorbell(boss: Pick<PgBoss, "getDb" | "notifyWorker">): {
  watch(name: string, slots: string[]): void;
  stop(): void;
} {
  const slotsOf = new Map<string, string[]>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const ring = async () => {
    const { rows } = await boss.getDb().executeSql(due, [[...slotsOf.keys()]]);
    for (const { name } of rows) for (const slot of slotsOf.get(name) ?? []) boss.notifyWorker(slot);
  };
  const again = () => {
    if (!stopped) timer = setTimeout(() => ring().then(again, again), everyMs);
  };
  return {
    watch(name, slots) {
      slotsOf.set(name, slots);
      // A process that only adds tasks has no slots to wake.
      if (slotsOf.size === 1) again();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** As pg-boss itself looks for them, so that its index serves. */
const due = `
  select name from unnest($1::text[]) as name where exists (
    select 1 from pgboss.job task
    where task.name = name and task.state < 'active' and not task.blocked and task.start_after <= now()
  )`;
