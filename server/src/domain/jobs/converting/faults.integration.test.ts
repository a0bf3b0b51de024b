import type { Job } from "@sheaf/contracts/jobs.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { sweepJobs } from "../housekeeping/sweep.task.ts";

let server: TestServer;
let release = () => {};
let released: Promise<void> = Promise.resolve();
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine({ converting: () => released }), env: { SHEAF_WORKERS: "1" } });
});
afterAll(() => server.close());

test.each(["1 day", "-1 day"])(
  "jobs that wait are completed even when a wrong clock has moved the start of their tasks by %s",
  async (by) => {
    const anna = await openPractice(server);
    released = new Promise((resolve) => {
      release = resolve;
    });
    // More jobs than one practice can run at once: the others wait.
    const jobs: Job[] = [];
    for (const name of ["a.txt", "b.txt", "c.txt"]) jobs.push(await anna.job([[name, name]]));
    await server.services.db.execute(
      sql`update pgboss.job set start_after = start_after + ${by}::interval where name = 'jobs.convert-file' and state = 'created'`,
    );
    release();
    const { services } = server;
    await sweepJobs.run({}, services, { signal: AbortSignal.timeout(50_000) });

    for (const { id } of jobs) expect((await anna.ended(id)).status).toBe("completed");
  },
);
