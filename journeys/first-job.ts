import type { Page } from "playwright-core";
import { fixturePath } from "../fixtures/files.ts";
import type { Installation } from "./harness.ts";

/** Gives the signed-in user's practice a customer, Bright Bakery, and a job with a PDF to download. */
export async function firstJob(sheaf: Pick<Installation, "url">, page: Page): Promise<void> {
  await page.request.post(`${sheaf.url}/api/customers`, {
    headers: { origin: sheaf.url },
    data: { name: "Bright Bakery", email: "orders@bright-bakery.example" },
  });
  await page.goto(`${sheaf.url}/upload`);
  await page.getByRole("button", { name: "Start Upload Process" }).click();
  await page.getByRole("option", { name: /Bright Bakery/ }).click();
  await page.getByLabel("Choose files").setInputFiles(fixturePath("statement.pdf"));
  await page.getByRole("button", { name: "Create PDF" }).click();
  await page.getByRole("link", { name: "Download" }).waitFor();
}
