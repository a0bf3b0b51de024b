import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveries } from "../delivery/table.ts";
import { newId } from "../ids.ts";
import { jobFiles, jobs } from "../jobs/table.ts";
import { newClient } from "../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const stats = async (who: SignedIn) => (await who.get("/api/stats")).json();

/** A row of the audit trail as it is at that moment, with so many converted files. */
async function aJob(who: SignedIn, status: JobStatus, more: { files?: number; separatePdfs?: boolean } = {}) {
  const { db } = server.services;
  const { practiceId } = who;
  const id = newId();
  await db.insert(jobs).values({
    ...{ practiceId, id, status, customerName: "Bright Bakery", customerEmail: "hello@bakery.example" },
    ...{ uploadedById: who.userId, uploadedByName: "Anna", periodId: newId() },
    ...{ sendEmail: true, separateEmails: false, separatePdfs: more.separatePdfs ?? false, copyToCustomer: false },
  });
  for (let position = 0; position < (more.files ?? 0); position++) {
    await db.insert(jobFiles).values({
      ...{ practiceId, jobId: id, id: newId(), position, originalName: "a.pdf", type: "pdf", sizeBytes: 1, sha256: "" },
      state: "converted",
    });
  }
  return id;
}

/** One email of a job, in any state that a transport may give it. */
async function anEmail(who: SignedIn, jobId: string, state: string, more: { pdfs?: string[]; isCopy?: boolean } = {}) {
  await server.services.db.insert(deliveries).values({
    ...{
      practiceId: who.practiceId,
      jobId,
      id: newId(),
      position: 0,
      recipient: "x@example.com",
      subject: "Documents",
    },
    ...{ isCopy: more.isCopy ?? false, outputIds: more.pdfs ?? [newId()], state: sql`${state}` },
  });
}

test("a new practice has done nothing, and nothing wrong", async () => {
  expect(await stats(await signIn(server))).toEqual({
    ...{ totalCustomers: 0, documentsSent: 0, processingJobs: 0, successRate: 100 },
  });
});

test("archived customers do not count", async () => {
  const anna = await signIn(server);
  const add = (name: string) => anna.post("/api/customers", { name, email: "a@example.com" });
  await add("Here");
  const { id } = (await add("Gone")).json();
  await anna.post(`/api/customers/${id}/archive`);

  expect((await stats(anna)).totalCustomers).toBe(1);
});

test("unfinished jobs are pending and processing ones", async () => {
  const anna = await signIn(server);
  for (const status of ["pending", "processing", "processing", "completed", "failed"] as const)
    await aJob(anna, status);

  expect((await stats(anna)).processingJobs).toBe(3);
});

test.each([
  [2, 1, 67],
  [1, 2, 33],
  [1, 0, 100],
  [0, 1, 0],
])("%i completed and %i failed jobs are a success rate of %i %", async (completed, failed, rate) => {
  const anna = await signIn(server);
  for (let job = 0; job < completed; job++) await aJob(anna, "completed");
  for (let job = 0; job < failed; job++) await aJob(anna, "failed");
  await aJob(anna, "pending");

  expect((await stats(anna)).successRate).toBe(rate);
});

test("what waits or is kept in the outbox was not sent", async () => {
  const anna = await signIn(server);
  const job = await aJob(anna, "completed", { files: 3 });
  await anEmail(anna, job, "waiting");
  await anEmail(anna, job, "kept");

  expect((await stats(anna)).documentsSent).toBe(0);
});

test("an accepted email counts the files inside, copies and parts not again", async () => {
  const anna = await signIn(server);
  const merged = await aJob(anna, "completed", { files: 3 });
  await anEmail(anna, merged, "sent");
  await anEmail(anna, merged, "delivered");
  await anEmail(anna, merged, "sent", { isCopy: true });
  const separate = await aJob(anna, "failed", { files: 4, separatePdfs: true });
  await anEmail(anna, separate, "sent", { pdfs: [newId(), newId()] });
  const copied = await aJob(anna, "completed", { files: 5 });
  await anEmail(anna, copied, "sent", { isCopy: true });

  expect((await stats(anna)).documentsSent).toBe(5);
});

test("another practice's numbers are not ours, and nobody sees any", async () => {
  const anna = await signIn(server);
  await aJob(anna, "processing");

  expect((await stats(await signIn(server))).processingJobs).toBe(0);
  expect((await newClient(server.app).get("/api/stats")).statusCode).toBe(401);
});
