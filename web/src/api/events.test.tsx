import type { Job } from "@sheaf/contracts/jobs.ts";
import { act, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveJobs } from "../testing/job-server.ts";
import { openPage } from "../testing/page.tsx";
import { aJob, settings, smallFirm } from "../testing/people.ts";
import { catchStream } from "../testing/stream.ts";

function openAuditTrail(status: string, query = "") {
  const stream = catchStream();
  const job = aJob(status);
  const page = openPage(`/audit-trail${query}`, serveJobs([job]));
  stream.install();
  return { ...page, stream, job };
}

test("[S4.11] a job that changed is updated without a reload, and without reading the list again", async () => {
  const page = openAuditTrail("processing");
  await page.findByText("Processing...");
  await page.stream.open();
  const before = page.reads("GET /api/jobs");
  page.answers[`GET /api/jobs/${page.job.id}`] = { ...aJob("completed"), id: page.job.id };
  await page.stream.say({ type: "job", id: page.job.id });
  await page.findByText(/^Completed 20 Nov 2026/);
  expect(page.reads("GET /api/jobs")).toBe(before);
});

test("a colleague's new job appears at the top", async () => {
  const page = openAuditTrail("completed");
  await page.findByText("Showing 1 of 1 jobs");
  await page.stream.open();
  const fresh = aJob("pending", {
    customer: { id: "c-9", name: "Corner Shop", email: "c@shop.example", outputEmail: null },
  });
  Object.assign(page.answers, serveJobs([fresh, page.job]));
  await page.stream.say({ type: "job", id: fresh.id });
  await page.findByText("Showing 2 of 2 jobs");
  expect(page.getAllByRole("row")[1]?.textContent).toContain("Corner Shop");
});

test("a page whose stream opens late reads again what may have changed before", async () => {
  const page = openAuditTrail("completed");
  await page.findByText("Showing 1 of 1 jobs");
  Object.assign(page.answers, serveJobs([aJob("completed"), page.job]));
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 4_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await page.stream.open();
  await page.findByText("Showing 2 of 2 jobs");
});

test("a job that no longer matches the filter leaves the list, and one that never matches causes no read of the list", async () => {
  const page = openAuditTrail("processing", "?status=processing");
  await page.findByText("Showing 1 of 1 jobs");
  await page.stream.open();
  const before = page.reads("GET /api/jobs");
  const other = aJob("completed");
  Object.assign(page.answers, serveJobs([other, page.job]));
  await page.stream.say({ type: "job", id: other.id });
  await waitFor(() => expect(page.reads(`GET /api/jobs/${other.id}`)).toBe(1));
  expect(page.reads("GET /api/jobs")).toBe(before);

  const done = { ...aJob("completed"), id: page.job.id };
  Object.assign(page.answers, serveJobs([other, done]));
  await page.stream.say({ type: "job", id: done.id });
  await page.findByText("No matching jobs");
});

test.each([
  ["/dashboard", "table", "Recent jobs"],
  ["/audit-trail", "dialog", "Bright Bakery"],
])("a job that was completed while %s loaded shows as completed without a reload", async (path, role, name) => {
  const job = aJob("processing");
  const stats = { totalCustomers: 1, documentsSent: 0, processingJobs: 77, successRate: 100 };
  const serveJob = (now: Job) => ({ [`GET /api/jobs/${job.id}`]: now, "GET /api/jobs/recent": [now] });
  // On the audit trail only the drawer shows the job: the list does not reach that far.
  const address = path === "/audit-trail" ? `${path}?job=${job.id}` : path;
  const page = openPage(address, { ...serveJob(job), "GET /api/stats": stats });
  const stream = catchStream();
  stream.install();
  const place = within(await page.findByRole(role, { name }));
  await place.findAllByText("Processing");
  if (path === "/dashboard") await page.findByText("77");

  Object.assign(page.answers, serveJob({ ...aJob("completed"), id: job.id }));
  page.answers["GET /api/stats"] = { ...stats, processingJobs: 0 };
  await stream.open();
  await place.findByText("Ready");
  await waitFor(() => expect(page.queryByText("77")).toBeNull());
});

test("figures that count an older job are read again, too", async () => {
  const counts = { all: 9, pending: 0, processing: 1, completed: 8, failed: 0, "needs-you": 0 };
  const stats = { totalCustomers: 1, documentsSent: 0, processingJobs: 77, successRate: 100 };
  const page = openPage("/dashboard", { "GET /api/jobs/counts": counts, "GET /api/stats": stats });
  const stream = catchStream();
  stream.install();
  await page.findByText("77");
  await waitFor(() => expect(page.asked.map(({ call }) => call)).toContain("GET /api/jobs/counts"));

  page.answers["GET /api/stats"] = { ...stats, processingJobs: 76 };
  await stream.open();
  await page.findByText("76");
});

test("changes made while the user read Help show when they are back", async () => {
  const page = openAuditTrail("completed");
  await page.findByText("Showing 1 of 1 jobs");
  await page.stream.open();
  await page.user.click(page.getByRole("link", { name: "Help" }));
  await page.findByRole("heading", { level: 1, name: "Help" });
  Object.assign(page.answers, serveJobs([aJob("completed"), page.job]));

  await page.back();
  await waitFor(() => expect(page.stream.count()).toBe(2));
  await page.stream.open();
  await page.findByText("Showing 2 of 2 jobs");
});

test("an action of a colleague appears in the owner's audit log", async () => {
  const stream = catchStream();
  const entry = { subjectId: null, address: null, at: "2026-11-20T09:00:00.000Z", who: "Eve Stone" };
  const first = { ...entry, id: "a-1", action: "account.registered", what: "Registered the practice" };
  const page = openPage("/settings", { "GET /api/settings": settings, "GET /api/audit-log": [first] });
  stream.install();
  await page.findByText("Registered the practice");
  await stream.open();
  page.answers["GET /api/audit-log"] = [{ ...entry, id: "a-2", action: "x", what: "Archived Oak & Sons" }, first];
  await stream.say({ type: "customer", id: "c-1" });
  await page.findByText("Archived Oak & Sons");
});

test.each([
  ["processing", 2],
  ["completed", 1],
])("while the stream is down, a list with a %s job has been read %i times after 20 s", async (status, times) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = openAuditTrail(status);
  await page.findByText("Showing 1 of 1 jobs");
  await page.stream.lose();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(page.reads("GET /api/jobs")).toBe(times);
});

test("[S7.22] while the stream is up, nothing is polled", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(smallFirm.currentPeriodStart) });
  onTestFinished(() => void vi.useRealTimers());
  const page = openAuditTrail("pending");
  await page.findByText("Showing 1 of 1 jobs");
  await page.stream.open();
  await act(() => vi.advanceTimersByTimeAsync(100));
  const before = page.asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(page.asked.length).toBe(before);
});
