/** `./sheaf bench engine`: compares the engine with other tools in one table. bench/README.md explains the results. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gather } from "./material.ts";
import { median, ratioSideBySide } from "./measure.ts";
import { fillPerformance } from "./performance.ts";
import { headOf, loadLine, saveReport } from "./report.ts";
import { type Row, rowsFor } from "./rows.ts";
import { inNewFolder, isInstalled, mergedInto, sheaf, unoPython } from "./runners.ts";
import { type Measured, table } from "./table.ts";

const usage = `Usage: sheaf bench engine [options]

  --runs N       runs of each side; the median counts (5)
  --only ROW     office, warm, cold, pdf, scans, text, jpeg or big; may be repeated
  --save         also writes bench/results/DATE-engine.md, and the table into docs/performance.md`;

const root = join(import.meta.dirname, "..", "..");
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string", multiple: true, default: [] },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const runs = Number(values.runs);
if (values.help || !Number.isInteger(runs) || runs < 1) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const workDir = mkdtempSync(join(tmpdir(), "sheaf-bench-"));

/**
 * Measures one row. The first run of each side measures memory; then all tools run in turn, so that a busy machine
 * affects all of them equally.
 */
async function measure({ what, ours, rivals, barMs, barBytes, mostRuns }: Row): Promise<Measured> {
  const sides = [ours, ...rivals].filter(({ missing }) => missing === null);
  const peaks = new Map<string, number>();
  const times = new Map<string, number[]>(sides.map(({ name }) => [name, []]));
  for (const side of sides) peaks.set(side.name, (await inNewFolder(side, workDir, true)).peakBytes);
  for (let count = 0; count < Math.min(runs, mostRuns ?? runs); count++) {
    for (const side of sides) times.get(side.name)?.push((await inNewFolder(side, workDir, false)).ms);
  }
  const our = times.get(ours.name) ?? [];
  return {
    what,
    ms: median(our),
    spreadMs: [Math.min(...our), Math.max(...our)],
    peakBytes: peaks.get(ours.name) ?? 0,
    barMs,
    barBytes,
    rivals: rivals.map(({ name, missing, bar, aim }) => {
      const their = times.get(name) ?? [];
      const ratio = ratioSideBySide(our, their);
      return { name, missing, bar, aim, ms: median(their), peakBytes: peaks.get(name) ?? 0, ratio };
    }),
  };
}

/** Prints how to install missing tools; they are never installed automatically. */
function adviseRivals(): void {
  const packages = { ghostscript: isInstalled("gs"), img2pdf: isInstalled("img2pdf"), "python3-uno": unoPython() };
  const wanted = Object.entries(packages).flatMap(([name, isThere]) => (isThere ? [] : [name]));
  if (wanted.length === 0) return;
  console.error(`To compare with all tools: sudo apt-get install --no-install-recommends ${wanted.join(" ")}`);
}

function report(measured: Measured[], from: string): string {
  return [
    ...headOf("Engine"),
    loadLine("the ratios are worse than they should be"),
    `Files: ${from}. Medians of ${runs}, of fewer for long rows. Spread of sheaf's times: ${measured.map(spread).join(", ")}.`,
    `Compared with: ${versions().join(", ")}.`,
    "",
    table(measured),
  ].join("\n");
}

function spread({ spreadMs: [least, most] }: Measured): string {
  return `${(least / 1000).toFixed(2)}–${(most / 1000).toFixed(2)} s`;
}

function versions(): string[] {
  const asked: [program: string, option: string][] = [
    ["soffice", "--version"],
    ["gs", "--version"],
    ["qpdf", "--version"],
    ["img2pdf", "--version"],
  ];
  return asked.map(([program, option]) => {
    if (!isInstalled(program)) return `${program} not installed`;
    const [line = ""] = execFileSync(program, [option], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).split("\n");
    return line.toLowerCase().includes(program) ? line : `${program} ${line}`;
  });
}

try {
  const material = await gather(join(root, "node_modules", ".cache", "bench"));
  const cacheDir = join(workDir, "cache");
  const rows = rowsFor(material, cacheDir);
  const chosen = rows.filter(({ key }) => values.only.length === 0 || values.only.includes(key));
  if (chosen.length === 0) throw new Error(`The rows are ${[...new Set(rows.map(({ key }) => key))].join(", ")}.`);
  adviseRivals();
  // Fills the caches that a first run leaves for later ones.
  await inNewFolder(sheaf(cacheDir, [material.wordFile], mergedInto), workDir, false);
  const measured: Measured[] = [];
  for (const row of chosen) {
    process.stderr.write(`${row.what} …\n`);
    measured.push(await measure(row));
  }
  const text = report(measured, material.from);
  console.log(text);
  if (values.save) {
    const path = saveReport("engine", text);
    if (chosen.length === rows.length) fillPerformance("engine", text, path);
  }
} finally {
  rmSync(workDir, { recursive: true, force: true });
}
