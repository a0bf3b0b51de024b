import type { Preload } from "@sheaf/contracts/preload.ts";
import { expect, test } from "vitest";
import { renderPreview } from "./entry-server.tsx";
import { aCustomer, aJob, outboxOnly as installation, ownPractice, priya, smallFirm, usage } from "./testing/people.ts";

const answers: Preload = [
  [["/api/user"], priya],
  [["/api/subscription"], smallFirm],
  [["/api/usage"], usage],
  [["/api/customers"], [aCustomer({ name: "Corner Shop" })]],
  [["/api/jobs", "recent"], [aJob("completed")]],
];
const text = (html = "") => html.replace(/<[^>]+>/g, " ");

test("the prerendered dashboard shows what is known of the practice, and placeholders for the rest", () => {
  const preview = renderPreview("/dashboard", { installation, answers });
  expect(text(preview)).toMatch(/Dashboard.*147 left.*Bright Bakery.*Corner Shop/s);
  expect(preview).toContain('aria-label="Loading Documents Sent"');
});

test("the prerendered dashboard has no greeting for the time of day, which only the browser knows", () => {
  expect(text(renderPreview("/dashboard", { installation, answers }))).not.toMatch(/\d\d:\d\d/);
});

test("a user who would be redirected from the dashboard gets no prerendered page", () => {
  const expired: Preload = [[["/api/subscription"], { ...smallFirm, status: "expired" }]];
  expect(renderPreview("/dashboard", { installation, answers: expired })).toBeUndefined();
  expect(renderPreview("/dashboard", { installation, answers: [[["/api/user"], priya]] })).toBeUndefined();
});

test("the prerendered dashboard of an own practice shows nothing about money, and needs no subscription", () => {
  const preview = text(renderPreview("/dashboard", { installation: ownPractice, answers: [[["/api/user"], priya]] }));
  expect(preview).toMatch(/Dashboard.*Documents this month/s);
  expect(preview).not.toMatch(/Pricing/);
});
