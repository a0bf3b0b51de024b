import type { ClientBase } from "pg";

/** A statement takes as long as it needs, a dead line does not. */
export const patience = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export interface CopiedTable {
  name: string;
  /** Without generated ones. */
  columns: string[];
}

/** What means nothing on another day or another machine. */
const leftOut = ["workers", "sessions", "ended_sessions", "admin_sessions", "login_failures", "scheduled_runs"];

/**
 * Every table of Sheaf's own, those that others refer to first. Read from the database itself, so that no table can be
 * forgotten. The queue is not among them: it is filled anew from the rows.
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
  const waiting = new Map(rows.filter(({ name }) => !leftOut.includes(name)).map((row) => [row.name, row]));
  const ordered: CopiedTable[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => needs.every((other) => !waiting.has(other)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a ring: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Which version of the tables this is; null before the first migration. */
export async function versionOfTables(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  return rows[0]?.hash ?? null;
}

export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: string[]) => columns.map(quotedName).join(", ");
