import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { openPage } from "../../testing/page.tsx";
import { aJob, aJobFile } from "../../testing/people.ts";

const zip = aJobFile({
  originalName: "invoices.zip",
  state: "refused",
  reason: "too-large",
  message: "invoices.zip holds 4 documents, but only 2 are left this period.",
  awaitsChoice: true,
});
const items = ["a.pdf", "b.pdf", "2026/c.pdf", "d.pdf"].map((path) =>
  aJobFile({ originalName: path, path: `invoices.zip › ${path}`, parentId: zip.id, state: "set-aside" }),
);
const idsOf = (files: JobFile[]) => files.map(({ id }) => id);

async function open(documentsLeft: number, part: Partial<Job> = {}) {
  const job = aJob("failed", { files: [zip, ...items], ...part });
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
    [`GET /api/jobs/${job.id}/files/${zip.id}/choice`]: { documentsLeft, itemIds: idsOf(items) },
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  return { page, drawer, job };
}

test("a user selects as many files of a container as documents are left, and only those are converted", async () => {
  const { page, drawer, job } = await open(2);
  await drawer.findByText("0 of 2 selected");
  expect(drawer.getByRole("link", { name: "choose a larger plan" }).getAttribute("href")).toBe("/pricing");
  // Files that await the choice are not set aside for good.
  expect(drawer.queryByRole("button", { name: /^Set aside/ })).toBeNull();
  await page.user.click(drawer.getByRole("button", { name: "Convert 0 files" }));
  await drawer.findByText("Select at least one file.");

  await page.user.click(drawer.getByRole("button", { name: "Select the first 2" }));
  await page.user.click(drawer.getByRole("checkbox", { name: /2026\/c\.pdf/ }));
  drawer.getByText("3 of 2 selected");
  await page.user.click(drawer.getByRole("button", { name: "Convert 3 files" }));
  await drawer.findByText("Select 2 files at most.");
  await page.user.click(drawer.getByRole("checkbox", { name: /a\.pdf/ }));
  drawer.getByText("2 of 2 selected");

  const choose = `/api/jobs/${job.id}/files/${zip.id}/choose`;
  page.answers[`POST ${choose}`] = {
    ...aJob("processing"),
    id: job.id,
    version: 2,
    files: [
      { ...zip, state: "unpacked", reason: null, message: null, awaitsChoice: false },
      ...items.map((item, index) => ({ ...item, state: index === 1 || index === 2 ? "waiting" : "set-aside" })),
    ],
  };
  await page.user.click(drawer.getByRole("button", { name: "Convert 2 files" }));
  await drawer.findByText("0 of 2 files");
  const sent = page.asked.find(({ call }) => call === `POST ${choose}`);
  expect(sent?.body).toBe(JSON.stringify({ itemIds: idsOf(items).slice(1, 3) }));
});

test("a larger plan is not offered for a job of a period that has ended", async () => {
  const { drawer } = await open(2, { createdAt: "2026-11-05T10:00:00.000Z" });
  await drawer.findByText("0 of 2 selected");
  expect(drawer.queryByRole("link", { name: "choose a larger plan" })).toBeNull();
});

test("in the list of jobs the button says that files have to be chosen", async () => {
  const job = aJob("failed", { files: [zip, ...items] });
  const page = openPage("/audit-trail", serveJobs([job]));
  await page.findByRole("button", { name: "Choose files: the job of Bright Bakery" });
});
