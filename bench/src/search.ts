/**
 * `./sheaf bench search`: how long a search for pages takes in a practice with a million of them. How to read it:
 * README.md.
 */
import { parseArgs } from "node:util";
import type { PageSearchResult } from "@sheaf/contracts/page-search.ts";
import type { Client } from "@sheaf/server/testing/client.ts";
import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { signIn, startTestServer } from "@sheaf/server/testing/server.ts";
import { adminTable, type Timed } from "./admin/table.ts";
import { headOf, loadLine, saveReport } from "./report.ts";
import { measureStoring } from "./search/measure-storing.ts";
import { type Question, questionsFor } from "./search/questions.ts";
import { seedPages, sizesOf } from "./search/seed.ts";

const usage = `Usage: sheaf bench search [options]

  --pages N       pages of the practice that searches (1000000)
  --others N      pages of all other practices (4000000)
  --requests N    searches of each kind (100)
  --save          also writes bench/results/DATE-search.md`;

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "1000000" },
    others: { type: "string", default: "4000000" },
    requests: { type: "string", default: "100" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const [pages = 0, others = 0, requests = 0] = [values.pages, values.others, values.requests].map(Number);
if (values.help || !(pages >= 1_000) || !(others >= 0) || !(requests >= 1)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const barMs = 50;
/** Average number of pages of the other practices. */
const pagesOfOther = 10_000;

/** Measures the first hits of a kind of search, and those that follow. */
async function time(member: Client, { what, query }: Question): Promise<Timed[]> {
  process.stderr.write(`${what} …\n`);
  const first: number[] = [];
  const next: number[] = [];
  const ask = async (parameters: Record<string, string>): Promise<{ ms: number; result: PageSearchResult }> => {
    const began = performance.now();
    const answer = await member.get(`/api/search/pages?${new URLSearchParams(parameters)}`);
    const ms = performance.now() - began;
    if (answer.statusCode !== 200) throw new Error(`${what} returned ${answer.statusCode}: ${answer.body}`);
    return { ms, result: answer.json() };
  };
  // The first requests fill caches, which are never empty in normal use.
  for (let number = -5; number < requests; number++) {
    const parameters = query(Math.abs(number));
    const { ms, result } = await ask(parameters);
    if (number >= 0) first.push(ms);
    if (number >= 0 && result.next) next.push((await ask({ ...parameters, cursor: result.next })).ms);
  }
  const following = next.length === 0 ? [] : [{ what: `${what}: the next hits`, ms: next, barMs }];
  return [{ what, ms: first, barMs }, ...following];
}

const cluster = await startThrowAwayCluster();
try {
  const server = await startTestServer({ clusterUrl: cluster.url });
  try {
    const member = await signIn(server);
    const { databaseUrl, db } = server.services;
    const size = { ofOne: pages, ofOthers: others, others: Math.max(1, Math.round(others / pagesOfOther)) };
    const seeded = await seedPages(databaseUrl, member.practiceId, size);
    const timed: Timed[] = [];
    for (const question of questionsFor(seeded)) timed.push(...(await time(member, question)));
    const stored = await measureStoring(db, member.practiceId, seeded.words);
    const text = [
      ...headOf("Search for pages"),
      loadLine("every time is longer than it should be"),
      `${pages} pages of the practice that searches, ${others} of ${size.others} others; 60 to 150 words on each.`,
      "",
      adminTable(timed),
      "",
      `${await sizesOf(db)} The index was built in ${(seeded.indexMs / 1000).toFixed(0)} s.`,
      `Storing what was read: ${stored.toFixed(0)} pages a second, in files of five pages.`,
    ].join("\n");
    console.log(text);
    if (values.save) saveReport("search", text);
  } finally {
    await server.close();
  }
} finally {
  await cluster.close();
}
