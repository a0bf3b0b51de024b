import { getTableName, is, type SQL, sql, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../src/platform/db/connect.ts";

/** A statement that was sent to a fake database. */
export interface Statement {
  kind: "select" | "insert" | "update" | "delete" | "execute";
  /** Name of its first table; empty for `execute`. */
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

function write(part: SQL): Written {
  const { sql: text, params } = new PgDialect().sqlToQuery(part);
  return { text, params };
}

/**
 * Returns a database that keeps nothing: each statement gets the rows that `answer` returns, whatever its conditions.
 * For tests of what is decided by rows; conditions are tested with a real database.
 */
export function fakeDb(answer: (statement: Statement) => unknown[] | undefined = () => []) {
  const statements: Statement[] = [];

  function begin(kind: Statement["kind"], table = ""): object {
    const statement: Statement = { kind, table };
    let rows: Promise<unknown[]> | undefined;
    const run = () => {
      statements.push(statement);
      return Promise.resolve(answer(statement) ?? []);
    };
    const chain: object = new Proxy(
      {},
      {
        get(_, name) {
          if (name === "then") {
            return (...handlers: Parameters<Promise<unknown[]>["then"]>) => {
              rows ??= run();
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
    insert: (table: Table) => begin("insert", getTableName(table)),
    update: (table: Table) => begin("update", getTableName(table)),
    delete: (table: Table) => begin("delete", getTableName(table)),
    async execute(query: SQL) {
      const statement: Statement = { kind: "execute", table: "", sql: write(query) };
      statements.push(statement);
      return { rows: answer(statement) ?? [] };
    },
    async $count(table: Table) {
      const statement: Statement = { kind: "select", table: getTableName(table) };
      statements.push(statement);
      return (answer(statement) ?? []).length;
    },
    transaction: async <Result>(work: (tx: unknown) => Promise<Result>): Promise<Result> => work(db),
  };
  return { db: db as unknown as Db & Tx, statements };
}
