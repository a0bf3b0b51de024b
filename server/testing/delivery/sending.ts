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

/** What a test has opened; closed after it, the last first. */
export const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export const refusal = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

type Judge = (address: string) => Error | null;
const taken: Judge = () => null;

/** One for all tests of a file. */
let shared: { inbox: MailServer; server: TestServer; judge: Judge } | undefined;
afterAll(async () => {
  await shared?.server.close();
  await shared?.inbox.close();
  shared = undefined;
});

async function open(): Promise<NonNullable<typeof shared>> {
  const inbox = await startMailServer({
    onRcptTo: ({ address }, _, done) => done(address.startsWith("anna-") ? null : (shared?.judge ?? taken)(address)),
  });
  const env = { SMTP_URL: inbox.url, MAIL_FROM: "post@sheaf.example" };
  const server = await startTestServer({ worker: fakeEngine(), env });
  return { inbox, server, judge: taken };
}

/**
 * A new practice of an installation that sends through a mail server of our own.
 * @param judge what the server says to a recipient until the next test; sign-in mail is always taken
 * @returns papers: what the practice has sent
 */
export async function sending(judge = taken) {
  shared ??= await open();
  const { inbox, server } = shared;
  // What an earlier test left to a later hour is not to go out in this one.
  await server.services.db.delete(deliveries);
  shared.judge = judge;
  const anna = await openPractice(server);
  const own = `${anna.username}@example.com`;
  const papers = () => inbox.received.filter(({ replyTo }) => replyTo?.some(({ address }) => address === own));
  return { inbox, papers, server, anna };
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

/** As soon as an email has got somewhere. */
export async function reached(anna: Practice, jobId: string, state: Delivery["state"]): Promise<Delivery> {
  return vi.waitFor(
    async () => {
      const email = (await anna.read(jobId)).deliveries[0];
      expect(email?.state).toBe(state);
      // A new email waits, too, for a moment.
      if (state === "waiting") expect(email?.tries).toBeGreaterThan(0);
      return email as Delivery;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Columns hold whole milliseconds: this moment, rounded up, may still be to come when the next statement asks. */
export const aMomentAgo = sql`now() - interval '1 second'`;

/** What the clock would bring. */
export async function itIsTime({ services }: TestServer, { practiceId }: Practice, jobId: string): Promise<void> {
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
