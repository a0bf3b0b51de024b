import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator } from "../../../testing/admin/administrator.ts";
import type { Client } from "../../../testing/client.ts";
import { insertJob } from "../../../testing/jobs/job-rows.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { join } from "../../../testing/members.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobs } from "../../domain/jobs/table.ts";
import { newId } from "../../platform/ids.ts";
import { backups } from "../backup/table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const stepsOf = async (who: Client, path = "/api/checklist") => {
  const { steps } = (await who.get(path)).json() as { steps: { name: string; done: boolean }[] };
  return Object.fromEntries(steps.map(({ name, done }) => [name, done]));
};

test("each first step is done when its row exists, and the list disappears for good after the last step", async () => {
  const anna = await openPractice(server, "small-firm");
  const { db } = server.services;
  // The test practice already has a customer.
  expect(await stepsOf(anna)).toEqual({ customer: true, upload: false, colleague: false });

  const sample = await insertJob(server, anna, { status: "completed", files: [{ state: "converted" }] });
  await db.update(jobs).set({ sample: true }).where(eq(jobs.id, sample));
  expect(await stepsOf(anna)).toMatchObject({ upload: false });
  await insertJob(server, anna, { status: "completed", files: [{ state: "converted" }] });
  expect(await stepsOf(anna)).toMatchObject({ upload: true });

  const invitation = (await anna.post("/api/invitations", { email: "ben@example.com" })).json();
  expect(await stepsOf(anna)).toEqual({});
  await anna.delete(`/api/invitations/${invitation.id}`);
  expect(await stepsOf(anna)).toEqual({});
});

test("a plan for one user has no step to invite a colleague", async () => {
  const anna = await openPractice(server, "solo");
  expect(Object.keys(await stepsOf(anna))).toEqual(["customer", "upload"]);
});

test("a member has no list, and dismissing it affects only the owner who did", async () => {
  const anna = await openPractice(server, "small-firm");
  const carla = await openPractice(server, "small-firm");
  expect(await stepsOf(await join(server, anna, "Ben"))).toEqual({});
  await anna.post("/api/checklist/dismiss");
  expect(await stepsOf(anna)).toEqual({});
  expect(await stepsOf(carla)).not.toEqual({});
});

test("the operator's list shows the remaining steps to each administrator who has not dismissed it", async () => {
  const { config, db } = server.services;
  const [pat, robin] = [await administrator(server), await administrator(server)];
  const path = "/api/admin/checklist";
  expect(await stepsOf(pat, path)).toEqual({ mail: false, backup: false, seller: false });

  await db.insert(backups).values({ id: newId(), startedAt: new Date(), endedAt: new Date(), rows: 1 });
  config.companyAddress = ["1 High Street", "Leeds"];
  expect(await stepsOf(pat, path)).toEqual({ mail: false, backup: true, seller: true });
  config.installation = "practice";
  expect(Object.keys(await stepsOf(pat, path))).toEqual(["mail", "backup"]);

  await pat.post(`${path}/dismiss`);
  expect(await stepsOf(pat, path)).toEqual({});
  expect(await stepsOf(robin, path)).not.toEqual({});

  // After the last step the list disappears and does not come back.
  const carla = await openPractice(server, "small-firm");
  const jobId = await insertJob(server, carla, { emails: [{ state: "sent" }] });
  await db.update(deliveries).set({ provider: "smtp", sentAt: new Date() }).where(eq(deliveries.jobId, jobId));
  config.mailTransport = "smtp";
  expect(await stepsOf(robin, path)).toEqual({});
  config.mailTransport = "outbox";
  expect(await stepsOf(robin, path)).toEqual({});
});
