import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, aJob } from "../../testing/people.ts";

const bakery = aCustomer({ id: "c-1", name: "Bright Bakery", company: "Bright Bakery Ltd", reference: "BRI-014" });
const inn = aCustomer({ id: "c-2", name: "The Kestrel Inn", email: "jo@kestrel.example" });
const open = (answers = {}) => openPage("/customers", { "GET /api/customers": [bakery, inn], ...answers });
const rows = (page: ReturnType<typeof open>) => page.getAllByRole("row").length - 1;

test("the list finds by name, company, reference and email", async () => {
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

test("the list has a face for waiting, for failing and for nothing yet", async () => {
  const waiting = open({ "GET /api/customers": new Promise(() => undefined) });
  await waiting.findByRole("status", { name: "Loading the customers" });
  waiting.unmount();

  const failing = open({ "GET /api/customers": { status: 503, body: { code: "x", message: "Sheaf is very busy." } } });
  await failing.findByText("Sheaf is very busy.");
  failing.answers["GET /api/customers"] = [];
  await failing.user.click(failing.getByRole("button", { name: "Retry" }));
  await failing.findByText("No customers yet");
});

test("a customer needs a name and a valid email; the rest may stay empty", async () => {
  const page = open({ "POST /api/customers": bakery });
  await page.user.click(await page.findByRole("button", { name: "Add Customer" }));
  const form = within(await page.findByRole("dialog", { name: "Add Customer" }));
  await page.user.click(form.getByRole("button", { name: "Add Customer" }));
  await form.findByText("Name is required");
  form.getByText("Email is required");
  await page.user.type(form.getByLabelText("Name"), "Bright Bakery");
  await page.user.type(form.getByLabelText("Email"), "hello@bakery");
  form.getByText(/full stop after the @/);
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
  });
});

test("what the server refuses is said, and what was typed stays", async () => {
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

test("deleting asks by name, says what becomes of running jobs, and cancelling sends nothing", async () => {
  const page = open({
    "GET /api/jobs": [aJob("processing"), aJob("completed")],
    "DELETE /api/customers/c-1": { status: 204 },
  });
  await page.user.click(await page.findByRole("button", { name: "Delete Bright Bakery" }));
  let dialog = within(await page.findByRole("dialog", { name: "Delete Bright Bakery" }));
  dialog.getByText("Are you sure you want to delete this customer?");
  dialog.getByText(/2 jobs of Bright Bakery stay.*1 job still running will be finished/);
  await page.user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(page.asked.some(({ call }) => call.startsWith("DELETE"))).toBe(false);

  await page.user.click(page.getByRole("button", { name: "Delete Bright Bakery" }));
  dialog = within(await page.findByRole("dialog", { name: "Delete Bright Bakery" }));
  page.answers["GET /api/customers"] = [inn];
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));
  await page.findByText("Customer deleted");
  expect(page.queryByRole("button", { name: "Delete Bright Bakery" })).toBeNull();
});
