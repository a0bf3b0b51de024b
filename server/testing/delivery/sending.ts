import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, expect, vi } from "vitest";
import { deliverEmail } from "../../src/domain/delivery/sending/deliver.task.ts";
import { deliveries } from "../../src/domain/delivery/table.ts";
import { fakeEngine } from "../jobs/fake-engine.ts";
import { type NewFile, openPractice, type Practice } from "../jobs/practice.ts";
import { type MailServer, startMailServer } from "../mail/mail-server.ts";
import { startTestServer, type TestServer } from "../server.ts";

/** Functions that close what a test has opened; called after the test, in reverse order. */
export const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

type RecipientCheck = (address: string) => Error | null;
const accept: RecipientCheck = () => null;

/** One server for all tests of a file. */
let shared: { inbox: MailServer; server: TestServer; checkRecipient: RecipientCheck } | undefined;
afterAll(async () => {
  await shared?.server.close();
  await shared?.inbox.close();
  shared = undefined;
});

async function open(): Promise<NonNullable<typeof shared>> {
  const inbox = await startMailServer({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith("anna-") ? null : (shared?.checkRecipient ?? accept)(address)),
  });
  const env = { SMTP_URL: inbox.url, MAIL_FROM: "post@sheaf.example" };
  const server = await startTestServer({ worker: fakeEngine(), env });
  return { inbox, server, checkRecipient: accept };
}

/**
 * Opens a new practice of an installation that sends through a mail server of the test.
 * @param checkRecipient returns the mail server's refusal of a recipient, or null; valid until the next test. Account
 *   emails are always accepted
 * @returns sentEmails: the emails that the practice has sent
 */
export async function sending(checkRecipient = accept) {
  shared ??= await open();
  const { inbox, server } = shared;
  // Emails that an earlier test left waiting must not be sent during this one.
  await server.services.db.delete(deliveries);
  shared.checkRecipient = checkRecipient;
  const anna = await openPractice(server);
  const own = `${anna.username}@example.com`;
  const sentEmails = () => inbox.received.filter(({ replyTo }) => replyTo?.some(({ address }) => address === own));
  return { inbox, sentEmails, server, anna };
}

export async function practiceWith(url: string, more = {}): Promise<{ server: TestServer; anna: Practice }> {
  const env = { SMTP_URL: url, MAIL_FROM: "post@sheaf.example", ...more };
  const server = await startTestServer({ worker: fakeEngine(), env });
  closers.push(server.close);
  return { server, anna: await openPractice(server) };
}

export const emailed = { sendEmail: "true" };
export const two: NewFile[] = [
  ["Müller & Söhne ½.txt", "first"],
  ["second.txt", "second"],
];

export async function sent(anna: Practice, files = two, fields: Record<string, string> = emailed): Promise<Job> {
  return anna.ended((await anna.job(files, fields)).id);
}

/** Waits until the job's first email has this state. */
export async function reached(anna: Practice, jobId: string, state: Delivery["state"]): Promise<Delivery> {
  return vi.waitFor(
    async () => {
      const email = (await anna.read(jobId)).deliveries[0];
      expect(email?.state).toBe(state);
      // A new email is also waiting for a moment, before its first attempt.
      if (state === "waiting") expect(email?.tries).toBeGreaterThan(0);
      return email as Delivery;
    },
    { timeout: 20_000, interval: 100 },
  );
}

/**
 * Not now(): columns have a precision of milliseconds, and now(), rounded up, may still be in the future for the next
 * statement.
 */
export const aMomentAgo = sql`now() - interval '1 second'`;

/** Simulates the passing of time: the job's email becomes due and its claim expires. */
export async function makeDue({ services }: TestServer, { practiceId }: Practice, jobId: string): Promise<void> {
  const { db, queue } = services;
  await db.transaction(async (tx) => {
    const [row] = await tx
      .update(deliveries)
      .set({ nextTryAt: aMomentAgo, sendAfter: aMomentAgo, sendingUntil: aMomentAgo })
      .where(and(eq(deliveries.practiceId, practiceId), eq(deliveries.jobId, jobId)))
      .returning();
    if (row) await queue.add(tx, deliverEmail, { practiceId, jobId, deliveryId: row.id }, { group: practiceId });
  });
}
