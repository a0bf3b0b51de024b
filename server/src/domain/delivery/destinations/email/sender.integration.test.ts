import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { closers, makeDue, reached, sending, sent, two } from "../../../../../testing/delivery/sending.ts";
import { fakeEngine } from "../../../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../../../testing/jobs/practice.ts";
import { linkIn } from "../../../../../testing/mail/mail-server.ts";
import { startTestServer } from "../../../../../testing/server.ts";
import { confirmAddress } from "../../../../app/sign-up/confirm-address.ts";
import { users } from "../../../accounts/table.ts";
import { jobs } from "../../../jobs/table.ts";
import { releaseEmails } from "../../sending/release.ts";
import { sweepDeliveries } from "../../sending/sweep.task.ts";
import { writeDeliveries } from "../../sending/write.ts";
import { deliveries } from "../../table.ts";
import { maySend } from "./sender.ts";

const confirmFirst = "Confirm your email address to send.";

/** A practice whose owner has not confirmed their address yet, and the link that they were sent. */
async function newcomer() {
  const { inbox, server } = await sending();
  const anna = await openPractice(server, "solo", { confirmed: false });
  const own = `${anna.username}@example.com`;
  const sentEmails = () => inbox.received.filter(({ replyTo }) => replyTo?.some(({ address }) => address === own));
  const token = linkIn(await inbox.to(own, "Confirm your email address")).searchParams.get("token");
  const confirm = () => anna.post("/api/email/verify", { token });
  const user = { practiceId: anna.practiceId, userId: anna.userId, email: own };
  return { server, anna, user, sentEmails, confirm };
}

test("emails of a user with an unconfirmed address wait, while the PDF can be downloaded, and are sent on confirmation", async () => {
  const { server, anna, sentEmails, confirm } = await newcomer();

  const job = await sent(anna);
  expect(job).toMatchObject({
    status: "completed",
    light: { colour: "red", word: "Needs you" },
    detail: `Email to bright@example.com: ${confirmFirst}`,
    deliveries: [{ state: "failed", awaitsSender: true, confirmedById: anna.userId, message: confirmFirst, tries: 0 }],
  });
  expect((await anna.get(`/api/jobs/${job.id}/download`)).statusCode).toBe(200);
  expect((await anna.get("/api/jobs?status=needs-you")).json()).toMatchObject([{ id: job.id }]);
  await makeDue(server, anna, job.id);
  expect(sentEmails()).toHaveLength(0);

  // The link is opened twice at once: one request confirms the address, and the email is sent once.
  const answers = await Promise.all([confirm(), confirm()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 410]);
  expect(await reached(anna, job.id, "sent")).toMatchObject({ awaitsSender: false, tries: 1, message: null });
  expect((await anna.read(job.id)).detail).toBeNull();
  await makeDue(server, anna, job.id);
  expect(sentEmails()).toHaveLength(1);
});

test("a confirmation during the transaction that writes emails waits for it, so that no email is missed", async () => {
  const { server, anna, sentEmails, confirm } = await newcomer();
  const { db } = server.services;
  const { id } = await sent(anna, two, {});
  const [row] = await db.update(jobs).set({ sendEmail: true }).where(eq(jobs.id, id)).returning();
  const { outputs } = await anna.read(id);
  const pdfs = outputs.map((output) => ({ ...output, position: 0, purpose: "result" as const }));
  let confirming: Promise<unknown> | undefined;

  await db.transaction(async (tx) => {
    const isAllowed = await maySend(tx, server.services.mail, anna);
    if (row) await writeDeliveries(tx, server.services, row, { pdfs, isAllowed });
    confirming = confirm();
    // The confirmation waits for this transaction: it must not miss the email that is not committed yet.
    await vi.waitFor(async () => {
      const { rows } = await db.execute(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(rows).toHaveLength(1);
    });
  });
  await confirming;

  await reached(anna, id, "sent");
  expect(sentEmails()).toHaveLength(1);
});

test("an email queued by a process of an earlier version is checked for a confirmed address before it is sent", async () => {
  const { server, anna, sentEmails, confirm } = await newcomer();
  const job = await sent(anna);
  const queued = { state: "waiting" as const, awaitsSender: false, message: null };
  await server.services.db.update(deliveries).set(queued).where(eq(deliveries.jobId, job.id));

  await makeDue(server, anna, job.id);

  expect(await reached(anna, job.id, "failed")).toMatchObject({ awaitsSender: true, message: confirmFirst });
  expect(sentEmails()).toHaveLength(0);
  await confirm();
  await reached(anna, job.id, "sent");
});

test("an email that was released without a task is found by the sweep and sent once", async () => {
  const { server, anna, sentEmails, confirm } = await newcomer();
  const job = await sent(anna);
  const { db } = server.services;
  // As the operator's command does: it has no queue.
  await db.transaction((tx) => releaseEmails(tx, anna));
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, anna.userId));
  await db
    .update(deliveries)
    .set({ sendAfter: new Date(0) })
    .where(eq(deliveries.jobId, job.id));

  const context = { signal: AbortSignal.timeout(60_000) };
  await sweepDeliveries.run({}, server.services, context);
  await sweepDeliveries.run({}, server.services, context);

  await reached(anna, job.id, "sent");
  expect((await confirm()).statusCode).toBe(204);
  await makeDue(server, anna, job.id);
  expect(sentEmails()).toHaveLength(1);
});

test("an email sent again also waits for the confirmation, and a stopped email stays stopped", async () => {
  const { server, anna, user, sentEmails } = await newcomer();
  const [first, second] = [await sent(anna), await sent(anna)];
  const email = (job: typeof first) => `/api/jobs/${job.id}/deliveries/${job.deliveries[0]?.id}`;

  await anna.post(`${email(first)}/send-again`, { recipient: "other@example.com" });
  expect((await anna.read(first.id)).deliveries).toMatchObject([
    { state: "undone", awaitsSender: false },
    { recipient: "other@example.com", state: "failed", awaitsSender: true },
  ]);
  expect((await anna.post(`${email(second)}/stop`)).json()).toMatchObject({
    light: { colour: "grey", word: "Not sent" },
  });

  // As when the operator confirms the address.
  await server.services.db.transaction((tx) => confirmAddress(tx, { ...user, queue: server.services.queue }));
  await vi.waitFor(() => expect(sentEmails()).toHaveLength(1), { timeout: 20_000 });
  expect(sentEmails()[0]?.to).toMatchObject([{ address: "other@example.com" }]);
  expect((await anna.read(second.id)).light.word).toBe("Not sent");
});

test("no email waits with the outbox, and with a mail server even a test email needs a confirmed address", async () => {
  const { anna } = await newcomer();
  expect((await anna.post("/api/test-email", { email: "stranger@example.com" })).json()).toMatchObject({
    code: "email-not-confirmed",
  });
  const server = await startTestServer({ worker: fakeEngine() });
  closers.push(server.close);
  const ben = await openPractice(server, "solo", { confirmed: false });
  expect((await sent(ben)).light.word).toBe("Kept in outbox");
  expect((await ben.post("/api/test-email", { email: "inbox@example.com" })).json()).toMatchObject({ stored: true });
});
