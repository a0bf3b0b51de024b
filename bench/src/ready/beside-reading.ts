import { setTimeout as delay } from "node:timers/promises";
import { captured, captures } from "@sheaf/engine/testing/printed-pages/captured-page.ts";
import { picturesPdf } from "@sheaf/engine/testing/printed-pages/pictures-pdf.ts";
import { printedPage } from "@sheaf/engine/testing/printed-pages/printed-page.ts";
import { openPracticeClient, type PracticeClient } from "@sheaf/server/testing/faults/practice-client.ts";
import type { TestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { until } from "@sheaf/server/testing/hosts/until.ts";
import { openHttpWay } from "./over-http.ts";
import { atRest, warmUps } from "./run.ts";
import type { Upload } from "./uploads.ts";

/** The times of one upload in milliseconds, in the order of the runs. */
export interface BesideReading {
  upload: Upload;
  /** No page is read. */
  unreadMs: number[];
  /** Its own pages are read. */
  readMs: number[];
  /** Hundreds of another practice's scanned pages are read. */
  besideMs: number[];
}

const scannedPages = 500;
/** Different papers among them. */
const papers = 20;
/** Without the noise that makes files too large to upload. */
const plainScan = { ...captures["scan, 150 dpi"], noise: 1, quality: 45 };
const readWithinMs = 120_000;

/**
 * Measures each upload over HTTP: with pages unread and read in turn, and then while another practice's scans are read.
 */
export async function measureBesideReading(
  bed: TestBed,
  uploads: Upload[],
  { runs, pauseMs }: { runs: number; pauseMs: number },
): Promise<BesideReading[]> {
  const client = await openPracticeClient(bed);
  const other = await openPracticeClient(bed);
  const scans = await manyScans();
  const http = await openHttpWay(bed.url, client);

  async function readsPages(reads: boolean): Promise<void> {
    await bed.query("update practices set read_pages = $2 where id = $1", [client.practiceId, reads]);
  }

  async function timed(upload: Upload): Promise<number> {
    const ms = await http.toReady(upload.files);
    await atRest(bed, client);
    await nothingIsRead(bed, client);
    await delay(pauseMs);
    return ms;
  }

  try {
    const measured: BesideReading[] = [];
    for (const upload of uploads) {
      process.stderr.write(`${upload.what} …\n`);
      const times: BesideReading = { upload, unreadMs: [], readMs: [], besideMs: [] };
      for (let run = -warmUps; run < runs; run++) {
        for (const ms of [times.unreadMs, times.readMs]) {
          await readsPages(ms === times.readMs);
          const took = await timed(upload);
          if (run >= 0) ms.push(took);
        }
      }
      for (let run = 0; run < runs; run++) {
        await scansAreRead(bed, other, scans);
        times.besideMs.push(await timed(upload));
      }
      measured.push(times);
    }
    return measured;
  } finally {
    await http.close();
  }
}

async function manyScans(): Promise<Uint8Array<ArrayBuffer>> {
  const different: Buffer[] = [];
  for (let seed = 0; seed < papers; seed++) {
    different.push(await captured(printedPage("invoice", seed), plainScan, seed));
  }
  const pages = Array.from({ length: scannedPages }, (_, at) => different[at % papers] as Buffer);
  return new Uint8Array(await picturesPdf(pages));
}

/** Submits scans unless some of the practice's are still to be read, and waits until they are being read. */
async function scansAreRead(bed: TestBed, client: PracticeClient, scans: Uint8Array<ArrayBuffer>): Promise<void> {
  const isIn = async (...states: string[]) => {
    const sql = "select 1 from file_readings where practice_id = $1 and state = any($2) limit 1";
    return (await bed.query(sql, [client.practiceId, states])).length > 0;
  };
  if (!(await isIn("waiting", "reading"))) await client.submit("scans.pdf", scans);
  await until(readWithinMs, async () => {
    if (!(await isIn("reading"))) throw new Error("No scan is being read.");
  });
}

async function nothingIsRead(bed: TestBed, { practiceId }: PracticeClient): Promise<void> {
  await until(readWithinMs, async () => {
    const [row] = await bed.query<{ left: number }>(
      "select count(*)::int as left from file_readings where practice_id = $1 and state in ('waiting', 'reading')",
      [practiceId],
    );
    if (row?.left !== 0) throw new Error(`${row?.left} files are not read.`);
  });
}
