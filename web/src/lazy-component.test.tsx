import { within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openPage } from "./testing/page.tsx";
import { aCustomer } from "./testing/people.ts";

/** Makes a lazily loaded module fail to load, until the returned function is called. */
function missing(path: string) {
  vi.doMock(path, () => {
    throw new Error("Failed to fetch dynamically imported module");
  });
  const comes = () => vi.doUnmock(path);
  onTestFinished(comes);
  return comes;
}

beforeEach(() => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  return () => quiet.mockRestore();
});

test("a dialog that fails to load says so and leaves the page unchanged, and opens at the next press", async () => {
  const comes = missing("./components/upload/upload-dialog.tsx");
  const page = openPage("/upload");
  const start = await page.findByRole("button", { name: "Start Upload Process" });
  await page.user.click(start);
  await page.findByText("This could not be opened");
  expect(start.isConnected).toBe(true);

  comes();
  await page.user.click(start);
  await page.findByRole("dialog", { name: "Upload Documents" });
});

/** Chooses files for a customer; `stillThere` opens the dialog again and checks that the file is there. */
async function chooseFiles() {
  const page = openPage("/customers", { "GET /api/customers": [aCustomer({ name: "Bright Bakery" })] });
  const upload = async () => page.user.click(await page.findByRole("button", { name: "Upload for Bright Bakery" }));
  await upload();
  await page.user.upload(await page.findByLabelText("Choose files"), new File(["content"], "invoice.pdf"));
  await page.back();
  const go = (name: string) => page.user.click(within(page.getByRole("complementary")).getByRole("link", { name }));
  async function stillThere() {
    await upload();
    await page.findByText("1 file becomes one PDF");
    await page.back();
  }
  return { ...page, go, stillThere };
}

test("a page that fails to load leaves navigation and the chosen files intact, and is loaded again at the next visit", async () => {
  const comes = missing("./pages/email-test/email-test-page.tsx");
  const page = await chooseFiles();
  await page.go("Email Test");
  await page.findByRole("heading", { name: "This page could not be shown" });
  await page.go("Customers");
  await page.stillThere();

  comes();
  await page.go("Email Test");
  await page.findByRole("heading", { name: "Email Test" });
});

test("so does a page without the app's frame", async () => {
  missing("./pages/help/help-page.tsx");
  const page = await chooseFiles();
  await page.go("Help");
  await page.findByRole("heading", { name: "This page could not be shown" });
  await page.back();
  await page.stillThere();
});
