import { Readable } from "node:stream";
import { MB } from "@sheaf/contracts/limits.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeDue as emailIsDue } from "../../../testing/delivery/sending.ts";
import { type Line, startLine } from "../../../testing/faults/line.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { startMailServer } from "../../../testing/mail/mail-server.ts";
import { type S3Server, startS3Server } from "../../../testing/s3-server.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { practices } from "../../domain/practices/table.ts";

let s3: S3Server;
let line: Line;
let server: TestServer;
let inbox: Awaited<ReturnType<typeof startMailServer>>;
let duringConversion: () => void = () => {};
beforeAll(async () => {
  s3 = await startS3Server();
  inbox = await startMailServer();
  line = await startLine({ port: Number(new URL(s3.endpoint).port) });
  const env = {
    ...s3.env,
    S3_ENDPOINT: `http://127.0.0.1:${line.port}`,
    SMTP_URL: inbox.url,
    MAIL_FROM: "post@sheaf.example",
  };
  server = await startTestServer({ worker: fakeEngine({ converting: async () => duringConversion() }), env });
});
afterAll(async () => {
  await server?.close();
  await line?.close();
  await inbox?.close();
  await s3?.close();
});

/** Makes delayed tasks due, as time would. */
const itIsTime = () => server.services.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`);

const papers = () => inbox.received.filter(({ to }) => to?.some(({ address }) => address === "bright@example.com"));

const runsOf = async (task: string) => {
  const { rows } = await server.services.db.execute<{ runs: number }>(
    sql`select coalesce(max(retry_count), 0)::int as runs from pgboss.job where name = ${task} and state = 'retry'`,
  );
  return rows[0]?.runs ?? 0;
};

const outOfReach = {
  code: "out-of-reach",
  message:
    "Sheaf cannot reach its database or file store. Everything stored before is safe. Keep your files and try again in a minute.",
};

test("jobs survive an outage of the store of any length and continue without a manual retry", async () => {
  const anna = await openPractice(server);
  duringConversion = () => line.cut();
  const { id } = await anna.job([["a.txt", "one"]], { sendEmail: "true" });

  // More runs than the task has attempts.
  await vi.waitFor(
    async () => {
      await itIsTime();
      expect(await runsOf("jobs.convert-file")).toBeGreaterThanOrEqual(6);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await anna.read(id)).toMatchObject({ status: "processing", light: { colour: "yellow" } });
  duringConversion = () => {};
  line.restore();
  await itIsTime();

  expect(await anna.ended(id)).toMatchObject({ status: "completed", deliveries: [{ state: "sent" }] });
});

test("uploads and downloads get 503 while the store is unavailable, and work afterwards", async () => {
  const anna = await openPractice(server);
  const { id } = await anna.job([["a.txt", "one"]]);
  await anna.ended(id);
  const key = { "idempotency-key": "once" };

  line.cut();
  for (const answer of [await anna.send([["b.txt", "two"]], {}, key), await anna.get(`/api/jobs/${id}/download`)]) {
    expect([answer.statusCode, answer.json(), Number(answer.headers["retry-after"])]).toEqual([503, outOfReach, 10]);
  }
  line.restore();

  expect(await anna.documentsUsed()).toBe(1);
  expect((await anna.get(`/api/jobs/${id}/download`)).statusCode).toBe(200);
  await vi.waitFor(async () => expect((await anna.send([["b.txt", "two"]], {}, key)).statusCode).toBe(201), {
    timeout: 60_000,
    interval: 500,
  });
});

test("storing a file larger than all buffers fails while the store is unavailable", async () => {
  line.cut();
  const body = Readable.from(Array.from({ length: 32 }, () => new Uint8Array(MB)));

  await expect(server.services.storage.put("large", body)).rejects.toThrow("The file store cannot be used");

  line.restore();
});

test("an email whose PDFs cannot be read is sent automatically later, and its outcome is never unknown", async () => {
  const anna = await openPractice(server);
  await server.services.db.update(practices).set({ undoSeconds: 60 }).where(eq(practices.id, anna.practiceId));
  const { id } = await anna.job([["a.txt", "one"]], { sendEmail: "true" });
  await vi.waitFor(async () => expect((await anna.read(id)).status).toBe("completed"), {
    timeout: 20_000,
    interval: 50,
  });

  const before = papers().length;
  line.cut();
  await emailIsDue(server, anna, id);
  await vi.waitFor(async () => expect((await anna.read(id)).deliveries[0]?.tries).toBe(1), {
    timeout: 20_000,
    interval: 50,
  });
  await vi.waitFor(
    async () =>
      expect((await anna.read(id)).deliveries[0]).toMatchObject({
        state: "waiting",
        message: "Its PDFs cannot be read at the moment. It goes out by itself as soon as they can.",
      }),
    { timeout: 20_000, interval: 50 },
  );
  line.restore();
  await emailIsDue(server, anna, id);

  expect(await anna.ended(id)).toMatchObject({ deliveries: [{ state: "sent" }] });
  expect(papers()).toHaveLength(before + 1);
});
