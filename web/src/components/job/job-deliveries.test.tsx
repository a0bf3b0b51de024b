import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { type Answer, openPage } from "../../testing/page.tsx";
import { aDelivery, aJob, aJobFile, smallFirm } from "../../testing/people.ts";

const ofJob = (deliveries: Delivery[]): Job => aJob("completed", { sendEmail: true, deliveries });
const aPaper = (originalName: string, pages: number) => aJobFile({ originalName, pages, state: "converted" });
const refused = aDelivery({
  state: "failed",
  recipient: "jo@kestrel-in.example",
  isCopy: true,
  sentAt: null,
  message: "That server knows no such mailbox: “550 5.1.1 User unknown”.",
});

async function open(job: Job, answers: Record<string, Answer> = {}) {
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: [],
    ...answers,
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  const list = within(await drawer.findByRole("list", { name: "Emails" }));
  return { page, drawer, list };
}

test.each<[Partial<Delivery>, string, RegExp]>([
  [{ state: "waiting", tries: 0 }, "Pending", /^Queued for sending$/],
  [
    { state: "waiting", tries: 2, nextTryAt: "2026-11-20T10:47:00.000Z", message: "“451 Greylisted”." },
    "Pending",
    /^“451 Greylisted”\. Next try at \d\d:47\. 2 tries$/,
  ],
  [{ state: "sending" }, "Processing", /^Being sent to the mail service/],
  [{ state: "kept" }, "Kept in outbox", /not sent/],
  [{ state: "sent" }, "Sent", /^Accepted 20 Nov 2026, \d\d:32$/],
  [{ state: "delivered", deliveredAt: "2026-11-20T10:33:00.000Z" }, "Delivered", /^Delivered 20 Nov 2026, \d\d:33$/],
  [{ state: "undone" }, "Cancelled", /before it was sent/],
  [{ state: "unconfirmed" }, "Needs you", /Check the inbox before sending again/],
  [{ state: "bounced", message: "It came back: “550 Full”." }, "Needs you", /“550 Full”/],
])("an email that is %o has the light %s", async (part, word, says) => {
  const { list } = await open(ofJob([aDelivery(part)]));
  list.getByText(word);
  list.getByText(says);
});

test("emails that still wait show a countdown and can be cancelled in the job itself", async () => {
  const now = Date.now();
  const times = { createdAt: new Date(now).toISOString(), sendAfter: new Date(now + 20_000).toISOString() };
  const held = aDelivery({ state: "held", sentAt: null, tries: 0, ...times });
  const job = ofJob([held]);
  const { page, drawer, list } = await open(job);
  expect(drawer.getByRole("timer").textContent).toMatch(/^One email to bakery@dext.cc goes out in (20|1\d) seconds\.$/);
  page.answers[`POST /api/jobs/${job.id}/undo`] = {
    ...job,
    deliveries: [{ ...held, state: "undone", sendAfter: null }],
  };
  await page.user.click(drawer.getByRole("button", { name: "Undo" }));
  await list.findByText("Cancelled");
  expect(drawer.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("while it can be undone, a warning says that the inbox files every page as a separate item", async () => {
  const times = { createdAt: new Date().toISOString(), sendAfter: new Date(Date.now() + 20_000).toISOString() };
  const held = aDelivery({ state: "held", recipient: "bakery@multiple.dext.cc", sentAt: null, tries: 0, ...times });
  const says = /^Invoice\.pdf has 3 pages, and Dext multiple files every page as a separate item\./;
  const files = [aPaper("Till.jpg", 1), aPaper("Invoice.pdf", 3)];
  const { drawer, list } = await open({ ...ofJob([held]), files });
  drawer.getByText(new RegExp(`${says.source} Undo, and upload them as separate PDFs\\.$`));
  list.getByText(says);
});

test("no such warning for an inbox that keeps attachments whole, nor for single-page files", async () => {
  const single = aDelivery({ recipient: "bakery@multiple.dext.cc" });
  const { list } = await open({
    ...ofJob([aDelivery(), single]),
    files: [aPaper("Till.jpg", 1), aPaper("Fuel.jpg", 1)],
  });
  expect(list.queryByText(/separate item/)).toBeNull();
});

test("a clock that is behind the server's does not show more time than is left", async () => {
  const later = Date.now() + 600_000;
  const times = { createdAt: new Date(later).toISOString(), sendAfter: new Date(later + 20_000).toISOString() };
  const { drawer } = await open(ofJob([aDelivery({ state: "held", ...times })]));
  expect(drawer.getByRole("timer").textContent).toContain("in 20 seconds");
});

test("a refused address is corrected and sent to, and the customer keeps the correction", async () => {
  const job = ofJob([aDelivery(), refused]);
  const next = aDelivery({
    state: "waiting",
    recipient: "jo@kestrel-inn.example",
    isCopy: true,
    sentAt: null,
    tries: 0,
  });
  const { page, list } = await open(job, {
    [`POST /api/jobs/${job.id}/deliveries/${refused.id}/send-again`]: {
      ...job,
      deliveries: [job.deliveries[0], { ...refused, replacedById: next.id }, next],
    },
  });
  list.getByText("That server knows no such mailbox: “550 5.1.1 User unknown”");
  const address = list.getByLabelText("Address");
  await page.user.clear(address);
  await page.user.type(address, "jo@kestrel");
  await page.user.click(list.getByRole("button", { name: "Correct and send" }));
  list.getByText(/Enter a complete email address/);
  await page.user.type(address, "-inn.example");
  list.getByRole("checkbox", { name: "Also correct the address of Bright Bakery", checked: true });
  await page.user.click(list.getByRole("button", { name: "Correct and send" }));

  await list.findByText("Copy to jo@kestrel-inn.example");
  // Nothing had been sent before.
  list.getByText("Replaced");
  const asked = page.asked.find(({ call }) => call.endsWith("/send-again"));
  expect(asked?.body).toBe('{"recipient":"jo@kestrel-inn.example","correctCustomer":true}');
});

test("the email is sent to the same address again only after a press, and a refusal shows at the field", async () => {
  const job = ofJob([aDelivery()]);
  const path = `POST /api/jobs/${job.id}/deliveries/${job.deliveries[0]?.id}/send-again`;
  const { page, list } = await open(job, {
    [path]: { status: 409, body: { code: "address-refused", message: "It refused an email on 19 Nov 2026." } },
  });
  await page.user.click(list.getByRole("button", { name: "Send again to bakery@dext.cc" }));
  list.getByText(/may create a duplicate in the inbox/);
  await page.user.click(list.getByRole("button", { name: "Send again" }));
  await waitFor(() => list.getByText("It refused an email on 19 Nov 2026."));
  expect(page.asked.find(({ call }) => call.endsWith("/send-again"))?.body).toBe('{"correctCustomer":false}');
});

test("an email in doubt that has arrived needs nobody any more, and nothing is sent", async () => {
  const doubtful = aDelivery({ state: "unconfirmed", sentAt: null });
  const job = ofJob([doubtful]);
  const path = `POST /api/jobs/${job.id}/deliveries/${doubtful.id}/arrived`;
  const { page, list } = await open(job, { [path]: { ...job, deliveries: [aDelivery()] } });
  await page.user.click(list.getByRole("button", { name: "It arrived at bakery@dext.cc" }));

  await list.findByText("Sent");
  expect(list.queryByRole("button", { name: /^It arrived/ })).toBeNull();
  expect(page.asked.some(({ call }) => call.endsWith("/send-again"))).toBe(false);
});

test("an ended subscription shows why nothing is sent again", async () => {
  const { page, list } = await open(ofJob([refused]), { "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.findByText(/subscription ended/);
  await page.user.click(list.getByRole("button", { name: "Send" }));
  await page.findByText("Subscription expired");
  expect(page.asked.some(({ call }) => call.endsWith("/send-again"))).toBe(false);
});

describe("a postponed email", () => {
  const words = "The mail server put it off: “451 Greylisted”.";
  const putOff = aDelivery({ state: "waiting", sentAt: null, nextTryAt: "2026-11-20T10:47:00.000Z", message: words });
  const job = ofJob([putOff]);
  const path = `POST /api/jobs/${job.id}/deliveries/${putOff.id}`;
  const then = (part: Partial<Delivery>): Job => ({ ...job, deliveries: [{ ...putOff, nextTryAt: null, ...part }] });

  test("is sent at once on request", async () => {
    const { page, list } = await open(job, { [`${path}/try-now`]: then({ message: null }) });
    await page.user.click(list.getByRole("button", { name: "Try now" }));
    await list.findByText("Queued for sending");
    expect(list.queryByRole("button", { name: "Try now" })).toBeNull();
  });

  test("is cancelled", async () => {
    const { page, list } = await open(job, { [`${path}/stop`]: then({ state: "undone", message: null }) });
    await page.user.click(list.getByRole("button", { name: "Stop the email to bakery@dext.cc" }));
    await list.findByText("Cancelled");
    list.getByRole("button", { name: "Send to bakery@dext.cc" });
  });

  test("is sent to another address", async () => {
    const next = aDelivery({ recipient: "books@dext.cc" });
    const after = { ...job, deliveries: [{ ...putOff, state: "undone", replacedById: next.id }, next] };
    const { page, list } = await open(job, { [`${path}/send-again`]: after });
    await page.user.click(list.getByRole("button", { name: "Change address" }));
    await page.user.clear(list.getByLabelText("Address"));
    await page.user.type(list.getByLabelText("Address"), "books@dext.cc");
    await page.user.click(list.getByRole("button", { name: "Correct and send" }));
    await list.findByText("To books@dext.cc");
    list.getByText("Replaced");
  });
});

describe("an email whose sender has not confirmed their address", () => {
  const message = "Confirm your email address to send.";
  const waiting = aDelivery({ state: "failed", awaitsSender: true, sentAt: null, message });

  test("shows the reason, sends the sender the link again, and can be cancelled", async () => {
    const { page, list } = await open(ofJob([waiting]), { "POST /api/email/verification": { status: 204 } });
    list.getByText("Needs you");
    list.getByText("Confirm your email address to send");
    list.getByText("priya@hartley.example");
    await page.user.click(list.getByRole("button", { name: "Resend the link to confirm your email address" }));
    await page.findByText("Verification sent");
    list.getByRole("button", { name: "Stop the email to bakery@dext.cc" });
    expect(list.queryByRole("button", { name: /^Send/ })).toBeNull();
  });

  test("can be sent by another member", async () => {
    const { list } = await open(ofJob([{ ...waiting, confirmedById: "u-2" }]));
    list.getByRole("button", { name: "Send" });
    expect(list.queryByRole("button", { name: /^Resend/ })).toBeNull();
  });
});

test("of many emails only the first are shown, and those that need a user; one press shows all", async () => {
  const many = Array.from({ length: 40 }, () => aDelivery());
  const bounced = aDelivery({ state: "bounced", message: "The mailbox is full." });
  const { page, list } = await open(ofJob([...many, bounced]));
  const emails = () => list.getAllByText("To bakery@dext.cc").length;
  expect(emails()).toBe(26);
  list.getByText("The mailbox is full");
  await page.user.click(page.getByRole("button", { name: "Show all 41 emails" }));
  expect(emails()).toBe(41);
});

test("of many attachments only the first are shown until all are asked for", async () => {
  const attachments = Array.from({ length: 30 }, (_, index) => ({
    id: String(index),
    name: `${index}.pdf`,
    pages: 1,
    sizeBytes: 1000,
    note: null,
  }));
  const { page, list } = await open(ofJob([aDelivery({ attachments })]));
  expect(list.queryByText("29.pdf")).toBeNull();
  await page.user.click(list.getByRole("button", { name: "Show all 30 attachments" }));
  list.getByText("29.pdf");
});
