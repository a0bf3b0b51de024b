import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { newClient } from "../../../testing/client.ts";
import { fakeEngine } from "../../../testing/jobs/fake-engine.ts";
import { openPractice } from "../../../testing/jobs/practice.ts";
import { join } from "../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { users } from "../../domain/accounts/table.ts";
import { grantDays } from "../../domain/billing/periods/grant.ts";
import { orders, plans } from "../../domain/billing/table.ts";
import { jobFolder } from "../../domain/jobs/blob-keys.ts";
import { newId } from "../../platform/ids.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ worker: fakeEngine() });
});
afterAll(() => server.close());

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = await (await zip.openReadStreamPromise(entry)).toArray();
    found.set(entry.fileName, Buffer.concat(chunks).toString("utf8"));
  }
  return found;
}

/** Downloads the export as the page does: first the password, then the link. */
async function exportOf(owner: Pick<SignedIn, "get" | "post" | "password">) {
  const begun = await owner.post("/api/account/export", { currentPassword: owner.password });
  return owner.get(begun.json().downloadPath);
}

test("[D31] the export contains each list as JSON and CSV, and every file", async () => {
  const anna = await openPractice(server, "growth");
  await join(server, anna, "Ben");
  await anna.post("/api/customers", { name: "=HYPERLINK(1)", email: "x@example.com" });
  const { id } = await anna.job([
    ["Bank, March.txt", "march"],
    ["bad.txt", "bad"],
  ]);
  const good = await anna.job([["Invoice.txt", "invoice"]], { sendEmail: "true" });
  await Promise.all([anna.ended(id), anna.ended(good.id)]);

  const answer = await exportOf(anna);

  expect(answer.headers["content-type"]).toBe("application/zip");
  expect(answer.headers["content-disposition"]).toMatch(/attachment; filename="Okafor & Co \d{4}-\d\d-\d\d\.zip"/);
  const zip = await unzip(answer.bytes);
  const read = (name: string) => JSON.parse(zip.get(`data/${name}.json`) ?? "");
  expect(read("practice")).toMatchObject({ name: "Okafor & Co", settings: { fileRetentionDays: 30 } });
  expect(read("members")).toMatchObject([{ firstName: "Anna" }, { firstName: "Ben" }]);
  expect(read("customers")).toHaveLength(2);
  expect(read("jobs")).toMatchObject([{ id: good.id }, { id }]);
  expect(read("files")).toMatchObject([{ originalName: "Invoice.txt" }, {}, { jobId: id, state: "refused" }]);
  const [invoice] = read("files");
  expect(read("arrivals")).toMatchObject([
    { channel: "dialog", sender: "Anna Okafor", jobId: id, position: 0, sentName: "Bank, March.txt", sizeBytes: 5 },
    { jobId: id, position: 1, sentName: "bad.txt" },
    { jobId: good.id, fileId: invoice.id, position: 0, path: null, sentName: "Invoice.txt" },
  ]);
  expect(read("emails")).toMatchObject([{ jobId: good.id, recipient: "bright@example.com" }]);
  expect(read("payments")).toMatchObject([{ amountPence: 5000, plan: "Growth Practice", documentsAllowed: 1500 }]);
  expect(read("sign-ins")[0]).toMatchObject({ ok: true, address: "127.0.0.1" });
  expect(read("refunds")).toEqual([]);
  expect(read("who-did-what").at(-1)).toMatchObject({ what: "Registered the practice" });

  const customers = zip.get("data/customers.csv")?.split("\r\n") ?? [];
  expect(customers[0]).toMatch(/^\uFEFFid,name,email,/);
  expect(customers[1]).toContain(",'=HYPERLINK(1),");
  expect(zip.get("data/files.csv")?.split("\r\n")).toHaveLength(5);
  expect(zip.get("data/invitations.json")).toBe("[]\n");
  // Suppressed addresses are data of the practice as well.
  expect(zip.get("data/refused-addresses.json")).toBe("[]\n");

  const files = [...zip.keys()].filter((path) => path.startsWith("files/"));
  expect(files.map((path) => path.replace(/^files\/\d{4}-\d\d-\d\d Bright Bakery [0-9a-f]{12}\//, "")).sort()).toEqual([
    "originals/Bank, March.txt",
    "originals/Invoice.txt",
    "originals/bad.txt",
    expect.stringMatching(/^pdfs\/Bright Bakery .*\.pdf$/),
    "readings/Bank, March.txt.jsonl.gz",
    "readings/Invoice.txt.jsonl.gz",
  ]);
  expect(zip.get(files.find((path) => path.endsWith("Invoice.txt")) ?? "")).toBe("invoice");
  expect(zip.get("missing.txt")).toBe("");
});

test("the export contains emails in the outbox, the events of each email, and receipts", async () => {
  const anna = await openPractice(server);
  const { id } = await anna.job([["a.txt", "one"]], { sendEmail: "true" });
  await expect.poll(async () => (await anna.read(id)).deliveries).toMatchObject([{ state: "kept" }]);
  const [payment] = (await anna.get("/api/payments")).json();
  await anna.get(`/api/payments/${payment.id}/receipt`);

  const zip = await unzip((await exportOf(anna)).bytes);

  const read = (name: string) => JSON.parse(zip.get(`data/${name}.json`) ?? "");
  const [email] = read("emails");
  expect(read("email-events")).toMatchObject([{ jobId: id, emailId: email.id, kind: "kept", at: expect.any(String) }]);
  expect(read("outbox")).toContainEqual(
    expect.objectContaining({ to: "bright@example.com", subject: email.subject, text: expect.any(String) }),
  );
  expect(read("receipts")).toMatchObject([
    { paymentId: payment.id, number: expect.stringMatching(/^SR-/), content: { title: "Receipt" } },
  ]);
  expect(zip.get("data/receipts.csv")).toMatch(/,Receipt,.*Solo/);
  expect(zip.get("data/outbox.csv")).toContain("bright@example.com");
  expect(zip.get("data/email-events.csv")).toContain(`${id},${email.id},`);
});

test("the export contains orders, sessions, and the settings and confirmations of each member", async () => {
  const { db } = server.services;
  const anna = await signIn(server);
  const { practiceId } = anna;
  const ben = await join(server, anna, "Ben");
  const stranger = await signIn(server);
  const [plan] = await db.select().from(plans).where(eq(plans.slug, "solo"));
  if (!plan) throw new Error("The plan is not there");
  const anOrder = { planId: plan.id, buys: "period" as const, creditPence: 0, duePence: 900, paidUntil: new Date() };
  for (const state of ["denied", "refunded"] as const) {
    await db.insert(orders).values({ ...anOrder, id: newId(), practiceId, state, payPalId: newId() });
  }
  await db.insert(orders).values({ ...anOrder, id: newId(), practiceId: stranger.practiceId, payPalId: newId() });
  const claimed = { claimHash: newId(), claimedAt: new Date(), guestEmail: "guest@example.com", payPalId: "CLAIMED" };
  await db.insert(orders).values({ ...anOrder, ...claimed, id: newId(), practiceId, state: "completed" });
  await db.update(users).set({ pendingEmail: "new@example.com", theme: "dark" }).where(eq(users.id, ben.userId));
  await anna.post("/api/billing/cancel");

  const zip = await unzip((await exportOf(anna)).bytes);

  const read = (name: string) => JSON.parse(zip.get(`data/${name}.json`) ?? "");
  expect(read("orders")).toMatchObject([
    { state: "denied", plan: "Solo Practitioner", duePence: 900, guestEmail: null, claimedAt: null },
    { state: "refunded" },
    { state: "completed", payPalId: "CLAIMED", guestEmail: "guest@example.com", claimedAt: expect.any(String) },
  ]);
  const session = { address: "127.0.0.1", userAgent: expect.any(String), expiresAt: expect.any(String) };
  expect(read("sessions")).toHaveLength(2);
  expect(read("sessions")).toContainEqual(expect.objectContaining({ ...session, username: ben.username }));
  expect(read("members")).toMatchObject([
    { firstName: "Anna", termsAcceptedAt: expect.any(String), sessionTimeoutMinutes: 480, pendingEmail: null },
    { firstName: "Ben", emailVerifiedAt: expect.any(String), pendingEmail: "new@example.com", theme: "dark" },
  ]);
  expect(read("practice").subscriptionCancelledAt).toEqual(expect.any(String));
  expect([...zip.values()].join()).not.toContain(claimed.claimHash);
  for (const name of ["orders", "sessions"]) expect(zip.get("read-me.txt")).toContain(`"${name}"`);
});

test("free days that span several periods are one row of the payments", async () => {
  const anna = await signIn(server, { plan: null });
  const { practiceId } = anna;
  await server.services.db.transaction((tx) => grantDays(tx, { practiceId, days: 40, planSlug: "free-forever" }));
  const { currentPeriodStart, currentPeriodEnd } = (await anna.get("/api/subscription")).json();

  const zip = await unzip((await exportOf(anna)).bytes);

  expect(JSON.parse(zip.get("data/payments.json") ?? "")).toMatchObject([
    { kind: "adjustment", documentsAllowed: 34, periodStart: currentPeriodStart, periodEnd: currentPeriodEnd },
  ]);
});

test("the export contains no secrets", async () => {
  const anna = await signIn(server);
  const zip = await unzip((await exportOf(anna)).bytes);
  const all = [...zip.values()].join();
  expect(all).toContain(anna.username);
  expect(all).not.toContain("$scrypt$");
  expect(all).not.toMatch(/token|hash|secret/i);
});

test("a missing file is listed in missing.txt, and all other files are exported", async () => {
  const anna = await openPractice(server);
  const job = await anna.job([
    ["gone.txt", "gone"],
    ["kept.txt", "kept"],
  ]);
  await anna.ended(job.id);
  const { storage } = server.services;
  const [goneFile] = job.files;
  await storage.delete([`${jobFolder(anna.practiceId, job.id)}originals/${goneFile?.id}`]);

  const zip = await unzip((await exportOf(anna)).bytes);

  expect(zip.get("missing.txt")).toMatch(/originals\/gone\.txt\n$/);
  expect(zip.get("missing.txt")?.split("\n")).toHaveLength(2);
  expect([...zip].find(([path]) => path.endsWith("kept.txt"))?.[1]).toBe("kept");
});

test("the export is only for the owner, needs no subscription, and is recorded", async () => {
  const anna = await signIn(server);
  const ben = await join(server, anna, "Ben");
  const unpaid = await signIn(server, { plan: null });
  expect((await ben.get("/api/account/export")).json().code).toBe("owner-only");
  expect((await newClient(server.app).get("/api/account/export")).statusCode).toBe(401);
  expect((await exportOf(unpaid)).statusCode).toBe(200);
  expect((await unpaid.get("/api/audit-log")).json()[0].what).toBe("Downloaded everything of the practice");
});

test("the download needs the password and a valid ticket of the same session", async () => {
  const anna = await signIn(server);
  const { downloadPath } = (await anna.post("/api/account/export", { currentPassword: anna.password })).json();
  const elsewhere = newClient(server.app);
  await elsewhere.post("/api/login", { username: anna.username, password: anna.password });

  expect((await anna.post("/api/account/export", { currentPassword: "something else" })).json().code).toBe(
    "wrong-password",
  );
  expect((await anna.get("/api/account/export")).json().code).toBe("password-needed");
  expect((await elsewhere.get(downloadPath)).json().code).toBe("password-needed");
  expect((await anna.get(`${downloadPath.slice(0, -2)}AA`)).json().code).toBe("password-needed");
  expect((await anna.get(downloadPath)).statusCode).toBe(200);
});
