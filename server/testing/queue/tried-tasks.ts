import { setTimeout as delay } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../src/platform/db/connect.ts";
import { defineTask, type Task, TryLater } from "../../src/platform/queue/task.ts";

/** Tasks for the queue's own tests: they record their runs in a table `seen`. */
export interface Seen {
  who: string;
  what: string;
}

interface Needs {
  db: Db;
}

export async function seen(db: Db): Promise<Seen[]> {
  const { rows } = await db.execute<{ who: string; what: string }>(sql`select who, what from seen order by at`);
  return rows;
}

async function note(db: Db, what: string): Promise<void> {
  await db.execute(sql`insert into seen (who, what) values (${String(process.pid)}, ${what})`);
}

interface Failing {
  attempts?: number;
  fails?: boolean;
  /** A statement that its run executes. */
  failsWith?: SQL;
  /** Number of first runs that throw `away`, as when something that the task needs is unavailable. */
  runsAway?: number;
  away?: Error;
}

export function aTask(
  name: string,
  { attempts = 1, fails = false, failsWith, runsAway = 0, away = new TryLater("nothing is there") }: Failing = {},
): Task<{ name: string }, Needs> {
  let runs = 0;
  return defineTask({
    name,
    attempts,
    timeoutMs: 10_000,
    payload: z.object({ name: z.string() }),
    async run(payload, { db }) {
      await note(db, payload.name);
      if (runs++ < runsAway) throw away;
      if (failsWith) await db.execute(failsWith);
      if (fails) throw new Error("it is broken");
    },
    onFinalFailure: (_, reason, { db }) => note(db, `given up: ${reason}`),
  });
}

export function slowTask(
  name: string,
  { attempts, timeoutMs }: { attempts: number; timeoutMs: number },
): Task<{ name: string; ms: number }, Needs> {
  return defineTask({
    name,
    attempts,
    timeoutMs,
    payload: z.object({ name: z.string(), ms: z.number() }),
    async run(payload, { db }, { signal }) {
      await note(db, `begin ${payload.name}`);
      try {
        await delay(payload.ms, undefined, { signal });
      } catch (error) {
        await note(db, `aborted ${payload.name}`);
        throw error;
      }
      await note(db, `end ${payload.name}`);
    },
    onFinalFailure: (_, reason, { db }) => note(db, `given up: ${reason}`),
  });
}
