import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aFoundUser, signInAdmin } from "../../../testing/admin.ts";
import { openPage } from "../../../testing/page.tsx";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

test("[S2.75] users are searched while typing, from two characters on", async () => {
  const page = openPage("/admin/dashboard?tab=users", {
    "GET /api/admin/users/search": [
      aFoundUser({
        subscription: { plan: { name: "Small Firm" } },
        lastJobDate: "2026-11-20T10:00:00.000Z",
      }),
      aFoundUser({ id: "u-2", firstName: "Capri", lastName: "Dunne", customerCount: 1, documentCount: 0 }),
    ],
  });
  const search = await page.findByPlaceholderText("Search by name, email or username");
  await page.user.type(search, "o");
  await page.findByText("Find a user");
  await page.user.type(search, "'neil+x & 50%");

  await page.findByText("Priya Nair");
  const asked = page.asked.filter(({ call }) => call === "GET /api/admin/users/search");
  expect(asked.at(-1)?.query.get("q")).toBe("o'neil+x & 50%");
  expect(asked.every(({ query }) => (query.get("q") ?? "").length >= 2)).toBe(true);
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  const [, priya, capri] = page.getAllByRole("row");
  expect(priya && cells(priya).slice(0, 5)).toEqual([
    "Priya Nairpriya.nair",
    "priya@hartley.example",
    "14 Mar 2026",
    "Small Firm",
    "46 customers, 1,284 documentslast job 20 Nov 2026",
  ]);
  expect(capri && cells(capri).slice(3, 5)).toEqual(["No plan", "1 customer, 0 documentsno jobs yet"]);
  expect(page.getByRole("link", { name: "View Priya Nair" }).getAttribute("href")).toBe("/admin/users/u-1");
});

test("[S8.23] a search without results says so", async () => {
  const page = openPage("/admin/dashboard?tab=users&q=zz", { "GET /api/admin/users/search": [] });

  await page.findByText("No users found matching search pattern");
});
