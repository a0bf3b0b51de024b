import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { noteRun } from "../../platform/observe/scheduled.ts";
import { serveMetrics } from "./serve-metrics.ts";

let server: TestServer;
let monitoring: FastifyInstance;
let text: string;
let privateWords: string[];
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
  const anna = await openPractice(server);
  const { id } = await anna.job([
    ["wages.txt", "one"],
    ["bad.txt", "bad"],
  ]);
  await anna.ended(id);
  await anna.get("/customers/nobody-knows-this-address");
  await noteRun(server.services.db, "storage.reconcile", 1200, { doneAt: new Date(), found: { missing: 2 } });
  privateWords = [anna.practiceId, anna.userId, anna.username, id, "wages", "bright", "nobody-knows"];
  monitoring = Fastify();
  serveMetrics(monitoring, server.services);
  text = (await monitoring.inject("/metrics")).body;
});
afterAll(async () => {
  await monitoring.close();
  await server.close();
});

test.each([
  [
    "a response by its route's pattern",
    /sheaf_request_seconds_count\{method="GET",route="\/api\/jobs\/:id",status="200"\}/,
  ],
  ["a page without its address", /sheaf_request_seconds_count\{method="GET",route="\(page\)",status="\d+"\}/],
  ["a conversion", /sheaf_conversion_seconds_count\{format="txt",outcome="converted"\} [1-9]/],
  ["a refusal", /sheaf_refusals_total\{reason="damaged"\} [1-9]/],
  ["a completed task", /sheaf_task_seconds_count\{task="jobs.convert-file",outcome="done"\} [1-9]/],
  ["the waiting tasks of each kind", /sheaf_queue_waiting\{task="jobs.assemble"\} \d/],
  ["the counts of a scheduled task's last run", /sheaf_scheduled_found\{task="storage.reconcile",what="missing"\} 2/],
  [
    "the time of a scheduled task's last run",
    /sheaf_scheduled_done_timestamp_seconds\{task="storage.reconcile"\} \d{10}/,
  ],
  ["the connection pool", /sheaf_database_connections\{state="idle"\} \d/],
  ["memory", /process_resident_memory_bytes \d/],
  ["that the database can be read", /sheaf_state_readable 1/],
])("the metrics contain %s", (_what, line) => {
  expect(text).toMatch(line);
});

test("the metrics contain no names, ids or entered text", () => {
  for (const word of privateWords) expect(text).not.toContain(word);
});

test("the metrics contain everything that the Grafana dashboard uses", async () => {
  const dashboard = await readFile(join(import.meta.dirname, "../../../../packaging/grafana/sheaf.json"), "utf8");
  const asked = new Set(dashboard.match(/\b(sheaf|process|nodejs)_[a-z0-9_]+/g));
  expect(asked.size).toBeGreaterThan(10);
  for (const name of asked) expect(text).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, "")} `);
});

test("the public port does not serve the metrics", async () => {
  expect((await server.app.inject("/metrics")).body).not.toContain("sheaf_");
});
