import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { getTableName, is, SQL, sql, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

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
 * first statement. The last one is repeated. An Error is thrown. Without any, a count is 0 and all others have no rows.
 */
export type Script = Record<string, unknown[]>;

const dialect = new PgDialect({ casing: "snake_case" });

/** Stands for a database where only the decisions around its statements are tested, not the statements. */
export function scriptedDb(script: Script = {}) {
  const left = new Map(Object.entries(script).map(([does, answers]) => [does, [...answers]]));
  const statements: Statement[] = [];
  const announced: ChangeEvent[] = [];

  function answer(does: string): unknown {
    const answers = left.get(does) ?? [];
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next instanceof Error) throw next;
    return next ?? (does.startsWith("count ") ? 0 : does === "execute" ? { rows: [] } : []);
  }

  function listen(query: unknown): void {
    for (const param of is(query, SQL) ? dialect.sqlToQuery(query).params : []) {
      if (typeof param === "string" && param.startsWith('{"practiceId"')) announced.push(JSON.parse(param).event);
    }
  }

  function statement(verb: string, table?: unknown): unknown {
    const made: Statement = { does: named(verb, table) };
    let returned: object = {};
    const steps: Record<string, (given: unknown) => void> = {
      from: (given) => Object.assign(made, { does: named(verb, given) }),
      set: (values) => Object.assign(made, { values }),
      values: (values) => Object.assign(made, { values }),
      where: (given) => Object.assign(made, rendered(given)),
      limit: (limit) => Object.assign(made, { limit }),
      returning: (given) => {
        returned = (given as object | undefined) ?? {};
      },
    };
    async function run() {
      statements.push(made);
      const found = answer(made.does);
      if (!Array.isArray(found) || found.length > 0 || !left.has(made.does)) Object.values(returned).forEach(listen);
      return found;
    }
    const chain: object = new Proxy(Object, {
      get(_target, name) {
        if (typeof name === "symbol") return undefined;
        if (name === "then") return (ok: never, no: never) => run().then(ok, no);
        if (name === "getSQL") return () => sql`(subquery)`;
        return (given: unknown) => {
          steps[name]?.(given);
          return chain;
        };
      },
    });
    return chain;
  }

  const db = {
    select: () => statement("select"),
    selectDistinct: () => statement("select"),
    selectDistinctOn: () => statement("select"),
    insert: (table: unknown) => statement("insert", table),
    update: (table: unknown) => statement("update", table),
    delete: (table: unknown) => statement("delete", table),
    $with: () => statement("with"),
    with: () => statement("with"),
    $count: (table: unknown, given?: unknown) =>
      (statement("count", table) as { where(on: unknown): unknown }).where(given),
    async execute(query: unknown) {
      const before = announced.length;
      listen(query);
      if (announced.length > before) return { rows: [] };
      statements.push({ does: "execute", ...rendered(query) });
      return answer("execute");
    },
    transaction: async (act: (tx: unknown) => unknown) => act(db),
  };
  return {
    db: db as never,
    statements,
    /** The events that were announced, in order. */
    announced,
    /** Returns the values that statements of one kind were given. */
    given: (does: string) => statements.filter((each) => each.does === does).map(({ values }) => values),
  };
}

const named = (verb: string, table: unknown) => (is(table, Table) ? `${verb} ${getTableName(table)}` : verb);

function rendered(given: unknown): Pick<Statement, "sql" | "params"> {
  if (!is(given, SQL)) return {};
  const { sql, params } = dialect.sqlToQuery(given);
  return { sql, params };
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
