import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { insertJob } from "../../../../../testing/jobs/job-rows.ts";
import { startMailServer, startUnfinishedServer } from "../../../../../testing/mail/mail-server.ts";
import { signIn, startTestServer } from "../../../../../testing/server.ts";
import { openSmtp } from "../../../../platform/mail/smtp.ts";
import { runTask } from "../../../../platform/queue/run-task.ts";
import { deliverEmail } from "../../sending/deliver.task.ts";
import { sweepDeliveries } from "../../sending/sweep.task.ts";
import { deliveries } from "../../table.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Creates an email that waits for a worker, and functions that run the worker's tasks for it. */
async function waitingEmail(url: string) {
  const server = await startTestServer({ env: { SMTP_URL: url } });
  closers.push(server.close);
  const { services } = server;
  const anna = await signIn(server);
  const jobId = await insertJob(server, anna, { emails: [{ state: "waiting" }] });
  const rowNow = async () => {
    const [row] = await services.db.select().from(deliveries).where(eq(deliveries.jobId, jobId));
    if (!row) throw new Error("The email is gone");
    return row;
  };
  const ref = { practiceId: anna.practiceId, jobId, deliveryId: (await rowNow()).id };
  const context = { signal: new AbortController().signal };
  return {
    ref,
    services,
    rowNow,
    deliver: (mail = services.mail) => deliverEmail.run(ref, { ...services, mail }, context),
    sweep: () => sweepDeliveries.run({}, services, context),
  };
}

test.each([
  ["is silent from the start", "connection", "silent", "waiting"],
  ["is silent after the recipient", "recipient", "silent", "waiting"],
  ["closes after the recipient", "recipient", "hang up", "waiting"],
  ["is silent after the message", "message", "silent", "unconfirmed"],
  ["closes after the message", "message", "hang up", "unconfirmed"],
] as const)("when the mail server %s, the claim on the email is released", async (_what, stage, end, state) => {
  const mailServer = await startUnfinishedServer(stage, end);
  closers.push(mailServer.close);
  const { rowNow, deliver } = await waitingEmail(mailServer.url);
  const impatient = openSmtp(
    { url: mailServer.url, dkim: undefined, maxBytes: 1_000_000 },
    { connectMs: 300, silenceMs: 300, wholeMs: 60_000 },
  );
  closers.push(impatient.close);

  await deliver(impatient);

  expect(await rowNow()).toMatchObject({ state, tries: 1, sendingUntil: null });
  expect((await rowNow()).nextTryAt !== null).toBe(state === "waiting");
});

/** Starts a mail server that receives a message and replies only when `answer` is called. */
async function startSlowServer() {
  const { promise: enough, resolve: answer } = Promise.withResolvers<void>();
  const { promise: asked, resolve: arrived } = Promise.withResolvers<void>();
  const mailServer = await startMailServer({
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => {
        arrived();
        void enough.then(() => done(null, "taken at last"));
      });
    },
  });
  closers.push(mailServer.close);
  return { url: mailServer.url, asked, answer };
}

test("an email stays claimed when its mail server takes longer than a claim lasts, and no other worker sends it", async () => {
  const { url, asked, answer } = await startSlowServer();
  const { rowNow, deliver, sweep } = await waitingEmail(url);

  const delivering = deliver();
  await asked;
  const claimedUntil = (await rowNow()).sendingUntil?.getTime() ?? 0;
  // Wait until the first claim, made before sending, would have ended.
  await new Promise((resolve) => setTimeout(resolve, claimedUntil - Date.now() + 5_000));
  await deliver();
  await sweep();
  expect(await rowNow()).toMatchObject({ state: "sending", tries: 1 });
  answer();
  await delivering;

  expect(await rowNow()).toMatchObject({ state: "sent", tries: 1 });
});

test("after a task has timed out, the mail server's reply still settles the email, and the next run does not send it", async () => {
  const { url, asked, answer } = await startSlowServer();
  const { rowNow, deliver, ref, services } = await waitingEmail(url);
  const job = { id: "1", data: ref, signal: new AbortController().signal, retryCount: 0 };

  const run = runTask({ ...deliverEmail, timeoutMs: 1_000 }, job, services, job.signal, services.log);
  await expect(run).rejects.toThrow("took longer than 1 s");
  await asked;
  await deliver();
  expect(await rowNow()).toMatchObject({ state: "sending", tries: 1 });
  answer();

  await vi.waitFor(async () => {
    expect(await rowNow()).toMatchObject({ state: "sent", tries: 1, sendingUntil: null });
  });
});
