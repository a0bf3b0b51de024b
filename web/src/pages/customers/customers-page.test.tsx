import { listPage } from "@sheaf/contracts/limits.ts";
import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, smallFirm } from "../../testing/people.ts";

const bakery = aCustomer({ id: "c-1", name: "Bright Bakery", company: "Bright Bakery Ltd", reference: "BRI-014" });
const inn = aCustomer({ id: "c-2", name: "The Kestrel Inn", email: "jo@kestrel.example" });
const open = (answers = {}) => openPage("/customers", { "GET /api/customers": [bakery, inn], ...answers });
const lastJob = (more: object) => ({
  customerId: "c-1",
  jobId: "j-1",
  createdAt: "2026-11-01T09:00:00.000Z",
  jobs: 1,
  unfinished: 0,
  ...more,
  light: { colour: "green", word: "Ready" },
});
const names = (page: ReturnType<typeof open>) =>
  [...page.container.querySelectorAll("tbody tr")].map((row) => row.querySelector("b")?.textContent);
const rows = (page: ReturnType<typeof open>) => page.container.querySelectorAll("tbody tr").length;

test("the list is searched by name, company, reference and email", async () => {
  const page = open();
  const search = await page.findByRole("searchbox", { name: "Search customers" });
  for (const [typed, found] of [
    ["bri-014", 1],
    ["BAKERY LTD", 1],
    ["jo@", 1],
    ["e", 2],
  ] as const) {
    await page.user.clear(search);
    await page.user.type(search, typed);
    expect(rows(page)).toBe(found);
  }
  await page.user.type(search, "zzz");
  page.getByText("No matching customers");
});

test("[S2.45] the list has a view for loading, for an error and for no customers", async () => {
  const waiting = open({ "GET /api/customers": new Promise(() => undefined) });
  await waiting.findByRole("status", { name: "Loading the customers" });
  waiting.unmount();

  const failing = open({ "GET /api/customers": { status: 503, body: { code: "x", message: "Sheaf is very busy." } } });
  await failing.findByText("Sheaf is very busy.");
  failing.answers["GET /api/customers"] = [];
  await failing.user.click(failing.getByRole("button", { name: "Retry" }));
  await failing.findByText("No customers yet");
});

test("[S2.43] a customer needs a name and a valid email; the other fields may stay empty", async () => {
  const page = open({ "POST /api/customers": bakery });
  await page.user.click(await page.findByRole("button", { name: "Add Customer" }));
  const form = within(await page.findByRole("dialog", { name: "Add Customer" }));
  await page.user.click(form.getByRole("button", { name: "Add Customer" }));
  await form.findByText("Name is required");
  form.getByText("Email is required");
  await page.user.type(form.getByLabelText("Name"), "Bright Bakery");
  await page.user.type(form.getByLabelText("Email"), "hello@bakery");
  form.getByText(/complete email address/);
  await page.user.type(form.getByLabelText("Email"), ".example");
  await page.user.click(form.getByRole("button", { name: "Add Customer" }));
  await page.findByText("Customer created");
  const sent = page.asked.find(({ call }) => call === "POST /api/customers");
  expect(JSON.parse(String(sent?.body))).toEqual({
    name: "Bright Bakery",
    email: "hello@bakery.example",
    outputEmail: "",
    company: "",
    reference: "",
    preferredPdfs: "",
    emailText: "",
  });
});

test("the form saves how a customer's PDFs are made and whether emails are printed, and names the inbox's preference", async () => {
  const page = open({ "POST /api/customers": bakery });
  await page.user.click(await page.findByRole("button", { name: "Add Customer" }));
  const form = within(await page.findByRole("dialog", { name: "Add Customer" }));
  const ways = form.getByRole("combobox", { name: "How to send this customer’s PDFs" });
  within(ways).getByRole("option", { name: "As in the settings", selected: true });
  await page.user.type(form.getByLabelText("Name"), "Bright Bakery");
  await page.user.type(form.getByLabelText("Email"), "hello@bakery.example");
  await page.user.type(form.getByLabelText(/Output email/), "bakery@app.hubdoc.com");
  within(ways).getByRole("option", { name: "As Hubdoc prefers (Separate PDFs, an email for each)", selected: true });
  await page.user.selectOptions(ways, "One merged PDF");
  await page.user.selectOptions(form.getByRole("combobox", { name: "Text of emails" }), "Never printed");
  await page.user.click(form.getByRole("button", { name: "Add Customer" }));
  await page.findByText("Customer created");
  const sent = page.asked.find(({ call }) => call === "POST /api/customers");
  expect(JSON.parse(String(sent?.body))).toMatchObject({ preferredPdfs: "merged", emailText: "never" });
});

test("the server's refusal is shown, and what was typed stays", async () => {
  const taken = {
    status: 409,
    body: { code: "reference-taken", message: "Bright Bakery has this reference already." },
  };
  const page = open({ "PUT /api/customers/c-2": taken });
  await page.user.click(await page.findByRole("button", { name: "Edit The Kestrel Inn" }));
  const form = within(await page.findByRole("dialog", { name: "Edit Customer" }));
  await page.user.type(form.getByLabelText(/Reference/), "BRI-014");
  await page.user.click(form.getByRole("button", { name: "Save Changes" }));
  await page.findByText("Update failed");
  expect(form.getByLabelText<HTMLInputElement>(/Reference/).value).toBe("BRI-014");
  form.getByText("Bright Bakery has this reference already.");
});

test("a field that a colleague changed meanwhile shows a warning, and saving again overwrites it", async () => {
  const colleagues = "Somebody else has just changed the company to “Bright Holdings”.";
  const page = openPage("/customers?edit=c-1", {
    "GET /api/customers": [bakery],
    "PUT /api/customers/c-1": { status: 409, body: { code: "customer-changed", message: colleagues } },
  });
  const form = within(await page.findByRole("dialog", { name: "Edit Customer" }));
  const company = form.getByLabelText(/Company/);
  await page.user.clear(company);
  await page.user.type(company, "Bright & Sons");
  page.answers["GET /api/customers"] = [{ ...bakery, company: "Bright Holdings", reference: "BRI-015" }];
  await page.user.click(form.getByRole("button", { name: "Save Changes" }));
  await form.findByText(`${colleagues} Save again to replace that.`);
  // Fields not edited here take the colleague's values.
  await waitFor(() => expect(form.getByLabelText(/Reference/)).toHaveProperty("value", "BRI-015"));
  expect(company).toHaveProperty("value", "Bright & Sons");

  page.answers["PUT /api/customers/c-1"] = bakery;
  await page.user.click(form.getByRole("button", { name: "Save Changes" }));
  await page.findByText("Customer updated");
  const sent = page.asked.filter(({ call }) => call === "PUT /api/customers/c-1");
  const [first, second] = sent.map(({ body }) => JSON.parse(String(body)));
  expect(first).toMatchObject({ company: "Bright & Sons", was: { company: "Bright Bakery Ltd" } });
  expect(second).toMatchObject({ company: "Bright & Sons", was: { company: "Bright Holdings" } });
});

test("[S2.46] the question before deleting names the customer and what happens to running jobs; Cancel sends nothing", async () => {
  const page = open({
    "GET /api/customers/last-jobs": [lastJob({ jobs: 2, unfinished: 1 })],
    "DELETE /api/customers/c-1": { status: 204 },
  });
  await page.user.click(await page.findByRole("button", { name: "Delete Bright Bakery" }));
  let dialog = within(await page.findByRole("dialog", { name: "Delete Bright Bakery" }));
  dialog.getByText("Are you sure you want to delete this customer?");
  dialog.getByText(/2 jobs of Bright Bakery stay.*1 unfinished job will be finished/);
  await page.user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(page.asked.some(({ call }) => call.startsWith("DELETE"))).toBe(false);

  await page.user.click(page.getByRole("button", { name: "Delete Bright Bakery" }));
  dialog = within(await page.findByRole("dialog", { name: "Delete Bright Bakery" }));
  page.answers["GET /api/customers"] = [inn];
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));
  await page.findByText("Customer deleted");
  expect(page.queryByRole("button", { name: "Delete Bright Bakery" })).toBeNull();
});

test("headings sort, and the address keeps the order", async () => {
  const page = open({ "GET /api/customers/last-jobs": [lastJob({ customerId: "c-2" })] });
  await page.findByText("The Kestrel Inn");
  expect(names(page)).toEqual(["Bright Bakery", "The Kestrel Inn"]);
  await page.user.click(page.getByRole("button", { name: "Last upload" }));
  await waitFor(() => expect(names(page)).toEqual(["The Kestrel Inn", "Bright Bakery"]));
  expect(page.getByRole("columnheader", { name: "Last upload" }).getAttribute("aria-sort")).toBe("descending");
  expect(page.address()).toBe("/customers?sort=-last");
});

test("the search is in the address: a reload, a shared link and Back from a customer show the same", async () => {
  const page = open();
  await page.user.type(await page.findByRole("searchbox", { name: "Search customers" }), "kestrel");
  await waitFor(() => expect(page.address()).toBe("/customers?q=kestrel"));
  await page.user.click(page.getByRole("link", { name: "The Kestrel Inn" }));
  await page.findByRole("heading", { name: "The Kestrel Inn", level: 1 });
  await page.user.click(within(page.getByRole("main")).getByRole("link", { name: "Customers" }));
  await waitFor(() => expect(page.address()).toBe("/customers?q=kestrel"));
  page.unmount();

  const link = openPage("/customers?q=bakery&sort=-name", { "GET /api/customers": [bakery, inn] });
  expect(await link.findByDisplayValue("bakery")).toBeTruthy();
  expect(names(link)).toEqual(["Bright Bakery"]);
});

test("a long list shows every last upload, read a page at a time", async () => {
  const older = Array.from({ length: listPage.lastJobs }, (_, number) =>
    lastJob({ customerId: `c-${9_000 - number}` }),
  );
  const page = open({
    "GET /api/customers/last-jobs": (query: URLSearchParams) =>
      query.get("cursor") === older.at(-1)?.customerId ? [lastJob({ customerId: "c-2" })] : older,
  });
  await page.findByText("The Kestrel Inn");
  await page.user.click(page.getByRole("button", { name: "Last upload" }));
  await waitFor(() => expect(names(page)).toEqual(["The Kestrel Inn", "Bright Bakery"]));
});

test("without headings, as on a phone, customers are sorted by a select field beside the search", async () => {
  const page = open({ "GET /api/customers/last-jobs": [lastJob({ customerId: "c-2" })] });
  await page.findByText("The Kestrel Inn");
  const sort = page.getByRole("combobox", { name: "Sort customers" });
  within(sort).getByRole("option", { name: "Name, A to Z", selected: true });
  await page.user.selectOptions(sort, "Last upload, newest first");
  await waitFor(() => expect(names(page)).toEqual(["The Kestrel Inn", "Bright Bakery"]));
  expect(page.address()).toBe("/customers?sort=-last");
});

test("an inbox is recognised by its address", async () => {
  const page = open({ "GET /api/customers": [aCustomer({ outputEmail: "inn@app.hubdoc.com" }), bakery] });
  await page.findByText("Hubdoc");
  page.getByText(`sends to ${bakery.email}`);
});

test("an archived customer's row stays for a while, and Undo restores the customer", async () => {
  const archived = { ...bakery, archivedAt: "2026-11-20T10:00:00.000Z" };
  const page = open({ "POST /api/customers/c-1/archive": archived, "POST /api/customers/c-1/restore": bakery });
  await page.findByRole("button", { name: "Archive Bright Bakery" });
  page.answers["GET /api/customers"] = [archived, inn];
  await page.user.click(page.getByRole("button", { name: "Archive Bright Bakery" }));
  await page.findByRole("button", { name: "Undo: restore Bright Bakery" });
  page.getByRole("button", { name: /^Archived\s*1$/ });
  page.answers["GET /api/customers"] = [bakery, inn];
  await page.user.click(page.getByRole("button", { name: "Undo: restore Bright Bakery" }));
  await page.findByRole("button", { name: "Archive Bright Bakery" });
  expect(page.asked.map(({ call }) => call)).toContain("POST /api/customers/c-1/restore");
});

test("archived customers have a list of their own, from which they are restored", async () => {
  const archived = { ...bakery, archivedAt: "2026-11-20T10:00:00.000Z" };
  const page = open({ "GET /api/customers": [archived, inn], "POST /api/customers/c-1/restore": bakery });
  await page.findByText("The Kestrel Inn");
  expect(names(page)).toEqual(["The Kestrel Inn"]);
  await page.user.click(page.getByRole("button", { name: /^Archived/ }));
  await waitFor(() => expect(names(page)).toEqual(["Bright Bakery"]));
  expect(page.queryByRole("button", { name: "Upload for Bright Bakery" })).toBeNull();
  page.answers["GET /api/customers"] = [bakery, inn];
  await page.user.click(page.getByRole("button", { name: "Restore Bright Bakery" }));
  await page.findByRole("button", { name: "Undo: archive Bright Bakery" });
});

test("an address with a customer to edit opens the form, and one with an unknown customer says so", async () => {
  const page = openPage("/customers?edit=c-2", { "GET /api/customers": [bakery, inn] });
  const form = within(await page.findByRole("dialog", { name: "Edit Customer" }));
  expect(form.getByLabelText<HTMLInputElement>("Name").value).toBe("The Kestrel Inn");
  await page.user.click(form.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(page.address()).toBe("/customers"));
  page.unmount();

  const other = openPage("/customers?edit=gone", { "GET /api/customers": [bakery] });
  await other.findByText("Customer not found");
  await waitFor(() => expect(other.address()).toBe("/customers"));
});

test("a practice whose subscription has ended can read its customers, but not change them", async () => {
  const page = open({ "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.user.click(await page.findByRole("button", { name: "Delete Bright Bakery" }));
  await page.findByText(/Renew the subscription to change it/);
  expect(page.queryByRole("dialog")).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Edit Bright Bakery" }));
  const seen = within(await page.findByRole("dialog", { name: "Customer" }));
  expect(seen.getByLabelText<HTMLInputElement>("Name").matches(":disabled")).toBe(true);
  expect(seen.queryByRole("button", { name: "Save Changes" })).toBeNull();
});

test("of thousands of customers only the visible rows are rendered, and all of them are found", async () => {
  const many = Array.from({ length: 5000 }, (_, at) => aCustomer({ name: `Client ${at}` }));
  const page = open({ "GET /api/customers": many });
  await page.findByText(/^5,000 customers/);
  expect(rows(page)).toBeLessThan(100);
  await page.user.click(page.getByText("Show more of 5,000"));
  expect(rows(page)).toBe(80);
  await page.user.click(page.getByRole("searchbox"));
  await page.user.paste("client 4321");
  await waitFor(() => expect(names(page)).toEqual(["Client 4321"]));
});
