import { setTimeout as delay } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import { aMomentAgo } from "../../../../testing/delivery/sending.ts";
import { type Line, startLine } from "../../../../testing/faults/line.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { startMailServer } from "../../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { buildApp } from "../../../app/app.ts";
import { openDb } from "../../../platform/db/connect.ts";
import { practices } from "../../practices/table.ts";
import type { DeliveryRef } from "../service.ts";
import { deliveries } from "../table.ts";
import { deliverEmail } from "./deliver.task.ts";

let server: TestServer;
let line: Line;
let inbox: Awaited<ReturnType<typeof startMailServer>>;
let connection: ReturnType<typeof openDb>;
let anna: Practice;
beforeAll(async () => {
  inbox = await startMailServer();
  const env = { SMTP_URL: inbox.url, MAIL_FROM: "post@sheaf.example" };
  server = await startTestServer({ worker: fakeEngine(), env });
  const url = new URL(server.services.databaseUrl);
  line = await startLine({ port: Number(url.port) });
  url.port = String(line.port);
  connection = openDb(url.href, server.services.log);
  anna = await openPractice(server);
  // The time for Undo keeps the server's own worker from sending the emails before the test does.
  await server.services.db.update(practices).set({ undoSeconds: 120 }).where(eq(practices.id, anna.practiceId));
});
afterAll(async () => {
  await connection?.close();
  await line?.close();
  await server?.close();
  await inbox?.close();
});
beforeEach(() => line.restore());

/** Creates an email that is due. */
async function dueEmail(): Promise<DeliveryRef> {
  const { id: jobId } = await anna.job([["a.txt", "one"]], { sendEmail: "true" });
  for (;;) {
    const [row] = await server.services.db
      .update(deliveries)
      .set({ sendAfter: aMomentAgo })
      .where(and(eq(deliveries.practiceId, anna.practiceId), eq(deliveries.jobId, jobId)))
      .returning();
    if (row) return { practiceId: anna.practiceId, jobId, deliveryId: row.id };
    await delay(20);
  }
}

/** Cuts the connection to the database until a client has failed to connect. */
function cutUntilNoticed(): void {
  line.cut();
  line.failedConnection().then(() => line.restore());
}

const run = (ref: DeliveryRef, changed: Partial<TestServer["services"]> = {}) =>
  deliverEmail.run(
    ref,
    { ...server.services, db: connection.db, ...changed },
    { signal: new AbortController().signal },
  );

/** Simulates the passing of time: the email's claim expires, and its next attempt is due. */
const makeDue = ({ deliveryId }: DeliveryRef) =>
  server.services.db
    .update(deliveries)
    .set({ sendingUntil: aMomentAgo, nextTryAt: aMomentAgo })
    .where(eq(deliveries.id, deliveryId));

const emailOf = async ({ jobId }: DeliveryRef) => (await anna.read(jobId)).deliveries[0];

const arrived = ({ deliveryId }: DeliveryRef) =>
  inbox.received.filter(({ messageId }) => messageId?.includes(deliveryId)).length;

const login = () => ({ username: anna.username, password: anna.password });

const outOfReach = {
  code: "out-of-reach",
  message:
    "Sheaf cannot reach its database or file store. Everything stored before is safe. Keep your files and try again in a minute.",
};

test("an email whose worker loses the database before the hand-over is not in doubt, and is sent once", async () => {
  const ref = await dueEmail();
  const storage = { ...server.services.storage };
  storage.fetch = async (...given) => {
    cutUntilNoticed();
    return server.services.storage.fetch(...given);
  };

  await run(ref, { storage });
  expect(await emailOf(ref)).toMatchObject({
    state: "waiting",
    message: "The database was away when it was to be handed over. It goes out by itself.",
  });
  await makeDue(ref);
  await run(ref);

  expect(await emailOf(ref)).toMatchObject({ state: "sent" });
  expect(arrived(ref)).toBe(1);
});

test("an email whose worker dies before the hand-over is not in doubt, and is sent once", async () => {
  const ref = await dueEmail();
  const storage = { ...server.services.storage };
  storage.fetch = async () => {
    throw new Error("as if the process had ended here");
  };

  await expect(run(ref, { storage })).rejects.toThrow("as if");
  await makeDue(ref);
  await run(ref);

  expect(await emailOf(ref)).toMatchObject({ state: "sent" });
  expect(arrived(ref)).toBe(1);
});

test("an email that the mail server accepts while the database is away is recorded as sent when it is back", async () => {
  const ref = await dueEmail();
  const mail = { ...server.services.mail };
  mail.send = async (message) => {
    const taken = await server.services.mail.send(message);
    cutUntilNoticed();
    return taken;
  };

  await run(ref, { mail });

  expect(await emailOf(ref)).toMatchObject({ state: "sent", tries: 1 });
  expect(arrived(ref)).toBe(1);
});

test("a worker that has lost its claim to another worker does not hand the email over", async () => {
  const ref = await dueEmail();
  const storage = { ...server.services.storage };
  storage.fetch = async (...given) => {
    await makeDue(ref);
    await run(ref);
    return server.services.storage.fetch(...given);
  };

  await run(ref, { storage });

  expect(await emailOf(ref)).toMatchObject({ state: "sent", tries: 2 });
  expect(arrived(ref)).toBe(1);
});

test("while the database is away every request returns out-of-reach, and an upload succeeds when it is back", async () => {
  const app = await buildApp({ ...server.services, db: connection.db });
  const browser = newClient(app, { cookie: anna.cookies() });
  const upload = () => browser.upload("/api/jobs", anna.form([["a.txt", "one"]]), { "idempotency-key": "once" });
  const before = await anna.documentsUsed();

  line.cut();
  for (const answer of [await browser.get("/api/jobs"), await upload(), await browser.post("/api/login", login())]) {
    expect([answer.statusCode, answer.json(), Number(answer.headers["retry-after"])]).toEqual([503, outOfReach, 10]);
  }
  expect((await browser.get("/dashboard")).statusCode).toBe(200);
  line.restore();

  expect((await upload()).statusCode).toBe(201);
  expect(await anna.documentsUsed()).toBe(before + 1);
  await app.close();
});
