import type { Notification } from "@sheaf/contracts/notifications.ts";
import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { catchStream } from "../../testing/stream.ts";

const told: Notification[] = [
  {
    jobId: "j-2",
    at: "2026-11-20T10:32:00.000Z",
    kind: "failed",
    customerName: "The Kestrel Inn",
    files: 4,
    says: "Bank March.pdf is password-protected.",
    errorMessage: "Bank March.pdf is password-protected.",
    isNew: true,
  },
  {
    jobId: "j-1",
    at: "2026-11-20T09:00:00.000Z",
    kind: "completed",
    customerName: "Bright Bakery",
    files: 1,
    says: "1 file became one PDF of 2 pages. Delivered to bakery@dext.cc.",
    errorMessage: null,
    isNew: false,
  },
];
const answer = (unseen: number) => ({ status: 200, body: told, headers: { "x-unseen-count": String(unseen) } });

/** The phone's bell is in the DOM, too: the styles hide one of them. */
const bells = "GET /api/notifications";

test("the bell counts new notifications that need a person, and opening it lists them and marks them as seen", async () => {
  const page = openPage("/customers", { [bells]: answer(2), "POST /api/notifications/seen": { status: 204 } });
  const main = within(await page.findByRole("main"));
  await page.user.click(await main.findByRole("button", { name: "Notifications, 2 new that need you" }));

  const panel = within(await page.findByRole("dialog", { name: "Notifications" }));
  panel.getByRole("link", { name: /New:\s*The Kestrel Inn.*Bank March.pdf is password-protected/ });
  panel.getByText("1 file became one PDF of 2 pages. Delivered to bakery@dext.cc.");
  await waitFor(() =>
    expect(page.asked.find(({ call }) => call === "POST /api/notifications/seen")?.body).toBe(
      '{"until":"2026-11-20T10:32:00.000Z"}',
    ),
  );
  await waitFor(() => expect(main.queryByRole("button", { name: /new that/, hidden: true })).toBeNull());
});

test("new notifications stay marked while the bell is open, though they are read again as seen", async () => {
  const page = openPage("/customers", { [bells]: answer(1), "POST /api/notifications/seen": { status: 204 } });
  const stream = catchStream();
  stream.install();
  const main = within(await page.findByRole("main"));
  await page.user.click(await main.findByRole("button", { name: "Notifications, 1 new that needs you" }));
  const panel = within(await page.findByRole("dialog", { name: "Notifications" }));
  panel.getByRole("link", { name: /New:\s*The Kestrel Inn/ });

  const before = page.reads(bells);
  const [seen, ...rest] = told.map((one) => ({ ...one, isNew: false }));
  page.answers[bells] = { ...answer(0), body: [{ ...seen, says: "Read again." }, ...rest] };
  await stream.say({ type: "job", id: "j-2" });
  await waitFor(() => expect(page.reads(bells)).toBeGreaterThan(before));
  await panel.findByRole("link", { name: /New:\s*The Kestrel Inn.*Read again/ });

  await page.user.keyboard("{Escape}");
  await page.user.click(await main.findByRole("button", { name: "Notifications" }));
  await page.findByRole("link", { name: /^The Kestrel Inn/ });
});

test("new notifications that need nobody are not counted, but are seen once the bell was open", async () => {
  const [, ready] = told.map((one) => ({ ...one, isNew: true }));
  const page = openPage("/customers", {
    [bells]: { ...answer(0), body: [ready] },
    "POST /api/notifications/seen": { status: 204 },
  });
  const main = within(await page.findByRole("main"));
  await page.user.click(await main.findByRole("button", { name: "Notifications" }));
  await waitFor(() =>
    expect(page.asked.find(({ call }) => call === "POST /api/notifications/seen")?.body).toBe(
      '{"until":"2026-11-20T09:00:00.000Z"}',
    ),
  );
});

test("a notification links to its job and closes the bell", async () => {
  const page = openPage("/customers", { [bells]: answer(0) });
  const main = within(await page.findByRole("main"));
  await page.user.click(await main.findByRole("button", { name: "Notifications" }));
  await page.user.click(await page.findByRole("link", { name: /Bright Bakery/ }));
  await waitFor(() => expect(page.address()).toBe("/audit-trail?job=j-1"));
  expect(page.queryByRole("dialog", { name: "Notifications" })).toBeNull();
});

test("a practice without finished jobs sees what the bell is for; a failure offers Retry", async () => {
  const page = openPage("/customers", { [bells]: { status: 503, body: { code: "x", message: "Try again." } } });
  const main = within(await page.findByRole("main"));
  await page.user.click(await main.findByRole("button", { name: "Notifications" }));
  await page.findByText("The notifications could not be loaded");
  page.answers[bells] = [];
  await page.user.click(page.getByRole("button", { name: "Retry" }));
  await page.findByText("No notifications yet");
});
