import { act, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPage } from "../testing/page.tsx";
import { aCustomer, smallFirm, usage } from "../testing/people.ts";
import { catchUploads } from "../testing/uploads.ts";

const end = Date.parse("2026-12-06T10:00:00.000Z");
const minute = 60_000;
const day = 24 * 60 * minute;
const usedUp = { ...usage, documentsUsedThisMonth: 500, documentsRemaining: 0, canCreateDocument: false };
const nextEnd = "2027-01-05T10:00:00.000Z";
const paidAhead = { ...smallFirm, currentPeriodEnd: nextEnd };
const expired = { ...smallFirm, status: "expired" };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Responses of a server whose next period has begun. */
const nextPeriod = {
  "GET /api/subscription": { ...paidAhead, periodEndsAt: nextEnd, documentsUsedThisMonth: 0 },
  "GET /api/usage": { ...usage, documentsUsedThisMonth: 0, documentsRemaining: 500, periodEndsAt: nextEnd },
};

test.each([
  ["an hour", 60 * minute],
  ["30 days, longer than a timer counts", 30 * day],
])("a page that is open for %s shows the allowance of the next period when it begins", async (_span, leftMs) => {
  vi.setSystemTime(end - leftMs);
  const page = openPage("/dashboard", { "GET /api/subscription": paidAhead, "GET /api/usage": usedUp });
  await page.findByText("Limit Reached");
  await pass(leftMs - minute);
  const before = page.asked.length;
  Object.assign(page.answers, nextPeriod);
  await pass(30_000);
  expect(page.asked).toHaveLength(before);

  await pass(minute);
  await page.findByText("500 left until 5 Jan 2027");
});

test("after the end of the last period every page shows it", async () => {
  vi.setSystemTime(end - minute);
  const page = openPage("/customers");
  await page.findByRole("heading", { level: 1, name: "Customers" });
  page.answers["GET /api/subscription"] = expired;
  await pass(2 * minute);
  await page.findByText("Your Small Firm subscription ended on 6 Dec 2026.");
  const after = page.asked.length;
  await pass(day);
  expect(page.asked).toHaveLength(after);
});

test("a browser whose clock is ten minutes fast polls at growing intervals until the server's period has ended", async () => {
  vi.setSystemTime(end + 10 * minute - 30_000);
  const page = openPage("/customers");
  await page.findByRole("heading", { level: 1, name: "Customers" });
  const asks = () => page.asked.filter(({ call }) => call === "GET /api/subscription").length;
  await pass(9 * minute);
  expect(asks()).toBeGreaterThan(1);
  expect(asks()).toBeLessThan(10);

  page.answers["GET /api/subscription"] = expired;
  await pass(15 * minute);
  await page.findByText("Your Small Firm subscription ended on 6 Dec 2026.");
});

test.each([
  ["subscription-expired", { "GET /api/subscription": expired }, "Your Small Firm subscription ended on 6 Dec 2026."],
  ["quota-reached", { "GET /api/usage": usedUp }, "0 of 500 left this period"],
])("after an upload is refused as %s the page shows the reason", async (code, answers, says) => {
  vi.useRealTimers();
  const sent = catchUploads();
  const page = openPage("/upload", { "GET /api/customers": [aCustomer({ name: "Bright Bakery" })] });
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await page.user.click(await dialog.findByRole("option", { name: /Bright Bakery/ }));
  await page.user.upload(dialog.getByLabelText("Choose files"), new File(["content"], "a.pdf"));
  await page.user.click(dialog.getByRole("button", { name: "Create PDF" }));
  await waitFor(() => expect(sent).toHaveLength(1));

  Object.assign(page.answers, answers);
  sent[0]?.answer(402, { code, message: "Not any more." });
  await page.findByText(says);
});
