import type { DeliveryState } from "@sheaf/contracts/delivery-states.ts";
import type { JobStatus } from "@sheaf/contracts/jobs.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { deliveries } from "../../domain/delivery/table.ts";
import { jobFiles, jobs, outputs } from "../../domain/jobs/table.ts";
import { newId } from "../../platform/ids.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const stats = async (who: SignedIn) => (await who.get("/api/stats")).json();

/** Inserts a job with this status. */
async function aJob(who: SignedIn, status: JobStatus): Promise<string> {
  const { practiceId } = who;
  const id = newId();
  await server.services.db.insert(jobs).values({
    practiceId,
    id,
    status,
    customerName: "Bright Bakery",
    customerEmail: "hello@bakery.example",
    uploadedById: who.userId,
    uploadedByName: "Anna",
    periodId: newId(),
    sendEmail: true,
    separateEmails: false,
    separatePdfs: false,
    copyToCustomer: false,
  });
  return id;
}

async function someFiles(practiceId: string, jobId: string, number: number): Promise<string[]> {
  const rows = Array.from({ length: number }, (_, position) => ({
    practiceId,
    jobId,
    id: newId(),
    position,
    state: "converted" as const,
    originalName: "a.pdf",
    type: "pdf",
    sizeBytes: 1,
    sha256: "",
  }));
  await server.services.db.insert(jobFiles).values(rows);
  return rows.map(({ id }) => id);
}

/** Inserts a PDF of a job, made of this number of new files or of these files. */
async function aPdf({ practiceId }: SignedIn, jobId: string, files: number | string[]) {
  const id = newId();
  const fileIds = typeof files === "number" ? await someFiles(practiceId, jobId, files) : files;
  await server.services.db.insert(outputs).values({
    practiceId,
    jobId,
    id,
    fileIds,
    position: 0,
    name: "a.pdf",
    pages: 1,
    sizeBytes: 1,
    sha256: "",
    blobKey: id,
  });
  return { id, fileIds };
}

/** Inserts an email of a job with these PDFs. */
async function anEmail(
  who: SignedIn,
  jobId: string,
  state: DeliveryState,
  pdfs: { id: string }[],
  more: { isCopy?: boolean } = {},
) {
  const { practiceId } = who;
  await server.services.db.insert(deliveries).values({
    practiceId,
    jobId,
    id: newId(),
    position: 0,
    recipient: "x@example.com",
    subject: "Documents",
    state,
    isCopy: more.isCopy ?? false,
    outputIds: pdfs.map(({ id }) => id),
  });
}

test("[S3.10] a new practice has zero counts and a success rate of 100", async () => {
  expect(await stats(await signIn(server))).toEqual({
    totalCustomers: 0,
    documentsSent: 0,
    processingJobs: 0,
    successRate: 100,
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

test("[S7.17] pending and processing jobs count as unfinished", async () => {
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
])("%i completed and %i failed jobs give a success rate of %i %", async (completed, failed, rate) => {
  const anna = await signIn(server);
  for (let job = 0; job < completed; job++) await aJob(anna, "completed");
  for (let job = 0; job < failed; job++) await aJob(anna, "failed");
  await aJob(anna, "pending");

  expect((await stats(anna)).successRate).toBe(rate);
});

test("files in emails that wait, failed, were undone or are kept in the outbox do not count as sent", async () => {
  const anna = await signIn(server);
  const job = await aJob(anna, "completed");
  const pdf = await aPdf(anna, job, 3);
  for (const state of ["held", "waiting", "sending", "kept", "failed", "unconfirmed", "undone"] as const) {
    await anEmail(anna, job, state, [pdf]);
  }

  expect((await stats(anna)).documentsSent).toBe(0);
});

test("the files of an accepted email count as sent, even if it bounces later", async () => {
  const anna = await signIn(server);
  for (const state of ["sent", "delivered", "bounced", "complained"] as const) {
    const job = await aJob(anna, "completed");
    await anEmail(anna, job, state, [await aPdf(anna, job, 2), await aPdf(anna, job, 1)]);
  }

  expect((await stats(anna)).documentsSent).toBe(12);
});

test("[D17] copies, emails sent again and the parts of a divided PDF count no file twice", async () => {
  const anna = await signIn(server);
  const merged = await aJob(anna, "completed");
  const whole = await aPdf(anna, merged, 4);
  await anEmail(anna, merged, "bounced", [whole]);
  await anEmail(anna, merged, "sent", [whole]);
  const parts = [await aPdf(anna, merged, whole.fileIds.slice(0, 2)), await aPdf(anna, merged, whole.fileIds.slice(2))];
  for (const part of parts) await anEmail(anna, merged, "sent", [part]);
  const copied = await aJob(anna, "completed");
  await anEmail(anna, copied, "sent", [await aPdf(anna, copied, 5)], { isCopy: true });

  expect((await stats(anna)).documentsSent).toBe(4);
});

test("of separate emails, only the accepted ones count", async () => {
  const anna = await signIn(server);
  const job = await aJob(anna, "completed");
  await anEmail(anna, job, "sent", [await aPdf(anna, job, 1)]);
  await anEmail(anna, job, "delivered", [await aPdf(anna, job, 1)]);
  await anEmail(anna, job, "failed", [await aPdf(anna, job, 1)]);

  expect((await stats(anna)).documentsSent).toBe(2);
  expect((await stats(await signIn(server))).documentsSent).toBe(0);
});

test("the figures exclude other practices, and require a session", async () => {
  const anna = await signIn(server);
  await aJob(anna, "processing");

  expect((await stats(await signIn(server))).processingJobs).toBe(0);
  expect((await newClient(server.app).get("/api/stats")).statusCode).toBe(401);
});
