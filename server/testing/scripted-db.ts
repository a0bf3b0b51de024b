import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { is, SQL } from "drizzle-orm";
import { fakeDb, type Statement as Sent, write } from "./fake-db.ts";

/** A statement that was sent to a scripted database. */
interface Statement {
  /** Its first word and its table: "update jobs", "count job_files". */
  does: string;
  /** What its `set` or `values` was given. */
  values?: unknown;
  /** Its condition, and the parameters of it. */
  sql?: string;
  params?: unknown[];
  limit?: unknown;
}

/**
 * Answers for each kind of statement ("select jobs", "count job_files", "update jobs", "execute"), the first for its
 * first statement. The last one is repeated. An Error is thrown. A count is answered with a number, all others with
 * rows; without any, a count is 0 and all others have no rows.
 */
export type Script = Record<string, unknown[]>;

/** Stands for a database where only the decisions around its statements are tested, not the statements. */
export function scriptedDb(script: Script = {}) {
  const left = new Map(Object.entries(script).map(([does, answers]) => [does, [...answers]]));
  const statements: Statement[] = [];
  const announced: ChangeEvent[] = [];

  const { db } = fakeDb((sent, returning) => {
    const does = sent.table ? `${sent.kind} ${sent.table}` : sent.kind;
    const events = eventsIn(sent.sql?.params ?? []);
    announced.push(...events);
    if (events.length > 0) return [];
    statements.push({ ...statementOf(sent), does });
    const rows = answer(does);
    if (rows.length > 0 || !left.has(does)) {
      for (const value of Object.values(returning ?? {})) {
        if (is(value, SQL)) announced.push(...eventsIn(write(value).params));
      }
    }
    return rows;
  });

  function answer(does: string): unknown[] {
    const answers = left.get(does) ?? [];
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error) throw next;
    return typeof next === "number" ? Array(next).fill({}) : ((next as unknown[] | undefined) ?? []);
  }

  return {
    db: db as never,
    statements,
    /** The events that were announced, in order. */
    announced,
    /** Returns the values that statements of one kind were given. */
    given: (does: string) => statements.filter((each) => each.does === does).map(({ values }) => values),
  };
}

function statementOf({ sql, where = sql, ...sent }: Sent): Omit<Statement, "does"> {
  return { ...sent, ...(where && { sql: where.text, params: where.params }) };
}

/** Returns the events that parameters of a notification announce. */
function eventsIn(params: unknown[]): ChangeEvent[] {
  return params
    .filter((param) => typeof param === "string" && param.startsWith('{"practiceId"'))
    .map((param) => JSON.parse(param as string).event);
}

/** Stands for a queue: `queued` lists each task that was added, by its name. */
export function recordingQueue() {
  const queued: { task: string; payload: unknown; group?: unknown; delayMs?: unknown }[] = [];
  const add = async (_tx: unknown, { name }: { name: string }, payload: unknown, options: object) => {
    queued.push({ task: name, payload, ...options });
  };
  const addAll = async (tx: unknown, task: { name: string }, payloads: unknown[], options: object) => {
    for (const payload of payloads) await add(tx, task, payload, options);
  };
  return { queue: { add, addAll } as never, queued };
}
