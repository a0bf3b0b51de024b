import { waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { anAdminProfile, anOverview, signInAdmin, storedAdmin } from "../../../testing/admin.ts";
import { type Answer, openPage } from "../../../testing/page.tsx";

afterEach(() => localStorage.clear());

const login = { token: "token-1", admin: { name: "Margaret Hale", role: "Administrator" } };
const overview = { "GET /api/admin/metrics/overview": anOverview() };

async function signIn(answers: Record<string, Answer>) {
  const page = openPage("/admin/login", { ...overview, ...answers });
  await page.user.type(await page.findByLabelText("Email"), "margaret@operator.example");
  await page.user.type(page.getByLabelText("Password"), "plum otter canal");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  return page;
}

test("[S2.70] the right password opens the dashboard, and only the token is stored", async () => {
  const page = await signIn({ "POST /api/admin/login": login });

  await page.findByText("Login successful");
  await page.findByText("Total users");
  expect(page.address()).toBe("/admin/dashboard");
  expect(storedAdmin()).toEqual(["token-1", JSON.stringify(login.admin)]);
  expect(page.container.textContent).toContain("Welcome, Margaret Hale, Administrator");
  const asked = page.asked.find(({ call }) => call === "GET /api/admin/metrics/overview");
  expect(asked?.headers.get("authorization")).toBe("Bearer token-1");
});

test("[S2.69] email and password are required, and the password can be shown", async () => {
  const page = openPage("/admin/login");
  await page.user.click(await page.findByRole("button", { name: "Sign In" }));

  page.getByText("Email is required");
  page.getByText("Password is required");
  expect(page.asked.map(({ call }) => call)).not.toContain("POST /api/admin/login");
  await page.user.click(page.getByRole("button", { name: "Show password" }));
  expect(page.getByLabelText("Password").getAttribute("type")).toBe("text");
  expect(page.getByRole("link", { name: "Back to main application" }).getAttribute("href")).toBe("/");
});

const cut = () => Promise.reject(new TypeError("Failed to fetch"));

test.each<[string, Answer, string]>([
  [
    "in the server's words",
    { status: 401, body: { message: "Email or password is wrong." } },
    "Email or password is wrong.",
  ],
  ["without words of the server", { status: 401, body: "" }, "Invalid credentials"],
  ["when no answer comes", cut, "An error occurred during login. Please try again."],
])("[S8.20] a failed login shows %s, and keeps what was typed", async (_, answer, words) => {
  const page = await signIn({ "POST /api/admin/login": answer });

  await page.findByText("Login failed");
  page.getByText(words);
  expect(page.address()).toBe("/admin/login");
  expect((page.getByLabelText("Password") as HTMLInputElement).value).toBe("plum otter canal");
  expect(storedAdmin()).toEqual([null, null]);
});

test("with two-factor sign-in a code is required and sent along", async () => {
  const needed = { status: 401, body: { code: "two-factor-needed", message: "Enter the six digits." } };
  const page = await signIn({ "POST /api/admin/login": needed });
  const code = await page.findByLabelText("Code");
  expect(page.queryByText("Login failed")).toBeNull();

  page.answers["POST /api/admin/login"] = login;
  await page.user.type(code, "123456");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));

  await page.findByText("Total users");
  expect(JSON.parse(String(page.asked.findLast(({ call }) => call === "POST /api/admin/login")?.body))).toEqual({
    email: "margaret@operator.example",
    password: "plum otter canal",
    code: "123456",
  });
});

test("without a second factor the portal only offers to set it up, and opens once the codes were read", async () => {
  signInAdmin();
  const page = openPage("/admin/dashboard", {
    ...overview,
    "GET /api/admin/me": anAdminProfile({ twoFactor: false }),
    "POST /api/admin/two-factor/start": { secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", uri: "otpauth://totp/Sheaf:x" },
    "POST /api/admin/two-factor/confirm": { recoveryCodes: ["k7qm-x2vd-1111-2222"] },
  });
  await page.user.click(await page.findByRole("button", { name: "Set Up" }));
  expect(page.queryByRole("tab")).toBeNull();
  expect(page.asked.map(({ call }) => call)).not.toContain("GET /api/admin/metrics/overview");

  await page.user.type(await page.findByLabelText("Current password"), "plum otter canal");
  await page.user.click(page.getByRole("button", { name: "Continue" }));
  page.answers["GET /api/admin/me"] = anAdminProfile();
  await page.user.type(await page.findByLabelText("Code from the app"), "123456");
  await page.user.click(page.getByRole("button", { name: "Turn On" }));
  await page.findByText("k7qm-x2vd-1111-2222");
  await page.user.click(page.getByRole("button", { name: "I have kept them" }));

  await page.findByText("Total users");
});

test("a demonstration opens without a second factor, and says so", async () => {
  signInAdmin();
  const page = openPage("/admin/dashboard", {
    ...overview,
    "GET /api/admin/me": anAdminProfile({ twoFactor: false, twoFactorRequired: false }),
  });

  await page.findByText("Total users");
  page.getByText("This is a demonstration, so two-factor sign-in is not required.");
});

test("an administrator who is signed in already goes to the dashboard", async () => {
  signInAdmin();
  const page = openPage("/admin/login", overview);

  await page.findByText("Total users");
  expect(page.address()).toBe("/admin/dashboard");
});

test("[S4.26] a stored administrator that cannot be parsed is removed together with the token", async () => {
  signInAdmin("token-1", "{broken");
  const page = openPage("/admin/dashboard", overview);

  await page.findByRole("heading", { name: "Admin sign-in" });
  expect(storedAdmin()).toEqual([null, null]);
  expect(page.asked.map(({ call }) => call)).not.toContain("GET /api/admin/metrics/overview");
});

test("[S4.27] Exit signs out even when the server cannot be reached", async () => {
  signInAdmin();
  const page = openPage("/admin/dashboard", { ...overview, "POST /api/admin/logout": { status: 500, body: "down" } });

  await page.user.click(await page.findByRole("button", { name: "Exit" }));

  await page.findByRole("heading", { name: "Admin sign-in" });
  expect(page.address()).toBe("/admin/login");
  expect(storedAdmin()).toEqual([null, null]);
  const told = page.asked.find(({ call }) => call === "POST /api/admin/logout");
  expect(told?.headers.get("authorization")).toBe("Bearer token-1");
});

test("[S6.8] a 401 on a call of the portal ends its sign-in and leads back afterwards; the practice's sign-in stays", async () => {
  signInAdmin();
  const page = openPage("/admin/dashboard?tab=analytics", {
    ...overview,
    "GET /api/admin/metrics/overview": { status: 401, body: { code: "admin-needed", message: "Sign in." } },
    "POST /api/admin/login": login,
  });

  await page.findByText("Admin authentication expired");
  await waitFor(() => expect(page.address()).toBe("/admin/login"));
  expect(storedAdmin()).toEqual([null, null]);

  page.answers["GET /api/admin/metrics/overview"] = anOverview();
  await page.user.type(page.getByLabelText("Email"), "margaret@operator.example");
  await page.user.type(page.getByLabelText("Password"), "plum otter canal");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText("Churn rate");
  expect(page.address()).toBe("/admin/dashboard?tab=analytics");
});

test("the wait after a refused email does not apply to another email", async () => {
  const page = await signIn({
    "POST /api/admin/login": {
      status: 429,
      headers: { "retry-after": "872" },
      body: { code: "too-many-attempts", message: "Too many attempts. Try again in 15 minutes." },
    },
  });
  await page.findByRole("timer");

  await page.user.clear(page.getByLabelText("Email"));
  await page.user.type(page.getByLabelText("Email"), "john@operator.example");
  expect(page.queryByRole("timer")).toBeNull();
  page.answers["POST /api/admin/login"] = login;
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText("Login successful");
});

test("[S8.22] a call without a stored token sends nothing and leads to the sign-in", async () => {
  signInAdmin();
  const page = openPage("/admin/dashboard?tab=users", { "GET /api/admin/users/search": [] });
  const search = await page.findByLabelText("Search users");
  localStorage.removeItem("admin_token");

  await page.user.type(search, "pri");

  await page.findByText("No admin token found");
  await waitFor(() => expect(page.address()).toBe("/admin/login"));
  expect(page.asked.map(({ call }) => call)).not.toContain("GET /api/admin/users/search");
});
