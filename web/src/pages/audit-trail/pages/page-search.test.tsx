import { fireEvent, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answer, openPage } from "../../../testing/page.tsx";
import { aPageHit, pagesFound } from "../../../testing/page-hits.ts";
import { aJob, settings } from "../../../testing/people.ts";

const hits = [
  aPageHit(),
  aPageHit({ fileId: "f-2", fileName: "Bank March.pdf", page: 3, snippet: [{ text: "Kestrel", isHit: true }] }),
];
const job = aJob("completed", { id: "j-1" });
const find = (query: URLSearchParams) => (query.get("q") === "kestrel" ? pagesFound(hits) : pagesFound([]));

function openSearch(address = "/audit-trail?show=pages&q=kestrel", answers: Record<string, Answer> = {}) {
  return openPage(address, {
    "GET /api/search/pages": find,
    "GET /api/settings": settings,
    "GET /api/jobs/j-1": job,
    ...answers,
  });
}

test("the search of jobs continues on their pages, with the same words and filters in the address", async () => {
  const page = openSearch("/audit-trail?q=kestrel&from=2026-11-01", {
    "GET /api/jobs": { status: 200, body: [], headers: { "x-total-count": "0", "x-practice-count": "6" } },
  });
  await page.user.click(await page.findByRole("button", { name: "Search the pages" }));
  await page.findByText("2 pages found.");
  expect(page.address()).toBe("/audit-trail?q=kestrel&from=2026-11-01&show=pages");
  const asked = page.asked.find(({ call }) => call === "GET /api/search/pages");
  expect(String(asked?.query)).toBe("q=kestrel&from=2026-11-01");

  await page.user.click(page.getByRole("button", { name: "Jobs" }));
  await page.findByText("No job matches “kestrel”.");
  expect(page.address()).toBe("/audit-trail?q=kestrel&from=2026-11-01");
});

test("each hit shows its words with the hit marked, its file, page, customer and time", async () => {
  const page = await openSearch();
  const [first, second] = within(await page.findByRole("list", { name: "Pages found" })).getAllByRole("listitem");
  expect(first?.textContent).toMatch(/Till.pdfPage 1 of 12Bill of the Kestrel InnBright Bakery · 20 Nov 2026, \d\d:31/);
  expect(first?.querySelector("mark")?.textContent).toBe("Kestrel");
  expect(second?.textContent).toContain("Bank March.pdf");
});

test("a word that was corrected is named, and further pages are loaded on request", async () => {
  const page = openSearch("/audit-trail?show=pages&q=kestrl", {
    "GET /api/search/pages": (query: URLSearchParams) =>
      query.has("cursor")
        ? pagesFound([aPageHit({ fileId: "f-9" })], { correction: "kestrel" })
        : pagesFound(hits, { correction: "kestrel", next: "2" }),
  });
  await page.findByText("Searched for “kestrel” instead of “kestrl”. The newest 2 pages.");
  await page.user.click(page.getByRole("button", { name: "Show more" }));
  await page.findByText("Searched for “kestrel” instead of “kestrl”. 3 pages found.");
});

test("before anything is typed the page says what can be found and for how long papers are searched", async () => {
  const page = openSearch("/audit-trail?show=pages");
  await page.findByText("Find a paper by what is printed on it");
  await page.findByText(/Pages are searched while their files are kept: 30 days\./);
  expect(page.asked.some(({ call }) => call === "GET /api/search/pages")).toBe(false);
});

test("nothing found says so, how many files are still to be read, and clears the search", async () => {
  const page = openSearch("/audit-trail?show=pages&q=zebra&from=2026-11-01", {
    "GET /api/search/pages": pagesFound([], { unread: 2 }),
  });
  await page.findByText("No page of this customer or these days that has been read contains “zebra”.");
  await page.findByText("2 files are waiting to be read and will be found afterwards.");
  await page.user.click(page.getByRole("button", { name: "Clear the search" }));
  await page.findByText("Find a paper by what is printed on it");
  expect(page.address()).toBe("/audit-trail?show=pages");
});

test("a practice whose pages are not read is led to the setting", async () => {
  const page = openSearch(undefined, { "GET /api/settings": { ...settings, readPages: false } });
  const link = await page.findByRole("link", { name: "Reading pages in Settings" });
  expect(link.getAttribute("href")).toBe("/settings#reading");
});

test("a hit opens large with its words marked on the picture; the arrow keys show the next and the previous one", async () => {
  const page = openSearch();
  await page.user.click(await page.findByRole("link", { name: /Till.pdf/ }));
  const dialog = () => within(page.getByRole("dialog"));
  expect(page.address()).toBe("/audit-trail?show=pages&q=kestrel&hit=f-1.1");
  const picture = dialog().getByRole("img", { name: "Page 1 of 12 of Till.pdf" });
  fireEvent.load(picture);
  const mark = page.getByRole("dialog").querySelector<HTMLElement>(".page-picture__mark");
  expect([mark?.style.left, mark?.style.top, mark?.style.width, mark?.style.height]).toEqual([
    "10%",
    "10%",
    "10%",
    "2.5%",
  ]);
  dialog().getByText("1 of 2");

  await page.user.keyboard("{ArrowRight}");
  await dialog().findByRole("img", { name: "Page 3 of 12 of Bank March.pdf" });
  expect(page.address()).toBe("/audit-trail?show=pages&q=kestrel&hit=f-2.3");
  await page.user.keyboard("{ArrowLeft}");
  await dialog().findByRole("img", { name: "Page 1 of 12 of Till.pdf" });
  expect((await dialog().findByRole("link", { name: "Download PDF" })).getAttribute("href")).toBe(job.pdfPath);

  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(page.queryByRole("dialog")).toBeNull());
  expect(page.address()).toBe("/audit-trail?show=pages&q=kestrel");
});

test("the job of a hit opens beside the hits", async () => {
  const page = openSearch("/audit-trail?show=pages&q=kestrel&hit=f-1.1");
  await page.user.click(await page.findByRole("link", { name: "Open job" }));
  await page.findByRole("dialog", { name: job.customer.name });
  expect(page.address()).toBe("/audit-trail?show=pages&q=kestrel&job=j-1");
  page.getByRole("list", { name: "Pages found" });
});

test("a picture that the server has yet to draw is asked for again", async () => {
  let isDrawn = false;
  const page = openSearch("/audit-trail?show=pages&q=kestrel&hit=f-1.1", {
    [`HEAD ${hits[0]?.picturePath}`]: () =>
      isDrawn ? { status: 200 } : { status: 202, headers: { "retry-after": "0.01" } },
  });
  const dialog = within(await page.findByRole("dialog"));
  fireEvent.error(dialog.getByRole("img"));
  await dialog.findByText("The picture of this page is being drawn.");
  expect(dialog.queryByRole("img")).toBeNull();
  isDrawn = true;
  fireEvent.load(await dialog.findByRole("img"));
  expect(dialog.queryByText("The picture of this page is being drawn.")).toBeNull();
});

test("a page that cannot be drawn says so, and is asked for no longer", async () => {
  let asked = 0;
  const page = openSearch("/audit-trail?show=pages&q=kestrel&hit=f-1.1", {
    [`HEAD ${hits[0]?.picturePath}`]: () => {
      asked += 1;
      return asked < 3 ? { status: 202, headers: { "retry-after": "0.01" } } : { status: 404 };
    },
  });
  const dialog = within(await page.findByRole("dialog"));
  fireEvent.error(dialog.getByRole("img"));
  await dialog.findByText("This page cannot be shown.");
  expect(dialog.queryByRole("img")).toBeNull();
  expect(asked).toBe(3);
});

test("nothing found is not said of papers that were not read", async () => {
  let state = { isCatchingUp: true, notRead: 3 };
  const page = openSearch("/audit-trail?show=pages&q=zebra", { "GET /api/search/pages": () => pagesFound([], state) });
  await page.findByText(/No page that has been read and no file name contains “zebra”\./);
  page.getByText("Older papers are still being read and will be found afterwards.");
  page.getByText(/^3 files could not be read, or only in part/);

  state = { isCatchingUp: false, notRead: 0 };
  await page.user.type(page.getByRole("searchbox"), "s");
  await page.findByText(/No page and no file name contains “zebras”\./);
  expect(page.queryByText(/could not be read|still being read/)).toBeNull();
});
