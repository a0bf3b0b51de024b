import { afterEach, expect, test } from "vitest";
import { type MailServer, startMailServer, startUnfinishedServer } from "../../../../testing/mail/mail-server.ts";
import { testConfig } from "../../../../testing/services.ts";
import { writeDemoMail } from "../../../platform/mail/demo-mail.ts";
import { openMail } from "../../../platform/mail/open-mail.ts";
import { examineMail } from "./mail.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a mail server with one account. */
async function server(): Promise<MailServer> {
  const started = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      if (password === "right word") return done(null, { user: "anna" });
      done(Object.assign(new Error("Wrong password"), { responseCode: 535 }));
    },
  });
  closers.push(() => started.close());
  return started;
}

function examine(variables: Record<string, string>) {
  const config = testConfig("/nowhere", { MAIL_FROM: "post@hartley.example", ...variables });
  return examineMail(config, () => openMail(config, undefined));
}

const withPassword = (url: string, password: string) => url.replace("//", `//anna:${encodeURIComponent(password)}@`);

test("the outbox is a warning that nothing is sent", async () => {
  expect(await examine({})).toMatchObject({
    state: "warning",
    words: "Emails are kept in the outbox and not sent.",
  });
});

test("a demonstration uses its own mail service, even if a mail server is set", async () => {
  const SHEAF_DEMO_MAIL = writeDemoMail({ url: "http://127.0.0.1:9", apiKey: "key", webhookKey: "key" });
  const outcome = await examine({ SHEAF_DEMO: "1", SHEAF_DEMO_MAIL, SMTP_URL: "smtp://127.0.0.1:9" });
  expect(outcome).toEqual({
    state: "ok",
    words: "The demonstration’s own mail service accepts every email. None leaves this machine.",
  });
});

test("a mail server that accepts the sign-in is ok, and no email is sent", async () => {
  const { url, received } = await server();
  const outcome = await examine({ SMTP_URL: withPassword(url, "right word") });
  expect(outcome.words).toContain(new URL(url).host);
  expect(outcome.state).toBe("ok");
  expect(received).toEqual([]);
});

test("a wrong password is a failure with the server's response, but without the password", async () => {
  const { url } = await server();
  const outcome = await examine({ SMTP_URL: withPassword(url, "wrong word") });
  expect(outcome).toMatchObject({ state: "failed", remedy: { words: expect.stringContaining("password") } });
  expect(outcome.words).toContain("535");
  expect(JSON.stringify(outcome)).not.toMatch(/wrong( |%20)word/);
});

test("a server that cannot be reached is a failure that names the server", async () => {
  const gone = await startMailServer();
  await gone.close();
  expect(await examine({ SMTP_URL: gone.url })).toMatchObject({
    state: "failed",
    words: expect.stringContaining(new URL(gone.url).host),
    remedy: { words: expect.stringContaining("host and port") },
  });
});

test("a server that does not respond is a failure after the time limit", async () => {
  const silent = await startUnfinishedServer("connection", "silent");
  closers.push(silent.close);
  expect((await examine({ SMTP_URL: silent.url })).state).toBe("failed");
});

test("the example address as the sender is a warning", async () => {
  const { url } = await server();
  expect(
    await examine({ SMTP_URL: withPassword(url, "right word"), MAIL_FROM: "no-reply@sheaf.example" }),
  ).toMatchObject({ state: "warning", remedy: { words: expect.stringContaining("MAIL_FROM") } });
});
