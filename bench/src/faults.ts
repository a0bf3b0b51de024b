/** `./sheaf bench faults`: what becomes of jobs and emails when everything around them fails. How to read it: README.md. */
import { parseArgs } from "node:util";
import { killMailWorkers } from "./faults/mail.ts";
import { parts } from "./faults/parts.ts";
import { type FaultRow, faultsTable, holds, rowHolds, rowsTable } from "./faults/table.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

const names = Object.keys(parts);
const usage = `Usage: sheaf bench faults [options]

  --only a,b     some of ${names.join(", ")}
  --kills N      processes killed while jobs flow, and three tenths as many workers while they hand emails over (1000)
  --files N      hanging files of one practice (50)
  --outage S     seconds that the database, S3, the mail server and the disk are away (600)
  --restarts N   of PostgreSQL (20)
  --minutes N    that two schedulers run side by side (10)
  --save         also writes bench/results/DATE-faults.md`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: names.join() },
    kills: { type: "string", default: "1000" },
    files: { type: "string", default: "50" },
    outage: { type: "string", default: "600" },
    restarts: { type: "string", default: "20" },
    minutes: { type: "string", default: "10" },
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
};
const numbers = Object.values(sizes);
if (
  values.help ||
  only.some((name) => !names.includes(name)) ||
  numbers.some((each) => !Number.isInteger(each) || each < 1)
) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const emails = Math.max(1, Math.round((sizes.kills * 3) / 10));
const tables: string[] = [];
let allHold = true;

const rows: FaultRow[] = [];
for (const [name, run] of Object.entries(parts)) {
  if (!only.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  rows.push(...(await run(sizes)));
}
if (rows.length > 0) tables.push(rowsTable(rows));
allHold &&= rows.every(rowHolds);

if (only.includes("mail")) {
  process.stderr.write("mail …\n");
  const run = await killMailWorkers(emails);
  tables.push(faultsTable(run, emails));
  allHold &&= holds(run, emails);
}

const text = [
  ...headOf("Faults"),
  loadLine("that makes it longer, and no count wrong"),
  ...tables.flatMap((table) => ["", table]),
].join("\n");
console.log(text);
if (values.save) saveReport("faults", text);
// What the servers beside it leave open must not keep it.
process.exit(allHold ? 0 : 1);
