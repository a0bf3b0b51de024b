/**
 * `./sheaf bench ready`: measures the time from an upload to its finished PDF, over HTTP and in a browser.
 * bench/README.md explains the results.
 */
import { parseArgs } from "node:util";
import { startTestBed } from "@sheaf/server/testing/faults/test-bed.ts";
import { fillPerformance } from "./performance.ts";
import { measureUploads } from "./ready/run.ts";
import { readyHolds, readyTable } from "./ready/table.ts";
import { uploads } from "./ready/uploads.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

const usage = `Usage: sheaf bench ready [options]

  --runs N       runs of each upload, over HTTP and in the browser in turn (40)
  --only UPLOAD  ${uploads.map(({ key }) => key).join(", ")}; may be repeated
  --pause MS     rest between two runs (500)
  --save         also writes bench/results/DATE-ready.md, and its table into docs/performance.md`;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "40" },
    only: { type: "string", multiple: true, default: [] },
    pause: { type: "string", default: "500" },
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

const bed = await startTestBed();
const { measured, browser } = await measureUploads(bed, chosen, { runs, pauseMs }).finally(() => bed.close());
const text = [
  ...headOf("Drop to ready"),
  loadLine("every time is longer than it should be"),
  `${browser}. ${runs} runs of each, over HTTP and in the browser in turn, ${pauseMs} ms between two.`,
  "",
  readyTable(measured),
].join("\n");
console.log(text);
if (values.save) {
  const path = saveReport("ready", text);
  if (chosen.length === uploads.length) fillPerformance("ready", text, path);
}
// Connections that the other servers leave open must not keep this process running.
process.exit(readyHolds(measured) ? 0 : 1);
