/** `./sheaf bench faults`: what becomes of emails when the workers that hand them over are killed. How to read it: README.md. */
import { parseArgs } from "node:util";
import { killWorkersHandingOver } from "@sheaf/server/delivery/testing/kill-run.ts";
import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { faultsTable, holds } from "./faults/table.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

const usage = `Usage: sheaf bench faults [options]

  --kills N      jobs with one email each, and kills: one for each (300)
  --save         also writes bench/results/DATE-faults.md`;

/** The killed workers' emails are taken up again when their leases and claims have run out. */
const settleWithinMs = 300_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "300" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const emails = Number(values.kills);
if (values.help || !Number.isInteger(emails) || emails < 1) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const cluster = await startThrowAwayCluster();
try {
  const run = await killWorkersHandingOver({
    ...{ emails, clusterUrl: cluster.url, settleWithinMs },
    onKill: (kills) => kills % 10 === 0 && process.stderr.write(`${kills} of ${emails} killed …\n`),
  });
  const text = [
    ...headOf("Faults"),
    loadLine("that makes it longer, and no number wrong"),
    "",
    faultsTable(run, emails),
  ].join("\n");
  console.log(text);
  if (values.save) saveReport("faults", text);
  if (!holds(run, emails)) process.exitCode = 1;
} finally {
  await cluster.close();
}
