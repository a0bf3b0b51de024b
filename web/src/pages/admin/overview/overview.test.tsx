import { act, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anOverview, signInAdmin } from "../../../testing/admin.ts";
import { openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const metrics = "GET /api/admin/metrics/overview";
const waiting = "GET /api/admin/money";

test("[S2.74] four figures with their notes, and the charts' numbers as tables", async () => {
  const page = openPage("/admin/dashboard", { [metrics]: anOverview() });

  const figures = within(await page.findByRole("region", { name: "Figures" }));
  for (const text of ["1,046", "+73 this month", "182,390", "9,114 this month", "98%", "14 jobs processing"]) {
    figures.getByText(text);
  }
  figures.getByText("$8,293.10");
  figures.getByText("£5,568.00 from 312 subscriptions, at 1.27 USD per GBP");
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

test("[S2.73] numbers are read every 30 s; a failure is not shown: zeros before the first response, then the last numbers", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const failing = { status: 500, body: { code: "internal-error", message: "Something went wrong" } };
  const page = openPage("/admin/dashboard", { [metrics]: failing });
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

test.each([
  ["", 3],
  ["?tab=users", 1],
])("on /admin/dashboard%s the waiting money has been read %i times after a minute", async (query, times) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const money = { refunds: [], differences: [], unclaimed: [], mismatched: [] };
  const page = openPage(`/admin/dashboard${query}`, { [metrics]: anOverview(), [waiting]: money });
  await waitFor(() => expect(page.asked.filter(({ call }) => call === waiting)).toHaveLength(1));

  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(page.asked.filter(({ call }) => call === waiting)).toHaveLength(times);
});
