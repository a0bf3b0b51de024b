import { deliveriesInTrouble } from "@sheaf/contracts/delivery-states.ts";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { constant } from "../../../platform/db/constant.ts";
import { equals } from "../../../platform/db/equals.ts";
import { deliveries } from "../../delivery/table.ts";
import { isUpload } from "../../jobs/index.ts";
import { jobFiles, jobs } from "../../jobs/table.ts";

/**
 * Returns a subquery for the ids of the jobs whose light is "Needs you", some of them twice. The conditions are those
 * of `lightOf`: the job failed, or a file is bad, or an email is in trouble, and the files are not deleted. Each part
 * has a partial index that contains only such rows.
 */
export function jobsNeedingYou(practiceId: string): SQL {
  const failed = and(eq(jobs.practiceId, practiceId), constant(eq(jobs.status, "failed")));
  const bad = and(eq(jobFiles.practiceId, practiceId), constant(inArray(jobFiles.state, ["refused", "failed"])));
  const inTrouble = and(
    eq(deliveries.practiceId, practiceId),
    constant(inArray(deliveries.state, [...deliveriesInTrouble])),
    isNull(deliveries.replacedById),
  );
  return sql`(
    select id from (
      select ${jobs.id} as id from ${jobs} where ${failed}
      union all select ${jobFiles.jobId} from ${jobFiles} where ${bad}
      union all select ${deliveries.jobId} from ${deliveries} where ${inTrouble}
    ) red where exists (
      select from ${jobs} where ${eq(jobs.practiceId, practiceId)} and ${jobs.id} = red.id and ${isNull(jobs.filesDeletedAt)} and ${isUpload(jobs)}
    )
  )`;
}

/**
 * Returns a subquery for the distinct ids of the jobs whose emails were all cancelled, by the conditions of `lightOf`.
 */
export function notSent(practiceId: string): SQL {
  const undone = and(
    eq(deliveries.practiceId, practiceId),
    constant(eq(deliveries.state, "undone")),
    isNull(deliveries.replacedById),
  );
  const ofEmail = equals(jobs, { practiceId: deliveries.practiceId, id: deliveries.jobId });
  return sql`(
    select distinct ${deliveries.jobId} as id from ${deliveries}
    join ${jobs} on ${ofEmail} and ${constant(eq(jobs.status, "completed"))}
    where ${undone}
      and not exists (select from ${deliveries} other where other.practice_id = ${practiceId}
        and other.job_id = ${jobs.id} and other.state <> 'undone' and other.replaced_by_id is null)
      and not exists (select from ${jobFiles} where ${eq(jobFiles.practiceId, practiceId)}
        and ${jobFiles.jobId} = ${jobs.id} and ${constant(inArray(jobFiles.state, ["refused", "failed"]))})
  )`;
}
