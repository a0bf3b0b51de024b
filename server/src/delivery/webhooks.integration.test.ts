import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { insertJobs } from "../jobs/testing/job-rows.ts";
import { newClient } from "../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../testing/server.ts";
import { deliveries, deliveryEvents } from "./table.ts";

const mailgunKey = "mailgun-signing-key";
const postmarkAuth = "postmark:password";

let server: TestServer;
let sendgrid: KeyObject;
beforeAll(async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  sendgrid = createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" }));
  server = await startTestServer({
    env: {
      SENDGRID_WEBHOOK_KEY: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
      POSTMARK_WEBHOOK_AUTH: postmarkAuth,
      MAILGUN_SIGNING_KEY: mailgunKey,
    },
  });
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

/** Emails that have been sent. */
async function sentEmails(count: number, state: "sent" | "unconfirmed" | "sending" = "sent") {
  const anna = await signIn(server);
  const given = Array.from({ length: count }, () => ({ emails: [{ state }] }));
  await insertJobs(server, anna, given);
  return { anna, ids: (await rows(anna)).map(({ id }) => id) };
}

const rows = ({ practiceId }: SignedIn) =>
  server.services.db.select().from(deliveries).where(eq(deliveries.practiceId, practiceId)).orderBy(deliveries.id);

const nowSeconds = () => Math.floor(Date.now() / 1000);

async function bySendgrid(events: object[], options: { key?: KeyObject; at?: number; tamper?: boolean } = {}) {
  const { key = sendgrid, at = nowSeconds(), tamper = false } = options;
  const body = JSON.stringify(events);
  const signature = sign("sha256", Buffer.from(`${at}${body}`), key).toString("base64");
  return server.app.inject({
    ...{ method: "POST", url: "/api/webhooks/sendgrid", payload: tamper ? body.replace("delivered", "bounce") : body },
    headers: {
      "content-type": "application/json",
      "x-twilio-email-event-webhook-signature": signature,
      "x-twilio-email-event-webhook-timestamp": String(at),
    },
  });
}

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

const event = (id: string, kind: string, name = `${id}-${kind}`, at = nowSeconds()) => ({
  ...{ delivery: id, event: kind, sg_event_id: name, timestamp: at, sg_message_id: `sg-${id}.filter` },
  ...(kind === "bounce" ? { reason: "550 5.1.1 No such inbox", type: "bounce" } : {}),
});

describe("what providers report", () => {
  test("SendGrid: delivered", async () => {
    const { anna, ids } = await sentEmails(1);

    expect((await bySendgrid([event(ids[0] ?? "", "delivered")])).statusCode).toBe(200);

    expect(await rows(anna)).toMatchObject([{ state: "delivered", deliveredAt: expect.any(Date), message: null }]);
  });

  test("Postmark: bounced for good, and nothing is sent there until it is released", async () => {
    const { anna, ids } = await sentEmails(1);
    const bounce = {
      ...{ RecordType: "Bounce", Type: "HardBounce", ID: 42, MessageID: "pm-1", Metadata: { delivery: ids[0] } },
      ...{ Email: "inbox@books.example", Details: "550 unknown user", BouncedAt: new Date().toISOString() },
    };

    expect((await byPostmark(bounce)).statusCode).toBe(200);

    expect(await rows(anna)).toMatchObject([
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

  test("Mailgun: put off, then reported as unwanted", async () => {
    const { anna, ids } = await sentEmails(1);
    const about = { "user-variables": { delivery: ids[0] }, timestamp: nowSeconds() };
    await byMailgun({ ...about, id: "mg-1", event: "failed", severity: "temporary" });
    expect((await rows(anna))[0]?.state).toBe("sent");

    await byMailgun({ ...about, id: "mg-2", event: "complained" });

    expect(await rows(anna)).toMatchObject([{ state: "complained" }]);
  });

  test("what a stranger’s mail server says cannot keep out other people’s events", async () => {
    const { anna, ids } = await sentEmails(2);
    const poison = { ...event(ids[0] ?? "", "bounce"), reason: "550 \0 no", sg_message_id: "a\0b" };

    expect((await bySendgrid([poison, event(ids[1] ?? "", "delivered")])).statusCode).toBe(200);

    expect((await rows(anna)).map(({ state }) => state)).toEqual(["bounced", "delivered"]);
  });

  test("a delivery settles the doubt about an email", async () => {
    const { anna, ids } = await sentEmails(1, "unconfirmed");
    await bySendgrid([event(ids[0] ?? "", "delivered")]);
    expect(await rows(anna)).toMatchObject([{ state: "delivered", message: null, sentAt: expect.any(Date) }]);
  });

  test("what comes while the email is being handed over waits until that has ended", async () => {
    const { anna, ids } = await sentEmails(1, "sending");
    await bySendgrid([event(ids[0] ?? "", "delivered")]);
    const [row] = await rows(anna);
    expect(row?.state).toBe("sending");

    const { settle } = await import("./states.ts");
    const ref = { practiceId: anna.practiceId, jobId: row?.jobId ?? "", deliveryId: row?.id ?? "" };
    await server.services.db.transaction((tx) =>
      settle(tx, ref, 0, { state: "sent", provider: "sendgrid", providerMessageId: "sg-1", words: null }),
    );

    expect(await rows(anna)).toMatchObject([{ state: "delivered" }]);
  });

  test("an email that nobody here knows is passed over", async () => {
    expect((await bySendgrid([event("0190aaaa-0000-7000-8000-000000000001", "bounce")])).statusCode).toBe(200);
    expect((await bySendgrid([event("no identifier", "bounce")])).statusCode).toBe(200);
  });
});

describe("forged notices are refused and change nothing", () => {
  const forgeries: [string, (id: string) => Promise<{ statusCode: number }>][] = [
    ["signed by another key", (id) => bySendgrid([event(id, "bounce")], { key: otherKey() })],
    ["changed after signing", (id) => bySendgrid([event(id, "delivered")], { tamper: true })],
    ["an old one once more", (id) => bySendgrid([event(id, "bounce")], { at: nowSeconds() - 3_600 })],
    ["without a signature", (id) => post("sendgrid", [event(id, "bounce")])],
    ["Postmark with another password", (id) => byPostmark(postmarkBounce(id), "postmark:guess")],
    ["Postmark without one", (id) => post("postmark", postmarkBounce(id))],
    ["Mailgun with another key", (id) => byMailgun(mailgunBounce(id), "guess")],
    ["an old one of Mailgun's", (id) => byMailgun(mailgunBounce(id), mailgunKey, String(nowSeconds() - 3_600))],
    ["Mailgun without a signature", (id) => post("mailgun", { "event-data": mailgunBounce(id) })],
  ];
  const otherKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const postmarkBounce = (id: string) => ({
    ...{ RecordType: "Bounce", Type: "HardBounce", ID: 1, MessageID: "x", Metadata: { delivery: id } },
  });
  const mailgunBounce = (id: string) => ({
    ...{ id: "x", event: "failed", severity: "permanent", "user-variables": { delivery: id } },
  });
  const post = (provider: string, payload: object) =>
    server.app.inject({ method: "POST", url: `/api/webhooks/${provider}`, payload });

  test.each(forgeries)("%s", async (_what, forge) => {
    const { anna, ids } = await sentEmails(1);

    expect((await forge(ids[0] ?? "")).statusCode).toBe(401);

    expect((await rows(anna))[0]?.state).toBe("sent");
    expect((await anna.get("/api/suppressions")).json()).toEqual([]);
  });

  test("the database says which notice is old, whatever this machine's clock says", async () => {
    const { anna, ids } = await sentEmails(1);
    const at = nowSeconds();
    const delivered = event(ids[0] ?? "", "delivered");

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });

    expect((await bySendgrid([{ ...delivered, sg_event_id: "later" }], { at: nowSeconds() })).statusCode).toBe(401);
    expect((await bySendgrid([delivered], { at })).statusCode).toBe(200);
    expect(await rows(anna)).toMatchObject([{ state: "delivered" }]);
  });

  test("providers that are not set up, and ones that do not exist, are not there", async () => {
    const client = newClient(server.app);
    expect((await client.post("/api/webhooks/ses", {})).statusCode).toBe(404);
    expect((await client.post("/api/webhooks/nobody", {})).statusCode).toBe(404);
  });
});

/** A generator that every run repeats. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("10,000 events shuffled, tripled and a tenth forged add up to the same as told once and in order", async () => {
  const next = numbers(11);
  const told = await sentEmails(2_500);
  const shuffled = await sentEmails(2_500);
  const ways = [
    ["processed", "deferred", "deferred", "delivered"],
    ["processed", "deferred", "deferred", "bounce"],
    ["processed", "delivered", "bounce", "deferred"],
    ["processed", "delivered", "spamreport", "open"],
    ["processed", "dropped", "click", "deferred"],
  ];
  const began = nowSeconds() - 600;
  const storyOf = (id: string, index: number) =>
    (ways[index % ways.length] ?? []).map((kind, step) => event(id, kind, `${id}-${step}`, began + step));

  for (let from = 0; from < told.ids.length; from += 500) {
    await bySendgrid(told.ids.slice(from, from + 500).flatMap((id, index) => storyOf(id, from + index)));
  }

  const events = shuffled.ids.flatMap(storyOf);
  const tripled = [...events, ...events, ...events]
    .map((one) => ({ one, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const forgedKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (let from = 0; from < tripled.length; from += 1_000) {
    const batch = tripled.slice(from, from + 1_000);
    expect((await bySendgrid(batch)).statusCode).toBe(200);
    const lies = batch.slice(0, 100).map((one) => ({ ...one, event: "spamreport", sg_event_id: `lie-${next()}` }));
    expect((await bySendgrid(lies, { key: forgedKey })).statusCode).toBe(401);
  }

  const facts = async (anna: SignedIn) =>
    (await rows(anna)).map(({ state, message, deliveredAt }) => ({ state, message, deliveredAt }));
  const expected = await facts(told.anna);
  expect(await facts(shuffled.anna)).toEqual(expected);
  expect(new Set(expected.map(({ state }) => state))).toEqual(new Set(["delivered", "bounced", "complained"]));
  const written = await server.services.db.$count(
    deliveryEvents,
    eq(deliveryEvents.practiceId, shuffled.anna.practiceId),
  );
  // Openings and clicks are nobody's business.
  expect(written).toBe(10_000 - 2 * 500);
}, 300_000);
