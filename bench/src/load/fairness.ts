import { setTimeout as delay } from "node:timers/promises";
import { openPracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { openBrowser } from "./browser.ts";
import { openJournal } from "./journal.ts";
import { fileOf } from "./material.ts";

export interface FairnessRun {
  /** Smallest number of waiting files of the first practice at a submission of the other. */
  fewestQueued: number;
  /** Time of each job of the other practice, from its submission until its browser knows that the PDF is ready. */
  jobMs: number[];
  /** Failed jobs of both practices and unexpected responses, one line each. */
  failed: string[];
}

const filesPerJob = 25;
/** A practice's sandbox ends after 2 s without work, so each of the single jobs starts without one. */
const pauseMs = 3_000;
const jobWithinMs = 120_000;

/**
 * Measures single jobs of one practice while another practice has a queue of constant length.
 * @param size.queued number of waiting files
 * @param size.singles number of jobs of the other practice, one after the other
 */
export async function runFairness(
  bed: TestBed,
  { queued, singles }: { queued: number; singles: number },
): Promise<FairnessRun> {
  const journal = openJournal();
  const [busy, other] = [await openPracticeClient(bed), await openPracticeClient(bed)];
  const [many, one] = [
    await openBrowser(bed.url, busy, "audit trail", journal),
    await openBrowser(bed.url, other, "dashboard", journal),
  ];
  try {
    const waiting = async () => {
      const [row] = await bed.query<{ files: number }>(
        "select count(*)::int as files from job_files where practice_id = $1 and state = 'waiting'",
        [busy.practiceId],
      );
      return row?.files ?? 0;
    };
    const fill = async () => {
      for (
        let files = await waiting();
        files < queued + filesPerJob && journal.failed.length === 0;
        files += filesPerJob
      ) {
        const batch = Array.from({ length: filesPerJob }, () => fileOf("docx"));
        const taken = await many.submit(batch, performance.now());
        void taken?.ended.then(
          ({ status }) => status === "failed" && journal.failed.push("A job of the queue failed."),
        );
      }
    };

    const run: FairnessRun = { fewestQueued: Number.POSITIVE_INFINITY, jobMs: [], failed: journal.failed };
    for (let number = 0; number < singles && journal.failed.length === 0; number++) {
      await fill();
      await delay(pauseMs);
      run.fewestQueued = Math.min(run.fewestQueued, await waiting());
      const handedIn = performance.now();
      const taken = await one.submit([fileOf("docx")], handedIn);
      const how = await Promise.race([taken?.ended, delay(jobWithinMs)]);
      if (how?.status === "completed") run.jobMs.push(how.at - handedIn);
      else
        journal.failed.push(
          `Job ${number + 1} ${how?.status === "failed" ? "failed" : "had not ended after two minutes"}.`,
        );
    }
    return run;
  } finally {
    many.close();
    one.close();
  }
}
