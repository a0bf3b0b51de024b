import { getTableName, is, type SQL, sql, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../src/platform/db/connect.ts";

/** A statement that was sent to a fake database. */
export interface Statement {
  kind: "select" | "count" | "with" | "insert" | "update" | "delete" | "execute";
  /** Name of its first table; empty for `execute`, and for a query of a common table expression. */
  table: string;
  /** What `values` or `set` was given. */
  values?: unknown;
  limit?: number;
  /** Its condition. */
  where?: Written;
  /** A statement that was given as SQL. */
  sql?: Written;
}

interface Written {
  text: string;
  params: unknown[];
}

const dialect = new PgDialect({ casing: "snake_case" });

export function write(part: SQL): Written {
  const { sql: text, params } = dialect.sqlToQuery(part);
  return { text, params };
}

/**
 * Returns a database that keeps nothing: each statement gets the rows that `answer` returns, whatever its conditions.
 * For tests of what is decided by rows; conditions are tested with a real database.
 * @param answer returns the rows, or those counted; none when it returns undefined. `returning` is what the statement's
 *   own `returning` was given
 */
export function fakeDb(answer: (statement: Statement, returning?: unknown) => unknown[] | undefined = () => []) {
  const statements: Statement[] = [];

  async function run(statement: Statement, returning?: unknown): Promise<unknown[]> {
    statements.push(statement);
    return answer(statement, returning) ?? [];
  }

  function begin(kind: Statement["kind"], table = ""): object {
    const statement: Statement = { kind, table };
    let returning: unknown;
    let rows: Promise<unknown[]> | undefined;
    const chain: object = new Proxy(
      {},
      {
        get(_, name) {
          if (name === "then") {
            return (...handlers: Parameters<Promise<unknown[]>["then"]>) => {
              rows ??= run(statement, returning);
              return rows.then(...handlers);
            };
          }
          // As a part of another statement, which is not answered.
          if (name === "getSQL") return () => sql`(${sql.raw(statement.table)})`;
          return (given: unknown) => {
            if (name === "from" && is(given, Table)) statement.table ||= getTableName(given);
            if (name === "values" || name === "set") statement.values = given;
            if (name === "where" && given) statement.where = write(given as SQL);
            if (name === "limit") statement.limit = given as number;
            if (name === "returning") returning = given;
            return chain;
          };
        },
      },
    );
    return chain;
  }

  const db = {
    select: () => begin("select"),
    selectDistinct: () => begin("select"),
    selectDistinctOn: () => begin("select"),
    $with: () => begin("with"),
    with: () => begin("with"),
    insert: (table: Table) => begin("insert", getTableName(table)),
    update: (table: Table) => begin("update", getTableName(table)),
    delete: (table: Table) => begin("delete", getTableName(table)),
    async execute(query: SQL) {
      const rows = await run({ kind: "execute", table: "", sql: write(query) });
      return { rows, rowCount: rows.length };
    },
    async $count(table: Table, where?: SQL) {
      return (await run({ kind: "count", table: getTableName(table), ...(where && { where: write(where) }) })).length;
    },
    transaction: async <Result>(work: (tx: unknown) => Promise<Result>): Promise<Result> => work(db),
  };
  return { db: db as unknown as Db & Tx, statements };
}
