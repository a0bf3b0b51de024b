/**
 * `./sheaf bench deploys`: checks whether a deployment makes any request fail. bench/README.md explains the results.
 */
import { parseArgs } from "node:util";
import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { type DeploysRun, deployWhileJobsCome } from "@sheaf/server/testing/hosts/rolling-deploys.ts";
import { startS3Server } from "@sheaf/server/testing/s3-server.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

const usage = `Usage: sheaf bench deploys [options]

  --deploys N    number of replacements of one of two APIs (20)
  --save         also writes bench/results/DATE-deploys.md`;

const { values } = parseArgs({
  options: {
    deploys: { type: "string", default: "20" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const deploys = Number(values.deploys);
if (values.help || !Number.isInteger(deploys) || deploys < 1) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const [cluster, s3] = await Promise.all([startThrowAwayCluster(), startS3Server()]);
const run = await deployWhileJobsCome({
  databaseUrl: cluster.url,
  env: { ...s3.env, SHEAF_KEY: "5e".repeat(32) },
  deploys,
}).finally(() => Promise.all([s3.close(), cluster.close()]));

const text = [
  ...headOf("Deploys"),
  loadLine("that makes it longer, and no count wrong"),
  "",
  tableOf(run),
  ...run.failed.map((line) => `- ${line}`),
].join("\n");
console.log(text);
if (values.save) saveReport("deploys", text);
if (!holds(run)) process.exitCode = 1;

function holds({ failed, exits }: DeploysRun): boolean {
  return failed.length === 0 && exits.every(([status]) => status === 0);
}

function tableOf(run: DeploysRun): string {
  const unclean = run.exits.filter(([status]) => status !== 0).length;
  return [
    "| APIs replaced, one of two at a time | requests meanwhile, 2 jobs a second | failed | ended otherwise than by themselves | streams that came back |",
    "|---:|---:|---:|---:|---:|",
    `| ${run.deploys} | ${run.requests} | **${run.failed.length}** ${holds(run) ? "✓" : "✗"} | ${unclean} | ${run.streamsEnded} |`,
  ].join("\n");
}
