import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import {
  aCustomer,
  aJob,
  aJobFile,
  billing,
  inOwnPractice,
  smallFirm,
  unlimited,
  unlimitedUsage,
  usage,
} from "../../testing/people.ts";
import { catchUploads } from "../../testing/uploads.ts";

const people = ["Newest", "Archived", "Second", "Third", "Fourth"].map((name) =>
  aCustomer({ name, archivedAt: name === "Archived" ? "2026-11-01T00:00:00.000Z" : null }),
);
const open = (answers = {}) =>
  openPage("/dashboard", {
    "GET /api/customers": people,
    "GET /api/stats": { totalCustomers: 46, documentsSent: 1284, processingJobs: 1, successRate: 99 },
    "GET /api/jobs/recent": [],
    ...answers,
  });

test("[S2.38] the four tiles and the usage show the server's numbers", async () => {
  const page = open();
  const strip = within(await page.findByRole("region", { name: "At a glance" }));
  await strip.findByText("99%");
  for (const label of ["Total Customers", "Documents Sent", "Processing Jobs", "Success Rate"]) strip.getByText(label);
  strip.getByText("1,284");
  await strip.findByText("Good");
  strip.getByText(/147 left until 6 Dec 2026/);
  expect(strip.getByText("353", { exact: false }).textContent).toBe("353 of 500");
});

test.each([
  ["an own practice", inOwnPractice, false],
  ["a service", { "GET /api/subscription": unlimited, "GET /api/usage": unlimitedUsage }, true],
])("without a limit the card of %s shows this month's documents, and no remaining ones", async (_, answers, says) => {
  const page = open(answers);
  const strip = within(await page.findByRole("region", { name: "At a glance" }));
  await strip.findByText("41");
  strip.getByText("Documents this month");
  expect(strip.queryByText("Unlimited") !== null).toBe(says);
  expect(strip.queryByText(/left|of 2,147|Upgrade/)).toBeNull();
});

test("[S4.13] at the limit the card links to the plans", async () => {
  const page = open({ "GET /api/usage": { ...usage, documentsRemaining: 0, canCreateDocument: false } });
  await page.findByText("Limit Reached");
  await page.user.click(page.getByRole("link", { name: "Upgrade your plan" }));
  await waitFor(() => expect(page.address()).toBe("/pricing"));
});

test("[S4.21] at the limit with a period paid ahead, the owner can start it now, and the card shows it at once", async () => {
  const ends = { startsAt: usage.periodEndsAt, endsAt: "2027-01-05T10:00:00.000Z" };
  const next = { ...billing.periods[0], id: "period-2", documentsUsed: 0, ...ends };
  const paidAhead = { ...usage, currentPeriodEnd: ends.endsAt };
  const page = open({
    "GET /api/usage": { ...paidAhead, documentsRemaining: 0, canCreateDocument: false },
    "GET /api/billing": { ...billing, canStartNext: true, periods: [...billing.periods, next] },
    "POST /api/billing/start-next-period": billing,
  });
  await page.user.click(await page.findByRole("button", { name: "Start the next period now" }));
  page.getByText(/^0 left until 6 Dec 2026/);
  within(page.getByRole("dialog")).getByText(/500 documents of the next period .* until 5 Jan 2027/);
  const begun = { periodEndsAt: ends.endsAt, documentsUsedThisMonth: 0, documentsRemaining: 500 };
  page.answers["GET /api/usage"] = { ...paidAhead, ...begun };
  await page.user.click(page.getByRole("button", { name: "Start It Now" }));
  await page.findByText("Next period started");
  await page.findByText(/^500 left until 5 Jan 2027/);
  expect(page.queryByRole("dialog")).toBeNull();
});

test("[S2.53] a job that needs a person links to it, one that is ready to its PDF", async () => {
  const failed = aJob("failed", {
    customer: { id: "c", name: "The Kestrel Inn", email: "x@y.example", outputEmail: null },
  });
  const files = ["a.pdf", "b.jpg", "c.xlsx", "d.txt", "e.csv"].map((originalName) => aJobFile({ originalName }));
  const ready = aJob("completed", { files });
  const page = open({ "GET /api/jobs/recent": [failed, ready] });
  const table = within(await page.findByRole("table"));
  page.getByRole("heading", { name: "Recent Document Jobs" });
  table.getByText("Bank March.pdf is password-protected.");
  table.getByText("+2 more");
  expect(table.getByRole("link", { name: "Download the PDF of Bright Bakery" }).getAttribute("href")).toBe(
    ready.pdfPath,
  );
  await page.user.click(table.getByRole("link", { name: "Open the job of The Kestrel Inn" }));
  await waitFor(() => expect(page.address()).toBe(`/audit-trail?job=${failed.id}`));
});

test("[S2.40] Upload Documents opens the dialog on the same page", async () => {
  const page = open();
  const actions = within(
    (await page.findByRole("heading", { name: "Quick Actions" })).closest("section") as HTMLElement,
  );
  await page.user.click(actions.getByRole("button", { name: /^Upload Documents/ }));
  await page.findByRole("dialog", { name: "Upload Documents" });
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});

test("[S7.21] an upload changes the figures and the recent jobs at once", async () => {
  const sent = catchUploads();
  const page = open();
  await page.user.click((await page.findAllByRole("button", { name: /^Upload Documents/ }))[0] as HTMLElement);
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await page.user.click(await dialog.findByRole("option", { name: /Newest/ }));
  await page.user.upload(dialog.getByLabelText("Choose files"), new File(["content"], "invoice.pdf"));
  await page.user.click(dialog.getByRole("button", { name: "Create PDF" }));

  const job = aJob("processing");
  page.answers["GET /api/jobs/recent"] = [job];
  page.answers[`GET /api/jobs/${job.id}`] = job;
  page.answers["GET /api/stats"] = { totalCustomers: 46, documentsSent: 1284, processingJobs: 77, successRate: 99 };
  sent[0]?.answer(201, job);

  await page.findByText("77");
  await page.findByRole("link", { name: job.customer.name, hidden: true });
});

test("[S2.41] the three newest customers that are not archived are shown", async () => {
  const page = open();
  const recent = (await page.findByRole("heading", { name: "Recent Customers" })).closest("section") as HTMLElement;
  await within(recent).findByText("Newest");
  page.getByText("Third");
  expect(page.queryByText("Archived")).toBeNull();
  expect(page.queryByText("Fourth")).toBeNull();
});

test.each([
  ["View All jobs", "/audit-trail"],
  ["View All customers", "/customers"],
  ["Add Customer", "/customers"],
  ["View Audit Trail", "/audit-trail"],
])("[S2.42] %s goes to %s", async (name, address) => {
  const page = open();
  await page.user.click(await page.findByRole("link", { name }));
  await waitFor(() => expect(page.address()).toBe(address));
});

test("a part that cannot be loaded says so in its place, and can be loaded again", async () => {
  const page = open({ "GET /api/jobs/recent": { status: 503, body: { code: "x", message: "Sheaf is very busy." } } });
  await page.findByText("The recent jobs could not be loaded");
  page.getByText("46");
  page.answers["GET /api/jobs/recent"] = [aJob("completed")];
  await page.user.click(page.getByRole("button", { name: "Retry" }));
  await page.findByRole("link", { name: /Download the PDF/ });
});

test("[S2.9] a practice whose subscription has ended is redirected to the page that offers to renew", async () => {
  const page = open({ "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.findByRole("heading", { name: /Your Small Firm subscription ended on 6 Dec 2026/ });
  await waitFor(() => expect(page.address()).toBe("/subscription-expired"));
});

test("a subscription that cannot be read causes no redirect", async () => {
  const page = open({ "GET /api/subscription": { status: 500, body: { code: "x", message: "Our fault." } } });
  await page.findByText("Our fault.");
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});
