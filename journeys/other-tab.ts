import type { Page } from "playwright-core";

/**
 * Adds a customer with a request that the page's code knows nothing of, as if in another tab.
 * @returns the customer's id
 */
export function addCustomerInOtherTab(page: Page, name: string, email: string): Promise<string> {
  return page.evaluate(
    async (customer) => {
      const answer = await fetch("/api/customers", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(customer),
      });
      return ((await answer.json()) as { id: string }).id;
    },
    { name, email },
  );
}

/**
 * Uploads one text with a request that the page's code knows nothing of, as if in another tab.
 * @returns the job's id
 */
export function uploadInOtherTab(page: Page, customerId: string, fileName: string, text: string): Promise<string> {
  return page.evaluate(
    async ([customer, name, content]) => {
      const form = new FormData();
      form.set("customerId", customer);
      form.append("files", new Blob([content]), name);
      const answer = await fetch("/api/jobs", { method: "POST", body: form });
      return ((await answer.json()) as { id: string }).id;
    },
    [customerId, fileName, text] as const,
  );
}
