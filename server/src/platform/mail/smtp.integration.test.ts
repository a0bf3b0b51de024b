import { afterEach, describe, expect, test } from "vitest";
import { type MailServer, startBreakingServer, startMailServer } from "../../../testing/mail/mail-server.ts";
import { openSmtp } from "./smtp.ts";
import { MailError, type MailMessage, type MailTransport } from "./transport.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function server(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const started = await startMailServer(options);
  closers.push(started.close);
  return started;
}

function transport(url: string): MailTransport {
  const opened = openSmtp({ url, dkim: undefined, maxBytes: 1_000_000 });
  closers.push(opened.close);
  return opened;
}

const aMessage: MailMessage = {
  practiceId: null,
  from: { name: "Hartley & Wren", address: "post@sheaf.example" },
  to: "bakery@dext.example",
  replyTo: { name: "Priya Nair", address: "priya@hartley.example" },
  subject: "October papers – ½ year",
  text: "Dear bookkeeper",
  html: "<p>Dear bookkeeper</p>",
  messageId: "delivery-1@sheaf.example",
};

const failure = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => "sent",
    (error: unknown) => (error instanceof MailError ? { failure: error.failure, words: error.message } : error),
  );

test("an email arrives unchanged, and the server's response is returned verbatim", async () => {
  const inbox = await server();

  const { answer } = await transport(inbox.url).send(aMessage);

  expect(answer).toBe("250 taken as test-1");
  const mail = await inbox.to("bakery@dext.example", "October papers – ½ year");
  expect(mail).toMatchObject({
    from: { name: "Hartley & Wren", address: "post@sheaf.example" },
    to: [{ address: "bakery@dext.example" }],
    replyTo: [{ name: "Priya Nair", address: "priya@hartley.example" }],
    subject: "October papers – ½ year",
    messageId: "<delivery-1@sheaf.example>",
  });
  expect(mail.text?.trim()).toBe("Dear bookkeeper");
  expect(mail.html).toContain("<p>Dear bookkeeper</p>");
});

test("authenticates with the user and password of the URL, including percent-encoded characters", async () => {
  const seen: unknown[] = [];
  const inbox = await server({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      seen.push([username, password]);
      done(null, { user: username });
    },
  });

  await transport(inbox.url.replace("//", "//mail%40sheaf:p%3A%2Fss@")).send(aMessage);

  expect(seen).toEqual([["mail@sheaf", "p:/ss"]]);
});

describe("the kind of failure tells whether to try again:", () => {
  const refuse = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

  test("an unknown recipient is a permanent failure with the server's message", async () => {
    const inbox = await server({ onRcptTo: (_, __, done) => done(refuse(550, "5.1.1 No such inbox here")) });
    expect(await failure(transport(inbox.url).send(aMessage))).toEqual({
      failure: "permanent",
      words: "550 5.1.1 No such inbox here",
    });
  });

  test("a greylisting server is a temporary failure", async () => {
    const inbox = await server({ onRcptTo: (_, __, done) => done(refuse(451, "4.7.1 Greylisted")) });
    expect(await failure(transport(inbox.url).send(aMessage))).toMatchObject({ failure: "temporary" });
  });

  test("a refused message is a permanent failure", async () => {
    const inbox = await server({
      onData(stream, _session, done) {
        stream.on("end", () => done(refuse(554, "5.7.1 Looks like spam")));
        stream.resume();
      },
    });
    expect(await failure(transport(inbox.url).send(aMessage))).toEqual({
      failure: "permanent",
      words: "554 5.7.1 Looks like spam",
    });
  });

  test("a wrong password in the installation's settings is a temporary failure", async () => {
    const inbox = await server({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(refuse(535, "5.7.8 Wrong password")),
    });
    expect(await failure(transport(inbox.url.replace("//", "//a:b@")).send(aMessage))).toMatchObject({
      failure: "temporary",
    });
  });

  test("a refused connection is a temporary failure", async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(await failure(transport(gone.url).send(aMessage))).toMatchObject({ failure: "temporary" });
  });

  test("after a connection breaks behind the message the outcome is unknown", async () => {
    const breaking = await startBreakingServer();
    closers.push(breaking.close);
    expect(await failure(transport(breaking.url).send(aMessage))).toMatchObject({ failure: "unknown" });
  });

  test("a remote server without TLS receives nothing unless TLS is optional", async () => {
    const inbox = await server();
    const elsewhere = inbox.url.replace("127.0.0.1", "0.0.0.0");
    expect(await failure(transport(elsewhere).send(aMessage))).toMatchObject({ failure: "temporary" });
    expect(inbox.received).toEqual([]);
    expect(await transport(`${elsewhere}?tls=optional`).send(aMessage)).toEqual({ answer: "250 taken as test-1" });
  });
});
