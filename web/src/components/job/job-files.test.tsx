import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { type Answer, openPage } from "../../testing/page.tsx";
import { aJob, aJobFile, inOwnPractice } from "../../testing/people.ts";

const mail = aJobFile({ originalName: "mail.msg", state: "unpacked" });
const body = aJobFile({
  originalName: "Message.html",
  path: "mail.msg › Message.html",
  parentId: mail.id,
  state: "converted",
  pages: 1,
  isEmailText: true,
  canLeaveOut: true,
});
const zip = aJobFile({
  originalName: "invoices.zip",
  path: "mail.msg › invoices.zip",
  parentId: mail.id,
  state: "unpacked",
});
const inZip = (name: string, part: Partial<JobFile> = {}) =>
  aJobFile({
    originalName: name.replace(/^.*\//, ""),
    path: `mail.msg › invoices.zip › ${name}`,
    parentId: zip.id,
    state: "converted",
    pages: 1,
    ...part,
  });
const logo = aJobFile({
  originalName: "logo.png",
  path: "mail.msg › logo.png",
  parentId: mail.id,
  state: "set-aside",
  message: "logo.png is the picture of a signature.",
  canBringBack: true,
});
const unreadable = (name: string) =>
  inZip(name, { state: "refused", reason: "damaged", pages: null, message: `${name} is damaged and cannot be read.` });

async function open(files: JobFile[], part: Partial<Job> = {}, answers: Record<string, Answer> = {}) {
  const job = aJob(files.some(({ state }) => state === "refused") ? "failed" : "completed", { files, ...part });
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
    ...answers,
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  const list = await drawer.findByRole("list", { name: "Files" });
  const path = (file: JobFile) => `/api/jobs/${job.id}/files/${file.id}`;
  const answerWith = (...changed: JobFile[]): Job => ({ ...job, version: 2, files: changed });
  return { page, drawer, list, job, path, answerWith };
}

test("files of a container stand below it with their paths, and the container says how many are ready", async () => {
  const { list } = await open([mail, body, zip, inZip("2026/a.pdf"), unreadable("b.pdf")]);
  const inMail = within(within(list).getByRole("list", { name: "Files in mail.msg" }));
  const inZipList = inMail.getByRole("list", { name: "Files in mail.msg › invoices.zip" });
  const [first, second] = within(inZipList).getAllByRole("listitem");
  expect(first?.textContent).toContain("mail.msg › invoices.zip › 2026/a.pdf");
  within(second as HTMLElement).getByText("b.pdf is damaged and cannot be read.");
  within(second as HTMLElement).getByRole("button", { name: "Replace file: mail.msg › invoices.zip › b.pdf" });
  inMail.getByText("1 of 2 files");
});

test("a large container is folded, but its files that need a user are shown; one press shows all", async () => {
  const many = Array.from({ length: 40 }, (_, index) => inZip(`${index}.pdf`));
  const { list, page } = await open([mail, zip, ...many, unreadable("bad.pdf")]);
  const names = () =>
    within(within(list).getByRole("list", { name: "Files in mail.msg" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent?.match(/[^›/]+?\.pdf/)?.[0]?.trim());
  expect(names()).toEqual(["bad.pdf"]);

  const fold = within(list).getByRole("button", { name: "Files in mail.msg" });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  await page.user.click(fold);
  await page.user.click(within(list).getByRole("button", { name: "Files in mail.msg › invoices.zip" }));
  expect(within(list).getAllByRole("listitem")).toHaveLength(43);
  await page.user.click(fold);
  expect(names()).toEqual(["bad.pdf"]);
});

test("a file that is set aside is shown with its reason and what adding it costs, and comes back with one press", async () => {
  const { page, drawer, path, answerWith } = await open([mail, body, logo]);
  expect(drawer.queryByText("logo.png is the picture of a signature.")).toBeNull();
  await page.user.click(drawer.getByRole("button", { name: "Set aside (1)" }));
  drawer.getByText("logo.png is the picture of a signature.");
  drawer.getByText(/Each one that you add uses one document\./);

  page.answers[`POST ${path(logo)}/bring-back`] = answerWith(mail, body, { ...logo, state: "waiting", message: null });
  await page.user.click(drawer.getByRole("button", { name: "Add to the PDF: mail.msg › logo.png" }));
  await within(await drawer.findByRole("list", { name: "Files in mail.msg" })).findByText("logo.png");
  expect(drawer.queryByRole("button", { name: /^Set aside/ })).toBeNull();
  expect(page.asked.find(({ call }) => call.endsWith("/bring-back"))?.body).toBe('{"rememberForCustomer":false}');
});

test("where documents are not counted, adding a file that is set aside names no cost", async () => {
  const { page, drawer } = await open([mail, body, logo], {}, inOwnPractice);
  await page.user.click(drawer.getByRole("button", { name: "Set aside (1)" }));
  drawer.getByText("These files are not part of the PDF.");
});

test("files set aside in a job whose emails exist are listed without a button", async () => {
  const { page, drawer } = await open([mail, body, { ...logo, canBringBack: false }]);
  await page.user.click(drawer.getByRole("button", { name: "Set aside (1)" }));
  drawer.getByText(/They can no longer be added\./);
  expect(drawer.queryByRole("button", { name: /^Add to the PDF/ })).toBeNull();
});

test("leaving out or adding the text of an email offers to remember that for the customer", async () => {
  const { page, drawer, path, answerWith } = await open([mail, body, zip, inZip("a.pdf")]);
  const leftOut: JobFile = { ...body, state: "left-out", canLeaveOut: false, canBringBack: true };
  page.answers[`POST ${path(body)}/leave-out`] = answerWith(mail, leftOut, zip, inZip("a.pdf"));
  await page.user.click(drawer.getByRole("button", { name: "Leave out mail.msg › Message.html" }));
  await page.user.click(drawer.getByLabelText("Never print the text of emails for Bright Bakery"));
  await page.user.click(drawer.getByRole("button", { name: "Leave out" }));
  await drawer.findByText("Left out");
  expect(page.asked.find(({ call }) => call.endsWith("/leave-out"))?.body).toBe('{"rememberForCustomer":true}');

  await page.user.click(drawer.getByRole("button", { name: "Add to the PDF: mail.msg › Message.html" }));
  drawer.getByLabelText("Always print the text of emails for Bright Bakery");
});

test("any other file is left out at once", async () => {
  const page = await open([mail, body, inZip("a.pdf", { canLeaveOut: true, parentId: mail.id })]);
  const [, , file] = page.job.files as [JobFile, JobFile, JobFile];
  page.page.answers[`POST ${page.path(file)}/leave-out`] = page.answerWith(mail, body, { ...file, state: "left-out" });
  await page.page.user.click(page.drawer.getByRole("button", { name: /^Leave out .* a\.pdf$/ }));
  await page.drawer.findByText("Left out");
});

test("a job whose containers hold no document says so, and shows at once what was set aside", async () => {
  const says = "mail.msg holds no document: everything inside was set aside.";
  const { drawer } = await open([mail, logo], { status: "failed", errorMessage: says, detail: says });
  drawer.getByText(says);
  drawer.getByRole("button", { name: "Add to the PDF: mail.msg › logo.png" });
  expect(drawer.queryByRole("button", { name: "Retry" })).toBeNull();
});
