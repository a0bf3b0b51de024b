/**
 * `./sheaf bench admin`: how long the portal's pages take at the size of a large installation. How to read it:
 * README.md.
 */
import { parseArgs } from "node:util";
import { administrator } from "@sheaf/server/testing/admin/administrator.ts";
import type { Answer, Client } from "@sheaf/server/testing/client.ts";
import { startThrowAwayCluster } from "@sheaf/server/testing/cluster.ts";
import { signIn, startTestServer } from "@sheaf/server/testing/server.ts";
import { seedYear } from "./admin/seed.ts";
import { adminTable, type Timed } from "./admin/table.ts";
import { headOf, loadLine, saveReport } from "./report.ts";

const usage = `Usage: sheaf bench admin [options]

  --jobs N        rows in the table of jobs (5000000)
  --practices N   number of practices (10000)
  --requests N    requests of each kind (100)
  --save          also writes bench/results/DATE-admin.md`;

const { values } = parseArgs({
  options: {
    jobs: { type: "string", default: "5000000" },
    practices: { type: "string", default: "10000" },
    requests: { type: "string", default: "100" },
    save: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const [jobs = 0, practices = 0, requests = 0] = [values.jobs, values.practices, values.requests].map(Number);
if (values.help || !(jobs >= 1000) || !(practices >= 10) || !(requests >= 1)) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

async function time(what: string, barMs: number | null, ask: (number: number) => Promise<Answer>): Promise<Timed> {
  process.stderr.write(`${what} …\n`);
  const ms: number[] = [];
  // The first requests fill caches, which are never empty in normal use.
  for (let number = -5; number < requests; number++) {
    const started = performance.now();
    const answer = await ask(number);
    if (number >= 0) ms.push(performance.now() - started);
    if (answer.statusCode !== 200) throw new Error(`${what} returned ${answer.statusCode}: ${answer.body}`);
  }
  return { what, ms, barMs };
}

async function timeAll(admin: Client, member: Client): Promise<Timed[]> {
  const search = (q: string) => admin.get(`/api/admin/users/search?q=${encodeURIComponent(q)}`);
  const found: { id: string }[] = (await search("owner.77")).json();
  const words = ["am", "hartley", "owner.77", "firm1234.example", "kowalsk", "lena", "zz top"];
  return [
    await time("overview", 50, () => admin.get("/api/admin/metrics/overview")),
    await time("operations", null, () => admin.get("/api/admin/operations")),
    await time("search", null, (number) => search(words[Math.abs(number) % words.length] ?? "")),
    await time("user page", null, (number) =>
      admin.get(`/api/admin/users/${found[Math.abs(number) % found.length]?.id}`),
    ),
    await time("a practice's list of jobs", 20, () => member.get("/api/jobs?limit=50")),
  ];
}

const cluster = await startThrowAwayCluster();
try {
  const server = await startTestServer({ clusterUrl: cluster.url });
  try {
    const admin = await administrator(server);
    const member = await signIn(server);
    const size = { practices, jobs, jobsOfOne: Math.round(jobs / 50) };
    const { recountMs } = await seedYear(server.services.db, member.practiceId, size);
    const timed = await timeAll(admin, member);
    const text = [
      ...headOf("Admin portal"),
      loadLine("every time is longer than it should be"),
      `${size.practices} practices, ${size.jobs} jobs, ${size.jobsOfOne} of them of the practice whose list is read.`,
      "",
      adminTable(timed),
      "",
      `Recounting everything, as every night: ${(recountMs / 1000).toFixed(1)} s.`,
    ].join("\n");
    console.log(text);
    if (values.save) saveReport("admin", text);
  } finally {
    await server.close();
  }
} finally {
  await cluster.close();
}
