import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { administrator } from "../../testing/admin/administrator.ts";
import { newClient } from "../../testing/client.ts";
import { runProgram } from "../../testing/run-program.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../testing/server.ts";
import { accountEmails } from "../domain/account-emails/table.ts";
import { payments } from "../domain/billing/table.ts";
import { newId } from "../platform/ids.ts";
import { adminActions } from "./admin/table.ts";

let server: TestServer;
let anna: SignedIn;
beforeAll(async () => {
  server = await startTestServer();
  anna = await signIn(server, { plan: null });
});
afterAll(() => server.close());

const sheafAdmin = (words: string[], options: Parameters<typeof runProgram>[2] = {}) =>
  runProgram(server, ["main-admin.ts", ...words], options);

test("admin create asks for what is not given, and the administrator can sign in", async () => {
  const email = `pat-${newId().slice(-12)}@operator.example`;
  const { code, stdout } = await sheafAdmin(["create", "--name", "Pat Lindqvist"], {
    input: `${email}\nplum otter canal\n`,
  });
  expect([code, stdout]).toEqual([0, `Pat Lindqvist is now an administrator with the address ${email}.\n`]);
  const signedIn = await newClient(server.app).post("/api/admin/login", { email, password: "plum otter canal" });
  expect(signedIn.statusCode).toBe(200);
});

test("admin record-payment buys 30 days, and with --upgrade a larger plan, each in the list of actions", async () => {
  const { db } = server.services;
  const record = (plan: string, reference: string, ...more: string[]) =>
    sheafAdmin(["record-payment", anna.username.toUpperCase(), plan, "--reference", reference, ...more]);

  const bought = await record("solo", "BACS 1");
  const inThirtyDays = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
  const last = inThirtyDays.format(Date.now() + 30 * 24 * 3_600_000);
  expect([bought.code, bought.stdout]).toEqual([0, `Okafor & Co is paid until ${last}.\n`]);
  expect((await record("small-firm", "BACS 2", "--upgrade")).code).toBe(0);

  const rows = await db.select().from(payments).where(eq(payments.practiceId, anna.practiceId));
  expect(rows.map(({ buys, amountPence }) => [buys, amountPence]).toSorted()).toEqual([
    ["period", 900],
    ["upgrade", 1500],
  ]);
  const recorded = and(
    eq(adminActions.practiceId, anna.practiceId),
    eq(adminActions.action, "practice.payment-recorded"),
  );
  const actions = await db.select().from(adminActions).where(recorded);
  expect(actions.map(({ detail }) => detail)).toEqual([
    expect.objectContaining({ pence: 900, plan: "Solo Practitioner" }),
    expect.objectContaining({ pence: 1500, plan: "Small Firm" }),
  ]);
  const again = await record("solo", "BACS 1");
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("BACS 1")]);
});

test.each([
  ["a payment without a reference", ["record-payment", "anna", "solo"]],
  ["no administrator to help", ["reset-second-factor"]],
])("admin with %s prints the help and fails", async (_what, words) => {
  const { code, stderr } = await sheafAdmin(words);
  expect([code, stderr]).toEqual([1, expect.stringContaining("./sheaf admin create [--name NAME]")]);
});

test("a payment of somebody unknown, or in an own practice, is refused in one sentence", async () => {
  const nobody = ["record-payment", "nobody", "solo", "--reference", "BACS 4"];
  expect(await sheafAdmin(nobody)).toMatchObject({ code: 1, stderr: 'There is no user "nobody".\n' });
  const own = await sheafAdmin(nobody, { env: { INSTALLATION: "practice" } });
  expect([own.code, own.stderr]).toEqual([1, "This installation belongs to one practice, so it has no payments.\n"]);
});

test("admin reset-second-factor signs an administrator out, takes the second factor away, and emails them", async () => {
  const pat = await administrator(server);
  const env = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_TRANSPORT: "smtp" };
  const { code, stdout } = await sheafAdmin(["reset-second-factor", pat.email.toUpperCase()], { env });
  expect([code, stdout]).toEqual([
    0,
    "Pat Lindqvist now signs in with the password and must then set up a new second factor.\n",
  ]);
  expect((await pat.get("/api/admin/me")).statusCode).toBe(401);
  const emails = await server.services.db.select().from(accountEmails).where(eq(accountEmails.recipient, pat.email));
  expect(emails.map(({ template }) => template)).toContain("two-factor-off");
  const again = await sheafAdmin(["reset-second-factor", pat.email]);
  expect(again).toMatchObject({ code: 1, stderr: "Pat Lindqvist has not turned on two-factor sign-in.\n" });
});
