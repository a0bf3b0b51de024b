import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signInAdmin } from "../../../testing/admin.ts";
import { openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

test("the operations show scheduled tasks and the reading of pages; a failed task is retried with a reason", async () => {
  const failed = {
    id: "t-1",
    task: "delivery.deliver",
    failedAt: "2026-11-20T10:00:00.000Z",
    attempts: 5,
    error: "The provider answered 403",
    practiceId: null,
  };
  const page = openPage("/admin/dashboard?tab=operations", {
    "GET /api/admin/operations": {
      at: "2026-11-20T14:05:00.000Z",
      queue: [],
      workers: [],
      conversions: [],
      reading: {
        waiting: 12,
        running: 1,
        pagesPerMinute: 30.26,
        oldestWaitingSeconds: 190,
        isSecondReaderOn: false,
        notes: ["Tesseract is not installed on this machine."],
      },
      refusals: [],
      mail: [],
      services: [],
      scheduled: [
        {
          task: "storage.reconcile",
          doneAt: "2026-11-20T02:27:09.000Z",
          failedAt: null,
          ms: 9400,
          found: { files: 1200, deleted: 0, missing: 2, failed: 0 },
        },
        {
          task: "jobs.sweep",
          doneAt: "2026-11-20T14:01:00.000Z",
          failedAt: "2026-11-20T14:02:00.000Z",
          ms: 80,
          found: {},
        },
      ],
      storage: { kind: "local", storedBytes: 0, freeBytes: null, missingFiles: 2 },
      lastBackupAt: null,
    },
    "GET /api/admin/failed-tasks": [failed],
    "GET /api/admin/health": [],
    "POST /api/admin/failed-tasks/t-1/retry": { status: 204 },
  });
  await page.findByText("2 files missing");
  const scheduled = page.getAllByRole("row").map((row) => row.textContent);
  expect(scheduled).toContain("storage.reconcile11 hours ago1,200 files, 2 missing9.4 s");
  expect(scheduled).toContain("jobs.sweepfailed 3 minutes agonothing80 ms");
  const reading = within(page.getByRole("region", { name: "Reading of pages" }));
  expect(reading.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    ...["12 files", "3 minutes", "1 file", "30.3", "Off"],
  ]);
  reading.getByText("Tesseract is not installed on this machine.");
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
