import type { Job } from "@sheaf/contracts/jobs.ts";
import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { type Answer, openPage } from "../../testing/page.tsx";
import { aJob, aJobFile, smallFirm } from "../../testing/people.ts";
import { catchUploads } from "../../testing/uploads.ts";

const bank = aJobFile({
  originalName: "Bank March.pdf",
  state: "refused",
  reason: "password",
  message: "Bank March.pdf is password-protected. Enter its password or replace it.",
});
const till = aJobFile({ originalName: "Till.tiff", state: "converted", pages: 2 });
const stuck = (part: Partial<Job> = {}) => aJob("failed", { files: [till, bank], ...part });
const repaired = (job: Job): Job => ({
  ...job,
  ...aJob("processing"),
  id: job.id,
  files: [till, { ...bank, state: "waiting", reason: null, message: null }],
});

async function open(job: Job, answers: Record<string, Answer> = {}) {
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
    ...answers,
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  await drawer.findByText(/^Bank March.pdf is password-protected/);
  return { page, drawer };
}

test("a password is entered in the file's row, and the job continues at once", async () => {
  const job = stuck();
  const { page, drawer } = await open(job, { [`POST /api/jobs/${job.id}/files/${bank.id}/password`]: repaired(job) });

  await page.user.click(drawer.getByRole("button", { name: "Unlock" }));
  drawer.getByText("Enter the password");
  await page.user.type(drawer.getByLabelText("Password for Bank March.pdf"), "kestrel2026");
  await page.user.click(drawer.getByRole("button", { name: "Unlock" }));

  await drawer.findByText("Working");
  expect(drawer.queryByLabelText("Password for Bank March.pdf")).toBeNull();
  const given = page.asked.find(({ call }) => call.endsWith("/password"));
  expect(given?.body).toBe('{"password":"kestrel2026"}');
});

test("a file is replaced, with real progress; one that cannot be accepted is not sent", async () => {
  const sent = catchUploads();
  const job = stuck();
  const { page, drawer } = await open(job);
  const picker = drawer.getByLabelText("Replacement for Bank March.pdf");

  fireEvent.change(picker, { target: { files: [new File(["x"], "setup.exe")] } });
  await drawer.findByText(/^setup.exe: This type of file cannot be converted/);
  expect(sent).toHaveLength(0);

  fireEvent.change(picker, { target: { files: [new File(["x"], "Bank March open.pdf")] } });
  const progress = await drawer.findByRole("progressbar", { name: "Replacing Bank March.pdf" });
  expect(progress.getAttribute("aria-valuenow")).toBe("50");
  expect(sent[0]?.call).toBe(`PUT /api/jobs/${job.id}/files/${bank.id}`);
  expect(sent[0]?.form.get("files")).toHaveProperty("name", "Bank March open.pdf");
  page.answers[`GET /api/jobs/${job.id}`] = repaired(job);
  sent[0]?.answer(200, repaired(job));
  await drawer.findByText("Working");
});

test("going on without a file asks for confirmation and says what is given back", async () => {
  const job = stuck();
  const done = { ...aJob("completed"), id: job.id, files: [till, { ...bank, state: "left-out" }] };
  const { page, drawer } = await open(job, { [`POST /api/jobs/${job.id}/files/${bank.id}/leave-out`]: done });

  await page.user.click(drawer.getByRole("button", { name: "Continue without it: Bank March.pdf" }));
  drawer.getByText(/One document is returned to the allowance of the period in which it was uploaded\./);
  await page.user.click(drawer.getByRole("button", { name: "Keep waiting for this file" }));
  await page.user.click(drawer.getByRole("button", { name: "Continue without it: Bank March.pdf" }));
  await page.user.click(drawer.getByRole("button", { name: "Continue without it: Bank March.pdf" }));

  await drawer.findByText("Left out");
  // The advice no longer applies.
  drawer.getByText("Bank March.pdf is password-protected.");
});

test("leaving out the only file is not offered, as no file would be left", async () => {
  const { drawer } = await open(stuck({ files: [bank] }));
  drawer.getByRole("button", { name: "Replace file: Bank March.pdf" });
  expect(drawer.queryByRole("button", { name: /^Continue without/ })).toBeNull();
});

test("an ended subscription shows why none of these actions is possible", async () => {
  const job = stuck();
  const { page, drawer } = await open(job, { "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.findByText(/subscription ended/);
  for (const name of ["Unlock", "Replace file: Bank March.pdf", "Continue without it: Bank March.pdf"]) {
    const control = drawer.getByRole("button", { name });
    expect(control.getAttribute("aria-disabled")).toBe("true");
    await page.user.click(control);
    await page.findByText("Subscription expired");
  }
  expect(page.asked.some(({ call }) => call.includes("/files/"))).toBe(false);
});
