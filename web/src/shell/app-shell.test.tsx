import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../testing/page.tsx";
import { aCustomer } from "../testing/people.ts";

test("[S2.33] the sidebar has all links in order, and shows who is signed in", async () => {
  const page = openPage("/dashboard");
  const side = within(await page.findByRole("complementary"));
  expect(side.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Sheaf", "/"],
    ["Dashboard", "/dashboard"],
    ["Customers", "/customers"],
    ["Upload Files", "/upload"],
    ["Audit Trail", "/audit-trail"],
    ["Email Test", "/email-test"],
    ["Settings", "/settings"],
    ["Pricing", "/pricing"],
    ["Help", "/help"],
  ]);
  side.getByText("PN");
  side.getByText("Priya Nair");
  side.getByText("priya.nair");
});

test("[S2.34] while signing out, the button says so and cannot be pressed again", async () => {
  const page = openPage("/dashboard", { "POST /api/logout": new Promise(() => undefined) });
  const side = within(await page.findByRole("complementary"));
  await page.user.click(side.getByRole("button", { name: "Sign Out" }));
  const out = await side.findByRole<HTMLButtonElement>("button", { name: "Signing out..." });
  expect(out.disabled).toBe(true);
  side.getByText("Signing out...");
});

test.each(["New Upload", "the key u"])("[S2.36] %s goes to /upload with the dialog open", async (way) => {
  const page = openPage("/audit-trail");
  const [button] = await page.findAllByRole("button", { name: "New Upload" });
  if (way === "New Upload" && button) await page.user.click(button);
  else await page.user.keyboard("u");
  await page.findByRole("dialog", { name: "Upload Documents" });
  await waitFor(() => expect(page.address()).toBe("/upload"));
});

test("[S2.35] the page's header has its title, its purpose, and the bell", async () => {
  const page = openPage("/customers");
  const header = within(
    (await page.findByRole("heading", { level: 1, name: "Customers" })).closest("header") as HTMLElement,
  );
  await header.findByText("0 customers");
  header.getByRole("button", { name: "Notifications" });
});

test("the phone's menu has the links that do not fit its bar, and hides nothing from screen readers", async () => {
  const page = openPage("/customers");
  await page.user.click(await page.findByRole("button", { name: "Menu" }));
  const menu = within(await page.findByRole("menu"));
  expect(menu.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Email Test",
    "Pricing",
    "Help",
    "Sign Out",
  ]);
  page.getByRole("heading", { level: 1, name: "Customers" });
});

test("the menu of the customer list hides nothing from screen readers either", async () => {
  const page = openPage("/customers", { "GET /api/customers": [aCustomer()] });
  await page.user.click(await page.findByRole("button", { name: "More for this list" }));
  await page.findByRole("menuitem", { name: "Import a list (CSV)" });
  page.getByRole("heading", { level: 1, name: "Customers" });
});

test("? lists the shortcuts, but not while typing nor where they are turned off", async () => {
  const page = openPage("/customers", { "GET /api/customers": [aCustomer()] });
  await page.user.type(await page.findByRole("searchbox"), "?");
  expect(page.queryByRole("dialog")).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await page.user.keyboard("?");
  const list = within(await page.findByRole("dialog", { name: "Keyboard shortcuts" }));
  list.getByText("Start an upload");
  list.getByText("Move the file");
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
});

test("files pasted on a page are added to an upload; text and anything pasted into a dialog are not", async () => {
  const page = openPage("/dashboard", { "GET /api/customers": [aCustomer()] });
  await page.findByRole("heading", { name: "Dashboard" });
  const clipboard = (names: string[]) => ({
    clipboardData: { files: names.map((name) => new File(["x"], name)), getData: () => "" },
  });
  fireEvent.paste(document.body, clipboard([]));
  expect(page.queryByRole("dialog")).toBeNull();
  fireEvent.paste(document.body, clipboard(["scan.png"]));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await dialog.findByRole("button", { name: "Remove scan.png" });
  fireEvent.paste(dialog.getByRole("button", { name: "Create PDF" }), clipboard(["second.png"]));
  await dialog.findByRole("button", { name: "Remove second.png" });
  expect(dialog.getAllByRole("button", { name: /^Remove / })).toHaveLength(2);
});
