import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signInAdmin } from "../../../testing/admin.ts";
import { openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

const nothing = { queue: [], workers: [], conversions: [], refusals: [], mail: [], services: [], scheduled: [] };
const operations = {
  at: "2026-11-20T14:05:00.000Z",
  ...nothing,
  reading: {
    waiting: 0,
    running: 0,
    pagesPerMinute: 0,
    oldestWaitingSeconds: null,
    isSecondReaderOn: false,
    notes: [],
  },
  storage: { kind: "local", storedBytes: 0, freeBytes: null, missingFiles: null },
  lastBackupAt: null,
};
const clock = {
  name: "clock",
  label: "Clock",
  state: "ok",
  words: "The clocks of this machine and of the database agree.",
};
const mail = { name: "mail", label: "Email", state: "warning", words: "Emails are kept in the outbox." };
const backup = {
  name: "backup",
  label: "Backup",
  state: "failed",
  words: "No backup has been made yet.",
  remedy: { words: "Make one now.", command: "./sheaf backup FOLDER" },
};

test("parts that need attention come first, with their remedy, and are checked again on request", async () => {
  const page = openPage("/admin/dashboard?tab=operations", {
    "GET /api/admin/operations": operations,
    "GET /api/admin/failed-tasks": [],
    "GET /api/admin/health": [clock, mail, backup],
  });
  const card = within(await page.findByRole("region", { name: "Health" }));
  await card.findByText("1 failed, 1 warning");
  expect(card.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "FailedBackupNo backup has been made yet.Make one now../sheaf backup FOLDER",
    "WarningEmailEmails are kept in the outbox.",
    "All rightClockThe clocks of this machine and of the database agree.",
  ]);

  page.answers["GET /api/admin/health"] = [clock];
  await page.user.click(card.getByRole("button", { name: "Check again" }));
  await card.findByText("Everything is in order");
});

test("a check that fails shows an error and a button to try again", async () => {
  const page = openPage("/admin/dashboard?tab=operations", {
    "GET /api/admin/operations": operations,
    "GET /api/admin/failed-tasks": [],
  });
  const card = within(await page.findByRole("region", { name: "Health" }));
  await card.findByText("The installation’s health could not be loaded");
  page.answers["GET /api/admin/health"] = [clock];
  await page.user.click(card.getByRole("button", { name: "Retry" }));
  await card.findByText("Everything is in order");
});
