import { createHmac, generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { newClient } from "../../../../testing/client.ts";
import {
  bySendgrid,
  emailRows,
  nowSeconds,
  type SendgridWebhook,
  sendgridEvent,
  sentEmails,
  startSendgridWebhook,
} from "../../../../testing/delivery/sendgrid-webhook.ts";
import { eventsKept, sendShuffled } from "../../../../testing/delivery/shuffled-events.ts";
import { signIn, type TestServer } from "../../../../testing/server.ts";

const mailgunKey = "mailgun-signing-key";
const postmarkAuth = "postmark:password";

let sendgrid: SendgridWebhook;
let server: TestServer;
beforeAll(async () => {
  sendgrid = await startSendgridWebhook({ POSTMARK_WEBHOOK_AUTH: postmarkAuth, MAILGUN_SIGNING_KEY: mailgunKey });
  server = sendgrid.server;
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

async function byPostmark(event: object, auth = postmarkAuth) {
  const authorization = `Basic ${Buffer.from(auth).toString("base64")}`;
  return server.app.inject({
    method: "POST",
    url: "/api/webhooks/postmark",
    payload: event,
    headers: { authorization },
  });
}

async function byMailgun(event: object, key = mailgunKey, timestamp = String(nowSeconds())) {
  const token = "0123456789";
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  const payload = { signature: { timestamp, token, signature }, "event-data": event };
  return server.app.inject({ method: "POST", url: "/api/webhooks/mailgun", payload });
}

describe("events of mail providers", () => {
  test("SendGrid: a delivered event marks the email as delivered", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1);

    expect((await bySendgrid(sendgrid, [sendgridEvent(ids[0] ?? "", "delivered")])).statusCode).toBe(200);

    expect(await emailRows(server, anna)).toMatchObject([
      { state: "delivered", deliveredAt: expect.any(Date), message: null },
    ]);
  });

  test("SendGrid: a deferred email shows the inbox's words until it is delivered", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1);
    const [id = ""] = ids;
    const putOff = { ...sendgridEvent(id, "deferred"), response: "451 4.7.1 Try again in a minute" };

    await bySendgrid(sendgrid, [putOff, sendgridEvent(id, "processed")]);
    expect(await emailRows(server, anna)).toMatchObject([
      { state: "sent", message: "The inbox put it off for now: “451 4.7.1 Try again in a minute”." },
    ]);

    await bySendgrid(sendgrid, [sendgridEvent(id, "delivered")]);
    expect(await emailRows(server, anna)).toMatchObject([{ state: "delivered", message: null }]);
  });

  test("Postmark: a hard bounce suppresses the address until a member releases it", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1);
    const bounce = {
      RecordType: "Bounce",
      Type: "HardBounce",
      ID: 42,
      MessageID: "pm-1",
      Metadata: { delivery: ids[0] },
      Email: "inbox@books.example",
      Details: "550 unknown user",
      BouncedAt: new Date().toISOString(),
    };

    expect((await byPostmark(bounce)).statusCode).toBe(200);

    expect(await emailRows(server, anna)).toMatchObject([
      { state: "bounced", message: "The inbox sent it back: “550 unknown user”." },
    ]);
    const refused = await anna.get("/api/suppressions");
    expect(refused.json()).toMatchObject([{ address: "inbox@books.example", reason: "bounced" }]);
    const stranger = await signIn(server);
    expect((await stranger.get("/api/suppressions")).json()).toEqual([]);
    const one = `/api/suppressions/${refused.json()[0].id}`;
    expect((await stranger.delete(one)).statusCode).toBe(404);
    expect((await anna.delete(one)).statusCode).toBe(204);
    expect((await anna.get("/api/suppressions")).json()).toEqual([]);
  });

  test.each(["AutoResponder", "Subscribe", "Unsubscribe", "AddressChange"])(
    "Postmark: a bounce of type %s leaves the email delivered",
    async (type) => {
      const { anna, ids } = await sentEmails(sendgrid, 1);
      const about = { MessageID: `pm-${ids[0]}`, Metadata: { delivery: ids[0] } };
      await byPostmark({ ...about, RecordType: "Delivery", DeliveredAt: new Date().toISOString() });

      expect((await byPostmark({ ...about, RecordType: "Bounce", Type: type, ID: 43 })).statusCode).toBe(200);

      expect(await emailRows(server, anna)).toMatchObject([{ state: "delivered", message: null }]);
    },
  );

  test.each([
    ["bounce", 1],
    ["suppress-bounce", 1],
    ["old", 0],
    ["espblock", 0],
    ["generic", 0],
  ])("Mailgun: a permanent failure for the reason “%s” adds %i suppressions", async (reason, suppressed) => {
    const { anna, ids } = await sentEmails(sendgrid, 1);
    const about = { "user-variables": { delivery: ids[0] }, timestamp: nowSeconds() };

    await byMailgun({ ...about, id: `mg-${ids[0]}`, event: "failed", severity: "permanent", reason });

    expect(await emailRows(server, anna)).toMatchObject([{ state: "bounced" }]);
    expect((await anna.get("/api/suppressions")).json()).toHaveLength(suppressed);
  });

  test("Mailgun: an email stays sent after a temporary failure and is complained after a complaint", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1);
    const about = { "user-variables": { delivery: ids[0] }, timestamp: nowSeconds() };
    await byMailgun({ ...about, id: "mg-1", event: "failed", severity: "temporary" });
    expect((await emailRows(server, anna))[0]?.state).toBe("sent");

    await byMailgun({ ...about, id: "mg-2", event: "complained" });

    expect(await emailRows(server, anna)).toMatchObject([{ state: "complained" }]);
  });

  test("an event with a NUL character does not block the other events of its notice", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 2);
    const poison = { ...sendgridEvent(ids[0] ?? "", "bounce"), reason: "550 \0 no", sg_message_id: "a\0b" };

    expect((await bySendgrid(sendgrid, [poison, sendgridEvent(ids[1] ?? "", "delivered")])).statusCode).toBe(200);

    expect((await emailRows(server, anna)).map(({ state }) => state)).toEqual(["bounced", "delivered"]);
  });

  test("a delivered event settles an unconfirmed email", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1, "unconfirmed");
    await bySendgrid(sendgrid, [sendgridEvent(ids[0] ?? "", "delivered")]);
    expect(await emailRows(server, anna)).toMatchObject([
      { state: "delivered", message: null, sentAt: expect.any(Date) },
    ]);
  });

  test("an event that arrives during the hand-over is applied when the hand-over has ended", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1, "sending");
    await bySendgrid(sendgrid, [sendgridEvent(ids[0] ?? "", "delivered")]);
    const [row] = await emailRows(server, anna);
    expect(row?.state).toBe("sending");

    const { settle } = await import("../sending/states.ts");
    const ref = { practiceId: anna.practiceId, jobId: row?.jobId ?? "", deliveryId: row?.id ?? "" };
    await server.services.db.transaction((tx) =>
      settle(
        tx,
        ref,
        { tries: 0, destination: "email" },
        { state: "sent", provider: "sendgrid", providerMessageId: "sg-1", words: null },
      ),
    );

    expect(await emailRows(server, anna)).toMatchObject([{ state: "delivered" }]);
  });

  test("events of unknown emails are ignored", async () => {
    expect(
      (await bySendgrid(sendgrid, [sendgridEvent("0190aaaa-0000-7000-8000-000000000001", "bounce")])).statusCode,
    ).toBe(200);
    expect((await bySendgrid(sendgrid, [sendgridEvent("no identifier", "bounce")])).statusCode).toBe(200);
  });
});

describe("forged notices are refused and change nothing", () => {
  const forgeries: [string, (id: string) => Promise<{ statusCode: number }>][] = [
    ["signed by another key", (id) => bySendgrid(sendgrid, [sendgridEvent(id, "bounce")], { key: otherKey() })],
    ["changed after signing", (id) => bySendgrid(sendgrid, [sendgridEvent(id, "delivered")], { tamper: true })],
    ["an old one replayed", (id) => bySendgrid(sendgrid, [sendgridEvent(id, "bounce")], { at: nowSeconds() - 3_600 })],
    ["without a signature", (id) => post("sendgrid", [sendgridEvent(id, "bounce")])],
    ["Postmark with another password", (id) => byPostmark(postmarkBounce(id), "postmark:guess")],
    ["Postmark without a password", (id) => post("postmark", postmarkBounce(id))],
    ["Mailgun with another key", (id) => byMailgun(mailgunBounce(id), "guess")],
    ["an old one of Mailgun", (id) => byMailgun(mailgunBounce(id), mailgunKey, String(nowSeconds() - 3_600))],
    ["Mailgun without a signature", (id) => post("mailgun", { "event-data": mailgunBounce(id) })],
  ];
  const otherKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const postmarkBounce = (id: string) => ({
    RecordType: "Bounce",
    Type: "HardBounce",
    ID: 1,
    MessageID: "x",
    Metadata: { delivery: id },
  });
  const mailgunBounce = (id: string) => ({
    id: "x",
    event: "failed",
    severity: "permanent",
    "user-variables": { delivery: id },
  });
  const post = (provider: string, payload: object) =>
    server.app.inject({ method: "POST", url: `/api/webhooks/${provider}`, payload });

  test.each(forgeries)("%s", async (_what, forge) => {
    const { anna, ids } = await sentEmails(sendgrid, 1);

    expect((await forge(ids[0] ?? "")).statusCode).toBe(401);

    expect((await emailRows(server, anna))[0]?.state).toBe("sent");
    expect((await anna.get("/api/suppressions")).json()).toEqual([]);
  });

  test("the age of a notice is measured by the database's clock, not this machine's", async () => {
    const { anna, ids } = await sentEmails(sendgrid, 1);
    const at = nowSeconds();
    const delivered = sendgridEvent(ids[0] ?? "", "delivered");

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });

    expect(
      (await bySendgrid(sendgrid, [{ ...delivered, sg_event_id: "later" }], { at: nowSeconds() })).statusCode,
    ).toBe(401);
    expect((await bySendgrid(sendgrid, [delivered], { at })).statusCode).toBe(200);
    expect(await emailRows(server, anna)).toMatchObject([{ state: "delivered" }]);
  });

  test("webhooks of unknown providers and of providers that are not configured return 404", async () => {
    const client = newClient(server.app);
    expect((await client.post("/api/webhooks/ses", {})).statusCode).toBe(404);
    expect((await client.post("/api/webhooks/nobody", {})).statusCode).toBe(404);
  });
});

test("2,000 events, shuffled, tripled and a tenth of them forged, have the same result as each sent once in order", async () => {
  const emails = 500;

  const { inOrder, shuffled, answers, written } = await sendShuffled(sendgrid, emails);

  expect(shuffled).toEqual(inOrder);
  expect(new Set(inOrder.map(({ state }) => state))).toEqual(new Set(["delivered", "bounced", "complained"]));
  expect(answers).toEqual({ signed: new Set([200]), forged: new Set([401]) });
  expect(written).toBe(eventsKept(emails));
});
