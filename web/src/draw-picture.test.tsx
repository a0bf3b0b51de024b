import type { Preload } from "@sheaf/contracts/preload.ts";
import { expect, test } from "vitest";
import { drawPicture } from "./entry-server.tsx";
import { aCustomer, aJob, outboxOnly as installation, ownPractice, priya, smallFirm, usage } from "./testing/people.ts";

const answers: Preload = [
  [["/api/user"], priya],
  [["/api/subscription"], smallFirm],
  [["/api/usage"], usage],
  [["/api/customers"], [aCustomer({ name: "Corner Shop" })]],
  [["/api/jobs", "recent"], [aJob("completed")]],
];
const text = (html = "") => html.replace(/<[^>]+>/g, " ");

test("the picture of a dashboard shows what is known of the practice, and waits for the rest", () => {
  const picture = drawPicture("/dashboard", { installation, answers });
  expect(text(picture)).toMatch(/Dashboard.*147 left.*Bright Bakery.*Corner Shop/s);
  expect(picture).toContain('aria-label="Loading Documents Sent"');
});

test("it says no time of day: which one it is where it is read, only the browser knows", () => {
  expect(text(drawPicture("/dashboard", { installation, answers }))).not.toMatch(/\d\d:\d\d/);
});

test("whoever is led elsewhere from there is shown none", () => {
  const expired: Preload = [[["/api/subscription"], { ...smallFirm, status: "expired" }]];
  expect(drawPicture("/dashboard", { installation, answers: expired })).toBeUndefined();
  expect(drawPicture("/dashboard", { installation, answers: [[["/api/user"], priya]] })).toBeUndefined();
});

test("the picture for an own practice has nothing about money, and needs no subscription", () => {
  const picture = text(drawPicture("/dashboard", { installation: ownPractice, answers: [[["/api/user"], priya]] }));
  expect(picture).toMatch(/Dashboard.*Documents this month/s);
  expect(picture).not.toMatch(/Pricing/);
});
