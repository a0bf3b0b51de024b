/**
 * `./sheaf bench load`: measures Sheaf at a steady rate of jobs, the processor time of a document, the jobs that
 * several workers complete, waiting times between practices, and lists. bench/README.md
 * explains the results.
 */
import { parseArgs } from "node:util";
import { fillOperate, fillThroughput } from "./load/operate.ts";
import { partNames, runParts } from "./load/parts.ts";
import { openReport, saveReport } from "./report.ts";

const usage = `Usage: sheaf bench load [options]

  --only a,b     runs some parts: ${partNames.join(", ")}
  --minutes N    minutes of steady load (10)
  --rate N       files a second of the steady load (3)
  --practices N  practices that upload them (4)
  --browsers N   open browsers, each with an event stream (8)
  --documents N  documents of each kind whose cost is measured (20)
  --workers A,B  numbers of worker processes whose jobs a minute are measured (1,2,4)
  --measured N   seconds that are measured with each of these numbers (60)
  --files N      waiting files of one practice during single jobs of another (500)
  --singles N    number of these single jobs, one after the other, at least 3 (24)
  --jobs N       jobs in the table whose lists are read, a fiftieth of one practice (5000000)
  --seconds N    seconds of reading lists, 50 requests a second (60)
  --save         also writes bench/results/DATE-load.md, and costs and jobs a core into
                 docs/operate.md`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: partNames.join() },
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "3" },
    practices: { type: "string", default: "4" },
    browsers: { type: "string", default: "8" },
    documents: { type: "string", default: "20" },
    workers: { type: "string", default: "1,2,4" },
    measured: { type: "string", default: "60" },
    files: { type: "string", default: "500" },
    singles: { type: "string", default: "24" },
    jobs: { type: "string", default: "5000000" },
    seconds: { type: "string", default: "60" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const only = values.only.split(",");
const sizes = {
  steady: {
    minutes: Number(values.minutes),
    filesPerSecond: Number(values.rate),
    practices: Number(values.practices),
    browsers: Number(values.browsers),
  },
  cost: { documents: Number(values.documents) },
  workers: { counts: values.workers.split(",").map(Number), seconds: Number(values.measured) },
  fairness: { queued: Number(values.files), singles: Number(values.singles) },
  lists: { jobs: Number(values.jobs), requestsPerSecond: 50, seconds: Number(values.seconds) },
};
const fractional = [sizes.steady.minutes, sizes.steady.filesPerSecond];
const whole = [
  sizes.steady.practices,
  sizes.steady.browsers,
  sizes.cost.documents,
  ...sizes.workers.counts,
  sizes.workers.seconds,
  sizes.fairness.queued,
  sizes.fairness.singles,
  sizes.lists.jobs / 1000,
  sizes.lists.seconds,
];
if (
  values.help ||
  only.some((name) => !partNames.some((known) => known === name)) ||
  fractional.some((each) => !(each > 0)) ||
  sizes.fairness.singles < 3 ||
  whole.some((each) => !Number.isInteger(each) || each < 1)
) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const report = openReport("Load", "every time is longer than it should be");
const { holds, costs, workers } = await runParts(
  partNames.filter((name) => only.includes(name)),
  sizes,
  report.say,
);
if (values.save) {
  const path = saveReport("load", report.text());
  if (costs) fillOperate(costs, path);
  const [alone] = workers?.throughputs.filter(({ jobs }) => jobs > 0) ?? [];
  if (alone) fillThroughput(alone, path);
}
// Connections that the other servers leave open must not keep this process running.
process.exit(holds ? 0 : 1);
