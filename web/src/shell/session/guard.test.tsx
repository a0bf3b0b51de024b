import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { inOwnPractice, smallFirm } from "../../testing/people.ts";

const never = new Promise<never>(() => undefined);
const refused = (status: number, code: string) => ({ status, body: { code, message: "A sentence." } });

test("[S2.4] until it is known who is signed in, only a spinner shows", async () => {
  const page = openPage("/customers", { "GET /api/user": never });
  await page.findByRole("status", { name: "Loading" });
  expect(page.address()).toBe("/customers");
  expect(page.queryByRole("heading")).toBeNull();
});

test("[S2.5] while the subscription is checked, only a spinner shows", async () => {
  const page = openPage("/customers", { "GET /api/subscription": never });
  await waitFor(() => expect(page.asked.map(({ call }) => call)).toContain("GET /api/subscription"));
  page.getByRole("status", { name: "Loading" });
  expect(page.address()).toBe("/customers");
  expect(page.queryByRole("heading")).toBeNull();
});

test.each([
  "/subscription-expired",
  "/sample",
  "/dashboard",
  "/customers",
  "/upload",
  "/audit-trail",
  "/email-test",
  "/settings",
])("[S2.2] a user who is not signed in is redirected from %s to /auth", async (address) => {
  const page = openPage(address, { "GET /api/user": refused(401, "not-signed-in") });
  await waitFor(() => expect(page.address()).toBe("/auth"));
  await page.findByRole("tab", { name: "Sign In", selected: true });
});

test("[S2.7] a practice that never had a subscription is redirected to /pricing, with a link to sign out", async () => {
  const page = openPage("/audit-trail", { "GET /api/subscription": refused(404, "no-subscription") });
  await waitFor(() => expect(page.address()).toBe("/pricing"));
  await page.findByRole("button", { name: "Sign Out" });
  await page.findByText("£24");
});

test("[D19] a subscription call that fails otherwise offers Retry and does not redirect", async () => {
  const page = openPage("/audit-trail", { "GET /api/subscription": refused(503, "service-busy") });
  const retry = await page.findByRole("button", { name: "Retry" });
  expect(page.address()).toBe("/audit-trail");
  page.answers["GET /api/subscription"] = smallFirm;
  await page.user.click(retry);
  await page.findByRole("heading", { name: "Audit Trail" });
});

test.each([
  ["that never had a subscription", refused(404, "no-subscription")],
  ["whose subscription ended", { ...smallFirm, status: "expired" }],
  ["whose subscription cannot be read", refused(503, "service-busy")],
])("an own practice %s opens its pages all the same", async (_, subscription) => {
  const page = openPage("/audit-trail", { ...inOwnPractice, "GET /api/subscription": subscription });
  await page.findByRole("heading", { name: "Audit Trail" });
  expect(page.queryByText(/subscription/i)).toBeNull();
});

test("[D20] an ended subscription leaves everything readable, says so, and blocks new work", async () => {
  const page = openPage("/audit-trail", { "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.findByText(/Your Small Firm subscription ended on 6 Dec 2026/);
  await page.user.click((await page.findAllByRole("button", { name: "New Upload" }))[0] as HTMLElement);
  await page.findByText("Subscription expired");
  expect(page.queryByRole("dialog")).toBeNull();
});

test.each([
  ["a visitor", { "GET /api/user": refused(401, "not-signed-in") }],
  ["a member", {}],
  ["a practice without a subscription", { "GET /api/subscription": refused(404, "no-subscription") }],
])("[S2.3] an unknown address says so to %s", async (_who, answers) => {
  const page = openPage("/nowhere", answers);
  await page.findByRole("heading", { name: "404 Page Not Found" });
  page.getByText("Did you forget to add the page to the router?");
});

test("[S4.3] signing out leaves no user; a failure leaves the user on the page", async () => {
  const page = openPage("/customers", { "POST /api/logout": refused(503, "service-busy") });
  await page.user.click(await page.findByRole("button", { name: "Sign Out" }));
  await page.findByText("Logout failed");
  expect(page.address()).toBe("/customers");
  page.answers["POST /api/logout"] = {};
  await page.user.click(page.getByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(page.address()).toBe("/auth"));
});

test("signing out removes the user's stored values one by one; theme, claim and the portal's session stay", async () => {
  const kept = { "vite-ui-theme": "dark", claimToken: "paid-before", admin_token: "token-1", admin_user: "{}" };
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  onTestFinished(() => localStorage.clear());
  sessionStorage.setItem("selectedPlan", "solo");
  const page = openPage("/customers", { "POST /api/logout": {}, "GET /api/claims/check": { state: "waiting" } });
  await page.user.click(await page.findByRole("button", { name: "Sign Out" }));
  await waitFor(() => expect(page.address()).toBe("/auth"));

  expect({ ...localStorage }).toMatchObject(kept);
  expect({ ...sessionStorage }).toEqual({});
  expect(page.answersHeld().filter((path) => path.startsWith("/api/customers"))).toEqual([]);
  expect(page.answersHeld()).toContain("/api/installation");
});
