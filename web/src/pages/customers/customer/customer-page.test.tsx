import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../../testing/job-server.ts";
import { openPage } from "../../../testing/page.tsx";
import { aCustomer, aJob } from "../../../testing/people.ts";

const bakery = aCustomer({
  id: "c-1",
  name: "Bright Bakery",
  company: "Bright Bakery Ltd",
  reference: "BRI-014",
  outputEmail: "bakery@dext.cc",
  emailText: "never",
});
const inn = aCustomer({ id: "c-2", name: "The Kestrel Inn", email: "jo@kestrel.example" });
const ofInn = { customer: { id: "c-2", name: "The Kestrel Inn", email: "jo@kestrel.example", outputEmail: null } };
const open = (address: string, answers = {}) =>
  openPage(address, {
    ...serveJobs([aJob("completed"), aJob("failed"), aJob("completed", ofInn)]),
    "GET /api/customers": [bakery, inn],
    ...answers,
  });

test("[S2.44] a click on a customer's name shows its details, its jobs and where its PDFs are sent", async () => {
  const page = open("/customers");
  await page.user.click(await page.findByRole("link", { name: "Bright Bakery" }));
  await page.findByRole("heading", { name: "Bright Bakery", level: 1 });
  expect(page.address()).toBe("/customers/c-1");
  const details = within(page.getByRole("region", { name: "Details" }));
  for (const words of ["hello@bakery.example", "Bright Bakery Ltd", "BRI-014", "Never printed"]) {
    details.getByText(words);
  }
  const inbox = within(page.getByRole("region", { name: "Accounting inbox" }));
  inbox.getByText("bakery@dext.cc");
  inbox.getByText(/Dext files each attachment as one item/);
  const jobs = within(await page.findByRole("table", { name: "Jobs of Bright Bakery" }));
  expect(jobs.getAllByRole("row")).toHaveLength(3);
  expect(jobs.getByRole("link", { name: /^Open the job/ }).getAttribute("href")).toMatch(/^\/audit-trail\?job=/);
});

test("a customer is changed, archived and deleted on its own page", async () => {
  const archived = { ...inn, archivedAt: "2026-11-20T10:00:00.000Z" };
  const page = open("/customers/c-2", {
    "POST /api/customers/c-2/archive": archived,
    "DELETE /api/customers/c-2": { status: 204 },
  });
  await page.user.click(await page.findByRole("button", { name: "Edit" }));
  const form = within(await page.findByRole("dialog", { name: "Edit Customer" }));
  await page.user.click(form.getByRole("button", { name: "Cancel" }));

  page.answers["GET /api/customers"] = [bakery, archived];
  await page.user.click(page.getByRole("button", { name: "Archive" }));
  await page.findByRole("button", { name: "Restore" });

  page.answers["GET /api/customers"] = [bakery];
  await page.user.click(page.getByRole("button", { name: "Delete" }));
  const question = within(await page.findByRole("dialog", { name: "Delete The Kestrel Inn" }));
  await page.user.click(question.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(page.address()).toBe("/customers"));
});

test("New Upload on a customer's page starts with that customer", async () => {
  const page = open("/customers/c-2");
  await page.user.click(await page.findByRole("button", { name: "New Upload" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await dialog.findByText("jo@kestrel.example");
});

test("a deleted customer's page says so and links to the list; an old link still opens its customer", async () => {
  const page = open("/customers/gone");
  await page.findByText("Customer not found");
  await page.user.click(page.getByRole("link", { name: "Show all customers" }));
  await waitFor(() => expect(page.address()).toBe("/customers"));
  page.unmount();

  const old = open("/customers?customer=c-2");
  await old.findByRole("heading", { name: "The Kestrel Inn", level: 1 });
  expect(old.address()).toBe("/customers/c-2");
});
