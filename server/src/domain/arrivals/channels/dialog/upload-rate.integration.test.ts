import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPractice } from "../../../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../../../testing/server.ts";
import { jobs } from "../../../jobs/table.ts";
import { uploadKeys } from "../../table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { UPLOADS_PER_MINUTE: "2" } });
});
afterAll(() => server.close());

test("uploads above the rate limit return 429 and use no document; other practices are not affected", async () => {
  const anna = await openPractice(server);
  const ben = await openPractice(server);
  await anna.job([["a.txt", "one"]]);
  await anna.job([["b.txt", "two"]]);

  const third = await anna.send([["c.txt", "three"]]);
  expect(third.statusCode).toBe(429);
  expect(third.json()).toMatchObject({ code: "too-many-requests", message: expect.stringContaining("2 uploads") });
  expect(Number(third.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(third.headers["retry-after"])).toBeLessThanOrEqual(60);
  expect(await anna.documentsUsed()).toBe(2);
  await ben.job([["a.txt", "one"]]);

  await server.services.db
    .update(jobs)
    .set({ createdAt: sql`now() - interval '61 seconds'` })
    .where(eq(jobs.practiceId, anna.practiceId));
  await anna.job([["c.txt", "three"]]);
});

test("uploads in progress count towards the rate limit", async () => {
  const { db } = server.services;
  const anna = await openPractice(server);
  const { practiceId } = anna;
  const soon = sql<Date>`now() + interval '30 seconds'`;
  await db.insert(uploadKeys).values(["one", "two"].map((key) => ({ practiceId, key, heldUntil: soon })));
  expect((await anna.send([["a.txt", "one"]])).statusCode).toBe(429);
  await db.update(uploadKeys).set({ heldUntil: sql`now() - interval '1 second'` });
  await anna.job([["a.txt", "one"]]);
});
