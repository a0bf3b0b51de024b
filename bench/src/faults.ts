/**
 * `./sheaf bench faults`: checks that jobs and emails survive failures of everything around them. bench/README.md
 * explains the results.
 */
import { parseArgs } from "node:util";
import { killMailWorkers } from "./faults/mail.ts";
import { parts } from "./faults/parts.ts";
import { faultsTable, holds, rowHolds, rowsTable } from "./faults/table.ts";
import { openReport, saveReport, whyBroken } from "./report.ts";

const names = Object.keys(parts) as (keyof typeof parts)[];
const usage = `Usage: sheaf bench faults [options]

  --only a,b     runs some parts: ${names.join(", ")}
  --kills N      killed processes during jobs, and 3/10 as many workers killed while they send emails (1000)
  --files N      hanging files of one practice (50)
  --outage S     seconds without the database, S3, the mail server and the disk (600)
  --restarts N   restarts of PostgreSQL (20)
  --minutes N    minutes with two schedulers (10)
  --at-once N    parts that run at the same time, and installations that share the kills (1)
  --save         also writes bench/results/DATE-faults.md`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: names.join() },
    kills: { type: "string", default: "1000" },
    files: { type: "string", default: "50" },
    outage: { type: "string", default: "600" },
    restarts: { type: "string", default: "20" },
    minutes: { type: "string", default: "10" },
    "at-once": { type: "string", default: "1" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const only = values.only.split(",");
const sizes = {
  kills: Number(values.kills),
  files: Number(values.files),
  outageSeconds: Number(values.outage),
  restarts: Number(values.restarts),
  minutes: Number(values.minutes),
  atOnce: Number(values["at-once"]),
};
const numbers = Object.values(sizes);
if (
  values.help ||
  only.some((name) => !names.some((known) => known === name)) ||
  numbers.some((each) => !Number.isInteger(each) || each < 1)
) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const emails = Math.max(1, Math.round((sizes.kills * 3) / 10));
const report = openReport("Faults", "that makes it longer, and no count wrong");

/** Runs one part. When it fails, the report says so and the other parts still run. */
async function tablesOf(name: keyof typeof parts): Promise<{ tables: string[]; holds: boolean }> {
  process.stderr.write(`${name} …\n`);
  try {
    const rows = await parts[name](sizes);
    const told = { tables: [rowsTable(rows)], holds: rows.every(rowHolds) };
    if (name !== "mail") return told;
    const run = await killMailWorkers(emails);
    return { tables: [...told.tables, faultsTable(run, emails)], holds: told.holds && holds(run, emails) };
  } catch (error) {
    return { tables: [`${name}: broken off\n\n${whyBroken(error)}`], holds: false };
  }
}

let allHold = true;
const left = names.filter((each) => only.includes(each));
async function runNextPart(): Promise<void> {
  for (let name = left.shift(); name; name = left.shift()) {
    const part = await tablesOf(name);
    for (const table of part.tables) report.say(`\n${table}`);
    allHold &&= part.holds;
  }
}
await Promise.all(Array.from({ length: sizes.atOnce }, runNextPart));
if (values.save) saveReport("faults", report.text());
// Connections that the other servers leave open must not keep this process running.
process.exit(allHold ? 0 : 1);
