import type { Page } from "playwright-core";

/** Presses PayPal's button on the page and confirms in the window that it opens. */
export async function payAtPayPal(page: Page): Promise<void> {
  const [payPal] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: /^Pay with PayPal/ }).click(),
  ]);
  await payPal.getByRole("button", { name: /^Pay £/ }).click();
}
