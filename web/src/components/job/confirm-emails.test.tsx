import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { openPage } from "../../testing/page.tsx";
import { aJob, aJobFile } from "../../testing/people.ts";

const many = () =>
  aJob("failed", {
    sendEmail: true,
    separateEmails: true,
    separatePdfs: true,
    emailsToConfirm: 43,
    files: [aJobFile({ state: "converted", pages: 1 })],
    errorMessage: "This job would send 43 emails.",
  });

test.each([
  ["Send 43 emails", "separate"],
  ["Send one email instead", "together"],
])("a job that would send 43 emails names the number, and “%s” decides", async (button, send) => {
  const job = many();
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
    [`POST /api/jobs/${job.id}/confirm-emails`]: {
      ...job,
      version: 2,
      status: "processing",
      emailsToConfirm: null,
      errorMessage: null,
    },
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  await drawer.findByText("This job would send 43 emails.");
  expect(drawer.queryByRole("button", { name: "Retry" })).toBeNull();
  await page.user.click(drawer.getByRole("button", { name: button }));
  const sent = page.asked.find(({ call }) => call.endsWith("/confirm-emails"));
  expect(sent?.body).toBe(JSON.stringify({ emails: 43, send }));
  expect(drawer.queryByText("This job would send 43 emails.")).toBeNull();
});

test("in the list of jobs such a job is opened to be confirmed", async () => {
  const page = openPage("/audit-trail", serveJobs([many()]));
  await page.findByRole("button", { name: "Confirm: the job of Bright Bakery" });
});

test("pages that the inbox may refuse hold the emails, and are sent all the same on request", async () => {
  const finding = {
    kind: "readability" as const,
    page: 1,
    problem: "small" as const,
    dpi: 90,
    severity: "hold" as const,
    title: "Too small to read",
    text: "Ask for a new photo.",
  };
  const reading = { state: "read" as const, detail: null, findings: [finding], turns: [] };
  const job = aJob("failed", {
    sendEmail: true,
    emailsToConfirm: 1,
    files: [aJobFile({ state: "converted", pages: 1, reading })],
  });
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`POST /api/jobs/${job.id}/confirm-emails`]: { ...job, version: 2, emailsToConfirm: null },
  });
  const question = within(await page.findByRole("region", { name: "Confirm the emails" }));
  question.getByText("The inbox may refuse a page that is hard to read.");
  await page.user.click(question.getByRole("button", { name: "Send 1 email anyway" }));
  const sent = page.asked.find(({ call }) => call.endsWith("/confirm-emails"));
  expect(sent?.body).toBe(JSON.stringify({ emails: 1, send: "separate" }));
});
