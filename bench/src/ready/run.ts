import { setTimeout as delay } from "node:timers/promises";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { until } from "@sheaf/server/testing/hosts/until.ts";
import { openBrowserWay } from "./in-browser.ts";
import { openHttpWay } from "./over-http.ts";
import type { Upload } from "./uploads.ts";

/** The times of one upload in milliseconds, in the order of the runs. */
export interface Measured {
  upload: Upload;
  httpMs: number[];
  browserMs: number[];
}

/** Runs that are not measured: the first ones load code in server and browser. */
export const warmUps = 2;
const settleWithinMs = 60_000;

/**
 * Measures each upload over HTTP and in the browser in turn, by one user of one practice.
 * @param pauseMs rest between two runs, after the thumbnails of the one before have been drawn
 */
export async function measureUploads(
  bed: TestBed,
  uploads: Upload[],
  { runs, pauseMs }: { runs: number; pauseMs: number },
): Promise<{ measured: Measured[]; browser: string }> {
  const client = await openPracticeClient(bed);
  const http = await openHttpWay(bed.url, client);
  const browser = await openBrowserWay(bed.url, client);
  try {
    const measured: Measured[] = [];
    for (const upload of uploads) {
      process.stderr.write(`${upload.what} …\n`);
      const times: Measured = { upload, httpMs: [], browserMs: [] };
      for (let run = -warmUps; run < runs; run++) {
        for (const [way, ms] of [
          [http, times.httpMs],
          [browser, times.browserMs],
        ] as const) {
          const took = await way.toReady(upload.files);
          if (run >= 0) ms.push(took);
          await atRest(bed, client);
          await delay(pauseMs);
        }
      }
      measured.push(times);
    }
    return { measured, browser: browser.version };
  } finally {
    await http.close();
    await browser.close();
  }
}

/** Waits for the thumbnails, which are drawn after a job has completed and would delay the next one. */
export async function atRest(bed: TestBed, { practiceId }: PracticeClient): Promise<void> {
  await until(settleWithinMs, async () => {
    const [row] = await bed.query<{ left: number }>(
      "select count(*)::int as left from outputs where practice_id = $1 and thumbnails = 0",
      [practiceId],
    );
    if (row?.left !== 0) throw new Error(`Thumbnails of ${row?.left} PDFs are missing.`);
  });
}
