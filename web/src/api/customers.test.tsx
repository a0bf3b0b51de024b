import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../testing/page.tsx";
import { aCustomer } from "../testing/people.ts";

const bakery = aCustomer({ id: "c-1", name: "Bright Bakery" });
const busy = { status: 503, body: { code: "service-busy", message: "Sheaf is very busy. Try again in a moment." } };

test("[S8.14] a successful change shows a confirmation, a refused one the reason", async () => {
  const page = openPage("/customers?edit=c-1", {
    "GET /api/customers": [bakery],
    "PUT /api/customers/c-1": busy,
  });
  const form = within(await page.findByRole("dialog", { name: "Edit Customer" }));
  await page.user.click(form.getByRole("button", { name: "Save Changes" }));
  await page.findByText("Update failed");
  page.getByText("Sheaf is very busy. Try again in a moment.");

  page.answers["PUT /api/customers/c-1"] = bakery;
  await page.user.click(form.getByRole("button", { name: "Save Changes" }));
  await page.findByText("Customer updated");
  expect(page.queryByText("Update failed")).toBeNull();
});

test.each([
  ["Add Customer", "Creation failed"],
  ["Delete Bright Bakery", "Deletion failed"],
])("[S8.2] %s, refused, shows %s and the reason", async (what, title) => {
  const page = openPage("/customers", {
    "GET /api/customers": [bakery],
    "POST /api/customers": busy,
    "DELETE /api/customers/c-1": busy,
  });
  await page.user.click(await page.findByRole("button", { name: what }));
  const dialog = within(await page.findByRole("dialog", { name: what }));
  if (what === "Add Customer") {
    await page.user.type(dialog.getByLabelText("Name"), "Oak & Sons");
    await page.user.type(dialog.getByLabelText("Email"), "oak@example.com");
  }
  await page.user.click(dialog.getByRole("button", { name: what.startsWith("Add") ? what : "Delete" }));
  await page.findByText(title);
  page.getByText("Sheaf is very busy. Try again in a moment.");
});
