import pg, { type ClientBase } from "pg";

/**
 * Does work that uses a connection of its own. Statements have no time limit; keep-alive probes detect a broken
 * connection. A transaction that the work did not commit is rolled back.
 */
export async function withClient<Result>(
  url: string,
  name: "sheaf-backup" | "sheaf-restore",
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface CopiedTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

/** Tables whose rows are meaningless at a later time or on another machine. */
const excludedTables = ["workers", "sessions", "ended_sessions", "admin_sessions", "login_failures", "scheduled_runs"];

/**
 * Returns all tables of Sheaf, ordered so that each comes after the tables it refers to. They are read from the
 * database itself, so that no table can be forgotten. The queue's tables are not included: the queue is filled again
 * from the rows.
 */
export async function tablesInOrder(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`);
  const waiting = new Map(rows.filter(({ name }) => !excludedTables.includes(name)).map((row) => [row.name, row]));
  const ordered: CopiedTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => needs.every((other) => !waiting.has(other)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a cycle: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Returns the version of the tables; null before the first migration. */
export async function versionOfTables(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0]?.hash ?? null;
}

export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: string[]) => columns.map(quotedName).join(", ");
