import type { ListedPractice } from "@sheaf/contracts/admin/practices.ts";
import { within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { anOverview, signInAdmin } from "../../../testing/admin.ts";
import { bringInstallation } from "../../../testing/installation.ts";
import { openPage } from "../../../testing/page.tsx";
import { ownPractice } from "../../../testing/people.ts";

beforeEach(() => signInAdmin());
afterEach(() => localStorage.clear());

const hartley: ListedPractice = {
  id: "p-1",
  name: "Hartley & Wren",
  createdAt: "2026-03-14T10:00:00.000Z",
  owner: { id: "u-1", name: "Priya Nair", email: "priya@hartley.example" },
  subscription: {
    planName: "Small Firm",
    status: "active",
    currentPeriodEnd: "2026-12-06T10:00:00.000Z",
    unlimited: false,
  },
  memberCount: 3,
  customerCount: 46,
  documentCount: 1284,
  lastJobDate: "2026-11-20T14:05:00.000Z",
  suspended: false,
};

test("every practice is listed with its plan, and links to its owner's page", async () => {
  const fresh: ListedPractice = { ...hartley, id: "p-2", name: "Bright & Co", subscription: null, lastJobDate: null };
  const page = openPage("/admin/dashboard?tab=practices", { "GET /api/admin/practices": [hartley, fresh] });
  const rows = within(await page.findByRole("table", { name: "Practices" }))
    .getAllByRole("row")
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Hartley & Wren3 users.*Small Firmuntil 6 Dec 202646 customers, 1,284 documentslast job 20 Nov/,
    ),
    expect.stringMatching(/^Bright & Co3 users.*No plan.*no jobs yetView$/),
  ]);
  page.getByText("2 practices");
  expect(page.getByRole("link", { name: "View Hartley & Wren" }).getAttribute("href")).toBe("/admin/users/u-1");
});

test("practices are searched by name, and a search without results says so", async () => {
  const page = openPage("/admin/dashboard?tab=practices", {
    "GET /api/admin/practices": (query: URLSearchParams) => (query.get("q") === "" ? [hartley] : []),
  });
  await page.findByText("Hartley & Wren");
  await page.user.type(page.getByRole("searchbox", { name: "Search practices" }), "zz");
  await page.findByText("No practices found");
});

test("an own practice is listed alone, without a search and without a plan", async () => {
  bringInstallation(ownPractice);
  const own = { planName: "Own practice", status: "active", currentPeriodEnd: "2126-11-06T10:00:00.000Z" } as const;
  const page = openPage("/admin/dashboard?tab=practices", {
    "GET /api/admin/practices": [{ ...hartley, subscription: { ...own, unlimited: true } }],
  });
  await page.findByText("Hartley & Wren");
  page.getByText("This installation is for your own practice.");
  expect(page.queryByRole("searchbox")).toBeNull();
  expect(page.queryByText(/Own practice|Plan|2126/)).toBeNull();
});

test("the portal of an own practice has no tab for money, and the address of that tab shows the overview", async () => {
  bringInstallation(ownPractice);
  const page = openPage("/admin/dashboard?tab=money", {
    "GET /api/admin/metrics/overview": { ...anOverview(), subscriptions: null },
  });
  await page.findByRole("tab", { name: "Overview", selected: true });
  await page.findByText("System success rate");
  expect(page.queryByRole("tab", { name: /Money/ })).toBeNull();
  expect(page.queryByText(/revenue|Subscriptions by plan/i)).toBeNull();
  expect(page.asked.map(({ call }) => call)).not.toContain("GET /api/admin/money");
});
