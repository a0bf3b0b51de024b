import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { openPage } from "../../testing/page.tsx";
import { aDelivery, aJob, aJobFile } from "../../testing/people.ts";

const damaged = aJobFile({
  state: "refused",
  reason: "damaged",
  message: "invoice.pdf is damaged and cannot be read.",
});
const failed = { colour: "red", word: "Failed" } as const;
const acts = /^(Retry|Replace file|Continue without it|Send again|It arrived)/;

test.each([
  ["a failed job", aJob("failed", { files: [damaged], filesDeleted: true, light: failed })],
  [
    "a refused email",
    aJob("completed", {
      deliveries: [aDelivery({ state: "bounced", message: "It came back." })],
      sendEmail: true,
      filesDeleted: true,
      pdfPath: null,
      light: failed,
    }),
  ],
])("%s whose files were deleted offers no action that would be refused, and says why", async (_what, job) => {
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));

  await drawer.findByText("The files have been deleted. Upload them again to retry.");
  expect(drawer.queryAllByRole("button", { name: acts })).toEqual([]);
  expect(drawer.queryByText("Needs you")).toBeNull();
  // Its row in the list offers none either.
  expect(page.queryAllByRole("button", { name: /^Retry/ })).toEqual([]);
});

test("a job delivered before its files were deleted needs nothing", async () => {
  const job = aJob("completed", { filesDeleted: true, pdfPath: null });
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
  });
  await page.findByText("The files have been deleted.");
});
