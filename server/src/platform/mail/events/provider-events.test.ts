import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { readMailgun } from "./mailgun-events.ts";
import { readPostmark } from "./postmark-events.ts";
import { at, entryOf, json, moment, refuseOld, required, sameText, text } from "./provider-event.ts";
import { readSendgrid } from "./sendgrid-events.ts";

const now = new Date("2026-11-20T12:00:00Z");
const seconds = now.getTime() / 1000;
const bodyOf = (event: unknown) => Buffer.from(JSON.stringify(event));
const forged = { code: "forged-event" };

test.each([
  [0, true],
  [900_000, true],
  [900_001, false],
  [-900_000, true],
  [-900_001, false],
  [Number.NaN, false],
])("a notice that is %d ms old is accepted: %s", (ageMs, isAccepted) => {
  const refuse = () => refuseOld(new Date(now.getTime() - ageMs), now);
  if (isAccepted) refuse();
  else expect(refuse).toThrow(expect.objectContaining(forged));
});

test("times are seconds or text, and now when they are neither", () => {
  expect(moment(seconds - 60, now)).toEqual(new Date("2026-11-20T11:59:00Z"));
  expect(moment("2026-11-19T10:00:00Z", now)).toEqual(new Date("2026-11-19T10:00:00Z"));
  for (const wrong of [undefined, null, "soon", {}]) expect(moment(wrong, now)).toBe(now);
});

test("fields of an unknown value are read without errors", () => {
  expect(at({ a: { b: 1 } }, "a", "b")).toBe(1);
  for (const value of [undefined, null, "text", { a: null }]) expect(at(value, "a", "b")).toBeUndefined();
  expect(["x", "", 7, null].map(text)).toEqual(["x", null, null, null]);
  expect([entryOf({ a: 1 }, "a"), entryOf({ a: 1 }, "toString"), entryOf({ a: 1 }, 1)]).toEqual([
    1,
    undefined,
    undefined,
  ]);
  expect([sameText("a", "a"), sameText("a", "b"), sameText("", "")]).toEqual([true, false, true]);
  expect(json(Buffer.from("null"))).toBeNull();
  expect(() => json(Buffer.from("{"))).toThrow(expect.objectContaining({ code: "bad-request" }));
  expect(required(0)).toBe(0);
  expect(() => required(undefined)).toThrow(expect.objectContaining({ code: "not-found" }));
});

function mailgun(event: unknown, { timestamp = String(seconds), key = "key", token = "token" } = {}) {
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  const body = bodyOf({ signature: { timestamp, token, signature }, "event-data": event });
  return readMailgun({ body, headers: {}, now }, "key");
}

test.each([
  [{ event: "accepted" }, "accepted"],
  [{ event: "delivered" }, "delivered"],
  [{ event: "complained" }, "complained"],
  [{ event: "rejected" }, "dropped"],
  [{ event: "failed", severity: "temporary", reason: "bounce" }, "deferred"],
  [{ event: "failed", severity: "permanent", reason: "bounce" }, "bounced"],
  [{ event: "failed", severity: "permanent", reason: "suppress-bounce" }, "bounced"],
  [{ event: "failed", severity: "permanent", reason: "old" }, "dropped"],
])("Mailgun's event %j is one of the kind %s", (event, kind) => {
  expect(mailgun({ id: "e1", ...event })).toMatchObject([{ kind, key: "e1", words: null }]);
});

test("Mailgun's event has the server's words, the delivery and its time", () => {
  const event = {
    id: "e1",
    event: "delivered",
    "user-variables": { delivery: "d1" },
    message: { headers: { "message-id": "m1" } },
    timestamp: seconds - 5,
  };
  const [read] = mailgun({ ...event, "delivery-status": { code: 250, message: "", description: "Queued" } });
  expect(read).toEqual({
    kind: "delivered",
    key: "e1",
    deliveryId: "d1",
    providerMessageId: "m1",
    words: "250 Queued",
    at: new Date(now.getTime() - 5_000),
  });
  expect(mailgun({ ...event, "delivery-status": { message: "OK", description: "no" } })[0]?.words).toBe("OK");
});

test("other events of Mailgun are left out, and calls that it did not sign are refused", () => {
  expect(mailgun({ event: "opened", id: "e1" })).toEqual([]);
  expect(mailgun({ event: "delivered" })).toEqual([]);
  const event = { id: "e1", event: "delivered" };
  expect(() => mailgun(event, { key: "other" })).toThrow(expect.objectContaining(forged));
  expect(() => mailgun(event, { timestamp: String(seconds - 901) })).toThrow(expect.objectContaining(forged));
  expect(() => mailgun(event, { token: "" })).toThrow(expect.objectContaining(forged));
  expect(() => readMailgun({ body: bodyOf({}), headers: {}, now }, "key")).toThrow(expect.objectContaining(forged));
});

const authorization = `Basic ${Buffer.from("user:password").toString("base64")}`;
const postmark = (event: unknown, headers: Record<string, string> = { authorization }) =>
  readPostmark({ body: bodyOf(event), headers, now }, "user:password");

test.each([
  [{ RecordType: "Delivery" }, "delivered"],
  [{ RecordType: "SpamComplaint" }, "complained"],
  [{ RecordType: "Bounce", Type: "HardBounce" }, "bounced"],
  [{ RecordType: "Bounce", Type: "SoftBounce" }, "dropped"],
  [{ RecordType: "Bounce", Type: "SoftBounce", Inactive: true }, "bounced"],
  [{ RecordType: "Bounce", Type: "Transient", Inactive: true }, "deferred"],
  [{ RecordType: "Bounce", Type: "DnsError" }, "deferred"],
])("Postmark's event %j is one of the kind %s", (event, kind) => {
  expect(postmark({ MessageID: "m1", ...event })).toMatchObject([{ kind, providerMessageId: "m1" }]);
});

test.each([
  { RecordType: "Open", MessageID: "m1" },
  { RecordType: "Delivery" },
  { RecordType: "Bounce", Type: "AutoResponder", MessageID: "m1" },
  { RecordType: "Open", Type: "HardBounce", MessageID: "m1" },
])("Postmark's event %j is left out", (event) => {
  expect(postmark(event)).toEqual([]);
});

test("Postmark's event has its words, its key and its time, and needs the password", () => {
  const bounce = { RecordType: "Bounce", Type: "HardBounce", MessageID: "m1", ID: 7, Metadata: { delivery: "d1" } };
  const BouncedAt = "2026-11-20T11:00:00Z";
  expect(postmark({ ...bounce, BouncedAt, Description: "Unknown" })).toEqual([
    {
      kind: "bounced",
      providerMessageId: "m1",
      deliveryId: "d1",
      key: `Bounce:7:m1:${BouncedAt}`,
      words: "Unknown",
      at: new Date(BouncedAt),
    },
  ]);
  expect(postmark({ ...bounce, Details: "550", Description: "Unknown" })).toMatchObject([
    { key: "Bounce:7:m1:", words: "550", at: now },
  ]);
  expect(postmark({ ...bounce, ID: undefined })).toMatchObject([{ key: "Bounce::m1:" }]);
  for (const headers of [{}, { authorization: `${authorization}x` }]) {
    expect(() => postmark(bounce, headers)).toThrow(expect.objectContaining(forged));
  }
});

const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const spki = publicKey.export({ format: "der", type: "spki" }).toString("base64");

function sendgrid(events: unknown, given: { timestamp?: string; signed?: boolean; stated?: string } = {}) {
  const { timestamp = String(seconds), signed = true, stated = timestamp } = given;
  const body = bodyOf(events);
  const signature = sign("sha256", Buffer.concat([Buffer.from(timestamp), body]), privateKey).toString("base64");
  const headers = {
    "x-twilio-email-event-webhook-timestamp": stated,
    ...(signed ? { "x-twilio-email-event-webhook-signature": signature } : {}),
  };
  return readSendgrid({ body, headers, now }, spki);
}

test.each([
  ["processed", undefined, "accepted"],
  ["delivered", undefined, "delivered"],
  ["deferred", undefined, "deferred"],
  ["bounce", "bounce", "bounced"],
  ["bounce", "blocked", "dropped"],
  ["dropped", undefined, "dropped"],
  ["spamreport", "blocked", "complained"],
])("SendGrid's event %s of the type %s is one of the kind %s", (event, type, kind) => {
  expect(sendgrid([{ sg_event_id: "e1", event, type }])).toMatchObject([{ kind, key: "e1" }]);
});

test("SendGrid's events have the words, the delivery and the first part of the message's id", () => {
  const event = { event: "delivered", delivery: "d1", sg_message_id: "m1.recv.x", timestamp: seconds - 9 };
  const [one, two] = sendgrid([
    { ...event, sg_event_id: "e1", response: "250 OK" },
    { ...event, sg_event_id: "e2", reason: "why", response: "250 OK", sg_message_id: undefined },
    { ...event, event: "open", sg_event_id: "e3" },
    event,
  ]);
  const found = { kind: "delivered", deliveryId: "d1", at: new Date(now.getTime() - 9_000) };
  expect(one).toEqual({ ...found, key: "e1", words: "250 OK", providerMessageId: "m1" });
  expect(two).toEqual({ ...found, key: "e2", words: "why", providerMessageId: null });
  expect(sendgrid([{ ...event, event: "open", sg_event_id: "e3" }, event])).toEqual([]);
  expect(sendgrid({})).toEqual([]);
});

test("calls that SendGrid did not sign, or signed long ago, are refused", () => {
  for (const wrong of [{ signed: false }, { stated: "" }, { stated: "1" }, { timestamp: String(seconds - 901) }]) {
    expect(() => sendgrid([], wrong)).toThrow(expect.objectContaining(forged));
  }
});
