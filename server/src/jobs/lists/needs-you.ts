import { deliveriesInTrouble } from "@sheaf/contracts/delivery-states.ts";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { deliveries } from "../../delivery/table.ts";
import { jobFiles, jobs } from "../table.ts";

/**
 * The jobs that need somebody, some of them twice, as rows of `id`; as `lightOf` in status.ts says it of one: failed, or with a bad
 * file, or with an email in trouble, as long as there are files. Each part has an index of its own that holds only such rows.
 */
export function needingYou(practiceId: string): SQL {
  const failed = and(eq(jobs.practiceId, practiceId), eq(jobs.status, "failed"));
  const bad = and(eq(jobFiles.practiceId, practiceId), inArray(jobFiles.state, ["refused", "failed"]));
  const inTrouble = and(
    eq(deliveries.practiceId, practiceId),
    inArray(deliveries.state, [...deliveriesInTrouble]),
    isNull(deliveries.replacedById),
  );
  return sql`(
    select id from (
      select ${jobs.id} as id from ${jobs} where ${failed}
      union all select ${jobFiles.jobId} from ${jobFiles} where ${bad}
      union all select ${deliveries.jobId} from ${deliveries} where ${inTrouble}
    ) red where exists (
      select from ${jobs} where ${eq(jobs.practiceId, practiceId)} and ${jobs.id} = red.id and ${isNull(jobs.filesDeletedAt)}
    )
  )`;
}
