import type { SearchResult } from "@sheaf/contracts/search.ts";
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aPageHit } from "../../testing/page-hits.ts";
import { aCustomer } from "../../testing/people.ts";

const kestrel = aCustomer({ name: "The Kestrel Inn", reference: "KI-001" });
const result: SearchResult = {
  customers: [kestrel],
  jobs: [
    {
      id: "j-1",
      createdAt: "2026-11-20T10:31:00.000Z",
      customerName: "Bright Bakery",
      fileNames: ["Kestrel bill.pdf", "Till.tiff"],
      light: { colour: "red", word: "Needs you" },
      detail: "Email to jo@kestrel.example: There is no such mailbox: correct the address.",
    },
  ],
  pages: [
    aPageHit({
      fileId: "f-1",
      page: 3,
      snippet: [
        { text: "Lane 5 Bill of the ", isHit: false },
        { text: "Kestrel", isHit: true },
      ],
    }),
  ],
};
const search = (query: URLSearchParams) => (query.get("q") === "kes" ? result : { customers: [], jobs: [], pages: [] });

async function openSearch(answer: unknown = search) {
  const page = openPage("/upload", { "GET /api/search": answer });
  await page.findByRole("heading", { name: "Upload Files" });
  await page.user.keyboard("/");
  const field = await page.findByRole("combobox", { name: "Search customers, jobs, files and pages" });
  return { ...page, field };
}

test("a slash opens the search, results come while typing, arrows select and Enter opens", async () => {
  const page = await openSearch();
  expect(document.activeElement).toBe(page.field);
  await page.user.keyboard("kes");
  const [first, second] = await page.findAllByRole("option");
  expect(first?.textContent).toContain("The Kestrel Inn");
  expect(second?.textContent).toMatch(/Bright Bakery.*Kestrel bill.pdf \+1 more.*Needs you/);
  expect(page.field.getAttribute("aria-activedescendant")).toBe(first?.id);

  await page.user.keyboard("{ArrowDown}");
  expect(page.field.getAttribute("aria-activedescendant")).toBe(second?.id);
  await page.user.keyboard("{Enter}");
  await waitFor(() => expect(page.address()).toBe("/audit-trail?job=j-1"));
  expect(page.queryByRole("combobox")).toBeNull();
});

test("Enter before the results have come opens the first one when they come", async () => {
  const page = await openSearch();
  await page.user.keyboard("kes{Enter}");
  await waitFor(() => expect(page.address()).toBe(`/customers/${kestrel.id}`));
});

test("Enter before results that do not exist opens nothing, also when other characters find something", async () => {
  const page = await openSearch();
  await page.user.keyboard("ke{Enter}");
  await page.findByText("Nothing found for “ke”.");
  await page.user.keyboard("s");
  await page.findAllByRole("option");
  expect(page.address()).toBe("/upload");
});

test("Enter before the results is forgotten when more is typed", async () => {
  const page = await openSearch();
  await page.user.keyboard("ke{Enter}s");
  await page.findAllByRole("option");
  expect(page.address()).toBe("/upload");
});

test("a found page shows its words with the hit marked, opens large, and leads to all pages found", async () => {
  const page = await openSearch();
  await page.user.keyboard("kes");
  const option = await page.findByRole("option", { name: /Bill of the Kestrel/ });
  expect(option.querySelector("mark")?.textContent).toBe("Kestrel");
  expect(option.textContent).toMatch(/^PDF… Bill of the KestrelBright Bakery · Till.pdf, page 3/);
  await page.user.click(option);
  await waitFor(() => expect(page.address()).toBe("/audit-trail?show=pages&q=kes&hit=f-1.3"));

  await page.user.keyboard("{Escape}/");
  await page.user.keyboard("kes");
  await page.findAllByRole("option");
  await page.user.keyboard("{ArrowUp}{Enter}");
  await waitFor(() => expect(page.address()).toBe("/audit-trail?show=pages&q=kes"));
});

test("a found customer opens by a press", async () => {
  const page = await openSearch();
  await page.user.keyboard("kes");
  await page.user.click(await page.findByRole("option", { name: /The Kestrel Inn/ }));
  await waitFor(() => expect(page.address()).toBe(`/customers/${kestrel.id}`));
});

test("no results and a failed search show different texts", async () => {
  const page = await openSearch();
  await page.user.keyboard("zzz");
  await page.findByText("Nothing found for “zzz”.");
  page.answers["GET /api/search"] = { status: 503, body: { code: "x", message: "Try again." } };
  await page.user.keyboard("y");
  await page.findByText("The results could not be loaded");
  page.answers["GET /api/search"] = result;
  await page.user.click(page.getByRole("button", { name: "Retry" }));
  await page.findAllByRole("option");
  await page.user.click(page.field);
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(page.queryByRole("combobox")).toBeNull());
});
