import type { EngineHealth } from "@sheaf/engine/engine-api.ts";
import { installationNote } from "@sheaf/engine/installed/notes.ts";
import { asc, eq, gt, lt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db, Tx } from "../db/connect.ts";
import { newId } from "../ids.ts";
import { version } from "../process/version.ts";
import { workers } from "./table.ts";

const reportEveryMs = 10_000;
/** A worker that has not reported for this time counts as dead or disconnected. */
const deadAfter = sql.raw("interval '30 seconds'");
const forgottenAfter = sql.raw("interval '1 hour'");

/** What a worker can do while its machine's programs are being installed. */
export const withoutPrograms: EngineHealth = {
  sandbox: "none",
  office: "none",
  officeVersion: null,
  readingLanguages: [],
  hasSecondReader: false,
  notes: [installationNote],
};

/**
 * Reports regularly that this worker runs and what it can do, until `stop`.
 * @returns now: reports a change at once
 */
export async function reportWorker(
  db: Db,
  health: () => EngineHealth,
  log: Logger,
): Promise<{ now(): Promise<void>; stop(): Promise<void> }> {
  const id = newId();
  const report = async () => {
    const now = { version, ...health(), seenAt: sql`now()` };
    await db
      .insert(workers)
      .values({ id, ...now })
      .onConflictDoUpdate({ target: workers.id, set: now });
  };
  await report();
  await db.delete(workers).where(lt(workers.seenAt, sql`now() - ${forgottenAfter}`));
  const timer = setInterval(() => {
    report().catch((error) => log.warn({ err: error }, "This worker could not record that it is running"));
  }, reportEveryMs);
  return {
    now: report,
    async stop() {
      clearInterval(timer);
      await db.delete(workers).where(eq(workers.id, id));
    },
  };
}

/** Returns the workers that reported within the last 30 seconds, the longest running first. */
export async function aliveWorkers(db: Db | Tx): Promise<(typeof workers.$inferSelect)[]> {
  return db
    .select()
    .from(workers)
    .where(gt(workers.seenAt, sql`now() - ${deadAfter}`))
    .orderBy(asc(workers.startedAt), asc(workers.id));
}

/**
 * Returns how documents are converted at the moment: "bubblewrap", with reduced protections, if any.
 * @throws Error with the reason when nothing is converted
 */
export async function describeConverting(db: Db): Promise<string> {
  const alive = await aliveWorkers(db);
  const able = alive.filter(({ sandbox }) => sandbox !== "none");
  if (able.length > 0) {
    return sandboxWords(
      able.map(({ sandbox }) => sandbox),
      able.flatMap(({ notes }) => notes),
    );
  }
  const [idle] = alive;
  if (!idle) throw new Error("No worker has reported itself within 30 seconds. Uploads wait.");
  if (idle.notes.includes(installationNote)) throw new Error(installationNote);
  throw new Error(["No worker has a sandbox, so nothing is converted.", ...idle.notes].join(" "));
}

/** Joins the sandboxes and notes of all workers, each once: "bubblewrap, landlock. A note." */
export const sandboxWords = (sandboxes: string[], notes: string[]) =>
  [[...new Set(sandboxes)].join(", "), ...new Set(notes)].join(". ").replaceAll("..", ".");
