import { execFile } from "node:child_process";
import { join as joinPath } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { administrator, adminPassword } from "../../../testing/admin/administrator.ts";
import { asSheafRuns } from "../../../testing/as-sheaf-runs.ts";
import { codeOf } from "../../../testing/authenticator.ts";
import { newClient } from "../../../testing/client.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { openText } from "../../platform/crypto/sealed-text.ts";
import { renderAccountEmail } from "../account-emails/account-emails.ts";
import { accountEmails } from "../account-emails/table.ts";
import { fitMembersToPlans } from "../billing/seats/fit-members.task.ts";
import { periods, plans } from "../billing/table.ts";

let server: TestServer;
beforeAll(async () => {
  // Queued emails stay in their table: no worker runs in this test.
  server = await startTestServer({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TRANSPORT: "smtp" } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.delete(accountEmails);
});

/** Returns recipient and subject of every email that waits to be sent. */
async function waiting(): Promise<string[]> {
  const { db, key, config } = server.services;
  const rows = await db.select().from(accountEmails).orderBy(accountEmails.id);
  return rows.map(({ id, recipient, template, facts }) => {
    const email = { template, facts: JSON.parse(openText(key, `account-email:${id}`, facts) ?? "") };
    const { subject, paragraphs } = renderAccountEmail(email, config);
    expect(paragraphs.join(" ").length, "short").toBeLessThan(360);
    return `${recipient}: ${subject}`;
  });
}
const emailOf = ({ username }: SignedIn) => `${username}@example.com`;

async function setUp(person: SignedIn): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await person.post("/api/two-factor/start", { currentPassword: person.password })).json();
  const { recoveryCodes } = (await person.post("/api/two-factor/confirm", { code: codeOf(secret) })).json();
  return { secret, recoveryCodes };
}

describe("a user gets one email each", () => {
  test("when two-factor sign-in is turned on, recovery codes are renewed, one is used, and it is turned off", async () => {
    const maya = await signIn(server);
    await server.services.db.delete(accountEmails);
    const currentPassword = maya.password;

    await setUp(maya);
    const renewed = await maya.post("/api/two-factor/recovery-codes", { currentPassword });
    const [code] = renewed.json().recoveryCodes;
    const { username, password } = maya;
    expect((await newClient(server.app).post("/api/login", { username, password, code })).statusCode).toBe(200);
    expect((await maya.get("/api/two-factor")).json()).toEqual({ recoveryCodesLeft: 9 });
    await maya.post("/api/two-factor/disable", { currentPassword });

    expect(await waiting()).toEqual([
      `${emailOf(maya)}: Two-factor sign-in is on`,
      `${emailOf(maya)}: You have new recovery codes`,
      `${emailOf(maya)}: A recovery code was used`,
      `${emailOf(maya)}: Two-factor sign-in is off`,
    ]);
  });

  test("when the operator's command turns two-factor sign-in off", async () => {
    const maya = await signIn(server);
    await setUp(maya);
    await server.services.db.delete(accountEmails);

    await sheaf("user", "two-factor-off", maya.username);

    expect(await waiting()).toEqual([`${emailOf(maya)}: Two-factor sign-in is off`]);
  });
});

/** Runs an operator's command on this installation. */
async function sheaf(command: "user" | "admin", ...words: string[]): Promise<void> {
  const { config, databaseUrl } = server.services;
  const main = joinPath(import.meta.dirname, `../../app/main-${command}.ts`);
  await promisify(execFile)(process.execPath, [...asSheafRuns, main, ...words], {
    env: {
      PATH: process.env.PATH,
      SHEAF_DATA: config.dataDir,
      DATABASE_URL: databaseUrl,
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_TRANSPORT: "smtp",
    },
  });
}

test("an administrator gets an email about each change of their second factor, made on the page or by command", async () => {
  const who = await administrator(server, { secondFactor: false });
  const { secret } = (await who.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).json();
  const { recoveryCodes } = (await who.post("/api/admin/two-factor/confirm", { code: codeOf(secret) })).json();
  const credentials = { email: who.email, password: adminPassword };
  await newClient(server.app).post("/api/admin/login", { ...credentials, code: recoveryCodes[0] });
  expect((await who.get("/api/admin/me")).json()).toMatchObject({ recoveryCodesLeft: 9 });
  await who.post("/api/admin/two-factor/off", { currentPassword: adminPassword });
  const again = (await who.post("/api/admin/two-factor/start", { currentPassword: adminPassword })).json();
  await who.post("/api/admin/two-factor/confirm", { code: codeOf(again.secret) });
  await sheaf("admin", "reset-second-factor", who.email);

  const subjects = ["is on", "A recovery code was used", "is off", "is on", "is off"];
  expect(await waiting()).toEqual(
    subjects.map((subject) => `${who.email}: ${subject.replace(/^is/, "Two-factor sign-in is")}`),
  );
});

describe("the member and the owner get an email before anything is erased,", () => {
  async function practice() {
    const anna = await signIn(server, { plan: "growth" });
    const ben = await join(server, anna, "Ben");
    await server.services.db.delete(accountEmails);
    return { anna, ben };
  }

  test("[D29] when the owner removes a member", async () => {
    const { anna, ben } = await practice();

    await anna.delete(`/api/members/${ben.userId}`);

    expect(await waiting()).toEqual([
      `${emailOf(ben)}: You were removed from Okafor & Co`,
      `${emailOf(anna)}: Ben Miller: removed from your practice`,
    ]);
  });

  test("when a member deletes their account", async () => {
    const { anna, ben } = await practice();

    await ben.post("/api/account/delete", { currentPassword: ben.password });

    expect(await waiting()).toEqual([
      `${emailOf(ben)}: Your account was deleted`,
      `${emailOf(anna)}: Ben Miller: account deleted`,
    ]);
  });

  test("when the owner deletes the practice: one to every user", async () => {
    const { anna, ben } = await practice();

    const confirmed = { currentPassword: anna.password, practiceName: "Okafor & Co" };
    const deleted = await anna.post("/api/account/delete", confirmed);

    expect(deleted.statusCode).toBe(204);
    expect((await waiting()).sort()).toEqual(
      [`${emailOf(anna)}: Your account was deleted`, `${emailOf(ben)}: Okafor & Co was deleted`].sort(),
    );
  });

  test("when the operator suspends, restores and deletes a member", async () => {
    const { anna, ben } = await practice();
    const pat = await administrator(server);
    await server.services.db.delete(accountEmails);
    const act = (name: string, more: object = {}) =>
      pat.post(`/api/admin/users/${ben.userId}/${name}`, { reason: "They asked for it", ...more });

    await act("suspend");
    await act("restore");
    await act("delete", { username: ben.username });

    expect(await waiting()).toEqual([
      `${emailOf(ben)}: Your account is suspended`,
      `${emailOf(anna)}: Ben Miller: account suspended`,
      `${emailOf(ben)}: Your account works again`,
      `${emailOf(anna)}: Ben Miller: account restored`,
      `${emailOf(ben)}: Your account was deleted`,
      `${emailOf(anna)}: Ben Miller: account deleted`,
    ]);
  });

  test("when the plan has fewer seats, and when it has enough again: one each, even if the task runs twice", async () => {
    const { anna, ben } = await practice();
    const { db } = server.services;
    const [small] = await db.select().from(plans).where(eq(plans.slug, "solo"));
    const fit = () => fitMembersToPlans.run({}, server.services, { signal: new AbortController().signal });
    const own = eq(periods.practiceId, anna.practiceId);
    const [{ planId } = { planId: "" }] = await db.select().from(periods).where(own);

    await db
      .update(periods)
      .set({ planId: small?.id ?? "" })
      .where(own);
    await fit();
    await fit();
    await db.update(periods).set({ planId }).where(own);
    await fit();
    await fit();

    expect(await waiting()).toEqual([
      `${emailOf(ben)}: Your account is suspended`,
      `${emailOf(anna)}: Ben Miller: account suspended`,
      `${emailOf(ben)}: Your account works again`,
      `${emailOf(anna)}: Ben Miller: account restored`,
    ]);
  });

  test("when the operator suspends, restores and deletes a practice through its owner's account", async () => {
    const { anna, ben } = await practice();
    const pat = await administrator(server);
    await server.services.db.delete(accountEmails);
    const act = (name: string, more: object = {}) =>
      pat.post(`/api/admin/users/${anna.userId}/${name}`, { reason: "They asked for it", ...more });

    await act("suspend");
    await act("restore");
    await act("delete", { username: anna.username });

    const lines = await waiting();
    for (const person of [anna, ben]) {
      expect(lines.filter((line) => line.startsWith(emailOf(person)))).toEqual([
        `${emailOf(person)}: Your account is suspended`,
        `${emailOf(person)}: Your account works again`,
        `${emailOf(person)}: ${person === anna ? "Your account was deleted" : "Okafor & Co was deleted"}`,
      ]);
    }
  });
});
