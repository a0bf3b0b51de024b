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
  // Its own worker leaves the emails to the test.
  await server.services.db.update(practices).set({ undoSeconds: 120 }).where(eq(practices.id, anna.practiceId));
});
afterAll(async () => {
  await connection?.close();
  await line?.close();
  await server?.close();
  await inbox?.close();
});
beforeEach(() => line.mend());

/** An email that is due. */
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

/** Until somebody has found the database away. */
function cutUntilNoticed(): void {
  line.cut();
  line.comeInVain().then(() => line.mend());
}

const run = (ref: DeliveryRef, changed: Partial<TestServer["services"]> = {}) =>
  deliverEmail.run(
    ref,
    { ...server.services, db: connection.db, ...changed },
    { signal: new AbortController().signal },
  );

/** What the clock would bring: whoever held the email is given up, what rests is due. */
const itIsTime = ({ deliveryId }: DeliveryRef) =>
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
    "Sheaf cannot reach something that it needs. What was stored before is safe. Keep your files and try again in a minute.",
};

test("an email whose worker loses the database before it hands it over is not in doubt, and goes out once", async () => {
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
  await itIsTime(ref);
  await run(ref);

  expect(await emailOf(ref)).toMatchObject({ state: "sent" });
  expect(arrived(ref)).toBe(1);
});

test("an email whose worker dies before it hands it over is not in doubt either", async () => {
  const ref = await dueEmail();
  const storage = { ...server.services.storage };
  storage.fetch = async () => {
    throw new Error("as if the process had ended here");
  };

  await expect(run(ref, { storage })).rejects.toThrow("as if");
  await itIsTime(ref);
  await run(ref);

  expect(await emailOf(ref)).toMatchObject({ state: "sent" });
  expect(arrived(ref)).toBe(1);
});

test("an email that was taken while the database was away is written down as sent when it is back", async () => {
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

test("whoever was so slow that another worker has taken the email hands nothing over", async () => {
  const ref = await dueEmail();
  const storage = { ...server.services.storage };
  storage.fetch = async (...given) => {
    await itIsTime(ref);
    await run(ref);
    return server.services.storage.fetch(...given);
  };

  await run(ref, { storage });

  expect(await emailOf(ref)).toMatchObject({ state: "sent", tries: 2 });
  expect(arrived(ref)).toBe(1);
});

test("while the database is away every request is refused by name, and an upload is taken when it is back", async () => {
  const app = await buildApp({ ...server.services, db: connection.db });
  const browser = newClient(app, { cookie: anna.cookies() });
  const upload = () => browser.upload("/api/jobs", anna.form([["a.txt", "one"]]), { "idempotency-key": "once" });
  const before = await anna.documentsUsed();

  line.cut();
  for (const answer of [await browser.get("/api/jobs"), await upload(), await browser.post("/api/login", login())]) {
    expect([answer.statusCode, answer.json(), Number(answer.headers["retry-after"])]).toEqual([503, outOfReach, 10]);
  }
  expect((await browser.get("/dashboard")).statusCode).toBe(200);
  line.mend();

  expect((await upload()).statusCode).toBe(201);
  expect(await anna.documentsUsed()).toBe(before + 1);
  await app.close();
});
