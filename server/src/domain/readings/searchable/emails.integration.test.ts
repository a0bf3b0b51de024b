import { Readable } from "node:stream";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { readingEngine } from "../../../../testing/jobs/reading-engine.ts";
import { type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { deliverEmail } from "../../delivery/sending/deliver.task.ts";
import { deliveries } from "../../delivery/table.ts";
import { outputs } from "../../jobs/table.ts";
import { practices } from "../../practices/table.ts";
import { eraseReadings } from "../erase-readings.task.ts";
import { sweepReadings } from "../lane/sweep.task.ts";
import { makeSearchable } from "./make-searchable.task.ts";

let inbox: MailServer;
let server: TestServer;
let anna: Practice;
let isTextBroken = false;

beforeAll(async () => {
  inbox = await startMailServer();
  const env = { SMTP_URL: inbox.url, MAIL_FROM: "post@sheaf.example" };
  const fake = readingEngine();
  const engine: typeof fake = {
    ...fake,
    async addText(...call) {
      if (isTextBroken) throw new Error("the child died twice");
      return fake.addText(...call);
    },
  };
  server = await startTestServer({ worker: engine, env });
  anna = await openPractice(server, "growth");
});
afterAll(async () => {
  await server?.close();
  await inbox?.close();
});
afterEach(async () => {
  isTextBroken = false;
  await choose({ undoSeconds: 0 });
});

const live = { signal: new AbortController().signal };

const choose = (choices: Partial<typeof practices.$inferInsert>) =>
  server.services.db.update(practices).set(choices).where(eq(practices.id, anna.practiceId));

const textOf = (content: string | ArrayBuffer | Uint8Array | undefined): string =>
  typeof content === "string" ? content : Buffer.from(new Uint8Array(content ?? [])).toString();

/** Sends a file and returns its job with the text of the PDF that was emailed. */
async function emailed(word: string): Promise<{ job: Job; attached: string }> {
  const { id } = await anna.job([[`${word}.txt`, word]], { sendEmail: "true" });
  const job = await anna.ended(id);
  const mails = inbox.received.map(({ attachments }) => textOf(attachments[0]?.content));
  return { job, attached: mails.find((text) => text.includes(`[${word}]`)) ?? "" };
}

test("an inbox gets the words of scans as text only where the practice chose so, and waits for reading", async () => {
  await choose({ waitForReading: true, searchableDestinations: ["dext"] });
  expect((await emailed("kestrel")).attached).not.toContain("with text");
  await choose({ waitForReading: false, searchableDestinations: ["other"] });
  expect((await emailed("osprey")).attached).not.toContain("with text");
  await choose({ waitForReading: true, searchableDestinations: ["other"] });

  const { job, attached } = await emailed("heron");

  expect(attached).toContain("with text heron");
  const [made] = await server.services.db.select().from(outputs).where(eq(outputs.jobId, job.id));
  expect(job.outputs[0]?.searchable).toEqual({
    sha256: made?.searchableSha256,
    sizeBytes: Buffer.byteLength(attached),
  });
  const [delivery] = await server.services.db.select().from(deliveries).where(eq(deliveries.jobId, job.id));
  expect(delivery?.withText).toBe(true);
});

/** Sends a file whose email waits for Undo, and returns its job. */
async function held(word: string): Promise<Job> {
  await choose({ waitForReading: true, searchableDestinations: ["other"], undoSeconds: 600 });
  const { id } = await anna.job([[`${word}.txt`, word]], { sendEmail: "true" });
  return vi.waitFor(
    async () => {
      const job = await anna.read(id);
      expect(job.deliveries).toMatchObject([{ state: "held" }]);
      return job;
    },
    { timeout: 30_000, interval: 50 },
  );
}

/** Hands over the email of a job that waits for Undo, and returns its row with the text of the PDF that was emailed. */
async function handOver({ id: jobId, deliveries: [email] }: Job) {
  const { db } = server.services;
  const deliveryId = email?.id ?? "";
  const ofEmail = eq(deliveries.id, deliveryId);
  await db.update(deliveries).set({ sendAfter: sql`now()` }).where(ofEmail);
  const before = inbox.received.length;
  await deliverEmail.run({ practiceId: anna.practiceId, jobId, deliveryId }, server.services, live);
  const [row] = await db.select().from(deliveries).where(ofEmail);
  return { row, attached: textOf(inbox.received[before]?.attachments[0]?.content) };
}

test("a version with text that is made after an email was written is not sent with it", async () => {
  isTextBroken = true;
  const job = await held("plover");
  isTextBroken = false;
  await makeSearchable.run(
    { practiceId: anna.practiceId, jobId: job.id },
    { ...server.services, engine: readingEngine() },
    live,
  );
  expect((await anna.read(job.id)).outputs[0]?.searchable).not.toBeNull();

  const { row, attached } = await handOver(job);

  expect(row).toMatchObject({ state: "sent", withText: false });
  expect(attached).toContain("[plover]");
  expect(attached).not.toContain("with text");
});

test.each(["gone", "damaged"])("an email whose version with text is %s is sent without it", async (how) => {
  const job = await held("dunnock");
  const [made] = await server.services.db.select().from(outputs).where(eq(outputs.jobId, job.id));
  const key = made?.searchableKey ?? "";
  await server.services.storage.delete([key]);
  if (how === "damaged") await server.services.storage.put(key, Readable.from(["something else"]));

  const { row, attached } = await handOver(job);

  expect(row).toMatchObject({ state: "sent", withText: false });
  expect(attached).toContain("[dunnock]");
  expect(attached).not.toContain("with text");
});

test("an email that waited while reading was turned off and on again is sent without text", async () => {
  const job = await held("siskin");
  expect(job.outputs[0]?.searchable).not.toBeNull();
  await choose({ readPages: false });
  await eraseReadings.run({ practiceId: anna.practiceId }, server.services, live);
  await choose({ readPages: true });
  await sweepReadings.run({}, server.services, live);
  const hasTextAgain = async () => expect((await anna.read(job.id)).outputs[0]?.searchable).not.toBeNull();
  await vi.waitFor(hasTextAgain, { timeout: 30_000, interval: 50 });

  const { row, attached } = await handOver(job);

  expect(row).toMatchObject({ state: "sent", withText: false });
  expect(attached).not.toContain("with text");
});

test("an email that is sent again follows the present choice", async () => {
  await choose({ waitForReading: true, searchableDestinations: ["other"] });
  const { job } = await emailed("curlew");
  await choose({ searchableDestinations: [] });
  const before = inbox.received.length;
  await anna.post(`/api/jobs/${job.id}/deliveries/${job.deliveries[0]?.id}/send-again`, {});
  await anna.ended(job.id);
  const [again] = inbox.received.slice(before);
  const attached = textOf(again?.attachments[0]?.content);
  expect(attached).toContain("[curlew]");
  expect(attached).not.toContain("with text");
});
