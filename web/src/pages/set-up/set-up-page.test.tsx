import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, openPage } from "../../testing/page.tsx";

const facts = {
  kind: "practice",
  seller: { name: "", address: "", vatNumber: "" },
  mail: {
    transport: "outbox",
    from: { name: "", address: "" },
    inbound: null,
    smtp: null,
    fixed: {},
    sendgrid: { region: "global", apiKey: { isSet: false }, webhookKey: { isSet: false } },
    postmark: { token: { isSet: false }, stream: "outbound", webhookAuth: { isSet: false } },
    ses: {
      region: "eu-west-2",
      accessKeyId: { isSet: false },
      secretAccessKey: { isSet: false },
      configurationSet: null,
      topicArn: null,
    },
    mailgun: { region: "global", domain: null, apiKey: { isSet: false }, signingKey: { isSet: false } },
  },
  fixed: {},
};
const answers: Record<string, Answer> = {
  "GET /api/set-up": { open: true, signInAt: null },
  "POST /api/set-up/check": facts,
  "POST /api/set-up/health": [
    { name: "mail", label: "Email", state: "warning", words: "Emails are kept in the outbox." },
    { name: "database", label: "Database", state: "ok", words: "PostgreSQL answers." },
  ],
};
const refused = (code: string, message: string, more: object = {}) => ({
  status: 409,
  body: { code, message, ...more },
});

const assign = vi.fn();
beforeEach(() => {
  sessionStorage.setItem("set-up-code", "MT4Y-VXPC-PA0K-X5EP");
  vi.stubGlobal("location", { hash: "", pathname: "/set-up", href: location.href, assign });
});
afterEach(() => {
  sessionStorage.clear();
  vi.unstubAllGlobals();
  assign.mockReset();
});

async function openForm(more: Record<string, Answer> = {}) {
  const page = openPage("/set-up", { ...answers, ...more });
  await page.user.type(await page.findByLabelText("First name"), "Maya");
  await page.user.type(page.getByLabelText("Last name"), "Okafor");
  await page.user.type(page.getByLabelText("Email", { selector: "input" }), "maya@okafor.example");
  await page.user.type(page.getByLabelText("Password", { selector: "input" }), "plum otter canal");
  return page;
}
const finish = (page: Awaited<ReturnType<typeof openForm>>) =>
  page.user.click(page.getByRole("button", { name: "Finish set-up" }));
const sent = (page: Awaited<ReturnType<typeof openForm>>) =>
  page.asked.filter(({ call }) => call === "POST /api/set-up").map(({ body }) => JSON.parse(String(body)));

test("an own practice without mail settings needs its name only, and continues to the dashboard", async () => {
  const page = await openForm({ "POST /api/set-up": { kind: "practice", portal: null } });
  await page.user.type(page.getByLabelText("Practice name"), "Okafor & Co");
  await finish(page);

  await waitFor(() => expect(assign).toHaveBeenCalledWith("/dashboard"));
  expect(sent(page)).toEqual([
    {
      code: "MT4Y-VXPC-PA0K-X5EP",
      kind: "practice",
      practiceName: "Okafor & Co",
      firstName: "Maya",
      lastName: "Okafor",
      email: "maya@okafor.example",
      password: "plum otter canal",
      mail: null,
    },
  ]);
});

test("a service needs its seller, and its operator is signed in to the portal", async () => {
  const portal = { token: "token-1", admin: { name: "Maya Okafor", role: "Administrator" } };
  const page = await openForm({ "POST /api/set-up": { kind: "service", portal } });
  await page.user.click(page.getByRole("radio", { name: /As a service/ }));
  await finish(page);
  page.getByText("Seller’s name is required");
  expect(sent(page)).toEqual([]);

  await page.user.type(page.getByLabelText("Seller’s name"), "Sheaf Hosting Ltd");
  await page.user.type(page.getByLabelText("Seller’s address"), "1 High Street{Enter}Leeds");
  await finish(page);
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/admin/dashboard"));
  expect(sent(page)[0].seller).toEqual({ name: "Sheaf Hosting Ltd", address: "1 High Street\nLeeds", vatNumber: "" });
  expect(localStorage.getItem("admin_token")).toBe("token-1");
  localStorage.clear();
});

test("a refusal shows at its field, and what was typed stays", async () => {
  const weak = { status: 400, body: { code: "weak-password", message: "That password is on every guesser's list." } };
  const page = await openForm({ "POST /api/set-up": weak });
  await page.user.type(page.getByLabelText("Practice name"), "Okafor & Co");
  await finish(page);

  const words = await page.findByText("That password is on every guesser's list.");
  expect(page.getByLabelText("Password", { selector: "input" }).getAttribute("aria-describedby")).toBe(
    words.closest("[id]")?.id,
  );
  expect((page.getByLabelText("Practice name") as HTMLInputElement).value).toBe("Okafor & Co");
});

test("incomplete mail settings are not sent, and the server's refusal shows at its field", async () => {
  const answer = refused("secret-needed", "Enter the server API token.", { field: "mail.postmark.token" });
  const page = await openForm({ "POST /api/set-up": answer });
  await page.user.type(page.getByLabelText("Practice name"), "Okafor & Co");
  await page.user.selectOptions(page.getByLabelText("How emails are sent"), "postmark");
  await finish(page);
  page.getByText("Sender’s address is required");
  expect(sent(page)).toEqual([]);

  await page.user.type(page.getByLabelText("Sender’s address"), "post@okafor.example");
  await page.user.type(page.getByLabelText("Server API token"), "a token");
  await finish(page);
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText("Server API token")));
  expect(sent(page)[0].mail).toMatchObject({ transport: "postmark", postmark: { token: "a token" } });
});

test("a user who comes after set-up is told where to sign in", async () => {
  const page = await openForm({ "POST /api/set-up": refused("set-up-ended", "This installation has been set up.") });
  page.answers["GET /api/set-up"] = { open: false, signInAt: "/admin/login" };
  await page.user.type(page.getByLabelText("Practice name"), "Okafor & Co");
  await finish(page);

  await page.findByRole("heading", { name: "This installation has been set up" });
  expect(page.getByRole("link", { name: "Go to sign-in" }).getAttribute("href")).toBe("/admin/login");
});

test("without a code the page asks for it, and a wrong one shows an error", async () => {
  sessionStorage.clear();
  const wrong = { status: 403, body: { code: "set-up-code-wrong", message: "This is not the code." } };
  const page = openPage("/set-up", { ...answers, "POST /api/set-up/check": wrong });
  await page.user.type(await page.findByLabelText("Code"), "AAAA");
  await page.user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByText("This is not the code of this installation.");
  page.getByText("./sheaf setup-address");

  page.answers["POST /api/set-up/check"] = facts;
  await page.user.click(page.getByRole("button", { name: "Continue" }));
  await page.findByLabelText("Practice name");
});

test("parts that need attention come first, and an environment variable fixes its field", async () => {
  const fixed = { ...facts, kind: "service", seller: { ...facts.seller, name: "Fixed Ltd" } };
  const variables = { kind: "INSTALLATION", "seller.name": "COMPANY_NAME" };
  const page = await openForm({ "POST /api/set-up/check": { ...fixed, fixed: variables } });

  page.getByText("Emails are kept in the outbox.");
  page.getByText("1 other part");
  const name = page.getByLabelText("Seller’s name") as HTMLInputElement;
  expect([name.value, name.readOnly]).toEqual(["Fixed Ltd", true]);
  page.getByText("Set by the environment variable COMPANY_NAME.");
  page.getByText("Set by the environment variable INSTALLATION.");
});
