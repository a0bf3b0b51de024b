import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { listed, listedId } from "../../platform/db/listed.ts";
import { onePlan } from "../../platform/db/statement-names.ts";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs, outputs } from "../jobs/table.ts";

/** Returns the versions (`Job.version`) of the practice's jobs by id, in one statement; a deleted job has none. */
export async function readVersions(db: Db, practiceId: string, ids: string[]): Promise<Map<string, number>> {
  const parts = (table: typeof jobFiles | typeof outputs | typeof deliveries) => sql`coalesce((
    select sum(${table.version}) from ${table}
    where ${table.practiceId} = ${practiceId} and ${table.jobId} = ${jobs.id}), 0)`;
  const { rows } = await db.execute<{ id: string; version: number }>(sql`${onePlan}
    select ${jobs.id} as id,
      (${jobs.version} + ${parts(jobFiles)} + ${parts(outputs)} + ${parts(deliveries)})::int as version
    from ${listed(ids)} inner join ${jobs} on ${equals(jobs, { practiceId, id: listedId })}`);
  return new Map(rows.map(({ id, version }) => [id, version]));
}
