import { afterEach, describe, expect, test, vi } from "vitest";
import type { MailMessage, MailTransport } from "../transport.ts";
import { openMailgun } from "./mailgun.ts";
import { openPostmark } from "./postmark.ts";
import { openSendgrid } from "./sendgrid.ts";
import { openSes } from "./ses.ts";

afterEach(() => void vi.unstubAllGlobals());

const url = "https://mail.example";
const keys = { accessKeyId: "AKID", secretAccessKey: "s", sessionToken: undefined };
const ses = { region: "eu-west-2", url, configurationSet: undefined, keys };
const openers: Record<string, MailTransport> = {
  sendgrid: openSendgrid({ apiKey: "k", url }),
  postmark: openPostmark({ token: "k", url, stream: "outbound" }),
  mailgun: openMailgun({ apiKey: "k", domain: "a.example", url }),
  ses: openSes(ses),
};
const plain: MailMessage = {
  practiceId: null,
  from: { name: "", address: "post@sheaf.example" },
  to: "a@b.example",
  subject: "=?a",
  text: "t",
};

/** Sends or verifies against an answer; returns the outcome and the request. */
async function exchange(
  name: string,
  [status, body = {}, headers = {}]: [number, unknown?, Record<string, string>?],
  act: (transport: MailTransport) => Promise<unknown> | undefined = (transport) => transport.send(plain),
  transport = openers[name] as MailTransport,
) {
  const asked: { url: string; body: unknown; headers: Record<string, string> }[] = [];
  vi.stubGlobal("fetch", async (to: string, request: { body: unknown; headers: Record<string, string> }) => {
    asked.push({ url: to, ...request });
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  });
  const outcome = await act(transport)?.catch(({ message, failure }) => `${failure}: ${message}`);
  const [first] = asked;
  const json = () => JSON.parse(String(first?.body));
  return { outcome, asked, json, first };
}

describe("an email without optional parts", () => {
  test("is sent by SendGrid without them, and without tracking", async () => {
    const { json, outcome } = await exchange("sendgrid", [202]);
    expect(outcome).toEqual({ answer: "202 Accepted" });
    expect(json()).toEqual({
      personalizations: [{ to: [{ email: "a@b.example" }] }],
      from: { email: "post@sheaf.example", name: "" },
      subject: "= ?a",
      content: [{ type: "text/plain", value: "t" }],
      headers: { "Auto-Submitted": "auto-generated" },
      tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false } },
    });
  });

  test("is sent by Postmark without them, and without tracking", async () => {
    const { json, outcome } = await exchange("postmark", [200, { ErrorCode: 0, Message: "OK" }]);
    expect(outcome).toEqual({ answer: "200 OK" });
    expect(json()).toEqual({
      From: "post@sheaf.example",
      To: "a@b.example",
      Subject: "= ?a",
      TextBody: "t",
      MessageStream: "outbound",
      TrackOpens: false,
      TrackLinks: "None",
      Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
      Attachments: [],
    });
  });

  test("is sent by Mailgun without them, and without tracking", async () => {
    const { first, outcome } = await exchange("mailgun", [200]);
    expect(outcome).toEqual({ answer: "200" });
    const form = first?.body as FormData;
    expect([form.get("to"), form.get("o:tracking"), form.get("v:delivery")]).toEqual(["a@b.example", "no", null]);
  });

  test("is sent by Amazon SES without them", async () => {
    const { json, outcome, first } = await exchange("ses", [200]);
    expect(outcome).toEqual({ answer: "200 OK" });
    expect(json()).toEqual({
      FromEmailAddress: "post@sheaf.example",
      Destination: { ToAddresses: ["a@b.example"] },
      Content: { Raw: { Data: expect.any(String) } },
    });
    expect(first?.headers).not.toHaveProperty("x-amz-security-token");
  });
});

test("temporary keys of Amazon are sent with their token", async () => {
  const temporary = openSes({ ...ses, keys: { ...keys, sessionToken: "token" } });
  const { first } = await exchange("ses", [200], undefined, temporary);
  expect(first?.headers["x-amz-security-token"]).toBe("token");
});

test("each provider accepts messages up to its own size", async () => {
  const sizes = Object.values(openers).map(({ name, maxBytes }) => `${name} ${maxBytes}`);
  expect(sizes).toEqual(["sendgrid 31457280", "postmark 10485760", "mailgun 26214400", "ses 41943040"]);
  for (const transport of Object.values(openers)) await expect(transport.close()).resolves.toBeUndefined();
});

test.each<[string, [number, unknown?, Record<string, string>?], string]>([
  ["sendgrid", [200], "permanent: 200 without a word"],
  ["sendgrid", [400, { errors: [{ message: "a" }, {}, null, { message: "b" }] }], "permanent: 400 a b"],
  ["sendgrid", [400, { errors: "a" }], "permanent: 400 without a word"],
  [
    "sendgrid",
    [403, { errors: [{ message: "no." }] }],
    "permanent: 403 The address post@sheaf.example is no verified sender at SendGrid. Verify it there, or set MAIL_FROM to one that is. no.",
  ],
  ["postmark", [200, { ErrorCode: 300, Message: "bad" }], "permanent: 200 bad"],
  ["postmark", [422, { ErrorCode: 0 }], "permanent: 422 without a word"],
  ["postmark", [422, { ErrorCode: 10, Message: "bad token" }], "temporary: 422 bad token"],
  ["postmark", [422, { ErrorCode: 400 }], "temporary: 422 without a word"],
  ["postmark", [422, { ErrorCode: 401 }], "temporary: 422 without a word"],
  ["postmark", [422, { ErrorCode: 405 }], "temporary: 422 without a word"],
  ["postmark", [422, { ErrorCode: 406 }], "permanent: 422 without a word"],
  ["mailgun", [201, { message: "bad" }], "permanent: 201 bad"],
  ["mailgun", [400], "permanent: 400 without a word"],
  [
    "ses",
    [400, { message: "bad" }, { "x-amzn-errortype": "MessageRejected:http://x" }],
    "permanent: 400 MessageRejected bad",
  ],
  [
    "ses",
    [400, { Message: "late" }, { "x-amzn-errortype": "SendingPausedException" }],
    "temporary: 400 SendingPausedException late",
  ],
  ["ses", [403, { message: "a", Message: "b" }, { "x-amzn-errortype": "Other" }], "permanent: 403 Other a"],
  ["ses", [403, {}, { "x-amzn-errortype": "AccessDeniedException" }], "temporary: 403 AccessDeniedException"],
  ["ses", [404], "permanent: 404 without a word"],
])("a refusal by %s with %j is %s", async (name, reply, words) => {
  expect((await exchange(name, reply)).outcome).toBe(words);
});

test.each<[string, [number, unknown?, Record<string, string>?], unknown]>([
  ["sendgrid", [202, {}, { "x-message-id": "s" }], { answer: "202 Accepted", providerMessageId: "s" }],
  ["postmark", [200, { ErrorCode: 0, Message: "OK", MessageID: 7 }], { answer: "200 OK" }],
  ["mailgun", [200, { id: "<a@b>", message: "Queued" }], { answer: "200 Queued", providerMessageId: "a@b" }],
  ["mailgun", [200, { id: 7, message: "Queued" }], { answer: "200 Queued" }],
  ["ses", [200, { MessageId: 7 }], { answer: "200 OK" }],
])("an acceptance by %s with %j is %j", async (name, reply, outcome) => {
  expect((await exchange(name, reply)).outcome).toEqual(outcome);
});

test.each<[string, [number, unknown?, Record<string, string>?], unknown]>([
  ["sendgrid", [200, { scopes: ["mail.send"] }], { isKnown: true }],
  ["sendgrid", [200, { scopes: ["other"] }], "permanent: 200 The key may not send mail."],
  ["sendgrid", [200, { scopes: "mail.send" }], { isKnown: false }],
  ["sendgrid", [403, { scopes: ["mail.send"] }], { isKnown: false }],
  ["sendgrid", [401, { errors: [{ message: "no" }] }], "temporary: 401 no"],
  ["postmark", [200, { DeliveryType: "Live" }], { isKnown: true }],
  ["postmark", [500, { DeliveryType: "Sandbox" }], { isKnown: false }],
  ["postmark", [401], "temporary: 401 without a word"],
  ["mailgun", [200, { domain: { state: "active" } }], { isKnown: true }],
  ["mailgun", [200, {}], { isKnown: true, caution: "Mailgun has not verified the domain a.example." }],
  ["mailgun", [404], "permanent: 404 The account has no domain a.example."],
  ["mailgun", [500], { isKnown: false }],
  ["ses", [200, {}], { isKnown: true }],
  ["ses", [200, { SendingEnabled: true, ProductionAccessEnabled: true }], { isKnown: true }],
  ["ses", [500, { SendingEnabled: false }], { isKnown: false }],
  ["ses", [401, { message: "no" }], "temporary: 401 no"],
  ["ses", [403, { Message: "no" }, { "x-amzn-errortype": "X" }], "permanent: 403 X no"],
  ["ses", [403, {}, { "x-amzn-errortype": "AccessDeniedException:" }], { isKnown: true }],
  [
    "ses",
    [200, { SendingEnabled: false, ProductionAccessEnabled: false }],
    { isKnown: true, caution: "Sending is paused for this account of Amazon SES." },
  ],
])("the verification of %s with %j gives %j", async (name, reply, outcome) => {
  expect((await exchange(name, reply, (transport) => transport.verify?.())).outcome).toEqual(outcome);
});

test.each([
  ["sendgrid", "https://mail.example/v3/scopes"],
  ["postmark", "https://mail.example/server"],
  ["mailgun", "https://mail.example/v4/domains/a.example"],
  ["ses", "https://mail.example/v2/email/account"],
])("the verification of %s asks %s and sends no email", async (name, address) => {
  const { asked } = await exchange(name, [200], (transport) => transport.verify?.());
  expect(asked).toMatchObject([{ url: address }]);
  expect(asked[0]).not.toHaveProperty("body");
});
