import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import { discardTask, getFailedTasks, retryTask } from "../operations/failed-tasks.ts";
import type { AdminActionHandler } from "./action.ts";
import { deleteUser } from "./erase.ts";
import { decide, endUnlimited, grant, recordPayment, settleDifference } from "./money.ts";

const { state, note } = vi.hoisted(() => {
  const state = {
    user: { id: "ben", practiceId: "practice", username: "Ben.Miller", role: "member" },
    owner: { id: "anna" } as object | undefined,
    task: null as object | null,
    difference: "BACS 1" as string | null,
    done: [] as unknown[][],
  };
  const note =
    <Result>(name: string, result?: Result) =>
    async (_: unknown, ...given: unknown[]) => {
      state.done.push([name, ...given]);
      return result as Result;
    };
  return { state, note };
});
vi.mock("../users/page.ts", () => ({ findUser: async () => ({ user: state.user }) }));
vi.mock("../admin-actions.ts", () => ({
  recordAdminAction: async (_tx: unknown, _by: unknown, action: object) => void state.done.push(["action", action]),
}));
vi.mock("../../closing/close.ts", () => ({
  closePractice: async (_tx: unknown, _queue: unknown, id: string) => void state.done.push(["closed", id]),
}));
vi.mock("../../../domain/accounts/index.ts", () => ({
  findOwner: async () => state.owner,
  sendAccountDeletedEmails: async () => void state.done.push(["user emailed"]),
  sendPracticeDeletedEmails: async () => void state.done.push(["practice emailed"]),
}));
vi.mock("../../../domain/audit/service.ts", () => ({ record: note("recorded") }));
vi.mock("../../../domain/members/service.ts", () => ({ forgetMember: note("forgot") }));
vi.mock("../../../domain/practices/service.ts", () => ({ lockPractice: note("locked") }));
vi.mock("../../../domain/jobs/index.ts", () => ({
  assembleJob: { name: "jobs.assemble" },
  convertFile: { name: "jobs.convert-file" },
  restartFailed: async (_tx: unknown, _queue: unknown, by: object, jobId: string) =>
    void state.done.push(["restarted", by, jobId]),
}));
vi.mock("../../../domain/billing/index.ts", () => ({
  closeDifference: async () => state.difference,
  decideRefund: async (_: unknown, decision: object, decided: (tx: unknown, of: object) => Promise<void>) => {
    state.done.push(["decided", decision]);
    await decided({}, { practiceId: "practice" });
  },
  endUnlimitedUse: note("ended"),
  grantDays: note("granted", { plan: { name: "Solo Practitioner" } }),
  recordManualPayment: note("paid", { plan: { name: "Solo Practitioner" } }),
}));
vi.mock("../../../platform/queue/pg-boss-tables.ts", () => ({
  discardFailedTask: note("discarded"),
  discardTasksOfJob: note("tasks of the job discarded"),
  listFailedTasks: note("listed", []),
  lockFailedTask: async () => state.task,
  retryFailedTask: note("retried"),
}));
beforeEach(() => {
  state.user = { id: "ben", practiceId: "practice", username: "Ben.Miller", role: "member" };
  Object.assign(state, { owner: { id: "anna" }, task: null, difference: "BACS 1", done: [] });
});

/** @param practices rows of the practice that is looked for */
async function act<Input>(handler: AdminActionHandler<Input>, id: string, input: Input, practices: object[] = [{}]) {
  const services = { db: fakeDb(() => practices).db, queue: {}, log: { info() {} } };
  await handler(services as never, { adminId: "pat", name: "Pat" } as never, id, input);
  return state.done;
}
const reason = "asked";

test.each(["Ben.Miller", " ben.miller "])("a member is deleted when the username is typed as %j", async (username) => {
  expect((await act(deleteUser, "ben", { username, reason })).slice(1)).toEqual([
    ["user emailed"],
    ["forgot", { practiceId: "practice", userId: "anna" }, "ben", "account-deleted"],
    ["recorded", { practiceId: "practice", userId: null, action: "operator.deleted", subjectId: "ben" }],
    ["action", { action: "user.deleted", practiceId: "practice", userId: "ben", reason }],
  ]);
});

test("deleting an owner closes the practice", async () => {
  state.user = { ...state.user, id: "anna", role: "owner" };
  expect((await act(deleteUser, "anna", { username: "ben.miller", reason })).slice(1)).toEqual([
    ["practice emailed"],
    ["closed", "practice"],
    ["action", { action: "practice.deleted", practiceId: "practice", userId: "anna", reason }],
  ]);
});

test("nobody is deleted without their username, nor a member without an owner", async () => {
  const refused = { code: "name-not-typed", message: "Type the username, Ben.Miller, to confirm." };
  await expect(act(deleteUser, "ben", { username: "ben", reason })).rejects.toMatchObject(refused);
  state.owner = undefined;
  await expect(act(deleteUser, "ben", { username: "ben.miller", reason })).rejects.toThrow("no owner");
});

test("a payment that was seen is recorded with its plan and amount", async () => {
  const input = { plan: "solo", amountPence: 900, reference: "BACS 1", reason };
  expect(await act(recordPayment, "practice", input as never)).toEqual([
    ["paid", { practiceId: "practice", planSlug: "solo", reference: "BACS 1", amountPence: 900 }],
    [
      "action",
      {
        action: "practice.payment-recorded",
        practiceId: "practice",
        reason,
        detail: { pence: 900, plan: "Solo Practitioner" },
      },
    ],
  ]);
});

test("days are granted, and unlimited use is ended, each in the list of actions", async () => {
  await act(grant, "practice", { days: 7, plan: "solo", reason } as never);
  await act(endUnlimited, "practice", { reason });
  expect(state.done).toEqual([
    ["granted", { practiceId: "practice", days: 7, planSlug: "solo" }],
    [
      "action",
      {
        action: "practice.days-granted",
        practiceId: "practice",
        reason,
        detail: { days: 7, plan: "Solo Practitioner" },
      },
    ],
    ["ended", "practice"],
    ["action", { action: "practice.unlimited-ended", practiceId: "practice", reason }],
  ]);
});

test.each([
  ["a payment", recordPayment as AdminActionHandler<never>],
  ["a grant", grant as AdminActionHandler<never>],
  ["the end of unlimited use", endUnlimited as AdminActionHandler<never>],
])("%s of a practice that is gone is refused", async (_what, handler) => {
  const input = { plan: "solo", reason } as never;
  await expect(act(handler, "gone", input, [])).rejects.toMatchObject({ code: "practice-not-found" });
  expect(state.done).toEqual([]);
});

test("a refund is decided in the name of the administrator", async () => {
  const input = { decision: "credit", reason, reference: "X" };
  expect(await act(decide, "request", input as never)).toEqual([
    ["decided", { requestId: "request", decision: "credit", reason, adminName: "Pat", reference: "X" }],
    ["action", { action: "refund.credit", practiceId: "practice", reason }],
  ]);
});

test("a difference is closed once", async () => {
  expect(await act(settleDifference, "d", { reason })).toEqual([
    ["action", { action: "paypal.difference-closed", reason, detail: { reference: "BACS 1" } }],
  ]);
  state.difference = null;
  await expect(act(settleDifference, "d", { reason })).rejects.toMatchObject({ code: "difference-not-found" });
});

const action = (name: string, task: string, more: object = { practiceId: "practice" }) => [
  "action",
  { action: name, reason, detail: { task }, ...more },
];

test.each(["jobs.convert-file", "jobs.assemble"])("retrying a failed %s restarts its job", async (task) => {
  state.task = { task, practiceId: "practice", jobId: "job" };
  expect(await act(retryTask, "t", { reason })).toEqual([
    ["tasks of the job discarded", "practice", "job"],
    ["restarted", { practiceId: "practice", userId: null }, "job"],
    action("task.retried", task),
  ]);
});

test.each([
  [{ task: "delivery.deliver", practiceId: "practice", jobId: "job" }, undefined],
  [{ task: "jobs.assemble", practiceId: "practice", jobId: null }, undefined],
  [{ task: "jobs.assemble", practiceId: null, jobId: "job" }, {}],
])("retrying %j repeats the task alone", async (task, more) => {
  state.task = task;
  expect(await act(retryTask, "t", { reason })).toEqual([["retried", "t"], action("task.retried", task.task, more)]);
});

test("a failed task is discarded, whatever it was; one that is gone is neither", async () => {
  state.task = { task: "jobs.assemble", practiceId: "practice", jobId: "job" };
  expect(await act(discardTask, "t", { reason })).toEqual([
    ["discarded", "t"],
    action("task.discarded", "jobs.assemble"),
  ]);
  state.task = null;
  await expect(act(discardTask, "t", { reason })).rejects.toMatchObject({ code: "task-not-found" });
});

test("a hundred failed tasks are listed at most", async () => {
  await getFailedTasks(fakeDb().db);
  expect(state.done).toEqual([["listed", 100]]);
});
