import type { Operations } from "@sheaf/contracts/admin/operations.ts";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { jobFiles } from "../jobs/table.ts";
import { isOfFile } from "./lane/reading-rows.ts";
import { fileReadings } from "./table.ts";

/** Returns how much there is to read, over all practices, and how fast it was read within the last ten minutes. */
export async function measureReading(
  db: Db,
): Promise<Pick<Operations["reading"], "waiting" | "running" | "pagesPerMinute" | "oldestWaitingSeconds">> {
  const { state, createdAt, endedAt, pagesRead } = fileReadings;
  const waiting = sql`filter (where ${state} = 'waiting')`;
  const { rows } = await db.execute<Awaited<ReturnType<typeof measureReading>>>(sql`
    select count(*) ${waiting}::int as waiting, count(*) filter (where ${state} = 'reading')::int as running,
      (select coalesce(round(sum(${pagesRead}) / 10.0, 1), 0)::float8 from ${fileReadings}
        where ${endedAt} > now() - interval '10 minutes') as "pagesPerMinute",
      round(extract(epoch from now() - min(${createdAt}) ${waiting}))::int as "oldestWaitingSeconds"
    from ${fileReadings} inner join ${jobFiles} on ${isOfFile} where ${state} in ('waiting', 'reading')`);
  return rows[0] ?? { waiting: 0, running: 0, pagesPerMinute: 0, oldestWaitingSeconds: null };
}
