import { setTimeout as delay } from "node:timers/promises";
import { openPracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { AnotherWorker, TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { openBrowser } from "./browser.ts";
import { openJournal } from "./journal.ts";
import { fileOf } from "./material.ts";

/** What happens to the workers during a third of the single jobs each. */
export const phases = ["one worker", "a second worker joins", "the second worker leaves"] as const;
export type Phase = (typeof phases)[number];

export interface FairnessRun {
  /** Smallest number of waiting files of the first practice at a submission of the other. */
  fewestQueued: number;
  /** Time of each job of the other practice, from its submission until its browser knows that the PDF is ready. */
  jobMs: Record<Phase, number[]>;
  /** Failed jobs of both practices and unexpected responses, one line each. */
  failed: string[];
}

const filesPerJob = 25;
/** A practice's sandbox ends after 2 s without work, so each of the single jobs starts without one. */
const pauseMs = 3_000;
const jobWithinMs = 120_000;

/**
 * Measures single jobs of one practice while another practice has a queue of constant length. A second worker starts at
 * the first job of the second third, and is stopped at the first job of the last third.
 * @param size.queued number of waiting files
 * @param size.singles number of jobs of the other practice, one after the other, at least three
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
  let second: Promise<AnotherWorker> | undefined;
  let left: Promise<void> | undefined;
  const begin: Record<Phase, () => void> = {
    "one worker": () => {},
    "a second worker joins": () => {
      second = bed.anotherWorker();
      second.catch(() => {}); // thrown where its end is awaited
    },
    "the second worker leaves": () => {
      left = second?.then((worker) => worker.close());
    },
  };
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

    const run: FairnessRun = { fewestQueued: Number.POSITIVE_INFINITY, jobMs: noTimes(), failed: journal.failed };
    const begun = new Set<Phase>();
    for (let number = 0; number < singles && journal.failed.length === 0; number++) {
      await fill();
      await delay(pauseMs);
      run.fewestQueued = Math.min(run.fewestQueued, await waiting());
      const [phase = "one worker"] = phases.slice(Math.floor((number * phases.length) / singles));
      if (!begun.has(phase)) begin[phase]();
      begun.add(phase);
      const handedIn = performance.now();
      const taken = await one.submit([fileOf("docx")], handedIn);
      const how = await Promise.race([taken?.ended, delay(jobWithinMs)]);
      if (how?.status === "completed") run.jobMs[phase].push(how.at - handedIn);
      else
        journal.failed.push(
          `Job ${number + 1} ${how?.status === "failed" ? "failed" : "had not ended after two minutes"}.`,
        );
    }
    await left;
    return run;
  } finally {
    await (left ?? second?.then((worker) => worker.close()));
    many.close();
    one.close();
  }
}

const noTimes = (): FairnessRun["jobMs"] => ({
  "one worker": [],
  "a second worker joins": [],
  "the second worker leaves": [],
});
