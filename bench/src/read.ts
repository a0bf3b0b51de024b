/** `./sheaf bench read`: compares how pages are read with other tools. bench/README.md explains the results. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { captures } from "@sheaf/engine/testing/printed-pages/captured-page.ts";
import { picturesPdf } from "@sheaf/engine/testing/printed-pages/pictures-pdf.ts";
import { fillPerformance } from "./performance.ts";
import { added, type Compared, compare } from "./read/compare-words.ts";
import { type PageSet, pageSet, setNames } from "./read/page-sets.ts";
import { bareTesseract, ocrMyPdf, type Reader, type Reading, sheaf } from "./read/readers.ts";
import { turnsReport } from "./read/turns.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

/** The name of the part that counts turns, beside those of the sets. */
const turns = "turns";
const parts = [...setNames, turns];
const usage = `Usage: sheaf bench read [options]

  --only PART    ${parts.join(", ")}; may be repeated
  --pages N      invented pages of each set (8)
  --turned N     pages that stand in each of the four ways, for turns (400)
  --seed N       of the first invented page (1000)
  --save         also writes bench/results/DATE-read.md, and the table into docs/performance.md`;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    pages: { type: "string", default: "8" },
    turned: { type: "string", default: "400" },
    seed: { type: "string", default: "1000" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const [pages, turned, seed] = [Number(values.pages), Number(values.turned), Number(values.seed)];
if (values.help || !(pages >= 1) || !(turned >= 1) || !Number.isInteger(seed)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const workDir = mkdtempSync(join(tmpdir(), "sheaf-bench-read-"));
const heading = [
  "| pages | read by | words found / right | letters | totals that occur | totals told | dates that occur | CPU s a page | peak memory |",
  "|---|---|---:|---:|---:|---:|---:|---:|---:|",
];

/** Reads one set with one tool and returns its row of the table. */
async function row(set: PageSet, pdfPath: string, reader: Reader): Promise<string> {
  if (reader.missing !== null)
    return cells([set.name, `${reader.name}: ${reader.missing}`, "", "", "", "", "", "", ""]);
  const folder = join(workDir, `${setNames.findIndex((name) => set.name.startsWith(name))}-${reader.name}`);
  mkdirSync(folder, { recursive: true });
  const reading = await reader.read(pdfPath, set.pages.length, folder);
  const counts = added(
    set.pages.map(({ truth }, page) => compare(truth, reading.pages[page] ?? { words: [], total: null })),
  );
  return cells([`${set.name} (${set.pages.length})`, reader.name, ...figures(set, reader, counts, reading)]);
}

function figures({ bar, pages: read }: PageSet, reader: Reader, counts: Compared, reading: Reading): string[] {
  const isOurs = reader === sheaf;
  const recall = counts.found / counts.printed;
  const mark = isOurs && bar !== null ? ` ${recall >= bar ? "✓" : "✗"} (≥ ${percent(bar)})` : "";
  const of = (count: number, all: number) => (all === 0 ? "" : `${count} of ${all}`);
  return [
    `${percent(recall)} / ${percent(counts.found / Math.max(1, counts.read))}${mark}`,
    percent(counts.letters / counts.long),
    of(counts.totalsFound, counts.totals),
    isOurs ? of(counts.totalsTold, counts.totals) : "",
    of(counts.datesFound, counts.dates),
    (reading.seconds / read.length).toFixed(2),
    `${Math.round(reading.peakBytes / 1024 / 1024)} MB`,
  ];
}

const cells = (texts: string[]): string => `| ${texts.join(" | ")} |`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The parameters of the invented pages, one line for each way of capturing them. */
const parameters = Object.entries(captures).map(([name, capture]) => {
  const told = Object.entries(capture).map(([key, value]) => `${key} ${value}`);
  return `- ${name}: ${told.join(", ")}`;
});

try {
  const rows: string[] = [];
  const wanted = values.only.length === 0 ? parts : values.only;
  for (const name of wanted.filter((one) => one !== turns)) {
    const set = await pageSet(name, seed, pages);
    if (!set) {
      console.error("Without the receipts, which are not beside the project.");
      continue;
    }
    const pdfPath = join(workDir, `${rows.length}.pdf`);
    writeFileSync(pdfPath, await picturesPdf(set.pages.map(({ jpeg }) => jpeg)));
    for (const reader of [sheaf, bareTesseract, ocrMyPdf]) {
      rows.push(await row(set, pdfPath, reader));
      console.error(rows.at(-1));
    }
  }
  const turnLines = wanted.includes(turns) ? ["", "## Turns", ...(await turnsReport(seed, turned, workDir))] : [];
  const text = [
    ...headOf("Reading"),
    loadLine("seconds of the processor are not much worse by this"),
    `Invented pages: seeds ${seed} to ${seed + pages - 1}, captured as below.`,
    "",
    ...heading,
    ...rows,
    ...turnLines,
    "",
    "## How the invented pages were captured",
    ...parameters,
  ].join("\n");
  console.log(text);
  if (values.save) {
    const path = saveReport("read", text);
    if (values.only.length === 0) fillPerformance("read", text, path);
  }
} finally {
  rmSync(workDir, { recursive: true, force: true });
}
