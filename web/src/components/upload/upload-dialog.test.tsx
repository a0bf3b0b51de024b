import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, aJob, inOwnPractice, usage } from "../../testing/people.ts";
import { catchUploads } from "../../testing/uploads.ts";

const bakery = aCustomer({ name: "Bright Bakery", reference: "BRI-014", outputEmail: "bakery@dext.example" });
const inn = aCustomer({ name: "The Kestrel Inn", email: "jo@kestrel.example" });
const gone = aCustomer({ name: "Old Client", archivedAt: "2026-01-01T00:00:00.000Z" });

async function openDialog(answers = {}) {
  const page = openPage("/upload", { "GET /api/customers": [bakery, inn, gone], ...answers });
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  const create = () => dialog.getByRole("button", { name: "Create PDF" });
  const add = (...names: string[]) =>
    page.user.upload(
      dialog.getByLabelText("Choose files"),
      names.map((name) => new File(["content"], name, { lastModified: 1 })),
    );
  const choose = async (name: string) => page.user.click(await dialog.findByRole("option", { name: new RegExp(name) }));
  return { ...page, dialog, create, add, choose };
}

test("[S5.3] pressed too early, Create PDF shows what is missing and marks it", async () => {
  const page = await openDialog();
  expect(page.create().getAttribute("aria-disabled")).toBe("true");
  await page.user.click(page.create());
  await page.findByText("Customer required");
  expect(page.dialog.getByRole("combobox").getAttribute("aria-invalid")).toBe("true");

  await page.user.click(page.dialog.getByRole("combobox"));
  await page.choose("Kestrel");
  await page.user.click(page.create());
  await page.findByText("Files required");
  expect(page.getAllByText("Please select at least one file to upload.").length).toBeGreaterThan(0);

  await page.add("a.pdf");
  expect(page.create().getAttribute("aria-disabled")).toBeNull();
});

test("Back closes the dialog, and the chosen files are there when it opens again", async () => {
  const page = openPage("/customers", { "GET /api/customers": [bakery] });
  await page.user.click(await page.findByRole("button", { name: "Upload for Bright Bakery" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await page.user.upload(dialog.getByLabelText("Choose files"), new File(["content"], "a.pdf"));
  expect(page.address()).toBe("/upload");
  await page.back();
  expect(page.queryByRole("dialog")).toBeNull();
  expect(page.address()).toBe("/customers");
  await page.user.click(await page.findByRole("button", { name: "Upload for Bright Bakery" }));
  await page.findByText("1 file becomes one PDF");
});

test("[D16] the picker searches reference and email, too, and leaves archived customers out", async () => {
  const page = await openDialog();
  await page.dialog.findByRole("option", { name: /Bright Bakery/ });
  expect(page.dialog.queryByRole("option", { name: /Old Client/ })).toBeNull();
  await page.user.type(page.dialog.getByRole("combobox"), "bri-0");
  expect(page.dialog.getAllByRole("option")).toHaveLength(1);
  await page.user.clear(page.dialog.getByRole("combobox"));
  await page.user.type(page.dialog.getByRole("combobox"), "jo@kes{Enter}");
  page.dialog.getByRole("button", { name: /The Kestrel Inn/ });
});

test("[S8.13] a customer can be added from the dialog without losing a file", async () => {
  const fresh = aCustomer({ name: "New Shop", email: "shop@new.example" });
  const page = await openDialog({ "POST /api/customers": fresh });
  await page.add("a.pdf");
  await page.user.type(page.dialog.getByRole("combobox"), "New Shop");
  await page.user.click(page.dialog.getByRole("button", { name: "Add customer" }));
  const form = within(await page.findByRole("dialog", { name: "Add Customer" }));
  await page.user.type(form.getByLabelText("Email"), "shop@new.example");
  page.answers["GET /api/customers"] = [fresh, bakery];
  await page.user.click(form.getByRole("button", { name: "Add Customer" }));
  await page.findByText("Customer created");
  await page.dialog.findByRole("button", { name: /New Shop/ });
  page.dialog.getByRole("button", { name: "Remove a.pdf" });
});

test("chosen files are appended, sent in the order on screen, and sorted with one press", async () => {
  const sent = catchUploads();
  const page = await openDialog();
  await page.choose("Bright Bakery");
  await page.add("c.pdf", "b.jpg");
  await page.add("a.txt");
  const order = () =>
    page.dialog
      .getAllByRole("button", { name: /^Remove/ })
      .map((button) => button.ariaLabel ?? button.getAttribute("aria-label"));
  expect(order()).toEqual(["Remove c.pdf", "Remove b.jpg", "Remove a.txt"]);
  await page.user.click(page.dialog.getByRole("button", { name: "Sort by name" }));
  expect(order()).toEqual(["Remove a.txt", "Remove b.jpg", "Remove c.pdf"]);
  await page.user.click(page.create());
  expect(sent[0]?.form.getAll("files").map((file) => (file as File).name)).toEqual(["a.txt", "b.jpg", "c.pdf"]);
});

test("a file that cannot be sent blocks Create PDF until it is removed", async () => {
  const page = await openDialog();
  await page.choose("Bright Bakery");
  await page.add("a.pdf", "drawing.dwg");
  page.dialog.getByText("This type of file cannot be converted.");
  expect(page.create().getAttribute("aria-disabled")).toBe("true");
  await page.user.click(page.dialog.getByRole("button", { name: "Remove drawing.dwg" }));
  expect(page.create().getAttribute("aria-disabled")).toBeNull();
});

test("the message for a file over the plan's limit names the limit and the plan", async () => {
  const page = await openDialog({ "GET /api/usage": { ...usage, maxFileBytes: 3 } });
  await page.add("a.pdf");
  await page.dialog.findByText(/limit per file on Small Firm/);
});

test("more files than the period's remaining documents are reported before anything is sent", async () => {
  const page = await openDialog({ "GET /api/usage": { ...usage, documentsRemaining: 1 } });
  await page.choose("Bright Bakery");
  await page.add("a.pdf", "b.pdf");
  await page.dialog.findByText(/only 1 document left this period/);
});

test("[S2.51] the sentence on merging shows only while the files will be merged", async () => {
  const page = await openDialog();
  page.dialog.getByText("All files will be merged into a single PDF");
  page.dialog.getByText("Pages will be standardized to A4 size");
  await page.user.click(page.dialog.getByRole("radio", { name: /Separate PDFs/ }));
  expect(page.dialog.queryByText("All files will be merged into a single PDF")).toBeNull();
});

test("the dialog says that this installation only stores emails", async () => {
  const page = await openDialog();
  await page.choose("Bright Bakery");
  await page.user.click(page.dialog.getByRole("switch", { name: "Send by email" }));
  page.dialog.getByText("Nothing is sent.");
  page.dialog.getByText("bakery@dext.example");
});

test("[S8.1] double clicks and retries of the same content make one upload, changed content makes another", async () => {
  const sent = catchUploads();
  const page = await openDialog();
  await page.choose("Bright Bakery");
  await page.add("a.pdf");
  await page.user.dblClick(page.create());
  expect(sent).toHaveLength(1);
  page.dialog.getByRole("progressbar", { name: "Bytes uploaded" });

  sent[0]?.answer(503, { code: "service-busy", message: "Sheaf is very busy." });
  await page.findByText("Upload failed");
  await page.dialog.findByText("Sheaf is very busy.");
  await page.user.click(page.create());
  expect(sent[1]?.key).toBe(sent[0]?.key);

  await page.user.click(page.dialog.getByRole("button", { name: "Cancel" }));
  await page.add("b.pdf");
  await page.user.click(page.create());
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

test("after the upload, the dialog becomes the job's live view", async () => {
  const sent = catchUploads();
  const job = aJob("processing", {
    customer: { id: bakery.id, name: bakery.name, email: bakery.email, outputEmail: null },
  });
  const page = await openDialog({ [`GET /api/jobs/${job.id}`]: job });
  await page.choose("Bright Bakery");
  await page.add("invoice.pdf");
  await page.user.click(page.create());
  sent[0]?.answer(201, job);
  await page.findByText("Upload successful");
  const live = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  live.getByText("0 of 1 file converted");
  await page.user.click(live.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
});

test("the job's view has an address: Back leaves it, Forward, a reload and a shared link show it again", async () => {
  const sent = catchUploads();
  const customer = { id: bakery.id, name: bakery.name, email: bakery.email, outputEmail: null };
  const job = aJob("processing", { customer });
  const page = await openDialog({ [`GET /api/jobs/${job.id}`]: job });
  await page.choose("Bright Bakery");
  await page.add("invoice.pdf");
  await page.user.click(page.create());
  sent[0]?.answer(201, job);
  await page.findByRole("dialog", { name: "Bright Bakery" });
  await waitFor(() => expect(page.address()).toBe(`/upload?job=${job.id}`));

  await page.back();
  expect(page.address()).toBe("/upload");
  expect(page.queryByRole("dialog")).toBeNull();
  await page.forward();
  await page.findByRole("dialog", { name: "Bright Bakery" });

  await page.user.click(page.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(page.address()).toBe("/upload"));
  page.unmount();

  const colleague = openPage(`/upload?job=${job.id}`, { [`GET /api/jobs/${job.id}`]: job });
  const live = within(await colleague.findByRole("dialog", { name: "Bright Bakery" }));
  await live.findByText("0 of 1 file converted");
  await colleague.user.click(live.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(colleague.address()).toBe("/upload"));
});

test("a new upload replaces the job's view, and the address of an unknown job says so", async () => {
  const job = aJob("completed");
  const page = openPage(`/dashboard?job=${job.id}`, { [`GET /api/jobs/${job.id}`]: job });
  await page.user.click(await page.findByRole("button", { name: "New Upload" }));
  await page.findByRole("dialog", { name: "Upload Documents" });
  expect(page.address()).toBe("/dashboard");
  page.unmount();

  const lost = openPage("/dashboard?job=id-unknown");
  await lost.findByText("Job not found");
});

test("an upload from the audit trail ends beside its list, with the job's address there", async () => {
  const sent = catchUploads();
  const job = aJob("processing");
  const page = openPage("/audit-trail", { "GET /api/customers": [bakery], [`GET /api/jobs/${job.id}`]: job });
  const dropped = { types: ["Files"], files: [new File(["content"], "a.pdf")], items: [] };
  fireEvent.drop(await page.findByRole("heading", { level: 1 }), { dataTransfer: dropped });
  await page.user.click(await page.findByRole("option", { name: /Bright Bakery/ }));
  await page.user.click(page.getByRole("button", { name: "Create PDF" }));
  sent[0]?.answer(201, job);
  await waitFor(() => expect(page.address()).toBe(`/audit-trail?job=${job.id}`));
  await waitFor(() => expect(page.getAllByRole("dialog")).toHaveLength(1));
  page.getByRole("heading", { level: 2, name: "Bright Bakery" });
});

test("closing keeps the chosen files, Cancel discards them", async () => {
  const page = await openDialog();
  await page.add("a.pdf");
  await page.user.click(page.dialog.getByRole("button", { name: "Close" }));
  await page.user.keyboard("u");
  await page.findByRole("button", { name: "Remove a.pdf" });
  await page.user.click(page.getByRole("button", { name: "Cancel" }));
  await page.user.keyboard("u");
  await page.findByRole("dialog");
  expect(page.queryByRole("button", { name: "Remove a.pdf" })).toBeNull();
});

const settings = {
  autoSendEmail: false,
  preferSeparateEmails: false,
  preferSeparatePdfs: false,
  defaultFileOrder: "as-added",
  defaultEmailSubject: "Documents for {customer}",
  theme: "system",
  fileRetentionDays: 30,
  sessionTimeoutMinutes: 480,
};

test("[S2.50] the practice's settings are preselected, and the subject is shown with its placeholders replaced", async () => {
  const page = await openDialog({
    "GET /api/settings": { ...settings, autoSendEmail: true, preferSeparateEmails: true },
  });
  await page.choose("Kestrel");
  page.dialog.getByRole("switch", { name: "Send by email", checked: true });
  page.dialog.getByRole("button", { name: "Separate emails", pressed: true });
  expect(page.dialog.getByLabelText<HTMLInputElement>(/Email subject/).value).toBe("Documents for {customer}");
  page.dialog.getByText("Preview: “Documents for The Kestrel Inn”");
});

test("[D14] a known inbox receives PDFs as it prefers, until the user chooses otherwise", async () => {
  const dext = aCustomer({ name: "Otley Bakery", outputEmail: "otley@dext.cc" });
  const page = await openDialog({
    "GET /api/customers": [dext],
    "GET /api/settings": { ...settings, autoSendEmail: true },
  });
  await page.choose("Otley Bakery");
  await page.dialog.findByText("For Dext");
  page.dialog.getByRole("radio", { name: /Separate PDFs/, checked: true });
  page.dialog.getByText("Dext takes up to 6 MB per file.");
  await page.add("a.pdf", "b.pdf", "c.pdf");
  page.dialog.getByText("one email with 3 documents");
  page.dialog.getByText("Recommended for this inbox.");
  await page.user.click(page.dialog.getByRole("radio", { name: /One merged PDF/ }));
  page.dialog.getByRole("radio", { name: /One merged PDF/, checked: true });
  page.dialog.getByText("one email with one document");
  page.dialog.getByText("Dext prefers: separate PDFs in one email.");
});

test("files are sorted by name when the practice's settings say so, until the user changes the order", async () => {
  const sent = catchUploads();
  const page = await openDialog({ "GET /api/settings": { ...settings, defaultFileOrder: "by-name" } });
  await page.choose("Kestrel");
  await page.add("c.pdf", "a.pdf");
  await page.add("b.pdf");
  await page.user.click(page.create());
  expect(sent[0]?.form.getAll("files").map((file) => (file as File).name)).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
});

test("a removed file can be put back at its position, and the focus stays in the list of files", async () => {
  const page = await openDialog();
  await page.add("a.pdf", "b.pdf", "c.pdf");
  await page.user.click(page.dialog.getByRole("button", { name: "Remove b.pdf" }));
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove c.pdf"));
  await page.user.click(page.dialog.getByRole("button", { name: "Undo" }));
  const names = page.dialog.getAllByRole("button", { name: /^Remove/ }).map((one) => one.getAttribute("aria-label"));
  expect(names).toEqual(["Remove a.pdf", "Remove b.pdf", "Remove c.pdf"]);
});

test("the beginning of a text can be previewed before it is sent", async () => {
  const page = await openDialog();
  await page.add("notes.txt");
  await page.user.click(page.dialog.getByRole("button", { name: "Preview notes.txt" }));
  await page.findByText("content");
});

test("the dialog can be closed while it sends, and shows the progress when it is opened again", async () => {
  const sent = catchUploads();
  const page = await openDialog();
  await page.choose("Bright Bakery");
  await page.add("a.pdf");
  await page.user.click(page.create());
  await page.user.click(page.dialog.getByRole("button", { name: "Close" }));
  expect(page.queryByRole("dialog")).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Start Upload Process" }));
  await page.findByRole("progressbar", { name: "Bytes uploaded" });
  expect(sent).toHaveLength(1);
});

test("the preference saved for a customer overrides the inbox's, and the user's choice overrides both", async () => {
  const pinned = aCustomer({ name: "Otley Bakery", outputEmail: "otley@dext.cc", preferredPdfs: "separate-emails" });
  const page = await openDialog({
    "GET /api/customers": [pinned],
    "GET /api/settings": { ...settings, autoSendEmail: true },
  });
  await page.choose("Otley Bakery");
  await page.add("a.pdf", "b.pdf", "c.pdf");
  page.dialog.getByText("3 emails with one document each");
  page.dialog.getByText("Saved for Otley Bakery.");
  await page.user.click(page.dialog.getByRole("button", { name: "One email" }));
  page.dialog.getByText("one email with 3 documents");
  page.dialog.getByText("A different choice is saved for Otley Bakery.");
});

test("the dialog says before sending that QuickBooks accepts email only from invited senders", async () => {
  const page = await openDialog({
    "GET /api/customers": [aCustomer({ name: "Fern Vets", outputEmail: "fern@qbodocs.com" })],
    "GET /api/settings": { ...settings, autoSendEmail: true },
  });
  await page.choose("Fern Vets");
  page.dialog.getByText(/^QuickBooks accepts mail only from people invited there/);
});

test("a file sent to the inbox before is flagged with date and job, and the user decides whether to send it again", async () => {
  const sent = catchUploads();
  const before = { recipient: "bakery@dext.example", sentAt: "2026-11-19T10:00:00.000Z", jobId: "j-9" };
  const page = await openDialog({ "GET /api/settings": { ...settings, autoSendEmail: true } });
  // SHA-256 of "content", the content of every file in this test.
  const sha256 = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
  page.answers["POST /api/jobs/duplicates"] = [{ ...before, sha256, originalName: "Till March.pdf" }];
  await page.choose("Bright Bakery");
  await page.add("a.pdf");
  const row = within(page.dialog.getByRole("list", { name: "Files in their order" }));
  await row.findByText(/^Sent to bakery@dext.example on 19 Nov 2026, \d\d:00$/);
  expect(row.getByRole("link", { name: "that job" }).getAttribute("href")).toBe("/audit-trail?job=j-9");
  await page.user.click(page.create());
  await page.findByText("Sent before");
  expect(sent).toHaveLength(0);
  const asked = page.asked.find(({ call }) => call === "POST /api/jobs/duplicates");
  expect(JSON.parse(String(asked?.body))).toEqual({ customerId: bakery.id, sha256: [sha256] });

  await page.user.click(row.getByRole("button", { name: "Send a.pdf again anyway" }));
  expect(row.queryByText(/^Sent to/)).toBeNull();
  await page.user.click(page.create());
  expect(sent).toHaveLength(1);
});

const large = (name: string, megabytes: number) => {
  const file = new File(["content"], name);
  Object.defineProperty(file, "size", { value: megabytes * 1_048_576 });
  return file;
};

test("an own practice uploads 100 MB at a time, 50 MB a file, and no remaining allowance is shown", async () => {
  const page = await openDialog(inOwnPractice);
  await page.choose("Bright Bakery");
  const files = page.dialog.getByLabelText("Choose files");
  await page.user.upload(files, [large("a.pdf", 50), large("b.pdf", 50)]);
  await page.dialog.findByText("100 of 100 MB");
  expect(page.create().getAttribute("aria-disabled")).toBeNull();
  expect(page.dialog.queryByText(/left|Unlimited/)).toBeNull();

  await page.user.upload(files, [large("c.pdf", 51)]);
  page.dialog.getByText(/Over 50 MB, the limit of one file\./);
  page.dialog.getAllByText(/one upload takes up to 100 MB/);
});
