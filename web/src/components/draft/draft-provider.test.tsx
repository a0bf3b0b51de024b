import { act, fireEvent, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, aJob, settings } from "../../testing/people.ts";
import { catchUploads } from "../../testing/uploads.ts";

const bakery = aCustomer({ name: "Bright Bakery" });
const inn = aCustomer({ name: "The Kestrel Inn" });

/** Opens the list of customers, from which the upload dialog can be opened for each. */
function openCustomers(answers = {}) {
  const sent = catchUploads();
  const page = openPage("/customers", { "GET /api/customers": [bakery, inn], ...answers });
  const press = async (name: string | RegExp) => page.user.click(await page.findByRole("button", { name }));
  async function uploadFor(name: string) {
    await press(`Upload for ${name}`);
    return within(await page.findByRole("dialog", { name: "Upload Documents" }));
  }
  const add = async (file: File) => page.user.upload(await page.findByLabelText("Choose files"), file);
  return { ...page, sent, press, uploadFor, add };
}

const invoice = () => new File(["content"], "invoice.pdf", { lastModified: 1 });

test("an upload under way for one customer is not attributed to another, not even after it is cancelled", async () => {
  const page = openCustomers();
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  await page.press("Create PDF");
  await page.back();

  const dialog = await page.uploadFor("The Kestrel Inn");
  dialog.getByRole("progressbar", { name: "Bytes uploaded" });
  dialog.getByText("Bright Bakery");
  await page.press("Cancel");
  await page.press("Create PDF");
  expect(page.sent.map(({ form }) => form.get("customerId"))).toEqual([bakery.id, bakery.id]);
});

test("the decision to send a file again counts for one customer, not for the next", async () => {
  const before = { recipient: "jo@x.example", sentAt: "2026-11-19T10:00:00.000Z", jobId: "j-9" };
  // SHA-256 of "content", the content of the file.
  const sha256 = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
  const page = openCustomers({
    "GET /api/settings": { ...settings, autoSendEmail: true },
    "POST /api/jobs/duplicates": [{ ...before, sha256, originalName: "invoice.pdf" }],
  });
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  await page.press("Send invoice.pdf again anyway");
  await page.back();

  await page.uploadFor("The Kestrel Inn");
  await page.findByRole("button", { name: "Send invoice.pdf again anyway" });
});

test("a file changed after it was chosen is named when it cannot be sent, instead of blaming the connection", async () => {
  const page = openCustomers();
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  const moved = new File(["content"], "bank.pdf");
  vi.spyOn(moved, "slice").mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")),
  } as never);
  await page.add(moved);
  await page.press("Create PDF");
  // A browser that cannot read a file reports only that sending failed.
  page.sent[0]?.cut();
  const [said] = await page.findAllByText(/^bank\.pdf was changed or moved after it was chosen/);
  expect(said?.textContent).toContain("Remove it and choose it again.");
  expect(page.sent).toHaveLength(1);
});

test("an interrupted upload is sent again from its start as the same upload, with a notice", async () => {
  const page = openCustomers();
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  await page.press("Create PDF");
  page.sent[0]?.cut();
  await page.findByText("Connection lost");
  page.getByText(/^The connection was lost\. The upload restarts automatically/);

  fireEvent(window, new Event("online"));
  await page.findByText(/so the upload has restarted \(attempt 2\)/);
  expect(page.sent[1]?.key).toBe(page.sent[0]?.key);
  expect(page.sent[1]?.form.getAll("files")).toHaveLength(1);
  expect(page.sent[1]?.form.get("customerId")).toBe(bakery.id);

  const job = aJob("pending", { customer: bakery });
  page.answers[`GET /api/jobs/${job.id}`] = job;
  page.sent[1]?.answer(201, job);
  await page.findByText("Upload successful");
  expect(page.sent).toHaveLength(2);
});

test("an upload cancelled while it waits for the network is not sent again", async () => {
  const page = openCustomers();
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  await page.press("Create PDF");
  page.sent[0]?.cut();
  await page.findByText("Connection lost");
  await page.press("Cancel");
  await page.findByRole("button", { name: "Create PDF" });
  fireEvent(window, new Event("online"));
  expect(page.sent).toHaveLength(1);
});

test("files dropped during an upload are not added, with a notice", async () => {
  const page = openCustomers();
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  await page.press("Create PDF");
  await page.back();
  const dropped = { types: ["Files"], files: [new File(["content"], "late.pdf")], items: [] };
  fireEvent.drop(page.getByRole("heading", { level: 1 }), { dataTransfer: dropped });
  await page.findByText("An upload is in progress");
  page.getByText("Add these files when it has finished.");
});

test("an upload is sent before the dialog is rendered again, so that the browser sends meanwhile", async () => {
  const page = openCustomers();
  await page.uploadFor("Bright Bakery");
  await page.add(invoice());
  const create = await page.findByRole("button", { name: "Create PDF" });
  act(() => {
    create.click();
    expect(page.sent).toHaveLength(1);
    expect(create.isConnected).toBe(true);
  });
  await page.findByRole("progressbar", { name: "Bytes uploaded" });
});
