/**
 * `./sheaf bench ready`: measures the time from an upload to its finished PDF, over HTTP and in a browser.
 * bench/README.md explains the results.
 */
import { parseArgs } from "node:util";
import { startTestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { fillPerformance } from "./performance.ts";
import { measureBesideReading } from "./ready/beside-reading.ts";
import { measureUploads } from "./ready/run.ts";
import { besideReadingTable, readingHolds, readyHolds, readyTable } from "./ready/table.ts";
import { uploads } from "./ready/uploads.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

const usage = `Usage: sheaf bench ready [options]

  --runs N       runs of each upload, over HTTP and in the browser in turn (40)
  --only UPLOAD  ${uploads.map(({ key }) => key).join(", ")}; may be repeated
  --pause MS     rest between two runs (500)
  --reading      measures uploads over HTTP while pages are read, instead of HTTP and browser
  --save         also writes bench/results/DATE-ready.md, and its table into docs/performance.md`;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    only: { type: "string", multiple: true, default: [] },
    pause: { type: "string", default: "500" },
    reading: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const [runs, pauseMs] = [Number(values.runs), Number(values.pause)];
const chosen = uploads.filter(({ key }) => values.only.length === 0 || values.only.includes(key));
if (values.help || !Number.isInteger(runs) || runs < 1 || !(pauseMs >= 0) || chosen.length === 0) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const head = (title: string, how: string) => [
  ...headOf(title),
  loadLine("every time is longer than it should be"),
  how,
  "",
];

const bed = await startTestBed();
const holds = await (values.reading ? besideReading() : dropToReady()).finally(() => bed.close());
// Connections that the other servers leave open must not keep this process running.
process.exit(holds ? 0 : 1);

async function dropToReady(): Promise<boolean> {
  const { measured, browser } = await measureUploads(bed, chosen, { runs, pauseMs });
  const how = `${browser}. ${runs} runs of each, over HTTP and in the browser in turn, ${pauseMs} ms between two.`;
  const text = [...head("Drop to ready", how), readyTable(measured)].join("\n");
  console.log(text);
  if (values.save) {
    const path = saveReport("ready", text);
    if (chosen.length === uploads.length) fillPerformance("ready", text, path);
  }
  return readyHolds(measured);
}

async function besideReading(): Promise<boolean> {
  const measured = await measureBesideReading(bed, chosen, { runs, pauseMs });
  const how = `${runs} runs of each, ${pauseMs} ms between two.`;
  const text = [...head("Drop to ready while pages are read", how), besideReadingTable(measured)].join("\n");
  console.log(text);
  if (values.save) saveReport("ready-reading", text);
  return readingHolds(measured);
}
