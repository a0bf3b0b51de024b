import { afterEach, expect, test } from "vitest";
import { bringInstallation } from "./testing/installation.ts";
import { openPage } from "./testing/page.tsx";
import { inOwnPractice, ownPractice, settings } from "./testing/people.ts";

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const member = { ...inOwnPractice, "GET /api/settings": settings, "GET /api/members": [], "GET /api/invitations": [] };
const money = /£|\bpay|\bpric|\bplans?\b|subscri|refund|billing|upgrade|renew|allowance|per month/i;
/** An example of what is printed on a customer's paper. */
const amountOnPaper = "£48.20";
const moneyCalls = /subscription-plans|billing|payments|refunds|orders|claims/;

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test.each([
  ["a member", "/dashboard", "Dashboard"],
  ["a member", "/upload", "Upload Files"],
  ["a member", "/customers", "Customers"],
  ["a member", "/audit-trail", "Audit Trail"],
  ["a member", "/settings", "Security and compliance"],
  ["a member", "/help", "Help"],
  ["a visitor", "/help", "Help"],
  ["a visitor", "/terms", "Terms of Service"],
  ["a visitor", "/privacy", "Privacy Notice"],
  ["a visitor", "/auth", "Welcome back"],
])("%s of an own practice reads nothing about money at %s", async (who, address, heading) => {
  const page = openBrought(address, { ...member, ...(who === "a visitor" ? nobody : {}) });
  await page.findByRole("heading", { name: heading });
  expect(page.container.textContent?.replaceAll(amountOnPaper, "")).not.toMatch(money);
  for (const link of page.container.querySelectorAll("a")) {
    expect(link.getAttribute("href")).not.toMatch(/pricing|subscri|refund/);
  }
  expect(page.asked.map(({ call }) => call).filter((call) => moneyCalls.test(call))).toEqual([]);
});

test.each([
  ["a member", "/pricing"],
  ["a member", "/subscribe?plan=solo"],
  ["a member", "/subscription-expired"],
  ["a member", "/refund"],
  ["a visitor", "/pricing"],
  ["a visitor", "/subscribe"],
  ["a visitor", "/subscription-expired"],
  ["a visitor", "/refund"],
])("%s of an own practice gets the page for unknown addresses at %s", async (who, address) => {
  const page = openBrought(address, { ...member, ...(who === "a visitor" ? nobody : {}) });
  await page.findByRole("heading", { name: "404 Page Not Found" });
  page.getByText("Did you forget to add the page to the router?");
  expect(page.address()).toBe(address);
});

test("a stored plan or payment in this browser does not redirect a member of an own practice", async () => {
  localStorage.setItem("claimToken", "paid-before");
  sessionStorage.setItem("selectedPlan", "solo");
  sessionStorage.setItem("heldPayment", "solo");
  const page = openBrought("/auth?payment=success", member);
  await page.findByRole("heading", { name: "Dashboard" });
  expect(page.asked.map(({ call }) => call).filter((call) => moneyCalls.test(call))).toEqual([]);
});

test("an own practice has no sign-up form: it says that colleagues are invited", async () => {
  const page = openBrought("/auth?tab=sign-up", { ...member, ...nobody });
  await page.findByText(/Colleagues join by invitation/);
  expect(page.queryByRole("tab")).toBeNull();
  expect(page.queryByLabelText("Practice name")).toBeNull();
  expect(page.queryByRole("link", { name: "Back to Home" })).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  page.getByText("Username is required");
});

test("the start page of an own practice leads to sign-in", async () => {
  const page = openBrought("/", { ...member, ...nobody });
  await page.findByRole("heading", { name: "Welcome back" });
  expect(page.address()).toBe("/auth");
});

/** Opens a page with the installation's facts embedded, so that nothing of a service shows first. */
function openBrought(address: string, answers: Parameters<typeof openPage>[1]) {
  bringInstallation(ownPractice);
  return openPage(address, answers);
}
