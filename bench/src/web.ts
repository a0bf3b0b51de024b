/**
 * `./sheaf bench web`: runs Lighthouse on the pages of a demonstration and prints one table. bench/README.md explains
 * the results.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { demoJobs } from "@sheaf/contracts/demo.ts";
import { startInstallation } from "@sheaf/journeys/harness.ts";
import lighthouse from "lighthouse/package.json" with { type: "json" };
import { headOf, loadLine, saveReport } from "./report.ts";
import { type BenchPage, benchPages } from "./web/pages.ts";
import { faultLines, type Visited, webTable } from "./web/table.ts";
import { openBrowser, screens } from "./web/visit.ts";

const usage = `Usage: sheaf bench web [options]

  --runs N       visits to each page on each screen; the median counts (3)
  --only PAGE    ${benchPages.map(({ path }) => path).join(", ")}; may be repeated
  --save         also writes bench/results/DATE-web.md`;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string", multiple: true, default: [] },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const runs = Number(values.runs);
const chosen = benchPages.filter(({ path }) => values.only.length === 0 || values.only.includes(path));
if (values.help || !Number.isInteger(runs) || runs < 1 || chosen.length === 0) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

/** Visits the pages one after the other. A first visit warms up the server for all pages. */
async function visitAll(url: string, cookie: string): Promise<{ visited: Visited[]; version: string }> {
  const browser = await openBrowser();
  try {
    const visited: Visited[] = [];
    for (const page of chosen) for (const screen of screens) visited.push(await visitPage(page, screen));
    return { visited, version: browser.version };
  } finally {
    browser.close();
  }

  async function visitPage(page: BenchPage, screen: Visited["screen"]): Promise<Visited> {
    process.stderr.write(`${page.path} (${screen}) …\n`);
    const visits: Visited["visits"] = [];
    for (let count = 0; count < runs; count++) {
      visits.push(await browser.visit(`${url}${page.path}`, screen, page.signedIn ? cookie : undefined));
    }
    return { page, screen, visits };
  }
}

/** @returns the value of the Cookie header */
async function signIn(url: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "demo", password }),
  });
  if (!answer.ok) throw new Error(`Signing in returned ${answer.status}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Waits until the demonstration's jobs have been made, since the work would slow the pages down. */
async function untilJobsMade(url: string): Promise<void> {
  for (;;) {
    const { made, total } = demoJobs.parse(await (await fetch(`${url}/api/demo/jobs`)).json());
    if (made >= total) return;
    await delay(1_000);
  }
}

const sheaf = await startInstallation({}, ["--demo"]);
try {
  const password = readFileSync(join(sheaf.dataDir, "demo-password"), "utf8").trim();
  await untilJobsMade(sheaf.url);
  const { visited, version } = await visitAll(sheaf.url, await signIn(sheaf.url, password));
  const faults = faultLines(visited);
  const text = [
    ...headOf("Web"),
    loadLine("performance and LCP are worse than they should be"),
    `Lighthouse ${lighthouse.version}, ${version}. Medians of ${runs}.`,
    "",
    webTable(visited),
    ...(faults.length > 0 ? ["", "What keeps a judged score from 100:", ...faults] : []),
  ].join("\n");
  console.log(text);
  if (values.save) saveReport("web", text);
} finally {
  await sheaf.close();
}
