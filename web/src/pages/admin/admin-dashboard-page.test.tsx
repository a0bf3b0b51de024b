import { act, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aFoundUser, anOverview, signInAdmin } from "../../testing/admin.ts";
import { type Answer, openPage } from "../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const metrics = "GET /api/admin/metrics/overview";
const open = (tab: string, answers: Record<string, Answer>) =>
  openPage(tab === "overview" ? "/admin/dashboard" : `/admin/dashboard?tab=${tab}`, answers);

test("four figures with their notes, and the charts' numbers as tables", async () => {
  const page = await open("overview", { [metrics]: anOverview() });

  const figures = within(await page.findByRole("region", { name: "Figures" }));
  for (const text of ["1,046", "+73 this month", "182,390", "9,114 this month", "98%", "14 jobs processing"]) {
    figures.getByText(text);
  }
  figures.getByText("$8,293.10");
  figures.getByText("312 subscriptions, at 1.27 USD per GBP");
  const usage = within(page.getByRole("region", { name: "Documents and active users" }));
  await page.user.click(usage.getByRole("button", { name: "Table" }));
  expect(usage.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "DateDocumentsActive users",
    "20 Nov 2026486120",
    "19 Nov 202630090",
  ]);
  const plans = within(page.getByRole("region", { name: "Subscriptions by plan" }));
  expect(plans.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "PlanPriceSubscriptionsShareMonthly revenue",
    "Solo Practitioner£912841%£1,152.00",
    "Small Firm£2418459%£4,416.00",
    "Total312£5,568.00",
  ]);
  plans.getByText(/^Updated \d\d:05/);
});

test("numbers are read every 30 s; a failure is not shown: zeros before the first, then the last ones", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const failing = { status: 500, body: { code: "internal-error", message: "Something went wrong" } };
  const page = await open("overview", { [metrics]: failing });
  const figures = () => within(page.getByRole("region", { name: "Figures" }));
  await page.findByText("$0.00");
  expect(page.queryByRole("alert")).toBeNull();

  page.answers[metrics] = anOverview();
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await page.findByText("1,046");

  page.answers[metrics] = failing;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(page.asked.filter(({ call }) => call === metrics)).toHaveLength(3);
  figures().getByText("1,046");
  page.getByText(/^Updated \d\d:05/);
  expect(page.queryByRole("alert")).toBeNull();
});

test("users are searched as typed, from two characters on", async () => {
  const page = await open("users", {
    "GET /api/admin/users/search": [
      aFoundUser({
        subscription: { plan: { name: "Small Firm" } },
        lastJobDate: "2026-11-20T10:00:00.000Z",
      }),
      aFoundUser({ id: "u-2", firstName: "Capri", lastName: "Dunne", customerCount: 1, documentCount: 0 }),
    ],
  });
  const search = await page.findByPlaceholderText("Search by name, email or username");
  await page.user.type(search, "o");
  await page.findByText("Find a user");
  await page.user.type(search, "'neil+x & 50%");

  await page.findByText("Priya Nair");
  const asked = page.asked.filter(({ call }) => call === "GET /api/admin/users/search");
  expect(asked.at(-1)?.query.get("q")).toBe("o'neil+x & 50%");
  expect(asked.every(({ query }) => (query.get("q") ?? "").length >= 2)).toBe(true);
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  const [, priya, capri] = page.getAllByRole("row");
  expect(priya && cells(priya).slice(0, 5)).toEqual([
    ...["Priya Nairpriya.nair", "priya@hartley.example", "14 Mar 2026", "Small Firm"],
    "46 customers, 1,284 documentslast job 20 Nov 2026",
  ]);
  expect(capri && cells(capri).slice(3, 5)).toEqual(["No plan", "1 customer, 0 documentsno jobs yet"]);
  expect(page.getByRole("link", { name: "View Priya Nair" }).getAttribute("href")).toBe("/admin/users/u-1");
});

test("nobody found is told in so many words", async () => {
  const page = openPage("/admin/dashboard?tab=users&q=zz", { "GET /api/admin/users/search": [] });

  await page.findByText("No users found matching search pattern");
});

test.each([
  [5, "5%", false],
  [5.1, "5.1%, above 5%", true],
])("a churn of %d percent reads %s", async (churnRate, words, red) => {
  const page = await open("analytics", { [metrics]: anOverview({ subscriptions: { churnRate } }) });

  const churn = await page.findByText(words);
  expect(churn.className === "bad").toBe(red);
  const lines = page.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(Object.fromEntries(lines)).toEqual({
    ...{ "New signups today": "5", "Documents processed today": "486", "Total active users": "604" },
    ...{ "Success rate": "98%", "Churn rate": words, "Average documents per user": "29.4" },
  });
  const figures = within(page.getByRole("region", { name: "Figures" }));
  for (const text of [
    "Processing queue",
    "14",
    "oldest 22 seconds",
    "Failed jobs today",
    "6",
    "4 password-protected",
  ]) {
    figures.getByText(text);
  }
  figures.getByText("Average customers per user");
  figures.getByText("18.2");
});

test("a failed task is retried for a reason", async () => {
  const failed = {
    ...{ id: "t-1", task: "delivery.deliver", failedAt: "2026-11-20T10:00:00.000Z", attempts: 5 },
    ...{ error: "The provider answered 403", practiceId: null },
  };
  const page = await open("operations", {
    "GET /api/admin/operations": {
      ...{
        at: "2026-11-20T14:05:00.000Z",
        queue: [],
        workers: [],
        conversions: [],
        refusals: [],
        mail: [],
        services: [],
        scheduled: [
          {
            ...{ task: "storage.reconcile", doneAt: "2026-11-20T02:27:09.000Z", failedAt: null, ms: 9400 },
            found: { files: 1200, deleted: 0, missing: 2, failed: 0 },
          },
          {
            ...{ task: "jobs.sweep", doneAt: "2026-11-20T14:01:00.000Z", failedAt: "2026-11-20T14:02:00.000Z", ms: 80 },
            found: {},
          },
        ],
      },
      ...{ storage: { kind: "local", storedBytes: 0, freeBytes: null, missingFiles: 2 }, lastBackupAt: null },
    },
    "GET /api/admin/failed-tasks": [failed],
    "POST /api/admin/failed-tasks/t-1/retry": { status: 204 },
  });
  await page.findByText("2 files missing");
  const scheduled = page.getAllByRole("row").map((row) => row.textContent);
  expect(scheduled).toContain("storage.reconcile11 hours ago1,200 files, 2 missing9.4 s");
  expect(scheduled).toContain("jobs.sweepfailed 3 minutes agonothing80 ms");
  await page.user.click(await page.findByRole("button", { name: "Retry delivery.deliver" }));
  const dialog = within(page.getByRole("dialog"));
  await page.user.click(dialog.getByRole("button", { name: "Retry" }));
  dialog.getByText("Reason is required");
  await page.user.type(dialog.getByLabelText("Reason"), "The provider is back");
  await page.user.click(dialog.getByRole("button", { name: "Retry" }));

  await page.findByText("Task retried");
  const sent = page.asked.find(({ call }) => call === "POST /api/admin/failed-tasks/t-1/retry");
  expect(JSON.parse(String(sent?.body))).toEqual({ reason: "The provider is back" });
});
