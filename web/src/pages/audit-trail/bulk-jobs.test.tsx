import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { openPage } from "../../testing/page.tsx";
import { aDelivery, aJob, aJobFile } from "../../testing/people.ts";

const named = (name: string) => ({ customer: { id: name, name, email: "x@y.example", outputEmail: null } });
const ours = aJob("failed", { ...named("Our fault"), files: [aJobFile({ state: "failed" })] });
const locked = aJob("failed", { ...named("Locked"), files: [aJobFile({ state: "refused", reason: "password" })] });
const ready = aJob("completed", named("Ready"));
const running = aJob("processing", named("Running"));

const open = (jobs = [ours, locked, ready, running], answers = {}) =>
  openPage("/audit-trail", { ...serveJobs(jobs), ...answers });

async function selectAll(page: ReturnType<typeof open>) {
  await page.user.click(await page.findByRole("checkbox", { name: "Select all jobs in this list" }));
  return within(page.getByRole("region", { name: "Selected" }));
}

test("several jobs are retried at once: those for which a retry can help, each with its own result", async () => {
  const second = aJob("failed", { ...named("Second"), files: [aJobFile({ state: "failed" })] });
  const page = open([ours, second, locked, ready], {
    [`POST /api/jobs/${ours.id}/retry`]: { ...ours, status: "pending" },
    [`POST /api/jobs/${second.id}/retry`]: { status: 410, body: { code: "files-deleted", message: "Files deleted." } },
  });
  const bar = await selectAll(page);
  bar.getByText("4 selected");
  await page.user.click(bar.getByRole("button", { name: "Retry" }));
  const dialog = within(await page.findByRole("dialog", { name: "Retry 2 jobs" }));
  dialog.getByText(/1 failed job needs a password or another file first/);
  dialog.getByText(/1 selected job has not failed/);
  await page.user.click(dialog.getByRole("button", { name: "Retry" }));
  await dialog.findByText("1 of 2 started again, 1 failed.");
  const results = within(dialog.getByRole("list", { name: "Results" })).getAllByRole("listitem");
  expect(results[0]?.textContent).toMatch(/^Our fault.*Started again$/);
  expect(results[1]?.textContent).toMatch(/^Second.*Files deleted\.Failed$/);
  expect(page.asked.some(({ call }) => call === `POST /api/jobs/${locked.id}/retry`)).toBe(false);
  await page.user.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(page.queryByRole("region", { name: "Selected" })).toBeNull());
});

test("the PDFs of several jobs are one download, and a note lists what is missing from it", async () => {
  const other = aJob("completed", named("Other"));
  const page = open([ready, running, other, ours]);
  const bar = await selectAll(page);
  await page.user.click(bar.getByRole("button", { name: "Download" }));
  const dialog = within(await page.findByRole("dialog", { name: "Download 2 jobs" }));
  dialog.getByText(/1 selected job is unfinished and will not be included/);
  const link = dialog.getByRole("link", { name: "Download ZIP" });
  expect(link.getAttribute("href")).toBe(`/api/jobs/download?ids=${ready.id},${other.id}`);
});

test("Send again asks once, lists every inbox, and leaves out emails that may have arrived until they are ticked", async () => {
  const refused = aDelivery({ recipient: "a@dext.cc", state: "bounced" });
  const doubtful = aDelivery({ recipient: "b@dext.cc", state: "unconfirmed" });
  const taken = aDelivery({ recipient: "c@dext.cc", state: "sent" });
  const job = aJob("completed", { ...named("Bakery"), deliveries: [refused, doubtful, taken] });
  const path = (email: typeof refused) => `POST /api/jobs/${job.id}/deliveries/${email.id}/send-again`;
  const page = open([job, running], { [path(refused)]: job, [path(doubtful)]: job });
  const bar = await selectAll(page);
  await page.user.click(bar.getByRole("button", { name: "Send again" }));
  const dialog = within(await page.findByRole("dialog", { name: "Send 1 email again" }));
  for (const address of ["a@dext.cc", "b@dext.cc", "c@dext.cc"]) dialog.getByText(address);
  dialog.getByText(/1 selected job has no email that can be sent again/);
  expect(dialog.getByRole("checkbox", { name: /^Not confirmed: 1 email/ })).toHaveProperty("checked", false);
  await page.user.click(dialog.getByRole("checkbox", { name: /^Not confirmed/ }));
  await page.user.click(dialog.getByRole("button", { name: "Send 2 emails" }));
  await page.findByText("2 of 2 on the way.");
  const sent = page.asked.filter(({ call }) => call.endsWith("/send-again")).map(({ call }) => call);
  expect(sent.toSorted()).toEqual([path(refused), path(doubtful)].toSorted());
});

test("at most 100 jobs can be selected", async () => {
  const page = open(Array.from({ length: 120 }, () => aJob("completed")));
  await page.findByText("Showing 120 of 120 jobs");
  for (const left of ["50", "20"]) {
    await page.user.click(page.getByRole("button", { name: `Show ${left} more` }));
    await waitFor(() => expect(page.queryByRole("button", { name: `Show ${left} more` })).toBeNull());
  }
  const bar = await selectAll(page);
  bar.getByText("100 selected");
  const [last] = page.getAllByRole("checkbox", { name: /^Select the job/ }).slice(-1);
  await page.user.click(last as HTMLElement);
  bar.getByText("100 selected");
});

test("a row offers Retry only where it can help, and the password first", async () => {
  const damaged = aJob("failed", { ...named("Damaged"), files: [aJobFile({ state: "refused", reason: "damaged" })] });
  const both = aJob("failed", {
    ...named("Both"),
    files: [aJobFile({ state: "failed" }), aJobFile({ state: "refused", reason: "password" })],
  });
  const page = open([ours, locked, damaged, both], { [`GET /api/jobs/${locked.id}/timeline`]: [] });
  const action = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole("button")
      .at(-1)?.textContent;
  await page.findByText("Damaged");
  const rows = page.getAllByRole("row").slice(1);
  expect(rows.map(action)).toEqual(["Retry", "Enter password", "Open", "Enter password"]);
  await page.user.click(page.getByRole("button", { name: "Enter password: the job of Locked" }));
  const drawer = within(await page.findByRole("dialog", { name: "Locked" }));
  await drawer.findByLabelText(/^Password for/);
  expect(drawer.queryByRole("button", { name: "Retry" })).toBeNull();
});
