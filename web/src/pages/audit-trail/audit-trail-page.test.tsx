import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aJob, aJobFile } from "../../testing/people.ts";

const kestrel = { id: "c-2", name: "The Kestrel Inn", email: "jo@kestrel.example", outputEmail: null };
const jobs = [
  aJob("processing"),
  aJob("pending"),
  aJob("failed", { customer: kestrel }),
  aJob("completed"),
  aJob("completed", { customer: kestrel, pdfPath: null }),
  aJob("mystery"),
];
const open = (address = "/audit-trail") => openPage(address, { "GET /api/jobs": jobs });

test("every status is counted, and the counts follow the search", async () => {
  const page = open();
  await page.findByText("Showing 6 of 6 jobs");
  const bar = within(page.getByRole("group", { name: "Status" }));
  const counts = () => bar.getAllByRole("button").map((button) => button.textContent);
  expect(counts()).toEqual(["All6", "Pending1", "Processing1", "Completed2", "Failed1", "Needs you1"]);

  await page.user.type(page.getByRole("searchbox"), "KESTREL");
  page.getByText("Showing 2 of 6 jobs");
  expect(counts()).toEqual(["All2", "Pending0", "Processing0", "Completed1", "Failed1", "Needs you1"]);
  await page.user.click(bar.getByRole("button", { name: /Failed/ }));
  page.getByText("Showing 1 of 6 jobs");
});

test("the search also finds the customer's email", async () => {
  const page = open("/audit-trail?q=jo%40kestrel");
  await page.findByText("Showing 2 of 6 jobs");
});

test("no jobs at all and no jobs that match are two different things", async () => {
  const none = openPage("/audit-trail");
  await none.findByText("No jobs found");
  none.unmount();
  const page = open("/audit-trail?q=nobody");
  await page.findByText("No matching jobs");
  expect(page.queryByText("No jobs found")).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Clear the filters" }));
  page.getByText("Showing 6 of 6 jobs");
});

test("each status has its label and its detail, an unknown one too", async () => {
  const page = open();
  await page.findByText("Processing...");
  page.getByText("Queued for processing");
  page.getByText("Bank March.pdf is password-protected.");
  expect(page.getAllByText(/^Completed 20 Nov 2026, \d\d:32$/)).toHaveLength(2);
  page.getByText("Unknown");
});

test("a failed job can be retried, a completed one downloaded while its files are there", async () => {
  const failed = jobs[2];
  const page = openPage("/audit-trail", {
    "GET /api/jobs": jobs,
    [`POST /api/jobs/${failed?.id}/retry`]: {},
    [`GET /api/jobs/${failed?.id}`]: { ...failed, ...aJob("pending", { customer: kestrel }), id: failed?.id },
  });
  const retry = await page.findAllByRole("button", { name: /^Retry/ });
  expect(retry).toHaveLength(1);
  expect(page.getAllByRole("link", { name: /^Download/ })).toHaveLength(1);
  await page.user.click(retry[0] as HTMLElement);
  await page.findByText("Job retry initiated");
  expect(page.queryByRole("button", { name: /^Retry/ })).toBeNull();
});

test("a retry that the server refuses says why", async () => {
  const page = openPage("/audit-trail", {
    "GET /api/jobs": jobs,
    [`POST /api/jobs/${jobs[2]?.id}/retry`]: { status: 402, body: { code: "x", message: "Renew first." } },
  });
  await page.user.click(await page.findByRole("button", { name: /^Retry/ }));
  await page.findByText("Retry failed");
  page.getByText("Renew first.");
});

test("a job opens beside the list by its link, with each file's reason", async () => {
  const job = aJob("failed", {
    files: [
      aJobFile({ originalName: "Till.tiff", state: "converted", pages: 2 }),
      aJobFile({
        originalName: "Bank March.pdf",
        state: "refused",
        reason: "password",
        message: "Bank March.pdf is password-protected. Enter its password or replace it.",
      }),
    ],
  });
  const page = openPage(`/audit-trail?job=${job.id}`, { "GET /api/jobs": [job], [`GET /api/jobs/${job.id}`]: job });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  await drawer.findByText("Bank March.pdf is password-protected. Enter its password or replace it.");
  drawer.getByText("Uploaded by Priya Nair");
  drawer.getByText("Converted 1 of 2 files");
  await page.user.keyboard("{Escape}");
  expect(page.address()).toBe("/audit-trail");
});
