import { uploadExtension } from "@sheaf/contracts/formats.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { outboxOnly } from "../../testing/people.ts";

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const claiming = (...claims: string[]) => ({ ...nobody, "GET /api/installation": { ...outboxOnly, claims } });

test("[S1.17] only the promises of the installation's configuration are shown", async () => {
  const page = openPage("/", claiming("gdpr", "soc2"));
  await page.findByText("SOC 2 Type II.");
  page.getByText("GDPR compliant.");
  for (const other of [/99.9% uptime/, /Bank-level security/, /money-back/, /30-60 seconds/, /24 hours/]) {
    expect(page.queryByText(other)).toBeNull();
  }
});

test("an installation without promises has no such section", async () => {
  const page = openPage("/", claiming());
  await page.findByText("support@sheaf.example");
  expect(page.queryByRole("heading", { name: "What we promise" })).toBeNull();
});

test("a demonstration shows its promises, and says that they are only examples", async () => {
  const page = openPage("/", { ...nobody, "GET /api/installation": { ...outboxOnly, demo: true, claims: ["uptime"] } });
  await page.findByText("99.9% uptime.");
  page.getByText(/demonstration: every promise is shown, but none applies/);
});

test("a page delivered without a session does not request the user", async () => {
  document.documentElement.setAttribute("data-visitor", "");
  const page = openPage("/", nobody);
  await page.findByRole("link", { name: "Login" });
  expect(page.asked.map(({ call }) => call)).not.toContain("GET /api/user");
});

test("visitors find links to the plans and to the sign-in, members to their dashboard", async () => {
  const visitor = openPage("/", nobody);
  expect((await visitor.findByRole("link", { name: "Login" })).getAttribute("href")).toBe("/auth");
  visitor.getByRole("link", { name: "Sign In" });
  visitor.unmount();

  const member = openPage("/");
  const [header] = await member.findAllByRole("link", { name: "Go to Dashboard" });
  expect(header?.getAttribute("href")).toBe("/dashboard");
  member.getByText("Welcome priya.nair");
  expect(member.queryByRole("link", { name: "Login" })).toBeNull();
});

test("prices and formats are those of the plans and of the server", async () => {
  const page = openPage("/", nobody);
  for (const { name, price } of fallbackPlans) {
    const row = await page.findByRole("row", { name: new RegExp(name) });
    within(row).getByText(`£${price / 100}`);
  }
  const formats = within(page.getByRole("list", { name: "Accepted formats" })).getAllByRole("listitem");
  expect(formats.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(["HEIC", "ZIP", "MSG"]));
  for (const { textContent } of formats) expect(uploadExtension(`a.${textContent}`)).toBeDefined();
});

test("the limits of each inbox are those that the upload dialog uses", async () => {
  const page = openPage("/", nobody);
  await page.findByRole("row", { name: /Dext One document per attachment, 6 MB a file/ });
  page.getByRole("row", { name: /Hubdoc One attachment per email, 35 MB an email/ });
  page.getByRole("row", { name: /Xero Up to 10 attachments, 25 MB an email/ });
  page.getByRole("row", { name: /Sage Up to 25 PDFs and pictures, 20 MB an email/ });
});
