import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice, type Practice } from "../../../../testing/jobs/practice.ts";
import { type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { users } from "../../accounts/table.ts";
import { deliveries, deliveryReplies } from "../table.ts";

const postmarkAuth = "postmark:password";
const mailgunKey = "mailgun-signing-key";
/** Addresses for which the mail server refuses the next email temporarily. */
const busy = new Set<string>();

let inbox: MailServer;
let server: TestServer;
beforeAll(async () => {
  inbox = await startMailServer({
    onRcptTo({ address }, _session, done) {
      const later = Object.assign(new Error("4.7.1 Later"), { responseCode: 451 });
      done(busy.delete(address) ? later : null);
    },
  });
  const env = {
    SMTP_URL: inbox.url,
    MAIL_FROM: "post@sheaf.example",
    INBOUND_DOMAIN: "in.sheaf.example",
    POSTMARK_WEBHOOK_AUTH: postmarkAuth,
    MAILGUN_SIGNING_KEY: mailgunKey,
  };
  server = await startTestServer({ worker: fakeEngine(), env });
});
afterAll(async () => {
  await server.close();
  await inbox.close();
});
afterEach(() => void vi.useRealTimers());

/** Sends an email from a new practice and returns the address for replies to it. */
async function anEmail() {
  const anna = await openPractice(server);
  const { id } = await anna.job([["march.txt", "march"]], {
    sendEmail: "true",
    emailSubject: `March for ${anna.username}`,
  });
  const job = await anna.ended(id);
  const mail = await inbox.to("bright@example.com", `March for ${anna.username}`);
  return { anna, job, replyTo: mail.replyTo?.[0], own: `${anna.username}@example.com` };
}

interface Sent {
  to: string;
  text?: string;
  messageId?: string;
  attachments?: string[];
  from?: { Name: string; Email: string };
}

async function byPostmark({ to, text = "We could not read page 2.", ...sent }: Sent, auth = postmarkAuth) {
  const payload = {
    FromFull: sent.from ?? { Name: "Bookkeeper", Email: "robot@books.example" },
    ToFull: [{ Email: to, Name: "Anna Okafor" }],
    OriginalRecipient: to,
    Subject: "Re: March",
    MessageID: "postmark-1",
    TextBody: `${text}\n\n> March`,
    StrippedTextReply: text,
    HtmlBody: "<script>alert(1)</script>",
    Headers: [{ Name: "Message-ID", Value: sent.messageId ?? `<${crypto.randomUUID()}@books.example>` }],
    Attachments: (sent.attachments ?? []).map((Name) => ({ Name, Content: "aGk=", ContentType: "text/plain" })),
  };
  const headers = { authorization: `Basic ${Buffer.from(auth).toString("base64")}` };
  return server.app.inject({ method: "POST", url: "/api/webhooks/postmark/inbound", payload, headers });
}

function mailgunFields({ to, text = "We could not read page 2.", messageId }: Sent, key = mailgunKey) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const token = crypto.randomUUID();
  const signature = createHmac("sha256", key)
    .update(timestamp + token)
    .digest("hex");
  return {
    timestamp,
    token,
    signature,
    recipient: to,
    sender: "bounce@books.example",
    subject: "Re: March",
    from: '"Bookkeeper" <robot@books.example>',
    "body-plain": `${text}\n\n> March`,
    "stripped-text": text,
    "body-html": "<script>alert(1)</script>",
    "Message-Id": messageId ?? `<${token}@books.example>`,
  };
}

async function byMailgun(sent: Sent, key = mailgunKey) {
  const payload = new URLSearchParams(mailgunFields(sent, key)).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return server.app.inject({ method: "POST", url: "/api/webhooks/mailgun/inbound", payload, headers });
}

const answersOf = async (anna: Practice, jobId: string) =>
  (await anna.get(`/api/jobs/${jobId}/timeline`))
    .json()
    .filter(({ text }: { text: string }) => text.startsWith("A reply"));

async function versionOfEmail(jobId: string): Promise<number> {
  const [email] = await server.services.db.select().from(deliveries).where(eq(deliveries.jobId, jobId));
  return email?.version ?? 0;
}

/** Resolves when no reply waits to be forwarded. */
async function allForwarded() {
  await vi.waitFor(async () => expect(await server.services.db.$count(deliveryReplies)).toBe(0), {
    timeout: 20_000,
    interval: 100,
  });
}

const forwardsTo = (address: string) =>
  inbox.received.filter(({ subject, to }) => subject?.startsWith("Fwd:") && to?.some((one) => one.address === address));

test("an email has a Reply-To address of its own, in the name of the member who confirmed it", async () => {
  const { job, replyTo } = await anEmail();
  const digits = job.deliveries[0]?.id.replaceAll("-", "");
  expect(replyTo).toEqual({
    name: "Anna Okafor",
    address: expect.stringMatching(new RegExp(`^reply-${digits}-[0-9a-f]{10}@in\\.sheaf\\.example$`)),
  });
});

test("a reply whose timestamp is far from the database's time is refused, even if it matches this machine's clock", async () => {
  const { anna, job, replyTo } = await anEmail();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });

  expect((await byMailgun({ to: replyTo?.address ?? "" })).statusCode).toBe(401);

  vi.useRealTimers();
  expect(await answersOf(anna, job.id)).toEqual([]);
});

describe.each([
  ["Postmark", byPostmark],
  ["Mailgun", byMailgun],
])("a reply reported by %s", (_name, report) => {
  test("appears once in the job's timeline and is forwarded once to the member who confirmed the email", async () => {
    const { anna, job, replyTo, own } = await anEmail();
    const answer = { to: replyTo?.address ?? "", messageId: `<${crypto.randomUUID()}@books.example>` };

    const before = await versionOfEmail(job.id);
    for (const again of [1, 2, 3]) expect((await report(answer)).statusCode, `${again}`).toBe(200);
    expect(await versionOfEmail(job.id), "the job's version rises, so that pages read its timeline").toBe(before + 1);

    expect(await answersOf(anna, job.id)).toMatchObject([
      {
        kind: "waiting",
        text: "A reply arrived for the email to bright@example.com",
        words: "We could not read page 2.",
      },
    ]);
    const mail = await inbox.to(own, "Fwd: Re: March");
    expect(mail).toMatchObject({
      from: { address: "post@sheaf.example" },
      replyTo: [{ name: "Bookkeeper", address: "robot@books.example" }],
      attachments: [],
    });
    expect(mail.text).toContain(`replied to the email “March for ${anna.username}” to bright@example.com`);
    expect(mail.text).toContain("We could not read page 2.\n\n> March");
    expect(mail.html).toBeUndefined();
    await allForwarded();
    expect(forwardsTo(own)).toHaveLength(1);
  });

  test("with a wrong password or signature is refused", async () => {
    const { anna, job, replyTo } = await anEmail();
    expect((await report({ to: replyTo?.address ?? "" }, "some:guess")).statusCode).toBe(401);
    expect(await answersOf(anna, job.id)).toEqual([]);
  });

  test("to an invented address is ignored", async () => {
    const { anna, job, replyTo } = await anEmail();
    const address = replyTo?.address ?? "";
    const madeUp = [
      address.replace(/-[0-9a-f]{10}@/, "-0123456789@"),
      address.replace("in.sheaf.example", "elsewhere.example"),
      address.replace(/-[0-9a-f]{10}@/, "@"),
      `x${address}`,
      "",
    ];

    for (const to of madeUp) expect((await report({ to })).statusCode).toBe(200);

    expect(await answersOf(anna, job.id)).toEqual([]);
    await allForwarded();
    expect(forwardsTo(`${anna.username}@example.com`)).toEqual([]);
  });
});

test("the forwarded email names the attachments of a reply but does not contain them", async () => {
  const { anna, replyTo, own } = await anEmail();
  const form = new FormData();
  for (const [name, value] of Object.entries(mailgunFields({ to: replyTo?.address ?? "" }))) form.append(name, value);
  form.append("attachment-1", new Blob(["x".repeat(3_000_000)]), "page 2.pdf");
  form.append("attachment-2", new Blob(["y"]), "notes.txt");

  expect((await anna.upload("/api/webhooks/mailgun/inbound", form)).statusCode).toBe(200);
  const mail = await inbox.to(own, "Fwd: Re: March");
  expect(mail.attachments).toEqual([]);
  expect(mail.text).toContain("Attached to the reply and not forwarded: page 2.pdf, notes.txt.");

  await byPostmark({ to: replyTo?.address ?? "", attachments: ["scan.png"] });
  expect((await inbox.to(own, "Fwd: Re: March")).text).toContain("not forwarded: scan.png.");
});

test("the timeline shows the first 400 characters of a reply, without NUL and without half a surrogate pair", async () => {
  const { anna, job, replyTo } = await anEmail();
  await byPostmark({ to: replyTo?.address ?? "", text: `a\0${"😀".repeat(1_000)}` });
  const [{ words }] = await answersOf(anna, job.id);
  expect(words).toBe(`a${"😀".repeat(399)}`);
});

test("forwarding a reply is retried after a temporary refusal", async () => {
  const { replyTo, own } = await anEmail();
  busy.add(own);
  await byPostmark({ to: replyTo?.address ?? "" });
  await inbox.to(own, "Fwd: Re: March");
  await allForwarded();
  expect(forwardsTo(own)).toHaveLength(1);
});

test("replies are not forwarded to an address within the inbound domain, and at most 50 are stored per email", async () => {
  const { anna, job, replyTo } = await anEmail();
  const own = replyTo?.address ?? "";
  await server.services.db.update(users).set({ email: own }).where(eq(users.id, anna.userId));

  for (let count = 0; count < 60; count++) await byPostmark({ to: own });

  await allForwarded();
  expect(forwardsTo(own)).toEqual([]);
  expect(await answersOf(anna, job.id)).toHaveLength(50);
});

test("line breaks in a reply's sender add no headers to the forwarded email", async () => {
  const { replyTo, own } = await anEmail();
  const from = { Name: "Evil\r\nBcc: victim@example.com", Email: "robot@books.example\r\nBcc: victim@example.com" };
  await byPostmark({ to: replyTo?.address ?? "", from });
  const mail = await inbox.to(own, "Fwd: Re: March");
  expect(mail.bcc).toBeUndefined();
  expect(mail.replyTo).toBeUndefined();
  expect(mail.to).toEqual([{ name: "", address: own }]);
});

test("the inbound webhooks return 404 without an inbound domain", async () => {
  const plain = await startTestServer({ env: { POSTMARK_WEBHOOK_AUTH: postmarkAuth } });
  try {
    const headers = { authorization: `Basic ${Buffer.from(postmarkAuth).toString("base64")}` };
    const ask = (provider: string) =>
      plain.app.inject({ method: "POST", url: `/api/webhooks/${provider}/inbound`, payload: {}, headers });
    expect((await ask("postmark")).statusCode).toBe(404);
    expect((await ask("mailgun")).statusCode).toBe(404);
  } finally {
    await plain.close();
  }
});
