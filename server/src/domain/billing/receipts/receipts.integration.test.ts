import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { see } from "@sheaf/engine/pdf/testing.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rewriteLedger } from "../../../../testing/billing/rewrite-ledger.ts";
import { type MailServer, startMailServer } from "../../../../testing/mail/mail-server.ts";
import { join as joinPractice } from "../../../../testing/members.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";
import { newId } from "../../../platform/ids.ts";
import { practices } from "../../practices/table.ts";
import { sendBillingEmails } from "../emails/send.task.ts";
import { enter } from "../ledger/ledger.ts";
import { recordManualPayment } from "../ledger/payments.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { payments } from "../table.ts";
import { receiptOf } from "./issue.ts";
import { receipts } from "./table.ts";

let inbox: MailServer;
let server: TestServer;
let folder: string;
/** The mail server's reply to the next recipients; if `deferredAddress` is set, to that address only. */
let serverReply: Error | null = null;
let deferredAddress: string | null = null;
beforeAll(async () => {
  inbox = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(deferredAddress === null || address === deferredAddress ? serverReply : null),
  });
  const env = {
    COMPANY_NAME: "Sheaf Ltd",
    COMPANY_ADDRESS: "14 Paper Street; Leeds LS1 4AB",
    VAT_NUMBER: "GB123456789",
  };
  server = await startTestServer({ env: { ...env, SMTP_URL: inbox.url } });
  folder = await mkdtemp(join(tmpdir(), "sheaf-receipts-"));
});
afterAll(async () => {
  await server.close();
  await inbox.close();
  await rm(folder, { recursive: true });
});

const db = () => server.services.db;
const send = () => sendBillingEmails.run({}, server.services, { signal: new AbortController().signal });
const entries = async (who: SignedIn): Promise<{ id: string; kind: string }[]> =>
  (await who.get("/api/payments")).json();
const newest = async (who: SignedIn) => (await entries(who))[0]?.id ?? "";
const receiptOfRow = (who: SignedIn, id: string) => who.get(`/api/payments/${id}/receipt`);
/** The receipts emailed to the practice's owner. */
const receiptsOf = (who: SignedIn) =>
  inbox.received.filter(
    ({ to, subject }) => to?.[0]?.address === `${who.username}@example.com` && subject?.includes("Receipt"),
  );

/** Extracts the text of a one-page PDF, in reading order. */
async function wordsOf(pdf: Uint8Array): Promise<string> {
  const path = join(folder, `${newId()}.pdf`);
  await writeFile(path, pdf);
  const pages = await see(path);
  expect(pages).toMatchObject([{ width: expect.closeTo(595.276, 2), height: expect.closeTo(841.89, 2) }]);
  return pages[0]?.text.replaceAll(/\s+/g, " ") ?? "";
}

test("[D25] the receipt of a payment names seller, buyer, purchase, net amount, VAT and total, in any script", async () => {
  const practiceName = "Żółć & Σπύρος";
  const anna = await signIn(server, { plan: null, practiceName });
  const { practiceId } = anna;
  await db().transaction((tx) => recordManualPayment(tx, { practiceId, planSlug: "solo", reference: "BACS 0042" }));

  const response = await receiptOfRow(anna, await newest(anna));

  expect(response.headers["content-type"]).toBe("application/pdf");
  const [row] = await db().select().from(receipts).where(eq(receipts.practiceId, practiceId));
  expect(response.headers["content-disposition"]).toContain(`Receipt ${row?.number}.pdf`);
  const words = await wordsOf(response.bytes);
  const parties = [
    "Sheaf Ltd 14 Paper Street Leeds LS1 4AB",
    "VAT number GB123456789",
    row?.number ?? "",
    practiceName,
  ];
  const money = ["Solo Practitioner, 30 days £9.00", "Net £7.50", "VAT 20% £1.50", "Total paid £9.00"];
  for (const part of [...parties, ...money, "Bank transfer", "BACS 0042"]) expect(words).toContain(part);
});

test("the receipt of a purchase by credit shows the credit", async () => {
  const anna = await signIn(server, { plan: null });
  const { practiceId } = anna;
  await db().transaction((tx) =>
    enter(tx, {
      practiceId,
      kind: "credit",
      amountPence: 0,
      creditPence: 900,
      method: "credit",
      reference: newId(),
    }),
  );
  await anna.post("/api/billing/buy-with-credit", { plan: "solo" });
  const payment = (await entries(anna)).find(({ kind }) => kind === "payment");
  const words = await wordsOf((await receiptOfRow(anna, payment?.id ?? "")).bytes);
  for (const part of ["£9.00", "Credit used –£9.00", "Total paid £0.00"]) expect(words).toContain(part);
});

test("a refund has a credit note that names the receipt of its payment", async () => {
  const anna = await signIn(server);
  const { practiceId } = anna;
  const [payment] = await db().select().from(payments).where(eq(payments.practiceId, practiceId));
  await db().transaction((tx) => recordRefund(tx, payment as typeof payments.$inferSelect, "BACK 7", 2400));

  const words = await wordsOf((await receiptOfRow(anna, await newest(anna))).bytes);

  const [first, second] = await db().select().from(receipts).where(eq(receipts.practiceId, practiceId));
  for (const part of ["Credit note", "Refund of Small Firm, 30 days £24.00", "Total given back £24.00", "BACK 7"]) {
    expect(words).toContain(part);
  }
  expect([first?.content.title, second?.content.title]).toEqual(["Receipt", "Credit note"]);
  expect(words).toContain(`For receipt ${first?.number}`);
});

test("a receipt does not change when the practice is renamed, and the database refuses changes", async () => {
  const anna = await signIn(server);
  const id = await newest(anna);
  const before = await receiptOfRow(anna, id);
  await db().update(practices).set({ name: "Renamed" }).where(eq(practices.id, anna.practiceId));

  expect((await receiptOfRow(anna, id)).bytes.equals(before.bytes)).toBe(true);
  const change = db().update(receipts).set({ number: "SR-1" }).where(eq(receipts.practiceId, anna.practiceId));
  await expect(change).rejects.toMatchObject({ cause: { message: expect.stringContaining("never changed") } });
});

test("receipt numbers have no gaps or duplicates, despite concurrent and failed transactions", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => signIn(server)));
  const asked = await Promise.all(people.map(async (who) => ({ practiceId: who.practiceId, id: await newest(who) })));
  const failing = db().transaction(async (tx) => {
    const [first] = asked;
    await receiptOf(tx, server.services.config, first?.practiceId ?? "", first?.id ?? "");
    throw new Error("and then it fails");
  });
  await expect(failing).rejects.toThrow("fails");
  await Promise.all(
    asked.flatMap(({ practiceId, id }) => [1, 2, 3].map(() => receiptOf(db(), server.services.config, practiceId, id))),
  );

  const all = await db().select({ number: receipts.number }).from(receipts).orderBy(receipts.number);
  expect(all.map(({ number }) => Number(number.slice(-6)))).toEqual(all.map((_, index) => index + 1));
});

test("only the owner gets receipts, and only for payments and refunds of money", async () => {
  const anna = await signIn(server, { plan: "free-forever" });
  const free = await receiptOfRow(anna, await newest(anna));
  expect([free.statusCode, free.json().code]).toEqual([404, "receipt-not-found"]);
  const owner = await signIn(server);
  const ben = await joinPractice(server, owner, "Ben");
  expect((await receiptOfRow(ben, await newest(owner))).statusCode).toBe(403);
  expect((await receiptOfRow(await signIn(server), await newest(owner))).statusCode).toBe(404);
});

test("[S9.14] the receipt is emailed to the owner once, with its PDF, even after a temporary failure and with two workers", async () => {
  const anna = await signIn(server);
  serverReply = Object.assign(new Error("Come back later"), { responseCode: 451 });
  await send();
  serverReply = null;
  await Promise.all([send(), send()]);
  await send();

  const [row] = await db().select().from(receipts).where(eq(receipts.practiceId, anna.practiceId));
  const mails = receiptsOf(anna);
  expect(mails).toMatchObject([{ subject: `Receipt ${row?.number}`, attachments: [{ mimeType: "application/pdf" }] }]);
  expect(mails[0]?.text).toContain("Total paid: £24.00");
  expect(await wordsOf(new Uint8Array(mails[0]?.attachments[0]?.content as ArrayBuffer))).toContain(row?.number ?? "?");
});

test("a full mailbox does not hold up emails to others, a mail server that closes the connection holds up all", async () => {
  const full = await signIn(server);
  const ben = await signIn(server);
  deferredAddress = `${full.username}@example.com`;
  serverReply = Object.assign(new Error("Mailbox full"), { responseCode: 452 });
  await send();
  expect(receiptsOf(full)).toHaveLength(0);
  expect(receiptsOf(ben)).toHaveLength(1);

  const late = await signIn(server);
  serverReply = Object.assign(new Error("Closing"), { responseCode: 421 });
  await send();
  expect(receiptsOf(late)).toHaveLength(0);

  serverReply = deferredAddress = null;
  await send();
  expect([receiptsOf(full), receiptsOf(late)]).toMatchObject([[{}], [{}]]);
});

test("emails that could not be sent because the disk was full are sent once there is space", async () => {
  const anna = await signIn(server);
  const work = join(server.services.config.dataDir, "work");
  await rm(work, { recursive: true, force: true });
  await writeFile(work, "No folder can be made here");
  await send();
  await rm(work);
  expect(receiptsOf(anna)).toHaveLength(0);

  await send();
  expect(receiptsOf(anna)).toHaveLength(1);
});

test("no email is sent for an old payment, but its receipt is issued", async () => {
  const anna = await signIn(server);
  await rewriteLedger(db(), (tx) =>
    tx
      .update(payments)
      .set({ recordedAt: sql`now() - interval '4 days'` })
      .where(eq(payments.practiceId, anna.practiceId)),
  );
  await send();
  expect(receiptsOf(anna)).toEqual([]);
  expect(await db().$count(receipts, eq(receipts.practiceId, anna.practiceId))).toBe(1);
});
