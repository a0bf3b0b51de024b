import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { until } from "@sheaf/server/testing/hosts/until.ts";

/** Numbers of statements that reached PostgreSQL, by the connection that sent them. */
export interface Statements {
  /** Requests and tasks. */
  application: number;
  /** Claiming and completing tasks, and looking for some. */
  queue: number;
}

const settleWithinMs = 30_000;

/**
 * Counts the statements of Sheaf's processes while `work` runs, by the log of the embedded PostgreSQL: every statement
 * that a client sends, `begin` and `commit` among them, those of triggers not. Logging costs time, so nothing else is
 * measured meanwhile.
 */
export async function countStatements(bed: TestBed, work: () => Promise<void>): Promise<Statements> {
  const path = join(bed.dataDir, "postgres-18.log");
  await logStatements(bed, "all");
  try {
    const { size } = await stat(path);
    await work();
    return statementsIn(await textFrom(path, size));
  } finally {
    await logStatements(bed, "none");
  }
}

async function logStatements(bed: TestBed, which: "all" | "none"): Promise<void> {
  await bed.query("alter system set log_line_prefix = '%a|'");
  await bed.query(`alter system set log_statement = '${which}'`);
  await bed.query("select pg_reload_conf()");
  await until(settleWithinMs, async () => {
    const [row] = await bed.query<{ log_statement: string }>("show log_statement");
    if (row?.log_statement !== which) throw new Error("PostgreSQL has not read its settings again");
  });
}

async function textFrom(path: string, start: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** @param log with the name of the application before each entry; an entry may have several lines */
export function statementsIn(log: string): Statements {
  const counted: Statements = { application: 0, queue: 0 };
  for (const [, name] of log.matchAll(/^(sheaf|sheaf-queue)\|LOG: {2}(?:statement|execute )/gm)) {
    counted[name === "sheaf" ? "application" : "queue"] += 1;
  }
  return counted;
}
