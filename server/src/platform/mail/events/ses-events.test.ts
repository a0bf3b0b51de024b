import { expect, test, vi } from "vitest";
import { readSes } from "./ses-events.ts";

vi.mock("./sns.ts", () => ({ readSns: async ({ body }: { body: Buffer }) => JSON.parse(body.toString()) }));

const now = new Date("2026-11-20T12:00:00Z");
const mail = { messageId: "m-1", timestamp: "2026-11-20T09:00:00Z", tags: { delivery: ["d-1"] } };
const read = (event: object | null) =>
  readSes({ body: Buffer.from(JSON.stringify(event)), now } as never, { topicArn: "arn", get: async () => "" });
const bounce = (bounceType: string, bounceSubType: string) => ({
  eventType: "Bounce",
  mail,
  bounce: { bounceType, bounceSubType, bouncedRecipients: [{ diagnosticCode: "550 no" }, { diagnosticCode: "x" }] },
});

test.each([
  [{ eventType: "Send", mail, send: {} }, "accepted", null],
  [{ eventType: "Delivery", mail, delivery: { smtpResponse: "250 ok" } }, "delivered", "250 ok"],
  [
    { eventType: "DeliveryDelay", mail, deliveryDelay: { delayedRecipients: [{ diagnosticCode: "451 later" }] } },
    "deferred",
    "451 later",
  ],
  [{ eventType: "DeliveryDelay", mail, deliveryDelay: { delayedRecipients: "none" } }, "deferred", null],
  [bounce("Permanent", "General"), "bounced", "550 no"],
  [bounce("Transient", "General"), "returned", "550 no"],
  [bounce("Transient", "MailboxFull"), "dropped", "550 no"],
  [bounce("Undetermined", "General"), "dropped", "550 no"],
  [{ eventType: "Complaint", mail, complaint: {} }, "complained", null],
  [{ eventType: "Reject", mail, reject: { reason: "Bad content" } }, "dropped", "Bad content"],
])("%j is an email that is %s, with the words %s", async (event, kind, words) => {
  expect(await read(event)).toMatchObject([{ kind, words, providerMessageId: "m-1", deliveryId: "d-1" }]);
});

test("an event has its own time and a key that differs from those of other events", async () => {
  const delivery = { timestamp: "2026-11-20T10:00:00Z", smtpResponse: "ok" };
  expect(await read({ eventType: "Delivery", mail, delivery })).toMatchObject([
    { key: "Delivery:m-1:2026-11-20T10:00:00Z", at: new Date("2026-11-20T10:00:00Z") },
  ]);
  const complaint = { timestamp: "2026-11-20T10:00:00Z", feedbackId: "f-1" };
  expect(await read({ eventType: "Complaint", mail, complaint })).toMatchObject([{ key: "Complaint:m-1:f-1" }]);
});

test("an event without a time has the email's time, and otherwise the notice's", async () => {
  expect(await read({ notificationType: "Delivery", mail, delivery: {} })).toMatchObject([
    { key: "Delivery:m-1:2026-11-20T09:00:00Z", at: new Date("2026-11-20T09:00:00Z") },
  ]);
  expect(await read({ eventType: "Send", mail: { messageId: "m-1" } })).toEqual([
    { kind: "accepted", words: null, providerMessageId: "m-1", deliveryId: null, key: "Send:m-1:", at: now },
  ]);
});

test("the type of the event takes precedence over the type of the notification", async () => {
  expect(await read({ eventType: "Send", notificationType: "Complaint", mail })).toMatchObject([{ kind: "accepted" }]);
});

test.each([
  [{ eventType: "Open", mail }],
  [{ eventType: "toString", mail }],
  [{ mail }],
  [{ eventType: "Send" }],
  [{ eventType: "Send", mail: { messageId: "" } }],
  [null],
])("%j tells nothing about an email", async (event) => {
  expect(await read(event)).toEqual([]);
});
