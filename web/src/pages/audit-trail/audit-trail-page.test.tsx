import { fireEvent, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, aDelivery, aJob, aJobFile } from "../../testing/people.ts";

const kestrel = { id: "6ff6f5a0-0000-7000-8000-000000000002", name: "The Kestrel Inn", email: "jo@kestrel.example" };
const atKestrel = { customer: { ...kestrel, outputEmail: null } };
const jobs = [
  aJob("processing"),
  aJob("pending"),
  aJob("failed", atKestrel),
  aJob("completed"),
  aJob("completed", { ...atKestrel, pdfPath: null, createdAt: "2026-10-01T10:00:00.000Z" }),
  aJob("mystery"),
];
const open = (address = "/audit-trail") => openPage(address, serveJobs(jobs));

/** Returns the link of the job's row. */
async function openedBy(page: ReturnType<typeof open>, job: (typeof jobs)[number] | undefined) {
  const links = await page.findAllByRole("link", { name: job?.customer.name ?? "" });
  return links.find((link) => link.getAttribute("href") === `/audit-trail?job=${job?.id}`) as HTMLElement;
}

test("[S2.55] every status is counted, and the counts follow the search", async () => {
  const page = open();
  await page.findByText("Showing 6 of 6 jobs");
  const bar = within(page.getByRole("group", { name: "Status" }));
  const counts = () => bar.getAllByRole("button").map((button) => button.textContent);
  await waitFor(() =>
    expect(counts()).toEqual(["All6", "Pending1", "Processing1", "Completed2", "Failed1", "Needs you1", "Not sent0"]),
  );

  await page.user.type(page.getByRole("searchbox"), "KESTREL");
  await page.findByText("Showing 2 of 6 jobs");
  await waitFor(() =>
    expect(counts()).toEqual(["All2", "Pending0", "Processing0", "Completed1", "Failed1", "Needs you1", "Not sent0"]),
  );
  await page.user.click(bar.getByRole("button", { name: /Failed/ }));
  await page.findByText("Showing 1 of 6 jobs");
  expect(page.address()).toBe("/audit-trail?q=KESTREL&status=failed");
});

test("a status pressed right after typing stays, and the search is added to it", async () => {
  const page = open();
  await page.findByText("Showing 6 of 6 jobs");
  fireEvent.change(page.getByRole("searchbox"), { target: { value: "kestrel" } });
  fireEvent.click(page.getByRole("button", { name: /Failed/ }));
  await waitFor(() => expect(page.address()).toContain("q=kestrel"));
  expect(page.address()).toBe("/audit-trail?status=failed&q=kestrel");
});

test("filters are in the address: a link opens them, and invalid values are ignored", async () => {
  const page = open("/audit-trail?q=jo%40kestrel&status=completed&customer=nonsense&from=yesterday");
  await page.findByText("Showing 1 of 6 jobs");
  page.getByDisplayValue("jo@kestrel");
  page.getByRole("button", { name: /Completed/, pressed: true });
});

test("a customer is chosen by typing a part of the name, and removed from the filter again", async () => {
  const page = openPage("/audit-trail", {
    ...serveJobs(jobs),
    "GET /api/customers": [aCustomer(), aCustomer({ ...kestrel, archivedAt: "2026-11-01T09:00:00.000Z" })],
  });
  await page.user.click(await page.findByRole("button", { name: "Any customer" }));
  await page.user.type(await page.findByRole("searchbox", { name: "Find a customer" }), "kest");
  const found = within(page.getByRole("list", { name: "Customers" }));
  await page.user.click(found.getByRole("button", { name: /The Kestrel Inn/ }));
  await page.findByText("Showing 2 of 6 jobs");
  expect(page.address()).toBe(`/audit-trail?customer=${kestrel.id}`);

  await page.user.click(page.getByRole("button", { name: "Show every customer" }));
  await page.findByText("Showing 6 of 6 jobs");
});

test("the last day of a range cannot be before its first", async () => {
  const page = open();
  await page.user.click(await page.findByRole("button", { name: "Any date" }));
  const [from, to] = [await page.findByLabelText("From"), page.getByLabelText("To")];
  await page.user.type(from, "2026-10-31");
  await page.user.type(to, "2026-10-01");
  await page.user.click(page.getByRole("button", { name: "Show these days" }));
  await page.findByText("The first day is after the last day. Choose an earlier first day.");
  await page.user.clear(from);
  await page.user.type(from, "2026-10-01");
  await page.user.click(page.getByRole("button", { name: "Show these days" }));
  await page.findByText("Showing 1 of 6 jobs");
  page.getByRole("button", { name: "1 Oct 2026" });
});

test("closing a job goes one step back: after several jobs, Back leaves the audit trail at once", async () => {
  const page = open("/dashboard");
  await page.user.click((await page.findAllByRole("link", { name: "Audit Trail" }))[0] as HTMLElement);
  for (const job of [jobs[0], jobs[3]]) {
    await page.user.click(await openedBy(page, job));
    await page.findByRole("dialog", { name: "Bright Bakery" });
    await page.user.click(await openedBy(page, jobs[1]));
    expect(page.address()).toBe(`/audit-trail?job=${jobs[1]?.id}`);
    await page.user.keyboard("{Escape}");
    expect(page.address()).toBe("/audit-trail");
  }
  await page.back();
  // The router shows another page once it has loaded.
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});

test("filters changed beside an open job stay when it is closed", async () => {
  const page = open();
  await page.user.click(await openedBy(page, jobs[3]));
  await page.user.click(page.getByRole("button", { name: /Completed/ }));
  await page.user.click(page.getByRole("button", { name: "Close" }));
  expect(page.address()).toBe("/audit-trail?status=completed");
});

test("the export has the filter of the list", async () => {
  const page = open("/audit-trail?q=kestrel&status=failed");
  const link = await page.findByRole("link", { name: "Export" });
  expect(link.getAttribute("href")).toBe("/api/jobs/export?status=failed&q=kestrel");
});

test("a long list is loaded in pages", async () => {
  const many = Array.from({ length: 80 }, () => aJob("completed"));
  const page = openPage("/audit-trail", serveJobs(many));
  await page.findByText("Showing 80 of 80 jobs");
  expect(page.getAllByRole("row")).toHaveLength(51);
  await page.user.click(page.getByRole("button", { name: "Show 30 more" }));
  await waitFor(() => expect(page.getAllByRole("row")).toHaveLength(81));
  expect(page.queryByRole("button", { name: /more$/ })).toBeNull();
});

test("[S2.57] no jobs at all and no matching jobs show different texts", async () => {
  const none = openPage("/audit-trail", serveJobs([]));
  await none.findByText("No jobs found");
  none.unmount();
  const page = open("/audit-trail?q=nobody");
  await page.findByText("No matching jobs");
  expect(page.queryByText("No jobs found")).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Clear the filters" }));
  await page.findByText("Showing 6 of 6 jobs");
  expect(page.getByRole("searchbox")).toHaveProperty("value", "");
});

test("a list that cannot be read shows why and can be read again", async () => {
  const page = openPage("/audit-trail", {
    ...serveJobs(jobs),
    "GET /api/jobs": { status: 503, body: { code: "service-busy", message: "Try again in a moment." } },
  });
  await page.findByText("The jobs could not be loaded");
  Object.assign(page.answers, serveJobs(jobs));
  await page.user.click(page.getByRole("button", { name: "Retry" }));
  await page.findByText("Showing 6 of 6 jobs");
});

test("[S4.6] each status has its label and its detail, an unknown one too", async () => {
  const page = open();
  await page.findByText("Processing...");
  page.getByText("Queued for processing");
  page.getByText("Bank March.pdf is password-protected.");
  expect(page.getAllByText(/^Completed 20 Nov 2026, \d\d:32$/)).toHaveLength(2);
  page.getByText("Unknown");
});

describe("a job whose email was not sent", () => {
  const refused = "Email to jo@kestrel.example: There is no such mailbox: correct the address.";
  const sent = { sendEmail: true, pdfPath: "/api/jobs/x/download" };

  test("shows the reason after the time, and is opened instead of downloaded", async () => {
    const job = aJob("completed", {
      ...sent,
      light: { colour: "red", word: "Needs you" },
      detail: refused,
      deliveries: [aDelivery({ state: "failed", sentAt: null, recipient: "jo@kestrel.example" })],
    });
    const page = openPage("/audit-trail", { ...serveJobs([job]), [`GET /api/jobs/${job.id}/timeline`]: [] });
    expect((await page.findByText(/^Completed 20/)).textContent).toMatch(
      /^Completed 20 Nov 2026, \d\d:32\. Email to jo@kestrel\.example: There is no such mailbox/,
    );
    expect(page.queryByRole("link", { name: /^Download the PDF/ })).toBeNull();
    await page.user.click(page.getByRole("button", { name: "Open: the job of Bright Bakery" }));
    expect(page.address()).toBe(`/audit-trail?job=${job.id}`);
    const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
    await drawer.findByRole("button", { name: "Send" });
    expect(drawer.queryByText("Send again")).toBeNull();
  });

  test("is opened as well while its email is postponed", async () => {
    const putOff = aDelivery({ state: "waiting", sentAt: null, nextTryAt: "2026-11-20T10:47:00.000Z" });
    const light = { colour: "yellow", word: "Processing" } as const;
    const page = openPage("/audit-trail", serveJobs([aJob("completed", { ...sent, light, deliveries: [putOff] })]));
    await page.findByRole("button", { name: "Open: the job of Bright Bakery" });
  });

  test("has a button in its row that sends the link to confirm one's address", async () => {
    const waiting = aDelivery({ state: "failed", awaitsSender: true, sentAt: null });
    const detail = "Email to bakery@dext.cc: Confirm your email address to send.";
    const light = { colour: "red", word: "Needs you" } as const;
    const page = openPage("/audit-trail", {
      ...serveJobs([aJob("completed", { ...sent, light, detail, deliveries: [waiting] })]),
      "POST /api/email/verification": { status: 204 },
    });
    await page.findByText(/Confirm your email address to send\.$/);
    await page.user.click(page.getByRole("button", { name: "Resend the link to confirm your email address" }));
    await page.findByText("Verification sent");
  });

  test("is grey and found by a filter of its own when every email was cancelled", async () => {
    const light = { colour: "grey", word: "Not sent" } as const;
    const taken = aJob("completed", { ...sent, light, deliveries: [aDelivery({ state: "undone", sentAt: null })] });
    const page = openPage("/audit-trail", serveJobs([taken, ...jobs]));
    const filter = await page.findByRole("button", { name: /^Not sent/ });
    await page.user.click(filter);
    await page.findByText("Showing 1 of 7 jobs");
    expect(page.address()).toBe("/audit-trail?status=not-sent");
  });
});

test("the row of a sent job names the inbox", async () => {
  const deliveries = [aDelivery(), aDelivery({ recipient: "hello@bakery.example", isCopy: true })];
  const page = openPage("/audit-trail", serveJobs([aJob("completed", { sendEmail: true, deliveries })]));
  await page.findByText(/^Completed 20 Nov 2026, \d\d:32\. Inbox: bakery@dext\.cc and 1 more$/);
});

test("[S1.11] a failed job can be retried, a completed one downloaded while its files exist", async () => {
  const failed = jobs[2];
  const page = open();
  const retry = await page.findAllByRole("button", { name: /^Retry/ });
  expect(retry).toHaveLength(1);
  expect(page.getAllByRole("link", { name: /^Download/ })).toHaveLength(1);
  const retried = { ...failed, ...aJob("pending", atKestrel), id: failed?.id };
  page.answers[`POST /api/jobs/${failed?.id}/retry`] = retried;
  page.answers[`GET /api/jobs/${failed?.id}`] = retried;
  await page.user.click(retry[0] as HTMLElement);
  await page.findByText("Job retry initiated");
  expect(page.queryByRole("button", { name: /^Retry/ })).toBeNull();
});

test("[S8.5] a retry that the server refuses shows why", async () => {
  const page = openPage("/audit-trail", {
    ...serveJobs(jobs),
    [`POST /api/jobs/${jobs[2]?.id}/retry`]: { status: 402, body: { code: "x", message: "Renew first." } },
  });
  await page.user.click(await page.findByRole("button", { name: /^Retry/ }));
  await page.findByText("Retry failed");
  page.getByText("Renew first.");
});

test("[S1.9] a link opens a job beside the list, even one that is not in the list, with each file's reason", async () => {
  const job = aJob("failed", {
    files: [
      aJobFile({ originalName: "Till.tiff", state: "converted", pages: 2 }),
      aJobFile({
        originalName: "Bank March.pdf",
        state: "refused",
        reason: "password",
        message: "Bank March.pdf is password-protected. Enter its password or replace it.",
      }),
    ],
  });
  const page = openPage(`/audit-trail?q=kestrel&job=${job.id}`, {
    ...serveJobs(jobs),
    [`GET /api/jobs/${job.id}`]: job,
    [`GET /api/jobs/${job.id}/timeline`]: [
      { at: job.createdAt, kind: "person", who: "Priya Nair", text: "Uploaded 2 files", words: null },
      {
        at: job.createdAt,
        kind: "bad",
        who: null,
        text: "Bank March.pdf was not converted",
        words: "needs a password",
      },
    ],
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  await drawer.findByText("Bank March.pdf is password-protected. Enter its password or replace it.");
  await drawer.findByText("Uploaded 2 files");
  drawer.getByText("Priya Nair");
  drawer.getByText("needs a password");
  drawer.getByText("Waiting for you");
  await page.user.keyboard("{Escape}");
  expect(page.address()).toBe("/audit-trail?q=kestrel");
});
