import { act } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aJob } from "../../testing/people.ts";
import { catchStream } from "../../testing/stream.ts";

test("without a connection the job's view shows the time of its data, and updates when the connection is back", async () => {
  const job = aJob("processing");
  const page = openPage(`/upload?job=${job.id}`, { [`GET /api/jobs/${job.id}`]: job });
  const stream = catchStream();
  stream.install();
  await page.findByRole("dialog", { name: "Bright Bakery" });
  await stream.open();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await stream.lose();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  page.getByText(/^This shows the job at \d\d:\d\d and updates/);

  page.answers[`GET /api/jobs/${job.id}`] = { ...aJob("completed"), id: job.id, version: 2 };
  await stream.open();
  await page.findByText("Ready");
  expect(page.queryByText(/^This shows the job at/)).toBeNull();
});

test("a connection without a sign of life for a minute is closed and replaced", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage("/upload");
  const stream = catchStream();
  stream.install();
  await page.findByRole("heading", { level: 1 });
  await stream.open();
  await stream.stayAlive();
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(stream.count()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(stream.count()).toBe(2);
});
