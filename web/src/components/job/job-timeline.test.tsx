import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../testing/job-server.ts";
import { openPage } from "../../testing/page.tsx";
import { aJob } from "../../testing/people.ts";

const step = (text: string, kind: JobEvent["kind"] = "good"): JobEvent => ({
  at: "2026-11-20T10:31:00.000Z",
  kind,
  who: null,
  text,
  words: null,
});

async function steps(events: JobEvent[]) {
  const job = aJob("completed");
  const page = openPage(`/audit-trail?job=${job.id}`, {
    ...serveJobs([job]),
    [`GET /api/jobs/${job.id}/timeline`]: events,
  });
  const drawer = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  await drawer.findByText("Uploaded");
  return { page, drawer, shown: () => drawer.queryAllByText(/converted$/).length };
}
const conversions = (number: number) => Array.from({ length: number }, (_, index) => step(`${index}.pdf converted`));

test("of many conversions in a row only the first and the last are shown, the others on request", async () => {
  const { page, drawer, shown } = await steps([step("Uploaded", "person"), ...conversions(40), step("Sent", "person")]);
  expect(shown()).toBe(4);
  drawer.getByText("39.pdf converted");
  await page.user.click(drawer.getByRole("button", { name: "Show 36 more steps" }));
  expect(shown()).toBe(40);
});

test("of a few conversions all are shown, and what needs a user is never folded", async () => {
  const few = conversions(8);
  const { drawer, shown } = await steps([step("Uploaded", "person"), ...few, step("b.pdf is damaged", "bad"), ...few]);
  expect(shown()).toBe(16);
  drawer.getByText("b.pdf is damaged");
});
