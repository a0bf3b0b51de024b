import { createHmac, hash } from "node:crypto";
import dns from "node:dns";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { MailError, type MailMessage, type MailTransport } from "../transport.ts";
import { openMailgun } from "./mailgun.ts";
import { openPostmark } from "./postmark.ts";
import { openSendgrid } from "./sendgrid.ts";
import { openSes } from "./ses.ts";

interface Seen {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
interface Reply {
  status: number;
  body?: string | object;
  headers?: Record<string, string>;
}

type Found = (error: null, addresses: { address: string; family: number }[]) => void;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a fake provider on this machine. @param reply "hang up": receives the request and closes the connection */
async function provider(reply: Reply | "hang up"): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      seen.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      if (reply === "hang up") return void request.socket.destroy();
      const body = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body ?? "");
      response.writeHead(reply.status, reply.headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, seen };
}

const key = "a-very-secret-key";
const openers: Record<string, (url: string) => MailTransport> = {
  sendgrid: (url) => openSendgrid({ apiKey: key, url }),
  postmark: (url) => openPostmark({ token: key, url, stream: "outbound" }),
  mailgun: (url) => openMailgun({ apiKey: key, domain: "mail.sheaf.example", url }),
  ses: (url) =>
    openSes({
      region: "eu-west-2",
      url,
      configurationSet: "sheaf",
      keys: { accessKeyId: "AKID", secretAccessKey: key, sessionToken: undefined },
    }),
};

let message: MailMessage;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-mail-"));
  const path = join(folder, "0.pdf");
  await writeFile(path, "%PDF- content");
  message = {
    practiceId: null,
    from: { name: 'Hartley "H" & Wren', address: "post@sheaf.example" },
    to: "bakery@dext.example",
    replyTo: { name: "Priya Nair", address: "priya@hartley.example" },
    subject: "October papers – ½ year",
    text: "Dear bookkeeper",
    html: "<p>Dear bookkeeper</p>",
    messageId: "019-aa@sheaf.example",
    deliveryId: "0190aaaa-0000-7000-8000-000000000001",
    attachments: [{ name: "Müller & Söhne.pdf", type: "application/pdf", sizeBytes: 13, path }],
  };
  return () => rm(folder, { recursive: true });
});

const base64 = Buffer.from("%PDF- content").toString("base64");

describe("the request sent to the provider:", () => {
  test("SendGrid", async () => {
    const { url, seen } = await provider({ status: 202, headers: { "x-message-id": "sg-1" } });

    expect(await openers.sendgrid?.(url).send(message)).toEqual({ answer: "202 Accepted", providerMessageId: "sg-1" });

    expect(seen[0]).toMatchObject({ path: "/v3/mail/send", headers: { authorization: `Bearer ${key}` } });
    expect(JSON.parse(seen[0]?.body.toString() ?? "")).toMatchObject({
      personalizations: [{ to: [{ email: "bakery@dext.example" }], custom_args: { delivery: message.deliveryId } }],
      from: { email: "post@sheaf.example", name: 'Hartley "H" & Wren' },
      reply_to: { email: "priya@hartley.example", name: "Priya Nair" },
      subject: "October papers – ½ year",
      content: [
        { type: "text/plain", value: "Dear bookkeeper" },
        { type: "text/html", value: "<p>Dear bookkeeper</p>" },
      ],
      headers: { "Message-ID": "<019-aa@sheaf.example>", "Auto-Submitted": "auto-generated" },
      attachments: [{ filename: "Müller & Söhne.pdf", type: "application/pdf", content: base64 }],
    });
  });

  test("Postmark", async () => {
    const { url, seen } = await provider({ status: 200, body: { ErrorCode: 0, Message: "OK", MessageID: "pm-1" } });

    expect(await openers.postmark?.(url).send(message)).toEqual({ answer: "200 OK", providerMessageId: "pm-1" });

    expect(seen[0]).toMatchObject({ path: "/email", headers: { "x-postmark-server-token": key } });
    expect(JSON.parse(seen[0]?.body.toString() ?? "")).toMatchObject({
      From: '"Hartley H & Wren" <post@sheaf.example>',
      To: "bakery@dext.example",
      ReplyTo: '"Priya Nair" <priya@hartley.example>',
      Metadata: { delivery: message.deliveryId },
      Headers: [
        { Name: "Message-ID", Value: "<019-aa@sheaf.example>" },
        { Name: "Auto-Submitted", Value: "auto-generated" },
      ],
      Attachments: [{ Name: "Müller & Söhne.pdf", ContentType: "application/pdf", Content: base64 }],
    });
  });

  const mime = {
    from: { name: 'Hartley "H" & Wren', address: "post@sheaf.example" },
    subject: "October papers – ½ year",
    messageId: "<019-aa@sheaf.example>",
    attachments: [{ filename: "Müller & Söhne.pdf" }],
  };

  test("Mailgun", async () => {
    const { url, seen } = await provider({ status: 200, body: { id: "<019-aa@sheaf.example>", message: "Queued." } });

    const sent = await openers.mailgun?.(url).send(message);

    expect(sent).toEqual({ answer: "200 Queued.", providerMessageId: "019-aa@sheaf.example" });
    expect(seen[0]?.path).toBe("/v3/mail.sheaf.example/messages.mime");
    const { authorization = "", "content-type": type = "" } = seen[0]?.headers ?? {};
    expect(Buffer.from(authorization.slice(6), "base64").toString()).toBe(`api:${key}`);
    const form = await new Response(new Uint8Array(seen[0]?.body ?? []), {
      headers: { "content-type": type },
    }).formData();
    expect(form.get("to")).toBe("bakery@dext.example");
    expect(form.get("v:delivery")).toBe(message.deliveryId);
    const file = form.get("message");
    expect(await PostalMime.parse(file instanceof Blob ? await file.arrayBuffer() : "")).toMatchObject(mime);
  });

  test("Amazon SES", async () => {
    const { url, seen } = await provider({ status: 200, body: { MessageId: "ses-1" } });

    expect(await openers.ses?.(url).send(message)).toEqual({ answer: "200 OK", providerMessageId: "ses-1" });

    expect(seen[0]?.path).toBe("/v2/email/outbound-emails");
    expect(seen[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-2\/ses\/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=[0-9a-f]{64}$/,
    );
    expect(seen[0]?.headers.authorization?.split("Signature=")[1]).toBe(amazonsSignature(seen[0]));
    const body = JSON.parse(seen[0]?.body.toString() ?? "");
    expect(body).toMatchObject({
      Destination: { ToAddresses: ["bakery@dext.example"] },
      EmailTags: [{ Name: "delivery", Value: message.deliveryId }],
      ConfigurationSetName: "sheaf",
    });
    expect(await PostalMime.parse(Buffer.from(body.Content.Raw.Data, "base64"))).toMatchObject(mime);
  });
});

/**
 * Computes the Signature Version 4 of a received request, as Amazon does.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
function amazonsSignature(request: Seen | undefined): string {
  if (!request) throw new Error("Nothing arrived");
  const { "content-type": type, host, "x-amz-date": time = "" } = request.headers;
  const head = [`content-type:${type}`, `host:${host}`, `x-amz-date:${time}`, "", "content-type;host;x-amz-date"];
  const canonical = ["POST", request.path, "", ...head, hash("sha256", request.body)].join("\n");
  const day = String(time).slice(0, 8);
  const scope = `${day}/eu-west-2/ses/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, hash("sha256", canonical)].join("\n");
  const mac = (secret: string | Buffer, text: string) => createHmac("sha256", secret).update(text).digest();
  const signingKey = [day, "eu-west-2", "ses", "aws4_request"].reduce<string | Buffer>(mac, `AWS4${key}`);
  return mac(signingKey, toSign).toString("hex");
}

async function failure(name: string, reply: Reply | "hang up"): Promise<{ failure: string; words: string }> {
  const { url } = await provider(reply);
  return failureAt(name, url);
}

async function failureAt(name: string, url: string): Promise<{ failure: string; words: string }> {
  const error = await openers[name]?.(url)
    .send(message)
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof MailError)) throw new Error(`Not a refusal: ${JSON.stringify(error)}`);
  expect(`${error.message} ${error.stack}`).not.toContain(key);
  return { failure: error.failure, words: error.message };
}

describe.each(Object.keys(openers))("the kind of failure for responses of %s:", (name) => {
  test.each<[string, Reply | "hang up", string]>([
    ["a wrong key is a temporary failure", { status: 401, body: {} }, "temporary"],
    ["a rate limit is a temporary failure", { status: 429, body: {} }, "temporary"],
    ["an unavailable service is a temporary failure", { status: 503, body: "<html>" }, "temporary"],
    ["after a gateway's error the outcome is unknown", { status: 502, body: "<html>bad gateway</html>" }, "unknown"],
    ["after an internal error the outcome is unknown", { status: 500, body: {} }, "unknown"],
    ["after a closed connection the outcome is unknown", "hang up", "unknown"],
    ["a bad request is a permanent failure", { status: 400, body: {} }, "permanent"],
  ])("%s", async (_what, reply, expected) => {
    expect((await failure(name, reply)).failure).toBe(expected);
  });

  test("a refused connection is a temporary failure", async () => {
    const { url } = await provider({ status: 200 });
    for (const close of closers.splice(0)) await close();
    expect((await failureAt(name, url)).failure).toBe("temporary");
  });

  test("a host with several addresses of which none accepts connections is a temporary failure", async () => {
    const { url } = await provider({ status: 200 });
    for (const close of closers.splice(0)) await close();
    const addresses = [
      { address: "2001:db8::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ];
    const lookup = vi
      .spyOn(dns, "lookup")
      .mockImplementation(((_host: string, _options: object, done: Found) =>
        done(null, addresses)) as unknown as typeof dns.lookup);
    onTestFinished(() => lookup.mockRestore());
    const several = url.replace("127.0.0.1", "mail-provider.example");
    expect((await failureAt(name, several)).failure).toBe("temporary");
    expect(lookup).toHaveBeenCalled();
  });
});

test("the error for SendGrid's 403 names the sender address that is not verified", async () => {
  const body = { errors: [{ message: "The from address does not match a verified Sender Identity." }] };
  const { failure: kind, words } = await failure("sendgrid", { status: 403, body });
  expect(kind).toBe("permanent");
  expect(words).toContain("The address post@sheaf.example is no verified sender at SendGrid.");
  expect(words).toContain("does not match a verified Sender Identity");
});

test("Postmark's 422 is permanent for an inactive recipient and temporary for a sender that is not set up", async () => {
  const reply = (ErrorCode: number, Message: string) => ({ status: 422, body: { ErrorCode, Message } });
  expect(await failure("postmark", reply(406, "Inactive recipient"))).toEqual({
    failure: "permanent",
    words: "422 Inactive recipient",
  });
  expect((await failure("postmark", reply(400, "Sender signature not found"))).failure).toBe("temporary");
});

test("the error type of SES determines whether a failure is temporary", async () => {
  const reply = (kind: string) => ({ status: 400, body: { message: "…" }, headers: { "x-amzn-errortype": kind } });
  expect((await failure("ses", reply("MessageRejected"))).failure).toBe("permanent");
  expect((await failure("ses", reply("SendingPausedException:http://x"))).failure).toBe("temporary");
});

describe("verify checks the credentials without sending:", () => {
  const verify = async (name: string, reply: Reply | "hang up") => {
    const { url, seen } = await provider(reply);
    const verified = await openers[name]?.(url)
      .verify?.()
      .catch((error: unknown) => {
        if (!(error instanceof MailError)) throw error;
        expect(error.message).not.toContain(key);
        return error.message;
      });
    return { verified, asked: seen.map(({ path }) => path) };
  };
  const domain = (state: string) => ({ status: 200, body: { domain: { state } } });
  const account = (more: object) => ({ status: 200, body: { SendingEnabled: true, ...more } });
  const refusal = (kind: string) => ({ status: 403, body: { message: "no" }, headers: { "x-amzn-errortype": kind } });

  test.each<[string, string, Reply | "hang up", unknown]>([
    ["sendgrid", "a key with permission to send", { status: 200, body: { scopes: ["mail.send"] } }, { isKnown: true }],
    [
      "sendgrid",
      "a key without permission to send",
      { status: 200, body: { scopes: [] } },
      "200 The key may not send mail.",
    ],
    ["sendgrid", "a wrong key", { status: 401, body: { errors: [{ message: "unknown key" }] } }, "401 unknown key"],
    ["sendgrid", "a gateway's error", { status: 502, body: "<html>" }, { isKnown: false }],
    ["postmark", "a right token", { status: 200, body: { DeliveryType: "Live" } }, { isKnown: true }],
    ["postmark", "a wrong token", { status: 401, body: { Message: "no such token" } }, "401 no such token"],
    ["mailgun", "a verified domain", domain("active"), { isKnown: true }],
    ["mailgun", "a key that may only send, or a wrong one", { status: 401, body: "Forbidden" }, { isKnown: false }],
    ["ses", "keys with permission to read the account", account({ ProductionAccessEnabled: true }), { isKnown: true }],
    ["ses", "keys with permission only to send", refusal("AccessDeniedException"), { isKnown: true }],
    ["ses", "wrong keys", refusal("InvalidSignatureException"), "403 InvalidSignatureException no"],
    ["postmark", "a closed connection", "hang up", expect.stringContaining("could not be reached")],
  ])("%s: %s", async (name, _what, reply, expected) => {
    const { verified, asked } = await verify(name, reply);
    expect(verified).toEqual(expected);
    expect(asked).toHaveLength(1);
  });

  test.each<[string, string, Reply, RegExp]>([
    ["postmark", "a sandbox", { status: 200, body: { DeliveryType: "Sandbox" } }, /delivers none/],
    ["mailgun", "a domain that is not verified", domain("unverified"), /not verified the domain mail.sheaf.example/],
    ["ses", "its sandbox", account({ ProductionAccessEnabled: false }), /only verified addresses receive emails/],
    ["ses", "paused sending", account({ SendingEnabled: false }), /paused/],
  ])("%s: %s gives a caution although the credentials are valid", async (name, _what, reply, words) => {
    const { verified } = await verify(name, reply);
    expect(verified).toEqual({ isKnown: true, caution: expect.stringMatching(words) });
  });
});
