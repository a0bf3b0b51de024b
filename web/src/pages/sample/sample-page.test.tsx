import type { Job } from "@sheaf/contracts/jobs.ts";
import type { SampleJob } from "@sheaf/contracts/sample-job.ts";
import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answer, openPage } from "../../testing/page.tsx";
import { aJob, aJobFile, smallFirm } from "../../testing/people.ts";

const papers = [
  { name: "Payslip October.pdf", sizeBytes: 4_000, about: "A payslip, protected", password: "crumpet" },
  { name: "Insurance renewal.docx", sizeBytes: 2_000, about: "A letter that arrived damaged", password: null },
  { name: "IMG_4821.jpg", sizeBytes: 250_000, about: "A photo of a receipt for fuel", password: null },
];
const notMade: SampleJob = { state: "not-made", jobId: null, papers };
const removed: SampleJob = { state: "removed", jobId: null, papers };
const unpaid = { "GET /api/subscription": { status: 404, body: { code: "no-subscription", message: "None yet." } } };

const locked = aJobFile({
  originalName: "Payslip October.pdf",
  state: "refused",
  reason: "password",
  message: "Payslip October.pdf is password-protected. Enter its password or replace it.",
});
const broken = aJobFile({
  originalName: "Insurance renewal.docx",
  state: "refused",
  reason: "damaged",
  message: "Insurance renewal.docx is damaged and cannot be read. Ask for a new copy and replace it.",
});
const photo = aJobFile({ originalName: "IMG_4821.jpg", state: "converted", pages: 1 });
const stuck = aJob("failed", { files: [locked, broken, photo] });
const made = (job: Job): SampleJob => ({ state: "made", jobId: job.id, papers });
const withFiles = (status: string, version: number, files: Job["files"]): Job => ({
  ...aJob(status, { files, version }),
  id: stuck.id,
});

const open = (sample: SampleJob, answers: Record<string, Answer> = {}) =>
  openPage("/sample", { ...unpaid, "GET /api/sample-job": sample, ...answers });
const openStuck = (answers: Record<string, Answer> = {}) =>
  open(made(stuck), { [`GET /api/jobs/${stuck.id}`]: stuck, ...answers });

test("a user who has not paid yet sees what will happen and what each file is", async () => {
  const page = open(notMade);
  await page.findByText("A photo of a receipt for fuel");
  page.getByRole("heading", { name: "What happens" });
  expect(page.address()).toBe("/sample");
});

test("one button creates the job, whose files then show their lights", async () => {
  const page = open(notMade, { "POST /api/sample-job": made(stuck), [`GET /api/jobs/${stuck.id}`]: stuck });
  await page.user.click(await page.findByRole("button", { name: "Try it with our papers" }));
  const files = within(await page.findByRole("list", { name: "Files" }));
  files.getByText("Ready");
  expect(files.getAllByText("Needs you")).toHaveLength(2);
});

test("the password is shown beside the protected file, and one click enters it", async () => {
  const going = withFiles("processing", 2, [
    { ...locked, state: "waiting", reason: null, message: null },
    broken,
    photo,
  ]);
  const page = openStuck({ [`POST /api/jobs/${stuck.id}/files/${locked.id}/password`]: going });
  await page.findByText("crumpet");
  page.answers[`GET /api/jobs/${stuck.id}`] = going;
  await page.user.click(page.getByRole("button", { name: "Unlock with this password: Payslip October.pdf" }));
  await waitFor(() => expect(page.queryByText("crumpet")).toBeNull());
  const given = page.asked.find(({ call }) => call.endsWith("/password"));
  expect(given?.body).toBe('{"password":"crumpet"}');
});

test("the damaged file shows why, is left out with one click, and no file can be replaced", async () => {
  const left = withFiles("failed", 2, [locked, { ...broken, state: "left-out" }, photo]);
  const page = openStuck({ [`POST /api/jobs/${stuck.id}/files/${broken.id}/leave-out`]: left });
  await page.findByText("Insurance renewal.docx is damaged and cannot be read.");
  expect(page.queryByRole("button", { name: /^Replace/ })).toBeNull();
  page.answers[`GET /api/jobs/${stuck.id}`] = left;
  await page.user.click(page.getByRole("button", { name: "Continue without it: Insurance renewal.docx" }));
  await page.findByText("Left out");
});

const output = {
  id: "o-1",
  name: "Sample papers 2026-11-20.pdf",
  pages: 1,
  sizeBytes: 9_000,
  thumbnails: 1,
  previewPath: "/api/jobs/x/outputs/o-1",
  searchable: null,
};
const done = aJob("completed", { files: [photo], outputs: [output] });
const openDone = (answers: Record<string, Answer> = {}) =>
  open(made(done), { [`GET /api/jobs/${done.id}`]: done, ...answers });

test("at the green light the PDF can be downloaded, and a user without a plan is offered one", async () => {
  const page = openDone();
  expect((await page.findByRole("link", { name: "Download" })).getAttribute("href")).toBe(done.pdfPath);
  page.getByRole("img", { name: "Page 1" });
  expect(page.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/pricing");
  expect(page.queryByRole("button", { name: "Upload your own papers" })).toBeNull();
});

test("a user with a plan is offered an upload of their own", async () => {
  const page = openDone({ "GET /api/subscription": smallFirm });
  await page.user.click(await page.findByRole("button", { name: "Upload your own papers" }));
  await page.findByRole("dialog", { name: "Upload Documents" });
});

test("with an ended subscription the sample continues, and a plan is offered next", async () => {
  const expired = { "GET /api/subscription": { ...smallFirm, status: "expired" } };
  const page = openStuck({ ...expired, [`POST /api/jobs/${stuck.id}/files/${broken.id}/leave-out`]: stuck });
  await page.user.click(await page.findByRole("button", { name: /^Continue without it/ }));
  await waitFor(() => expect(page.asked.some(({ call }) => call.endsWith("/leave-out"))).toBe(true));
});

test("removing the sample asks for confirmation, and says afterwards that it was removed", async () => {
  const page = openDone({ "DELETE /api/sample-job": { status: 204 } });
  await page.user.click(await page.findByRole("button", { name: "Remove the sample" }));
  const dialog = within(page.getByRole("dialog", { name: "Remove the sample" }));
  await page.user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(page.asked.some(({ call }) => call.startsWith("DELETE"))).toBe(false);
  await page.user.click(page.getByRole("button", { name: "Remove the sample" }));
  page.answers["GET /api/sample-job"] = removed;
  await page.user.click(within(page.getByRole("dialog")).getByRole("button", { name: "Remove" }));
  await page.findByText("The sample has been removed");
  expect(page.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/pricing");
});

test("a sample removed by a colleague is not shown any more", async () => {
  const gone = { status: 404, body: { code: "job-not-found", message: "Gone." } };
  const page = open(made(done), { [`GET /api/jobs/${done.id}`]: gone });
  const retry = await page.findByRole("button", { name: "Retry" });
  page.answers["GET /api/sample-job"] = removed;
  await page.user.click(retry);
  await page.findByText("The sample has been removed");
});

test.each([
  ["offered", notMade, 1],
  ["not offered once it was removed", removed, 0],
])("on an empty dashboard the sample is %s", async (_how, sample, links) => {
  const page = openPage("/dashboard", { "GET /api/jobs/recent": [], "GET /api/sample-job": sample });
  await page.findByText("No document jobs yet");
  await waitFor(() => expect(page.queryAllByRole("link", { name: "Try it with our papers" })).toHaveLength(links));
});

test("on a dashboard with jobs the sample is neither offered nor requested", async () => {
  const page = openPage("/dashboard", { "GET /api/jobs/recent": [aJob("completed")] });
  await page.findByRole("link", { name: /Download the PDF/ });
  expect(page.queryByRole("link", { name: "Try it with our papers" })).toBeNull();
  expect(page.asked.some(({ call }) => call.endsWith("/sample-job"))).toBe(false);
});

test("the pricing page offers the sample only to a member who has not paid", async () => {
  const page = openPage("/pricing", { ...unpaid, "GET /api/sample-job": notMade });
  await page.user.click(await page.findByRole("link", { name: "Try it with our papers" }));
  await waitFor(() => expect(page.address()).toBe("/sample"));
});

test.each([
  ["a visitor", { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } }],
  ["a practice that has a plan", {}],
])("the pricing page does not request the sample for %s", async (_who, answers) => {
  const page = openPage("/pricing", { ...answers, "GET /api/sample-job": notMade });
  await page.findByRole("region", { name: "Small Firm" });
  expect(page.queryByRole("link", { name: "Try it with our papers" })).toBeNull();
  expect(page.asked.some(({ call }) => call.endsWith("/sample-job"))).toBe(false);
});
