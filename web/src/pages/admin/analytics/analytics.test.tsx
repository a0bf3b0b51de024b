import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anOverview, signInAdmin } from "../../../testing/admin.ts";
import { openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

test.each([
  [5, "5%", false],
  [5.1, "5.1%, above 5%", true],
])("[S2.76] a churn of %d percent reads %s", async (churnRate, words, red) => {
  const page = openPage("/admin/dashboard?tab=analytics", {
    "GET /api/admin/metrics/overview": anOverview({ subscriptions: { churnRate } }),
  });

  const churn = await page.findByText(words);
  expect(churn.className === "bad").toBe(red);
  const lines = page.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(Object.fromEntries(lines)).toEqual({
    "New signups today": "5",
    "Documents processed today": "486",
    "Total active users": "604",
    "Success rate": "98%",
    "Churn rate": words,
    "Average documents per user": "29.4",
  });
  const figures = within(page.getByRole("region", { name: "Figures" }));
  for (const text of [
    "Processing queue",
    "14",
    "oldest 22 seconds",
    "Failed jobs today",
    "6",
    "4 password-protected",
  ]) {
    figures.getByText(text);
  }
  figures.getByText("Average customers per user");
  figures.getByText("18.2");
});
