import type { SetUpInput } from "@sheaf/contracts/set-up.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Client, newClient } from "../../../testing/client.ts";
import { type MailServer, startMailServer } from "../../../testing/mail/mail-server.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { openSetUpAt } from "../../../testing/set-up.ts";
import { users } from "../../domain/accounts/table.ts";
import { practices } from "../../domain/practices/table.ts";
import { installationSettings } from "../../platform/config/table.ts";
import { createAdmin } from "../admin/service.ts";
import { adminActions, admins } from "../admin/table.ts";
import { prepareDatabase } from "../prepare-database.ts";
import { setUpAddress } from "./address.ts";
import { installationSetUp } from "./table.ts";

let server: TestServer;
let browser: Client;
let code: string;

async function open(env: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({ env });
  await openSetUpAt(server.services.databaseUrl);
  browser = newClient(server.app);
  const address = await setUpAddress(server.services.db, server.services.config, "");
  code = address?.split("#code=")[1] ?? "none";
}

beforeEach(() => open());
afterEach(() => server.close());

const person = {
  firstName: "Maya",
  lastName: "Okafor",
  email: "maya.o@example.com",
  password: "plum otter canal",
  mail: null as object | null,
};
const ownPractice = (more: object = {}) => ({
  code,
  ...person,
  kind: "practice",
  practiceName: "Okafor & Co",
  ...more,
});
const seller = { name: "Sheaf Hosting Ltd", address: "1 High Street\nLeeds", vatNumber: "GB 123 4567 89" };
const service = (more: object = {}) => ({ code, ...person, kind: "service", seller, ...more });
const finish = (input: Partial<SetUpInput> | object, who = browser) => who.post("/api/set-up", input);
const wait = (seconds: number) =>
  server.services.db.execute(
    sql`update installation_set_up set failed_at = failed_at - make_interval(secs => ${seconds})`,
  );

describe("an own practice", () => {
  test("set-up creates an administrator and an owner with the same password; the owner is signed in, confirmed and unlimited", async () => {
    const answer = await finish(ownPractice());
    expect(answer.json()).toEqual({ kind: "practice", portal: null });

    const user = (await browser.get("/api/user")).json();
    expect(user).toMatchObject({
      username: "maya.o",
      role: "owner",
      emailVerified: true,
      practice: { name: "Okafor & Co" },
    });
    expect((await browser.get("/api/installation")).json()).toMatchObject({
      kind: "practice",
      companyName: "Okafor & Co",
    });
    expect((await browser.get("/api/subscription")).statusCode).toBe(200);
    const login = { email: person.email, password: person.password };
    expect((await newClient(server.app).post("/api/admin/login", login)).statusCode).toBe(200);
    const byName = { username: "maya.o", password: person.password };
    expect((await newClient(server.app).post("/api/login", byName)).statusCode).toBe(200);
    const [action] = await server.services.db.select().from(adminActions);
    expect(action).toMatchObject({ action: "installation.set-up" });
  });

  test.each([
    ["a weak password", { password: "okafor2024" }, "weak-password"],
    ["no practice name", { practiceName: " " }, "bad-request"],
    ["no email address", { email: "maya" }, "bad-request"],
  ])("%s is refused, and nothing is stored", async (_, more, refusal) => {
    expect((await finish(ownPractice(more))).json().code).toBe(refusal);
    const { db } = server.services;
    expect([await db.$count(admins), await db.$count(practices), await db.$count(installationSettings)]).toEqual([
      0, 0, 0,
    ]);
    expect((await finish(ownPractice())).statusCode).toBe(201);
  });

  test("an email address too short for a username gives the username 'owner'", async () => {
    await finish(ownPractice({ email: "m@example.com" }));
    expect(await server.services.db.select({ username: users.username }).from(users)).toEqual([{ username: "owner" }]);
  });
});

describe("a service", () => {
  test("set-up signs the operator in to the portal, which requires a second factor, and stores the seller for receipts", async () => {
    const answer = (await finish(service())).json();
    expect(answer).toMatchObject({ kind: "service", portal: { admin: { name: "Maya Okafor" } } });
    const portal = newClient(server.app, { authorization: `Bearer ${answer.portal.token}` });
    expect((await portal.get("/api/admin/me")).json()).toMatchObject({ email: person.email, twoFactorRequired: true });
    expect((await portal.get("/api/admin/operations")).json().code).toBe("second-factor-required");
    expect(server.services.config).toMatchObject({
      installation: "service",
      companyName: "Sheaf Hosting Ltd",
      companyAddress: ["1 High Street", "Leeds"],
      vatNumber: "GB 123 4567 89",
    });
    expect(await server.services.db.$count(practices)).toBe(0);
    expect((await browser.get("/api/user")).json().code).toBe("not-signed-in");
  });

  test.each([{ ...seller, name: "" }, { ...seller, address: " \n " }, { ...seller, vatNumber: "1" }, undefined])(
    "the seller %j is refused",
    async (wrong) => expect((await finish(service({ seller: wrong }))).json().code).toBe("bad-request"),
  );
});

test("variables take precedence over the input, and a kind set by a variable cannot be changed", async () => {
  await server.close();
  await open({ INSTALLATION: "service", COMPANY_NAME: "Fixed Ltd" });
  const facts = (await browser.post("/api/set-up/check", { code })).json();
  expect(facts).toMatchObject({
    kind: "service",
    seller: { name: "Fixed Ltd", address: "", vatNumber: "" },
    mail: { transport: "outbox", from: { name: "", address: "" }, smtp: null, fixed: {} },
    fixed: { kind: "INSTALLATION", "seller.name": "COMPANY_NAME" },
  });
  expect((await finish(ownPractice())).json().code).toBe("set-by-variable");
  expect((await finish(service())).statusCode).toBe(201);
  expect(server.services.config.companyName).toBe("Fixed Ltd");
  const names = (await server.services.db.select().from(installationSettings)).map(({ name }) => name);
  expect(names.sort()).toEqual(["COMPANY_ADDRESS", "VAT_NUMBER"]);
});

describe("mail", () => {
  const password = "wistful otter";
  const from = { name: "Okafor & Co", address: "post@okafor.example" };
  let mailServer: MailServer;
  beforeEach(async () => {
    mailServer = await startMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ password: said }, _session, done) {
        done(said === password ? null : Object.assign(new Error("5.7.8 No"), { responseCode: 535 }), { user: "post" });
      },
    });
  });
  afterEach(() => mailServer.close());
  const smtp = (more: object = {}) => ({
    transport: "smtp",
    from,
    smtp: {
      host: "127.0.0.1",
      port: Number(new URL(mailServer.url).port),
      security: "optional",
      username: "post",
      password,
      ...more,
    },
  });
  const tryOut = (mail: object | null) =>
    browser.post("/api/set-up/test-email", { code, to: "maya@example.com", mail });

  test("a test email returns the server's response and stores nothing", async () => {
    const answer = await tryOut(smtp());
    expect(answer.json()).toMatchObject({
      answer: expect.stringMatching(/^250 /),
      from: "Okafor & Co <post@okafor.example>",
    });
    expect(mailServer.received).toHaveLength(1);
    expect(await server.services.db.$count(installationSettings)).toBe(0);
  });

  test.each([
    ["a wrong password", { password: "wrong" }, "535 5.7.8 No", "Correct user, password or key"],
    ["a port where nobody listens", { port: 1 }, "ECONNREFUSED", "Correct server and port"],
  ])("a test email with %s returns the error and a remedy", async (_, more, words, remedy) => {
    const { code: problem, message } = (await tryOut(smtp(more))).json();
    expect(problem).toBe("email-not-sent");
    expect(message).toContain(words);
    expect(message).toContain(remedy);
  });

  test("test emails need the code, and are limited to twenty in 15 minutes", async () => {
    const stranger = { code: "AAAA-AAAA-AAAA-AAAA", to: "maya@example.com", mail: smtp() };
    expect((await browser.post("/api/set-up/test-email", stranger)).json().code).toBe("set-up-code-wrong");
    expect(mailServer.received).toHaveLength(0);
    for (let index = 0; index < 20; index += 1) expect((await tryOut(null)).json().code).toBe("bad-request");
    expect((await tryOut(smtp())).json().code).toBe("too-many-attempts");
    expect(mailServer.received).toHaveLength(0);
  });

  test("the stored settings apply at once, and their secret is encrypted", async () => {
    expect((await finish(ownPractice({ mail: smtp() }))).statusCode).toBe(201);
    const { config, db } = server.services;
    expect(config).toMatchObject({ mailTransport: "smtp", mailFrom: from });
    expect(JSON.stringify(await db.select().from(installationSettings))).not.toContain(password);
  });

  test("settings without their secret are refused with the name of the field, and no account is created", async () => {
    const answer = await finish(service({ mail: { transport: "postmark", from, postmark: { stream: "outbound" } } }));
    expect(answer.json()).toMatchObject({ code: "secret-needed", field: "mail.postmark.token" });
    expect(await server.services.db.$count(admins)).toBe(0);
  });
});

describe("the end of set-up", () => {
  test("exactly one of several simultaneous requests succeeds, and the others get the address of the sign-in", async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        finish(service({ email: `p${index}@example.com` }), newClient(server.app)),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
    const late = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(late).toMatchObject({ code: "set-up-ended", message: expect.stringContaining("/admin/login") });
    expect(await server.services.db.$count(admins)).toBe(1);
  });

  test("creating an administrator by command ends set-up, and the code is no longer accepted", async () => {
    const { db, config } = server.services;
    await createAdmin(db, config, { name: "Pat Lindqvist", email: "pat@example.com", password: person.password });
    expect((await browser.get("/api/set-up")).json()).toEqual({ open: false, signInAt: "/admin/login" });
    for (const path of ["", "/check", "/health"]) {
      expect((await browser.post(`/api/set-up${path}`, service())).json().code).toBe("set-up-ended");
    }
    const page = await browser.get("/set-up");
    expect([page.statusCode, page.headers.location]).toEqual([302, "/admin/login"]);
    expect((await browser.get("/auth")).headers.location).toBeUndefined();
  });

  test("an installation that already has accounts has no set-up", async () => {
    const { databaseUrl, db, log } = server.services;
    await finish(service());
    await db.delete(installationSetUp);
    await prepareDatabase(databaseUrl, log);
    expect((await db.select().from(installationSetUp))[0]?.endedAt).not.toBeNull();
  });
});

describe("wrong codes", () => {
  const tryCode = (typed: string) => browser.post("/api/set-up/check", { code: typed });
  const wrong = (index: number) => `AAAA-AAAA-AAAA-${String(index).padStart(4, "0")}`;

  test("nearly all of a thousand wrong codes are refused unchecked, and the right code has to wait as well", async () => {
    const answers: number[] = [];
    for (let index = 0; index < 1_000; index += 50) {
      const some = Array.from({ length: 50 }, (_, more) => tryCode(wrong(index + more)));
      answers.push(...(await Promise.all(some)).map(({ statusCode }) => statusCode));
    }
    expect(answers).toHaveLength(1_000);
    expect(new Set(answers)).toEqual(new Set([403, 429]));
    expect(answers.filter((status) => status === 403).length).toBeLessThan(20);
    const refused = await tryCode(code);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(30);
    expect(refused.json().message).toContain("./sheaf setup-address");
    await wait(31);
    expect((await tryCode(code)).statusCode).toBe(200);
  });

  test("each further wrong code lengthens the wait up to 30 seconds, and the right code resets it", async () => {
    for (let index = 0; index < 4; index += 1) expect((await tryCode(wrong(index))).statusCode).toBe(403);
    const waits: unknown[] = [];
    for (let index = 4; index < 12; index += 1) {
      expect((await tryCode(wrong(index))).statusCode).toBe(403);
      waits.push((await tryCode(code)).headers["retry-after"]);
      await wait(60);
    }
    expect(waits.map(String)).toEqual(["2", "4", "8", "16", "30", "30", "30", "30"]);
    expect((await tryCode(code)).statusCode).toBe(200);
    expect((await tryCode(wrong(20))).statusCode).toBe(403);
    expect((await tryCode(code)).statusCode).toBe(200);
  });
});
