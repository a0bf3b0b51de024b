import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emailed, reached, sent, two } from "../../../../../testing/delivery/sending.ts";
import { fakeEngine } from "../../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../../testing/jobs/practice.ts";
import { startMailServer } from "../../../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../../../testing/server.ts";
import { writeStoredSettings } from "../../../../platform/config/stored-settings.ts";
import { type DemoMail, startDemoMail } from "./demo-mail-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-demo-mail-"));
const log = pino({ level: "silent" });
const noDelays = { handOverMs: 0, retryMs: 0, resendEventsMs: 10 };
const waitOptions = { timeout: 20_000, interval: 100 };

let mail: DemoMail;
let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  mail = await startDemoMail({ dataDir, log, pace: noDelays });
  server = await startTestServer({ worker: fakeEngine(), env: { ...mail.env, SHEAF_DEMO: "1" } });
  mail.notify(await urlOf(server));
  anna = await openPractice(server);
});
afterAll(async () => {
  await server.close();
  await mail.close();
  rmSync(dataDir, { recursive: true });
});

async function urlOf({ app }: TestServer): Promise<string> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** A job whose one email goes to this address. */
async function jobTo(recipient: string): Promise<string> {
  const customer = { name: recipient, email: "bright@example.com", outputEmail: recipient };
  const { id } = (await anna.post("/api/customers", customer)).json();
  return (await sent(anna, two, { ...emailed, customerId: id })).id;
}

/** The responses in those events of the job whose text begins with this. */
async function wordsOf(jobId: string, beginning: string): Promise<string[]> {
  const events: JobEvent[] = (await anna.get(`/api/jobs/${jobId}/timeline`)).json();
  return events.filter(({ text }) => text.startsWith(beginning)).map(({ words }) => words ?? "");
}

const messageTo = (recipient: string) => mail.messages().find(({ to }) => to === recipient) ?? expect.fail();

test("delivers an email with its PDFs to the inbox by SMTP", async () => {
  const job = await jobTo("bright-bakery@dext.cc");
  const email = await reached(anna, job, "delivered");

  expect(await wordsOf(job, "Delivered to")).toEqual(["250 2.0.0 Taken by the inbox of bright-bakery@dext.cc"]);
  const { id, attachments: given } = messageTo("bright-bakery@dext.cc");
  const raw = await (await fetch(`${mail.url}/messages/${id}.eml`)).arrayBuffer();
  expect(mail.taken).toContainEqual({
    recipient: "bright-bakery@dext.cc",
    messageId: `<${email.id}@sheaf.example>`,
    sizeBytes: raw.byteLength,
  });
  const { attachments, subject, to } = await PostalMime.parse(raw);
  expect({ subject, to: to?.[0]?.address }).toEqual({ subject: email.subject, to: "bright-bakery@dext.cc" });
  expect(attachments.map(({ filename }) => filename)).toEqual(email.attachments.map(({ name }) => name));
  expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).length)).toEqual(
    given.map(({ sizeBytes }) => sizeBytes),
  );
});

test("shows a bounce with the response of the inbox when the mailbox does not exist", async () => {
  const job = await jobTo("harbour-bounces@dext.cc");
  const email = await reached(anna, job, "bounced");
  expect(email.message).toBe(
    "There is no such mailbox: correct the address. The inbox sent it back: “550 5.1.1 <harbour-bounces@dext.cc>: no such mailbox here”.",
  );
  expect(mail.taken.map(({ recipient }) => recipient)).not.toContain("harbour-bounces@dext.cc");
});

test("delivers an email at a later try after the inbox deferred it", async () => {
  const job = await jobTo("moss-slow@app.hubdoc.com");
  await reached(anna, job, "delivered");
  expect(await wordsOf(job, "Email to moss-slow@app.hubdoc.com postponed")).toEqual([
    "451 4.7.1 Not known here yet: try again in a minute",
  ]);
  expect(messageTo("moss-slow@app.hubdoc.com").answers).toHaveLength(2);
});

test("leaves an email unconfirmed and does not deliver it when the mail service fails with 502", async () => {
  const job = await jobTo("tom.unconfirmed@hartley.example");
  await reached(anna, job, "unconfirmed");
  expect(messageTo("tom.unconfirmed@hartley.example")).toMatchObject({ state: "lost", answers: [], unreported: [] });
});

test("never connects to a mail server of the operator, whether it is set by variables or by stored settings", async () => {
  let connections = 0;
  const canary = await startMailServer({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
  });
  const mailOf = { MAIL_TRANSPORT: "smtp", SMTP_URL: canary.url };
  const given = await startTestServer({ worker: fakeEngine(), env: { ...mailOf, ...mail.env, SHEAF_DEMO: "1" } });
  const { db, key, liveConfig } = given.services;
  await db.transaction((tx) => writeStoredSettings(tx, key, { ...mailOf, SMTP_URL: `${canary.url}?tls=optional` }));
  await liveConfig.refresh();
  const ben = await openPractice(given);

  await reached(ben, (await sent(ben, two, emailed)).id, "sent");
  const tested = await ben.post("/api/test-email", { email: "tested@hartley.example" });
  expect(tested.json()).toMatchObject({ stored: false, answer: "202 Accepted" });
  await vi.waitFor(() => expect(messageTo("tested@hartley.example").state).toBe("delivered"), waitOptions);
  expect(messageTo("bright@example.com").state).toBe("delivered");
  expect((await ben.get("/api/installation")).json()).toMatchObject({ mailTransport: "demo", demoInbox: mail.url });

  await given.close();
  await canary.close();
  expect(connections).toBe(0);
});

test("shows the email that resets a password on the service's own page", async () => {
  const page = (await anna.get("/api/installation")).json().demoInbox;
  await anna.post("/api/password/forgot", { username: anna.username });
  const own = `${anna.username}@example.com`;
  const isReset = ({ to, subject }: { to: string; subject: string }) => to === own && subject.includes("password");
  const resetEmail = await vi.waitFor(() => mail.messages().find(isReset) ?? expect.fail(), waitOptions);

  expect(await (await fetch(page)).text()).toContain(`href="/messages/${resetEmail.id}"`);
  const shown = await (await fetch(`${page}/messages/${resetEmail.id}`)).text();
  expect(shown).toMatch(/<a href="http:\/\/localhost:\d+\/auth\/reset\?token=[\w-]+" target="_blank"/);
});

test("continues after a restart with undelivered messages and with events that Sheaf did not accept", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-demo-mail-"));
  const hour = 3_600_000;
  const first = await startDemoMail({
    dataDir: folder,
    log,
    pace: { handOverMs: 0, retryMs: hour, resendEventsMs: hour },
  });
  const own = await startTestServer({ worker: fakeEngine(), env: { ...first.env, SHEAF_DEMO: "1" } });
  const ben = await openPractice(own);
  const customer = await ben.post("/api/customers", { name: "Slow", email: "slow@example.com" });
  const job = await sent(ben, two, { ...emailed, customerId: customer.json().id });
  await vi.waitFor(() => expect(first.messages()[0]).toMatchObject({ state: "put-off" }), waitOptions);
  await first.close();
  for (const name of readdirSync(join(folder, "demo-mail"))) {
    expect(statSync(join(folder, "demo-mail", name)).mode & 0o077).toBe(0);
  }

  // The new inboxes do not know that they deferred the message, and defer it again.
  const later = Date.parse(first.messages()[0]?.nextTryAt ?? "") - 1;
  vi.useFakeTimers({ now: later, toFake: ["Date"] });
  const second = await startDemoMail({ dataDir: folder, log, pace: noDelays });
  vi.useRealTimers();
  own.services.config.mail.webhooks.sendgridKey = new URL(second.env.SHEAF_DEMO_MAIL).searchParams.get("key") ?? "";
  second.notify(await urlOf(own));
  await reached(ben, job.id, "delivered");
  // Sheaf stores an event before it responds, and the event is only removed from `unreported` after the response.
  await vi.waitFor(
    () => expect(second.messages()[0]).toMatchObject({ state: "delivered", unreported: [] }),
    waitOptions,
  );
  await second.close();
  await own.close();
  rmSync(folder, { recursive: true });
});
