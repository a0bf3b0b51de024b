import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";

const open = (answers = {}) =>
  openPage("/dashboard", {
    "GET /api/jobs/recent": [],
    "GET /api/checklist": {
      steps: [
        { name: "customer", done: true },
        { name: "upload", done: false },
        { name: "colleague", done: false },
      ],
    },
    ...answers,
  });
const steps = async (page: ReturnType<typeof open>) => within(await page.findByRole("region", { name: "First steps" }));

test("a step links to where it is done, and a completed one says so", async () => {
  const page = open();
  const list = await steps(page);
  list.getByText("1 of 3 done");
  expect(list.queryByRole("link", { name: "Add your first customer" })).toBeNull();
  await page.user.click(list.getByRole("button", { name: /Upload a customer.s documents/ }));
  await page.findByRole("dialog", { name: "Upload Documents" });
});

test("inviting a colleague leads to the field for their address", async () => {
  const page = open({ "GET /api/members": [], "GET /api/invitations": [], "GET /api/settings": {} });
  expect((await steps(page)).getByRole("link", { name: "Invite a colleague" }).getAttribute("href")).toBe(
    "/settings#invite",
  );
});

test("a dismissed list disappears at once, and comes back when the request fails", async () => {
  const page = open({
    "POST /api/checklist/dismiss": { status: 503, body: { code: "service-busy", message: "Busy." } },
  });
  await page.user.click((await steps(page)).getByRole("button", { name: "Dismiss" }));
  await page.findByText("The list could not be dismissed");
  page.answers["POST /api/checklist/dismiss"] = { status: 204 };
  await page.user.click((await steps(page)).getByRole("button", { name: "Dismiss" }));
  expect(page.queryByRole("region", { name: "First steps" })).toBeNull();
});

test("nothing is shown when all steps are done", async () => {
  const page = open({ "GET /api/checklist": { steps: [] } });
  await page.findByRole("heading", { name: "Quick Actions" });
  expect(page.queryByRole("region", { name: "First steps" })).toBeNull();
});
