import type { SampleJob } from "@sheaf/contracts/sample-job.ts";
import { eq } from "drizzle-orm";
import { databaseNow } from "../../../platform/db/clock.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { practices } from "../../practices/table.ts";
import { readPapers } from "./papers.ts";

/** Returns what GET /api/sample-job responds with: whether the job was made, and the papers with their descriptions. */
export async function getSampleJob(db: Db, practiceId: string): Promise<SampleJob> {
  const { madeAt, jobId } = await readSampleState(db, practiceId);
  const papers = await readPapers(madeAt ?? (await databaseNow(db)));
  return {
    state: jobId ? "made" : madeAt ? "removed" : "not-made",
    jobId,
    papers: papers.map(({ name, bytes, about, password = null }) => ({
      name,
      sizeBytes: bytes.length,
      about,
      password,
    })),
  };
}

/** Returns when the practice made its sample job, and the job's id until it is removed. */
export async function readSampleState(
  db: Db | Tx,
  practiceId: string,
): Promise<{ madeAt: Date | null; jobId: string | null }> {
  const [made] = await db
    .select({ madeAt: practices.sampleMadeAt, jobId: practices.sampleJobId })
    .from(practices)
    .where(eq(practices.id, practiceId));
  return made ?? { madeAt: null, jobId: null };
}
