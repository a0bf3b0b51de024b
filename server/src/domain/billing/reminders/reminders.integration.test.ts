import { afterAll, beforeAll, expect, test } from "vitest";
import { letDaysPass } from "../../../../testing/billing/time.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { sendBillingEmails } from "../emails/send.task.ts";
import { recordManualPayment } from "../ledger/payments.ts";
import { remindOwners } from "./remind.task.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: "https://sheaf.example" } });
});
afterAll(() => server.close());

const context = { signal: new AbortController().signal };
const remind = () => remindOwners.run({}, server.services, context);
const send = () => sendBillingEmails.run({}, server.services, context);
/** The reminders sent to the practice, oldest first. */
async function reminders(who: SignedIn): Promise<{ to: string; subject: string; text: string }[]> {
  await remind();
  await send();
  const kept: { to: string; subject: string; text: string }[] = (await who.get("/api/outbox")).json();
  return kept.filter(({ subject }) => subject.startsWith("Your plan ends")).reverse();
}
const after = (who: SignedIn, days: number) => letDaysPass(server.services.db, who.practiceId, days);
const pay = (who: SignedIn, planSlug: string) =>
  server.services.db.transaction((tx) =>
    recordManualPayment(tx, { practiceId: who.practiceId, planSlug, reference: `More of ${who.username}` }),
  );

test("[S4.23] the owner is reminded 7 days and 1 day before the end, once each, with a link to renew", async () => {
  const anna = await signIn(server);
  await after(anna, 22.9);
  expect(await reminders(anna)).toEqual([]);

  await after(anna, 0.2);
  const [first, ...none] = await reminders(anna);
  expect(none).toEqual([]);
  const { currentPeriodEnd } = (await anna.get("/api/subscription")).json();
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" }).format(
    new Date(currentPeriodEnd),
  );
  expect(first).toMatchObject({ to: `${anna.username}@example.com`, subject: `Your plan ends on ${day}` });
  for (const part of ["Small Firm", day, "£24 for 30 days", "https://sheaf.example/subscribe?plan=small-firm"]) {
    expect(first?.text).toContain(part);
  }

  await Promise.all([remind(), remind()]);
  await Promise.all([send(), send()]);
  expect(await reminders(anna)).toHaveLength(1);
});

test("after an outage in which two reminders were due one is sent, and after the end none", async () => {
  const late = await signIn(server);
  await after(late, 29.5);
  expect(await reminders(late)).toHaveLength(1);
  const gone = await signIn(server);
  await after(gone, 30.1);
  expect(await reminders(gone)).toEqual([]);
});

test("owners who cancelled, paid ahead, or have a plan that is not for sale are not reminded", async () => {
  const cancelled = await signIn(server);
  await cancelled.post("/api/billing/cancel");
  const renewed = await signIn(server);
  await pay(renewed, "solo");
  const free = await signIn(server, { plan: "free-forever" });
  for (const who of [cancelled, renewed, free]) {
    await after(who, 24);
    expect(await reminders(who)).toEqual([]);
  }

  await after(renewed, 30);
  expect(await reminders(renewed)).toMatchObject([{ text: expect.stringContaining("Solo Practitioner") }]);
});

test("a queued reminder is not sent when it is no longer true", async () => {
  const renewed = await signIn(server);
  const ended = await signIn(server);
  for (const who of [renewed, ended]) await after(who, 24);
  await remind();
  await pay(renewed, "small-firm");
  await after(ended, 6.5);
  await send();
  expect(await reminders(renewed)).toEqual([]);
  expect(await reminders(ended)).toEqual([]);
});
