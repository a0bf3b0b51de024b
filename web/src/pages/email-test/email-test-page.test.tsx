import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Answer, openPage } from "../../testing/page.tsx";
import { outboxOnly, smallFirm } from "../../testing/people.ts";

const kept = (n: number) => ({
  id: `m-${n}`,
  createdAt: "2026-11-20T10:32:00.000Z",
  to: "brightwater@dext.cc",
  from: "Hartley & Wren <post@sheaf.example>",
  subject: `October papers ${n}`,
  text: "Dear reader,\n6 documents are attached.",
  attachments: [{ name: "Brightwater 2026-11-20.pdf", sizeBytes: 2_200_000 }],
});
const refusedAddress = {
  id: "s-1",
  address: "jo@kestrel-in.example",
  reason: "bounced",
  message: "550 5.1.1 User unknown",
  since: "2026-11-19T09:54:00.000Z",
};

const open = (answers: Record<string, Answer> = {}) =>
  openPage("/email-test", {
    "GET /api/test-email": { transport: "outbox", from: "post@sheaf.example" },
    "GET /api/outbox": [],
    "GET /api/suppressions": [],
    ...answers,
  });
const bySendGrid = { "GET /api/test-email": { transport: "sendgrid", from: "post@sheaf.example" } };
type Page = ReturnType<typeof open>;

async function send(page: Page, address: string) {
  if (address) await page.user.type(await page.findByLabelText("Email address"), address);
  await page.user.click(await page.findByRole("button", { name: "Send Test Email" }));
}

test("[S2.59] the page follows the audit trail in the sidebar, and explains a 403 before any test", async () => {
  const page = open(bySendGrid);
  const help = within(await page.findByRole("complementary", { name: "Troubleshooting" }));
  help.getByRole("heading", { name: "The provider answers 403 (Forbidden)" });
  await waitFor(() => expect(help.getAllByText("post@sheaf.example").length).toBeGreaterThan(1));
  const links = within(page.getByRole("navigation", { name: "Main" })).getAllByRole("link");
  expect(links.map((link) => link.textContent).slice(-2)).toEqual(["Audit Trail", "Email Test"]);
  expect(page.asked.some(({ call }) => call === "POST /api/test-email")).toBe(false);
});

test("[S5.13] an empty field shows that an address is required, and sends nothing", async () => {
  const page = open();
  await send(page, "");
  const toast = within(await page.findByRole("region", { name: "Notifications" }));
  toast.getByText("Email required");
  toast.getByText("Please enter an email address to test");
  expect(page.getByLabelText("Email address").getAttribute("aria-invalid")).toBe("true");
  expect(page.getAllByText("Please enter an email address to test")).toHaveLength(2);
  expect(page.asked.some(({ call }) => call === "POST /api/test-email")).toBe(false);
});

test("[S8.18] an outbox keeps the email, and the page says that nothing was sent", async () => {
  const result = { stored: true, from: "Hartley & Wren <post@sheaf.example>", answer: null };
  const page = open({ "POST /api/test-email": result });
  await send(page, "me@firm.example");
  await page.findByText("Test email sent!");
  page.getByText("Stored in the outbox below; nothing was sent");
  page.getByText("Kept for me@firm.example.");
});

test("a demonstration names its own mail service, and links to the page that shows the email", async () => {
  const result = { stored: false, from: "Hartley & Wren <post@sheaf.example>", answer: "202 Accepted" };
  const page = open({
    "GET /api/installation": { ...outboxOnly, demo: true, mailTransport: "demo", demoInbox: "http://127.0.0.1:4998" },
    "GET /api/test-email": { transport: "demo", from: "post@sheaf.example" },
    "POST /api/test-email": result,
  });
  await page.findByText("The demonstration’s own mail service");
  const link = await page.findByRole("link", { name: "Read them on its mail page" });
  expect(link.getAttribute("href")).toBe("http://127.0.0.1:4998");
  await send(page, "me@firm.example");
  await page.findByText(/The email is on the demonstration’s mail page\./);
  expect(page.queryByText(/spam folder\.$/)).toBeNull();
});

test("the provider's response and the sender are shown", async () => {
  const result = { stored: false, from: "Hartley & Wren <post@sheaf.example>", answer: "250 2.0.0 queued as 4F2" };
  const page = open({ ...bySendGrid, "POST /api/test-email": result });
  await send(page, "me@firm.example");
  await page.findByText("Test email sent!");
  page.getByText("250 2.0.0 queued as 4F2");
  page.getByText(/The sender was Hartley & Wren <post@sheaf.example>/);
  expect(page.queryByText("Stored in the outbox below; nothing was sent")).toBeNull();
  expect(page.queryByRole("heading", { name: "Outbox" })).toBeNull();
});

test.each<[string, Answer, string]>([
  [
    "in the server's words",
    { status: 502, body: { code: "email-not-sent", message: "403 Forbidden: from" } },
    "403 Forbidden: from",
  ],
  ["in ours when it gives none", { status: 502, body: "<h1>Bad gateway</h1>" }, "Failed to send test email"],
  ["in ours when its message is empty", { status: 500, body: { message: "" } }, "Failed to send test email"],
])("[S8.6] a failure shows %s", async (_how, answer, words) => {
  const page = open({ ...bySendGrid, "POST /api/test-email": answer });
  await send(page, "me@firm.example");
  await page.findByText("Email test failed");
  expect(page.getAllByText(words)).toHaveLength(2);
  page.getByText(/The sender address was post@sheaf.example/);
  page.getByDisplayValue("me@firm.example");
});

test("an ended subscription shows why nothing is sent", async () => {
  const page = open({ "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.findByText(/subscription ended/);
  await send(page, "me@firm.example");
  await page.findByText("Subscription expired");
  expect(page.asked.some(({ call }) => call === "POST /api/test-email")).toBe(false);
});

test("stored emails expand to their text and attachments, older ones are loaded on request", async () => {
  const page = open({
    "GET /api/outbox": (query: URLSearchParams) => {
      const first = !query.has("cursor");
      const headers = { "x-total-count": "2", ...(first ? { link: '</next>; rel="next"' } : {}) };
      return { status: 200, body: [kept(first ? 2 : 1)], headers };
    },
  });
  await page.user.click(await page.findByRole("button", { name: /October papers 2/ }));
  page.getByText(/6 documents are attached/);
  within(page.getByRole("list", { name: "Attachments" })).getByText("2.1 MB");
  page.getByText("Showing 1 of 2 emails");
  await page.user.click(page.getByRole("button", { name: "Show More" }));
  await page.findByRole("button", { name: /October papers 1/ });
  page.getByText("2 emails");
});

test("an empty outbox says what it is for; one that cannot be read offers to try again", async () => {
  const page = open();
  await page.findByText("No emails yet");
  page.unmount();
  const failed = open({ "GET /api/outbox": { status: 500, body: { code: "internal", message: "Broken." } } });
  await failed.findByText("The outbox could not be loaded");
});

test("an address that rejected emails is released", async () => {
  const page = open({ "GET /api/suppressions": [refusedAddress], "DELETE /api/suppressions/s-1": { status: 204 } });
  const row = within(await page.findByRole("list", { name: "Addresses that get no emails" }));
  row.getByText("550 5.1.1 User unknown");
  row.getByText("Refused an email on 19 Nov 2026");
  page.answers["GET /api/suppressions"] = [];
  await page.user.click(row.getByRole("button", { name: "Release jo@kestrel-in.example" }));
  await page.findByText("Address released");
  await page.findByText("No addresses");
});
