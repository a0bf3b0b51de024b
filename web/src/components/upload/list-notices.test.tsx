import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, aJob, settings, usage } from "../../testing/people.ts";
import { catchUploads } from "../../testing/uploads.ts";

const bakery = aCustomer({ name: "Bright Bakery", outputEmail: "bakery@dext.example" });
const before = { recipient: "bakery@dext.example", sentAt: "2026-11-19T10:00:00.000Z", jobId: "j-9" };
/** SHA-256 of "content", the content of the files in this test. */
const sha256 = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";

async function openDialog(answers = {}) {
  const page = openPage("/upload", { "GET /api/customers": [bakery], ...answers });
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  await page.findByRole("dialog", { name: "Upload Documents" });
  const dialog = () => within(page.getByRole("dialog"));
  await page.user.click(await dialog().findByRole("option", { name: /Bright Bakery/ }));
  const add = (files: File[]) => page.user.upload(dialog().getByLabelText("Choose files"), files);
  const listed = () => dialog().queryAllByRole("button", { name: /^Remove / }).length;
  const press = async (name: string | RegExp) => page.user.click(await dialog().findByRole("button", { name }));
  return { ...page, dialog, add, listed, press };
}

const papers = (number: number) =>
  Array.from({ length: number }, (_, at) => new File([`${at}`], `paper ${at + 1}.pdf`));

test("with more than 25 files one press leaves the others for the next upload, which starts with them", async () => {
  const sent = catchUploads();
  const page = await openDialog();
  await page.add(papers(37));
  await page.dialog().findByText("37 files chosen.");
  expect(page.dialog().getByText(/^Uses 25 of the 147/)).toBeTruthy();
  await page.press("Leave the last 12 for the next upload");
  expect(page.listed()).toBe(25);
  page.dialog().getByText("12 files are left for the next upload.");

  await page.press("Create PDF");
  expect(sent[0]?.form.getAll("files")).toHaveLength(25);
  const job = aJob("processing");
  page.answers[`GET /api/jobs/${job.id}`] = job;
  sent[0]?.answer(201, job);
  // The job now belongs to the address instead of the upload.
  await waitFor(() => expect(page.address()).toContain(`job=${job.id}`));
  await page.press("Upload the other 12 files");
  await waitFor(() => expect(page.listed()).toBe(12));
  page.dialog().getByRole("button", { name: /Bright Bakery/ });
});

test("files left for the next upload are there when the dialog is closed and opened again", async () => {
  const sent = catchUploads();
  const page = await openDialog();
  await page.add(papers(26));
  await page.press("Leave the last file for the next upload");
  await page.press("Create PDF");
  const job = aJob("processing");
  page.answers[`GET /api/jobs/${job.id}`] = job;
  sent[0]?.answer(201, job);
  await page.dialog().findByRole("button", { name: "Upload the other file" });
  const [, close] = page.dialog().getAllByRole("button", { name: "Close" });
  await page.user.click(close as HTMLElement);
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  expect(page.listed()).toBe(1);
});

test("files left for the next upload can be added back", async () => {
  const page = await openDialog();
  await page.add(papers(30));
  await page.press("Leave the last 5 for the next upload");
  await page.press("Add to this upload");
  expect(page.listed()).toBe(30);
});

test("one press removes all files that were sent to the inbox before, and Undo brings them back", async () => {
  const page = await openDialog({
    "GET /api/settings": { ...settings, autoSendEmail: true },
    "POST /api/jobs/duplicates": [{ ...before, sha256, originalName: "Till March.pdf" }],
  });
  const known = ["a.pdf", "b.pdf", "c.pdf"].map((name, at) => new File(["content"], name, { lastModified: at }));
  await page.add([...known, new File(["another"], "new.pdf")]);
  await page.dialog().findByText("3 of these files have already been sent to this inbox.");
  await page.press("Leave out these files");
  expect(page.listed()).toBe(1);
  await page.dialog().findByText("3 files were removed.");
  await page.press("Undo");
  expect(page.listed()).toBe(4);
  await page.press("Send these files again");
  await waitFor(() => expect(page.dialog().queryByText(/^Sent to/)).toBeNull());
  expect(page.dialog().getByRole("button", { name: "Create PDF" }).getAttribute("aria-disabled")).toBeNull();
});

test("the cost of an upload does not count files that cannot be sent", async () => {
  const page = await openDialog({ "GET /api/usage": { ...usage, documentsRemaining: 2 } });
  await page.add([...papers(2), new File(["x"], "drawing.dwg"), new File([], "empty.pdf")]);
  await page.dialog().findByText("Uses 2 of the 2 left this period");
});
