import { expect, test, vi } from "vitest";
import { type Config, readConfig } from "../config/config.ts";
import { openLiveMail } from "./live-mail.ts";
import { openMail } from "./open-mail.ts";
import type { MailMessage, MailTransport } from "./transport.ts";

const opened: (MailTransport & { closed: number; sent: MailMessage[]; finish: () => void })[] = [];

function transport(name: MailTransport["name"]) {
  const sending = Promise.withResolvers<void>();
  const made = {
    name,
    maxBytes: opened.length + 1,
    closed: 0,
    sent: [] as MailMessage[],
    finish: () => sending.resolve(),
    async send(message: MailMessage) {
      made.sent.push(message);
      await sending.promise;
      return { answer: "ok" };
    },
    async close() {
      made.closed += 1;
    },
  };
  opened.push(made);
  return made;
}

vi.mock("./providers/postmark.ts", () => ({ openPostmark: () => transport("postmark") }));
vi.mock("./providers/sendgrid.ts", () => ({ openSendgrid: () => transport("sendgrid") }));
vi.mock("./providers/ses.ts", () => ({ openSes: () => transport("ses") }));
vi.mock("./providers/mailgun.ts", () => ({ openMailgun: () => transport("mailgun") }));
vi.mock("./smtp.ts", () => ({ openSmtp: () => transport("smtp") }));

const message: MailMessage = {
  practiceId: null,
  from: { name: "A\nB", address: "a@b.example" },
  to: "c@d.example",
  subject: " two\n words ",
  text: "t",
};
const postmark = { MAIL_TRANSPORT: "postmark", POSTMARK_TOKEN: "t" };
const configured = (env: Record<string, string>): Config => readConfig(env);

test.each<[Record<string, string>]>([
  [postmark],
  [{ MAIL_TRANSPORT: "sendgrid", SENDGRID_API_KEY: "k" }],
  [{ MAIL_TRANSPORT: "ses", AWS_ACCESS_KEY_ID: "k", AWS_SECRET_ACCESS_KEY: "s" }],
  [{ MAIL_TRANSPORT: "mailgun", MAILGUN_API_KEY: "k", MAILGUN_DOMAIN: "d.example" }],
  [{ MAIL_TRANSPORT: "smtp", SMTP_URL: "smtp://a.example" }],
])("with %j, the transport of that name is opened", (env) => {
  expect(openMail(configured(env), undefined).name).toBe(env.MAIL_TRANSPORT);
});

test("without mail settings the outbox is used, and with incomplete ones the transport is named in the error", () => {
  const outbox = transport("outbox");
  expect(openMail(configured({}), outbox).name).toBe("outbox");
  expect(() => openMail(configured({}), undefined)).toThrow("The settings of MAIL_TRANSPORT=outbox are incomplete");
  const { mail } = configured({});
  for (const mailTransport of ["smtp", "sendgrid", "postmark", "ses", "mailgun", "demo"] as const) {
    const words = `The settings of MAIL_TRANSPORT=${mailTransport} are incomplete`;
    expect(() => openMail({ mailTransport, mail }, outbox)).toThrow(words);
  }
});

test("the transport of a demonstration has its own name", () => {
  const demo = { apiKey: "k", url: "http://127.0.0.1:1", webhookKey: "w" };
  const { mail } = configured({});
  expect(openMail({ mailTransport: "demo", mail: { ...mail, demo } as never }, undefined).name).toBe("demo");
});

test("messages are cleaned before they are sent", async () => {
  const outbox = transport("outbox");
  outbox.finish();
  await openMail(configured({}), outbox).send(message);
  expect(outbox.sent).toMatchObject([{ subject: "two words", from: { name: "A B" } }]);
});

function live(env: Record<string, string>) {
  opened.length = 0;
  const config = { ...configured(env) };
  const mail = openLiveMail(config, transport("outbox"));
  const change = (next: Record<string, string>) => {
    const { mailTransport, mail: settings } = configured(next);
    Object.assign(config, { mailTransport, mail: settings });
  };
  return { mail, change, config };
}

test("a transport stays open while the settings are the same", () => {
  const { mail } = live(postmark);
  expect([mail.name, mail.name, mail.maxBytes]).toEqual(["postmark", "postmark", 2]);
  expect(opened.map(({ name, closed }) => `${name} ${closed}`)).toEqual(["outbox 0", "postmark 0"]);
});

test("after a change the new transport is used and the idle one is closed", () => {
  const { mail, change } = live(postmark);
  change({ MAIL_TRANSPORT: "sendgrid", SENDGRID_API_KEY: "k" });
  expect([mail.maxBytes, mail.name]).toEqual([3, "sendgrid"]);
  expect(opened.map(({ name, closed }) => `${name} ${closed}`)).toEqual(["outbox 0", "postmark 1", "sendgrid 0"]);
});

test("the same transport is opened again with other settings, and another transport with the same settings", () => {
  const { mail, change, config } = live(postmark);
  change({ ...postmark, POSTMARK_STREAM: "other" });
  expect(mail.maxBytes).toBe(3);
  Object.assign(config, { mailTransport: "outbox" });
  expect(mail.name).toBe("outbox");
});

test("a replaced transport is closed only after its last email was sent", async () => {
  const { mail, change } = live(postmark);
  const sending = [mail.send(message), mail.send(message)];
  const [, used] = opened;
  change({ MAIL_TRANSPORT: "sendgrid", SENDGRID_API_KEY: "k" });
  expect([mail.name, used?.closed]).toEqual(["sendgrid", 0]);
  used?.finish();
  await Promise.all(sending);
  expect(used?.closed).toBe(1);
  expect(opened[2]?.closed).toBe(0);
});

test("a transport in use is not closed after an email, but when mail is closed", async () => {
  const { mail } = live(postmark);
  opened[1]?.finish();
  expect(await mail.send(message)).toEqual({ answer: "ok" });
  expect(opened[1]?.closed).toBe(0);
  await mail.close();
  expect(opened[1]?.closed).toBe(1);
});
