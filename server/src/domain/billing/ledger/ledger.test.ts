import { beforeEach, expect, test, vi } from "vitest";
import { limitsOf, recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { renderBillingEmail } from "../emails/render.ts";
import { forgetGuests } from "../guests/forget.task.ts";
import { listPlans, seedPlans } from "../plans.ts";
import { endingPlan } from "../reminders/ending.ts";
import { payments, plans } from "../table.ts";
import { creditOf, enter, enterCredit, listPayments, referenceEnteredError, refundsOf } from "./ledger.ts";

vi.mock("../emails/queue-billing-email.ts", () => ({ queueBillingEmail: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const at = new Date("2026-11-21T10:00:00Z");
type Row = typeof payments.$inferSelect;
const entered = (isNew = true) => recordedDb(({ text }) => (text.startsWith("insert") && isNew ? [["row"]] : []));
const entry = { practiceId: "p", kind: "payment", amountPence: 900, method: "manual", reference: "REF" } as const;

test.each([
  ["payment", 1],
  ["refund", 1],
  ["credit", 0],
  ["credit-used", 0],
  ["adjustment", 0],
] as const)("a new %s in the ledger queues %i emails with a receipt", async (kind, emails) => {
  const { db } = entered();
  const id = await enter(db as unknown as Tx, { ...entry, kind });
  expect(id).toBe("row");
  expect(queueBillingEmail).toHaveBeenCalledTimes(emails);
  if (emails === 0) return;
  const mail = { practiceId: "p", template: "receipt", about: "row", facts: { paymentId: "row" } };
  expect(vi.mocked(queueBillingEmail).mock.calls[0]?.[1]).toEqual(mail);
});

test("a row that was entered before queues no email", async () => {
  expect(await enter(entered(false).db as unknown as Tx, entry)).toBeNull();
  expect(queueBillingEmail).not.toHaveBeenCalled();
});

test("a credit is a row without money", async () => {
  const { db, statements } = entered();
  await enterCredit(db as unknown as Tx, {
    practiceId: "p",
    kind: "credit",
    creditPence: 300,
    paymentId: "pay",
    reference: "R",
  });
  expect(statements[0]?.values).toEqual(expect.arrayContaining(["credit", 0, 300, "pay", "R"]));
});

test.each([
  ["300", 300],
  [null, 0],
])("a sum of %o is %i pence", async (sum, pence) => {
  const { db } = recordedDb(() => [[sum]]);
  expect(await creditOf(db, "p")).toBe(pence);
  expect(await refundsOf(db, { practiceId: "p", id: "pay" })).toBe(pence);
  expect(await creditOf(recordedDb().db, "p")).toBe(0);
});

test("the refusal of a reference names the earlier transfer and how to enter another one", async () => {
  const error = async (row?: Partial<Row>) => {
    const { db } = recordedDb(({ text }) => {
      if (text.includes("as now")) return [{ now: at.toISOString() }];
      return row ? [rowOf(payments, { recordedAt: new Date("2026-05-01T10:00:00Z"), ...row })] : [];
    });
    return (await referenceEnteredError(db as unknown as Tx, "REF")).message;
  };
  const known = "A transfer with the reference “REF” is recorded already";
  expect(await error({ amountPence: -900 })).toContain(`${known}, on 1 May 2026 for £9.00. If`);
  expect(await error()).toContain(
    `${known}. If this is another transfer, add its date to the reference, as in “REF 21.11.2026”.`,
  );
});

/** Lists one row of the ledger. */
async function listed(row: Partial<Row>, { plan = "Solo" as string | null, page = { limit: 20 } as object } = {}) {
  const { db, statements } = recordedDb(() => [
    [
      ...rowOf(payments, { id: "row", currency: "GBP", recordedAt: at, ...row }),
      "250",
      ...rowOf(plans, plan ? { id: "plan", name: plan, slug: "solo" } : {}),
      at,
      at,
    ],
  ]);
  const [first] = await listPayments(db, "p", page as never);
  return { first, statements };
}

test.each([
  ["payment", "period", "Solo", "Solo, 30 days"],
  ["payment", "upgrade", "Solo", "Upgrade to Solo"],
  ["credit", null, null, "Credit"],
  ["credit-used", null, null, "Credit used"],
  ["refund", null, null, "Refund"],
  ["adjustment", null, null, "Adjustment"],
  ["adjustment", null, "Solo", "Solo, days granted"],
] as const)("a %s (%s) of the plan %s is listed as “%s”", async (kind, buys, plan, what) => {
  const { first } = await listed({ kind, buys }, { plan });
  expect(first).toMatchObject({ what, planSlug: plan ? "solo" : null, creditLeftPence: 250, currency: "GBP" });
  expect(first?.period).toEqual({ startsAt: at.toISOString(), endsAt: at.toISOString() });
});

test("a page of the ledger has the given length, and begins behind the last row seen", async () => {
  const first = await listed({ kind: "credit" });
  expect(limitsOf(first.statements)).toEqual([20]);
  expect(first.statements[0]?.text).not.toContain(") < (");
  const { statements } = await listed({ kind: "credit" }, { page: { limit: 5, cursor: "seen" } });
  expect(statements[0]?.values).toContain("seen");
  expect(statements[0]?.text).toContain(`("payments"."recorded_at", "payments"."id") < (`);
});

test("plans for sale are seeded in their order, others without a place", async () => {
  const { db, statements } = recordedDb();
  await seedPlans(db);
  const { values = [] } = statements[0] ?? {};
  const places = ["solo", "small-firm", "growth", "free-forever", "own-practice"].map((slug) => {
    const next = values.findIndex((value, index) => index > values.indexOf(slug) && /-.*-.*-.*-/.test(String(value)));
    return values.slice(values.indexOf(slug), next === -1 ? undefined : next).at(-1);
  });
  expect(places).toEqual([0, 1, 2, null, null]);
  expect(await listPlans(recordedDb(() => [rowOf(plans, { slug: "solo", pricePence: 900 })]).db)).toMatchObject([
    { slug: "solo", price: 900 },
  ]);
});

const plan = ["Solo", "solo", 900, at] as const;
const ending = (isSold: boolean, isCancelled: boolean, isPaid: boolean) =>
  endingPlan(recordedDb(() => [[...plan, isSold, isCancelled, isPaid]]).db, "p");

test("an owner is reminded of a plan that is for sale, paid and not cancelled", async () => {
  expect(await ending(true, false, true)).toEqual({ name: "Solo", slug: "solo", pricePence: 900, endsAt: at });
  expect(await ending(false, false, true)).toBeNull();
  expect(await ending(true, true, true)).toBeNull();
  expect(await ending(true, false, false)).toBeNull();
  expect(await endingPlan(recordedDb().db, "p")).toBeNull();
});

test.each([
  [at.toISOString(), true, true],
  ["2026-11-22T10:00:00.000Z", true, false],
  [at.toISOString(), false, false],
])("a reminder of the end %s of a plan that still ends (%s) is sent: %s", async (endsAt, isPaid, isSent) => {
  const { db } = recordedDb(() => [[...plan, true, false, isPaid]]);
  const config = { publicUrl: "https://sheaf.example", port: 443 };
  const row = { practiceId: "p", template: "reminder", facts: { endsAt } };
  const written = await renderBillingEmail({ db, config } as never, row as never);
  expect(written?.words.subject).toBe(isSent ? "Your plan ends on 21 November 2026" : undefined);
});

test("visitors' orders are deleted after 30 days when unpaid, and after seven years with their payments", async () => {
  const { db, statements } = recordedDb(({ text }) => (text.includes(`"orders"`) ? [{}, {}] : [{}]));
  const found = await forgetGuests.run({}, { db } as never, { signal: new AbortController().signal });
  expect(found).toEqual({ orders: 2, payments: 1 });
  expect(statements.map(({ values }) => values)).toEqual([["created", "denied", 30, 7], [7]]);
});
