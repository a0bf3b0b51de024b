import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { administrator, type SignedInAdmin } from "../../../../testing/admin/administrator.ts";
import { fakeEngine } from "../../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../../testing/jobs/practice.ts";
import { type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../../testing/server.ts";
import { testConfig } from "../../../../testing/services.ts";
import { sendAccountEmail } from "../../../domain/account-emails/send.ts";
import { writeStoredSettings } from "../../../platform/config/stored-settings.ts";
import { installationSettings } from "../../../platform/config/table.ts";
import { openServices } from "../../open-services.ts";
import { adminActions } from "../table.ts";

const password = "wistful/otter:7 canal";
const from = { name: "Okafor & Co", address: "post@okafor.example" };

interface GuardedServer extends MailServer {
  port: number;
  /** The passwords of all sign-in attempts. */
  tried: string[];
  /** Number of connections so far. */
  connections(): number;
}

/** Starts a mail server with one account that records passwords and connections. */
async function guardedServer(): Promise<GuardedServer> {
  const tried: string[] = [];
  let connections = 0;
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password: said }, _session, done) {
      const given = said ?? "";
      tried.push(given);
      const refusal = Object.assign(new Error(`5.7.8 ${given} is no password of ${username}`), { responseCode: 535 });
      done(given === password ? null : refusal, { user: username });
    },
  });
  return { ...server, port: Number(new URL(server.url).port), tried, connections: () => connections };
}

let server: TestServer;
let pat: SignedInAdmin;
let mailServer: GuardedServer;
let canary: GuardedServer;
beforeAll(async () => {
  [mailServer, canary] = await Promise.all([guardedServer(), guardedServer()]);
  server = await startTestServer({ worker: fakeEngine(), env: { SUPPORT_HOURS: "Always" } });
  pat = await administrator(server);
});
afterAll(async () => {
  await server.close();
  await Promise.all([mailServer.close(), canary.close()]);
});
afterEach(async () => {
  await server.services.db.delete(installationSettings);
  await server.services.liveConfig.refresh();
});

const smtp = ({ port }: { port: number }, changes: object = {}) => ({
  transport: "smtp",
  from,
  smtp: { host: "127.0.0.1", port, security: "optional", username: "anna", password, ...changes },
});
const kept = { password: undefined };
const settings = async () => (await pat.get("/api/admin/settings")).json();
const lastAction = async () => (await pat.get("/api/admin/actions")).json()[0];

async function company(changes: object = {}) {
  const { fixed: _, ...now } = (await settings()).company;
  return pat.put("/api/admin/settings/company", { ...now, ...changes });
}

/** Opens the services of another process of the same installation, and closes them after `work`. */
async function withOtherProcess<T>(
  work: (services: Awaited<ReturnType<typeof openServices>>) => Promise<T>,
): Promise<T> {
  const { config, log, databaseUrl } = server.services;
  const services = await openServices(testConfig(config.dataDir), log, databaseUrl, { worker: false });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
}

describe("the company", () => {
  test("is changed in this process at once, and in another one at its next refresh", async () => {
    await withOtherProcess(async (other) => {
      const answer = await company({
        name: "Okafor & Co",
        addressLines: ["1 High Street", "Leeds"],
        vatNumber: "GB 123 4567 89",
      });
      expect(answer.json().company).toMatchObject({ name: "Okafor & Co", addressLines: ["1 High Street", "Leeds"] });
      expect((await pat.get("/api/installation")).json().companyName).toBe("Okafor & Co");
      await other.liveConfig.refresh();
      expect(other.config).toMatchObject({ companyName: "Okafor & Co", vatNumber: "GB 123 4567 89" });
    });
  });

  test("is changed in another process within 10 seconds without a request", async () => {
    await withOtherProcess(async (other) => {
      await company({ name: "Okafor & Daughters" });
      await expect.poll(() => other.config.companyName, { timeout: 10_000 }).toBe("Okafor & Daughters");
    });
  }, 20_000);

  test("refuses a change of a field that a variable sets, and names the variable", async () => {
    expect((await settings()).company).toMatchObject({
      supportHours: "Always",
      fixed: { supportHours: "SUPPORT_HOURS" },
    });
    const refused = await company({ supportHours: "Never", name: "Not this one" });
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { code: "set-by-variable", message: expect.stringContaining("SUPPORT_HOURS"), field: "supportHours" },
    ]);
    expect(server.services.config.companyName).toBe("Sheaf");
  });

  test("with an invalid field is refused with the name of the field", async () => {
    const refused = await company({ supportEmail: "nobody" });
    expect(refused.json()).toMatchObject({ code: "bad-request", field: "supportEmail" });
  });

  test("records who changed which fields, without the values, and records nothing if nothing changed", async () => {
    await company({ name: "Okafor & Co", supportPhone: "020 7946 0000" });
    expect(await lastAction()).toMatchObject({
      who: "Pat Lindqvist",
      what: "Changed settings of the company: Company name, Support phone",
    });
    const before = (await lastAction()).id;
    await company();
    expect((await lastAction()).id).toBe(before);
  });
});

describe("mail", () => {
  test("is sent by the new server, whose password is in no response and no log", async () => {
    const saved = await pat.put("/api/admin/settings/mail", smtp(mailServer));
    expect(saved.statusCode).toBe(200);
    expect(saved.json().mail).toMatchObject({
      transport: "smtp",
      from,
      smtp: { host: "127.0.0.1", port: mailServer.port, username: "anna", password: { isSet: true } },
    });
    const anna = await openPractice(server);
    await anna.job([["march.txt", "march"]], { sendEmail: "true", emailSubject: "March, sent by settings" });
    const email = await mailServer.to("bright@example.com", "March, sent by settings");
    expect(email.from?.address).toBe(from.address);

    const actions = await server.services.db.select().from(adminActions);
    const [row] = await server.services.db
      .select()
      .from(installationSettings)
      .where(eq(installationSettings.name, "SMTP_URL"));
    expect(row).toMatchObject({ value: null, sealed: expect.any(Buffer) });
    for (const text of [saved.body, (await pat.get("/api/admin/settings")).body, JSON.stringify(actions)]) {
      expect(text).not.toContain("wistful");
    }
    expect(await lastAction()).toMatchObject({
      what: "Changed settings of mail: How emails are sent, SMTP server, Sender",
    });
  });

  test("is sent with settings that another process changed before this process has refreshed its own", async () => {
    await withOtherProcess(async (other) => {
      const changes = {
        MAIL_TRANSPORT: "smtp",
        SMTP_URL: `smtp://anna:${encodeURIComponent(password)}@127.0.0.1:${mailServer.port}`,
      };
      await other.db.transaction((tx) => writeStoredSettings(tx, other.key, changes));
      await other.liveConfig.refresh();
      const email = {
        template: "reset-by-operator",
        facts: { link: "https://sheaf.example/x", username: "anna" },
      } as const;
      const recipient = "follower@example.com";
      await other.db.transaction((tx) => sendAccountEmail(tx, other, { practiceId: null, recipient, ...email }));
      expect((await mailServer.to(recipient, "Choose a new password")).text).toContain("anna");
    });
  });

  test("keeps the stored password when it is left out, and never sends it to another server or account", async () => {
    await pat.put("/api/admin/settings/mail", smtp(mailServer));
    const same = await pat.put("/api/admin/settings/mail", smtp(mailServer, { ...kept, maxMb: 10 }));
    expect(same.json().mail.smtp).toMatchObject({ maxMb: 10, password: { isSet: true } });

    const elsewhere = [
      smtp(canary, kept),
      smtp(mailServer, { ...kept, host: "localhost" }),
      smtp(mailServer, { ...kept, username: "ben" }),
    ];
    for (const mail of elsewhere) {
      const saved = await pat.put("/api/admin/settings/mail", mail);
      expect(saved.json()).toMatchObject({ code: "secret-needed", field: "smtp.password" });
      const tested = await pat.post("/api/admin/settings/test-email", { to: "pat@operator.example", mail });
      expect(tested.json()).toMatchObject({ code: "secret-needed", field: "smtp.password" });
    }
    expect(canary.connections()).toBe(0);
    expect((await settings()).mail.smtp.port).toBe(mailServer.port);

    await pat.put("/api/admin/settings/mail", smtp(canary, { password: "another one" }));
    await pat.post("/api/admin/settings/test-email", { to: "pat@operator.example" });
    expect(canary.tried).toEqual(["another one"]);
  });

  test("settings of another provider remove the earlier server's password for good", async () => {
    await pat.put("/api/admin/settings/mail", smtp(mailServer));
    await pat.put("/api/admin/settings/mail", {
      transport: "postmark",
      from,
      postmark: { token: "t", stream: "outbound" },
    });
    const back = await pat.put("/api/admin/settings/mail", smtp(mailServer, kept));
    expect(back.json()).toMatchObject({ code: "secret-needed", field: "smtp.password" });
  });

  test("settings that the configuration's schema refuses name the invalid field", async () => {
    const dkim = { domain: "okafor.example", selector: "s1", key: "not a key" };
    const refused = await pat.put("/api/admin/settings/mail", smtp(mailServer, { dkim }));
    expect([refused.statusCode, refused.json().field]).toEqual([422, "smtp.dkim.key"]);
    expect(server.services.mail.name).toBe("outbox");
  });

  test("settings for inbound email open the provider's webhook", async () => {
    const notice = () => pat.post("/api/webhooks/postmark/inbound", {}, { authorization: "Basic eDp5" });
    expect((await notice()).statusCode).toBe(404);
    await pat.put("/api/admin/settings/mail", {
      ...smtp(mailServer),
      inbound: { domain: "in.okafor.example", by: "postmark", secret: "user:word-of-webhook" },
    });
    expect((await notice()).statusCode).toBe(401);
    expect((await settings()).mail.inbound).toEqual({
      domain: "in.okafor.example",
      by: "postmark",
      secret: { isSet: true },
    });
  });
});

describe("a test email", () => {
  const tested = (body: object = {}) =>
    pat.post("/api/admin/settings/test-email", { to: "pat@operator.example", ...body });

  test("uses settings that are not saved, and returns the server's response", async () => {
    const answer = await tested({ mail: smtp(mailServer) });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { answer: "250 taken as test-1", from: "Okafor & Co <post@okafor.example>" },
    ]);
    expect((await mailServer.to("pat@operator.example", "Test email")).text).toContain("installation of Sheaf");
    expect((await settings()).mail.transport).toBe("outbox");
    expect(await lastAction()).toMatchObject({ what: "Sent a test email by smtp" });
  });

  test("shows the server's refusal without the password that it repeats", async () => {
    const answer = await tested({ mail: smtp(mailServer, { password: "a wrong one" }) });
    expect(answer.statusCode).toBe(502);
    expect(answer.json().message).toContain("535 5.7.8 … is no password of anna");
  });

  test("is refused when emails are kept in the outbox", async () => {
    expect((await tested()).json()).toMatchObject({
      code: "bad-request",
      message: expect.stringContaining("does not send"),
    });
  });
});

test("changing the kind takes effect at once, is recorded, and is refused with several practices", async () => {
  const own = await startTestServer();
  const lee = await administrator(own);
  await openPractice(own);
  const put = (kind: string) => lee.put("/api/admin/settings/kind", { kind });
  const kind = async () => (await lee.get("/api/installation")).json().kind;
  expect((await put("practice")).json().kind).toEqual({ kind: "practice", fixed: {} });
  expect(await kind()).toBe("practice");
  expect((await lee.get("/api/admin/actions")).json()[0].what).toContain("their own practice");
  await put("service");
  expect(await kind()).toBe("service");
  await openPractice(own);
  expect((await put("practice")).json().code).toBe("several-practices");
  expect(await kind()).toBe("service");
  await own.close();
});

test("changing a kind that a variable sets is refused", async () => {
  const fixed = await startTestServer({ env: { INSTALLATION: "service" } });
  const lee = await administrator(fixed);
  const refused = await lee.put("/api/admin/settings/kind", { kind: "practice" });
  expect(refused.json()).toMatchObject({ code: "set-by-variable", message: expect.stringContaining("INSTALLATION") });
  expect((await lee.get("/api/admin/settings")).json().kind.fixed).toEqual({ kind: "INSTALLATION" });
  await fixed.close();
});

test("a demonstration refuses changes of mail and kind, and connects to no mail server", async () => {
  const before = canary.connections();
  const demo = await startTestServer({ env: { SHEAF_DEMO: "1", SMTP_URL: canary.url } });
  const lee = await administrator(demo, { secondFactor: false });
  const mail = smtp(canary);
  const answers = [
    await lee.put("/api/admin/settings/mail", mail),
    await lee.post("/api/admin/settings/test-email", { to: "lee@operator.example", mail }),
    await lee.put("/api/admin/settings/kind", { kind: "practice" }),
  ];
  expect(answers.map((answer) => answer.json().code)).toEqual(Array(3).fill("settings-of-demonstration"));
  expect((await lee.get("/api/admin/settings")).json()).toMatchObject({ demo: true, mail: { smtp: null, fixed: {} } });
  expect(canary.connections()).toBe(before);
  await demo.close();
});
