import { expect, test } from "vitest";
import { MailError, type MailTransport, type Verified } from "../../../platform/mail/transport.ts";
import { examineMail } from "./mail.ts";

type Given = Parameters<typeof examineMail>[0];
const config = (mailTransport: Given["mailTransport"], more: object = {}) =>
  ({
    demo: false,
    mailTransport,
    mailFrom: { name: "Sheaf", address: "post@hartley.example" },
    mail: { smtp: { url: "smtp://mail.hartley.example:2525" } },
    ...more,
  }) as unknown as Given;

/** Examines with a transport that answers so. Returns also how often it was closed. */
async function examine(given: Given, answer: Verified | Error | undefined) {
  let closed = 0;
  const verify = async () => {
    if (answer instanceof Error) throw answer;
    return answer as Verified;
  };
  const close = async () => {
    closed += 1;
  };
  const transport = { ...(answer ? { verify } : {}), close };
  const outcome = await examineMail(given, () => transport as unknown as MailTransport);
  return { ...outcome, closed };
}
const refused = (code: string) => new MailError("temporary", "535 Who are you?", { code, cause: undefined });

test.each([
  ["smtp", "The mail server mail.hartley.example:2525"],
  ["sendgrid", "SendGrid"],
  ["postmark", "Postmark"],
  ["ses", "Amazon SES"],
  ["mailgun", "Mailgun"],
] as const)("emails by %s are ok when the sign-in works, and the words name %s", async (transport, name) => {
  expect(await examine(config(transport), { isKnown: true })).toMatchObject({
    state: "ok",
    words: `${name} accepts emails from post@hartley.example. Only the sign-in was tested; no email was sent.`,
    closed: 1,
  });
});

test("a sign-in that cannot be tested is unknown, with and without a server that answers", async () => {
  expect((await examine(config("sendgrid"), { isKnown: false })).state).toBe("unknown");
  expect((await examine(config("sendgrid"), undefined)).state).toBe("unknown");
});

test("a caution of the server is a warning, before all others", async () => {
  const example = { mailFrom: { name: "", address: "post@sheaf.example" } };
  const outcome = await examine(config("ses", example), { isKnown: false, caution: "Only a sandbox." });
  expect(outcome).toMatchObject({ state: "warning", words: "Only a sandbox." });
  expect(await examine(config("ses", example), { isKnown: false })).toMatchObject({
    state: "warning",
    words: expect.stringContaining("post@sheaf.example, which is only an example"),
  });
});

test.each([
  ["EAUTH 535", "user, password or key"],
  ["EAUTH", "user, password or key"],
  ["postmark 401", "user, password or key"],
  ["sendgrid 403", "user, password or key"],
  ["sendgrid 404", "host and port"],
  ["ETLS", "certificate"],
  ["CERT_HAS_EXPIRED", "certificate"],
  ["ECONNECTION", "host and port"],
])("the remedy for %s is to correct the %s", async (code, words) => {
  expect(await examine(config("smtp"), refused(code))).toMatchObject({
    state: "failed",
    words: expect.stringContaining("cannot be used: 535 Who are you?. Emails wait"),
    remedy: { words: expect.stringContaining(words) },
    closed: 1,
  });
});

test("another error than a refusal is not taken for one", async () => {
  await expect(examine(config("smtp"), new Error("a defect"))).rejects.toThrow("a defect");
});

test("the demonstration and the outbox open no transport", async () => {
  const never = () => expect.fail("opened");
  expect((await examineMail(config("demo"), never)).state).toBe("ok");
  expect((await examineMail(config("smtp", { demo: true }), never)).state).toBe("ok");
  expect((await examineMail(config("outbox"), never)).state).toBe("warning");
});
