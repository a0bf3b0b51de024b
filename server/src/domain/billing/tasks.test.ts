import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitsOf, recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Task } from "../../platform/queue/task.ts";
import { sendBillingEmails } from "./emails/send.task.ts";
import { billingEmails } from "./emails/table.ts";
import { forgetGuests } from "./guests/forget.task.ts";
import { checkOpenOrders } from "./orders/check-open-orders.task.ts";
import { followUp } from "./orders/follow-up.ts";
import { reconcile } from "./reconcile/reconcile.task.ts";
import { finishRefunds } from "./refunds/finish.task.ts";
import { openRefunds } from "./refunds/open-refunds.ts";
import { payBack } from "./refunds/pay-back.ts";
import { refundRequests } from "./refunds/table.ts";
import { remindOwners } from "./reminders/remind.task.ts";
import { fitMembersToPlans } from "./seats/fit-members.task.ts";
import { fitMembers } from "./seats/seats.ts";

vi.mock("./orders/follow-up.ts", () => ({ followUp: vi.fn(async () => {}) }));
vi.mock("./refunds/pay-back.ts", () => ({ payBack: vi.fn(async () => {}) }));
vi.mock("./seats/seats.ts", () => ({ fitMembers: vi.fn(async () => {}) }));
vi.mock("./reminders/ending.ts", () => ({ endingPlan: async () => null }));
vi.mock("./emails/render.ts", () => ({ renderBillingEmail: async () => null }));

let stopping: AbortController;
beforeEach(() => {
  stopping = new AbortController();
});
afterEach(() => void vi.clearAllMocks());

const warn = vi.fn();

/** Runs a task whose first selection of the given kind finds these rows. */
function run<Services>(
  task: Task<Record<string, never>, Services>,
  { rows = [] as unknown[], from = "", config = { payPal: {}, installation: "service" } as object } = {},
) {
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes(`from "practices"`)) return [["locked"]];
    return text.includes("limit") && text.includes(from) ? rows : [];
  });
  const services = { db, config, log: { warn, error: warn }, liveConfig: { async refresh() {} } };
  const found = task.run({}, services as unknown as Services, { signal: stopping.signal });
  return { found, statements };
}

const practices = [{ id: "a" }, { id: "b" }, { id: "c" }];
const refunds = ["a", "b", "c"].map((id) => rowOf(refundRequests, { id }));
const ordersFound = [["a"], ["b"], ["c"]];
const mails = ["a", "b", "c"].map((id) => rowOf(billingEmails, { id }));

test.each([
  ["members", fitMembersToPlans, [500, 500]],
  ["emails", sendBillingEmails, [200]],
  ["refunds", finishRefunds, [100]],
  ["orders", checkOpenOrders, [200]],
] as [string, Task<Record<string, never>, object>, number[]][])(
  "a run of the task for %s takes up a limited number of rows",
  async (_, task, limits) => {
    const { found, statements } = run(task);
    await found;
    expect(limitsOf(statements)).toEqual(limits);
  },
);

test("administrators see at most 200 open refund requests", async () => {
  const { db, statements } = recordedDb();
  expect(await openRefunds(db)).toEqual([]);
  expect(limitsOf(statements)).toEqual([200]);
});

test.each([
  ["billing.fit-members", fitMembersToPlans, 50],
  ["billing.send-emails", sendBillingEmails, 300],
  ["billing.finish-refunds", finishRefunds, 540],
  ["billing.ask-again", checkOpenOrders, 600],
  ["billing.remind", remindOwners, 1_800],
  ["billing.reconcile", reconcile, 600],
  ["billing.forget-guests", forgetGuests, 60],
] as [string, Task<Record<string, never>, object>, number][])(
  "a run of %s may take this long",
  (name, task, seconds) => {
    expect([task.name, task.timeoutMs]).toEqual([name, seconds * 1_000]);
  },
);

test("the comparison with PayPal is tried three times, since nobody repeats it on the same day", () => {
  expect(reconcile.attempts).toBe(3);
});

test.each([
  ["reminders", remindOwners],
  ["emails about money", sendBillingEmails],
  ["comparison with PayPal", reconcile],
] as [string, Task<Record<string, never>, object>][])("the installation of one practice has no %s", async (_, task) => {
  const { found, statements } = run(task, { config: { payPal: {}, installation: "practice" } });
  expect(await found).toBeUndefined();
  expect(statements).toEqual([]);
});

test.each([
  ["orders", checkOpenOrders],
  ["transactions", reconcile],
] as [string, Task<Record<string, never>, object>][])("without PayPal no %s are asked for", async (_, task) => {
  const { found, statements } = run(task, { config: { payPal: undefined, installation: "service" } });
  expect(await found).toBeUndefined();
  expect(statements).toEqual([]);
});

test("every practice whose members do not fit its plan is taken up, until the process stops", async () => {
  const { found, statements } = run(fitMembersToPlans, { rows: practices, from: "join lateral" });
  expect(await found).toEqual({ practices: 3 });
  const locks = statements.filter(
    ({ text }) => text.includes(`from "practices"`) && text.endsWith("for no key update"),
  );
  expect(locks.map(({ values }) => values)).toEqual([["a"], ["b"], ["c"]]);
  expect(vi.mocked(fitMembers).mock.calls.map(([, id]) => id)).toEqual(["a", "b", "c"]);
  vi.mocked(fitMembers).mockImplementationOnce(async () => stopping.abort());
  expect(await run(fitMembersToPlans, { rows: practices, from: "join lateral" }).found).toEqual({ practices: 1 });
});

test("every order is checked even if PayPal does not answer for one, until the process stops", async () => {
  vi.mocked(followUp).mockRejectedValueOnce(new Error("no answer"));
  expect(await run(checkOpenOrders, { rows: ordersFound, from: `"orders"` }).found).toEqual({ orders: 3 });
  expect(vi.mocked(followUp).mock.calls.map(([, ref]) => ref)).toEqual([
    { orderId: "a" },
    { orderId: "b" },
    { orderId: "c" },
  ]);
  vi.mocked(followUp).mockImplementationOnce(async () => stopping.abort());
  expect(await run(checkOpenOrders, { rows: ordersFound, from: `"orders"` }).found).toEqual({ orders: 1 });
});

test("every begun refund is tried even if PayPal refuses one, until the process stops", async () => {
  vi.mocked(payBack).mockRejectedValueOnce(new AppError("refund-failed", "no"));
  expect(await run(finishRefunds, { rows: refunds, from: `"refund_requests"` }).found).toEqual({ refunds: 3 });
  vi.mocked(payBack).mockImplementationOnce(async () => stopping.abort() as never);
  expect(await run(finishRefunds, { rows: refunds, from: `"refund_requests"` }).found).toEqual({ refunds: 1 });
});

test("a refund that fails for another reason than PayPal's answer ends the run", async () => {
  vi.mocked(payBack).mockRejectedValueOnce(new TypeError("broken"));
  await expect(run(finishRefunds, { rows: refunds, from: `"refund_requests"` }).found).rejects.toThrow("broken");
});

test("emails that are no longer true are claimed and count as tried, and none is sent after the process stops", async () => {
  const { found, statements } = run(sendBillingEmails, { rows: mails, from: `"billing_emails"` });
  expect(await found).toEqual({ emails: 3 });
  const claimed = statements.filter(({ text }) => text.startsWith(`update "billing_emails"`));
  expect(claimed.map(({ values }) => values)).toEqual(
    [["a"], ["b"], ["c"]].map(([id]) => expect.arrayContaining([id])),
  );
  stopping.abort();
  expect(await run(sendBillingEmails, { rows: mails, from: `"billing_emails"` }).found).toEqual({ emails: 0 });
});

test("reminders look at every practice whose time ends, until the process stops", async () => {
  const look = () => {
    const { db } = recordedDb(({ text }) => (text.includes("make_interval") ? practices : [["locked"]]));
    return remindOwners.run({}, { db, config: { installation: "service" } } as never, { signal: stopping.signal });
  };
  expect(await look()).toEqual({ practices: 3 });
  stopping.abort();
  expect(await look()).toEqual({ practices: 0 });
});
