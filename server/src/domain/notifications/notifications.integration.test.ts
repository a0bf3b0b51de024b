import type { Notification } from "@sheaf/contracts/notifications.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { insertJob } from "../../../testing/jobs/job-rows.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";
import { deliveries, deliveryEvents } from "../delivery/table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function bell(who: SignedIn, query = "") {
  const answer = await who.get(`/api/notifications${query}`);
  const shown: Notification[] = answer.json();
  return { shown, unseen: answer.headers["x-unseen-count"] };
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test("lists jobs that have ended, newest first, and counts those that need a user", async () => {
  const anna = await signIn(server);
  const message = "Bank March.pdf is password-protected.";
  const failed = await insertJob(server, anna, {
    status: "failed",
    settledAt: inMinutes(2),
    files: [{ state: "refused", message }, {}],
  });
  const done = await insertJob(server, anna, { settledAt: inMinutes(1), customerName: "Corner Shop" });
  await insertJob(server, anna, { status: "processing" });

  const { shown, unseen } = await bell(anna);

  expect(shown).toMatchObject([
    { jobId: failed, kind: "failed", files: 2, says: message, errorMessage: message, isNew: true },
    { jobId: done, kind: "completed", customerName: "Corner Shop", files: 1, errorMessage: null, isNew: true },
  ]);
  expect(shown[1]?.says).toBe("1 file converted.");
  expect(unseen).toBe("1");
  expect(await bell(anna, "?limit=1")).toMatchObject({ shown: [{ jobId: failed }], unseen: "1" });
});

test("of jobs that ended at the same time the newest is first, at each look", async () => {
  const anna = await signIn(server);
  const settledAt = inMinutes(1);
  const ids: string[] = [];
  for (const status of ["completed", "failed", "completed", "failed", "completed", "failed"] as const) {
    ids.unshift(await insertJob(server, anna, { status, settledAt }));
  }
  const order = async (query = "") => (await bell(anna, query)).shown.map(({ jobId }) => jobId);
  expect(await order()).toEqual(ids);
  expect(await order("?limit=3")).toEqual(ids.slice(0, 3));
});

test("lists a job with a refused file while its other files are in progress, and says where emails were sent", async () => {
  const anna = await signIn(server);
  const message = "truncated.jpg is damaged and cannot be read.";
  const files = [{ state: "refused", message, endedAt: inMinutes(2) }, { state: "converting" }] as const;
  const running = await insertJob(server, anna, { status: "processing", files: [...files] });
  const sent = await insertJob(server, anna, { settledAt: inMinutes(1), emails: [{ state: "delivered" }] });
  const undone = await insertJob(server, anna, { emails: [{ state: "undone" }] });

  const { shown, unseen } = await bell(anna);
  expect(shown).toMatchObject([
    { jobId: running, kind: "failed", says: message, isNew: true },
    { jobId: sent, says: "1 file converted. Delivered to inbox@books.example." },
    { jobId: undone, says: "1 file converted. Email to inbox@books.example cancelled. Nothing was sent." },
  ]);
  expect(unseen).toBe("1");
});

test("a job whose email bounces is new again, and is no longer failed once another email has replaced that one", async () => {
  const anna = await signIn(server);
  const jobId = await insertJob(server, anna, { settledAt: inMinutes(-5), emails: [{ state: "sent" }] });
  const other = await insertJob(server, anna, { settledAt: inMinutes(-1) });
  await anna.post("/api/notifications/seen", { until: inMinutes(0).toISOString() });
  const { db } = server.services;
  const ofJob = and(eq(deliveries.practiceId, anna.practiceId), eq(deliveries.jobId, jobId));
  const [email] = await db
    .update(deliveries)
    .set({ state: "bounced", message: "No such inbox." })
    .where(ofJob)
    .returning();
  await db.insert(deliveryEvents).values({
    id: newId(),
    practiceId: anna.practiceId,
    deliveryId: email?.id ?? "",
    provider: "sheaf",
    eventKey: newId(),
    kind: "bounced",
    at: new Date(),
    receivedAt: inMinutes(1),
  });

  const errorMessage = "Email to inbox@books.example: No such inbox.";
  expect(await bell(anna)).toMatchObject({
    shown: [
      { jobId, kind: "failed", says: errorMessage, errorMessage, isNew: true },
      { jobId: other, kind: "completed" },
    ],
    unseen: "1",
  });
  expect(await bell(anna, "?limit=1")).toMatchObject({ shown: [{ jobId }] });

  await db.update(deliveries).set({ replacedById: newId() }).where(ofJob);
  const shown = [{ jobId: other }, { jobId, kind: "completed", errorMessage: null, isNew: false }];
  expect(await bell(anna)).toMatchObject({ shown, unseen: "0" });
});

test("a notification that a member has seen stays seen, and later ones are new", async () => {
  const anna = await signIn(server);
  const failed = { status: "failed" } as const;
  await insertJob(server, anna, { ...failed, settledAt: new Date() });
  const [{ at = "" } = {}] = (await bell(anna)).shown;

  expect((await anna.post("/api/notifications/seen", { until: at })).statusCode).toBe(204);
  expect(await bell(anna)).toMatchObject({ shown: [{ isNew: false }], unseen: "0" });

  await insertJob(server, anna, { ...failed, settledAt: inMinutes(1) });
  await anna.post("/api/notifications/seen", { until: "2020-01-01T00:00:00.000Z" });
  expect(await bell(anna)).toMatchObject({ shown: [{ isNew: true }, { isNew: false }], unseen: "1" });
});

test("a browser whose clock is ahead does not mark future notifications as seen", async () => {
  const anna = await signIn(server);
  await anna.post("/api/notifications/seen", { until: "2099-01-01T00:00:00.000Z" });
  await insertJob(server, anna, { status: "failed", settledAt: inMinutes(1) });
  expect((await bell(anna)).unseen).toBe("1");
});

test("only members of the practice see its notifications", async () => {
  const [anna, stranger] = [await signIn(server), await signIn(server)];
  await insertJob(server, anna, { settledAt: inMinutes(1) });
  expect(await bell(stranger)).toEqual({ shown: [], unseen: "0" });
  expect((await newClient(server.app).get("/api/notifications")).statusCode).toBe(401);
});
