import type { Claim } from "@sheaf/contracts/orders.ts";
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { priya } from "../../testing/people.ts";

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("[S5.1] username and password are each required", async () => {
  const page = openPage("/auth", nobody);
  await page.user.click(await page.findByRole("button", { name: "Sign In" }));
  page.getByText("Username is required");
  page.getByText("Password is required");
  expect(page.asked.some(({ call }) => call === "POST /api/login")).toBe(false);
});

test("[S8.7] a wrong password shows an error, and keeps what was typed", async () => {
  const page = openPage("/auth", {
    ...nobody,
    "POST /api/login": { status: 401, body: { code: "wrong-credentials", message: "The password is wrong." } },
  });
  const username = await page.findByLabelText("Username or email");
  await page.user.type(username, "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "wrong horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText("Login failed");
  page.getByText("The password is wrong.");
  expect((username as HTMLInputElement).value).toBe("priya.nair");
  expect(page.address()).toBe("/auth");
});

test("while the server cannot tell who is signed in, it is asked once and the form shows", async () => {
  const page = openPage("/auth", {
    "GET /api/user": { status: 503, body: { code: "database-unavailable", message: "Try again in a minute." } },
  });
  await page.findByRole("button", { name: "Sign In" });
  expect(page.asked.filter(({ call }) => call === "GET /api/user")).toHaveLength(1);
});

test("a user whose session was ended sees the reason once", async () => {
  const words = "The owner of the practice removed your account.";
  const ended = { status: 401, body: { code: "session-ended", message: words } };
  const page = openPage("/customers", { "GET /api/user": ended });
  await waitFor(() => expect(page.address()).toBe("/auth"));
  await page.findByText(words);
  page.unmount();
  const again = openPage("/auth", nobody);
  await again.findByRole("tab", { name: "Sign In" });
  expect(again.queryByText(words)).toBeNull();
});

test("whichever call fails first after the session was ended, its reason is requested", async () => {
  const words = "You were signed out here from another browser. Sign in to continue.";
  const page = openPage("/customers", { "GET /api/customers": { status: 401, body: { code: "not-signed-in" } } });
  page.answers["GET /api/user"] = { status: 401, body: { code: "session-ended", message: words } };
  await waitFor(() => expect(page.address()).toBe("/auth"));
  await page.findByText(words);
});

test("[S4.1] signing in shows Login successful and continues", async () => {
  const page = openPage("/auth", { ...nobody, "POST /api/login": priya });
  await page.user.type(await page.findByLabelText("Username or email"), "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "correct horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText("Login successful");
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});

test("[S5.2] signing up requires every field, and shows the server's reason for a refusal", async () => {
  const page = openPage("/auth?tab=sign-up", {
    ...nobody,
    "POST /api/register": { status: 409, body: { code: "username-taken", message: "This username is taken." } },
  });
  const create = await page.findByRole("button", { name: "Create account" });
  await page.user.click(create);
  for (const label of ["First name", "Last name", "Practice name", "Email", "Username", "Password"]) {
    page.getByText(`${label} is required`);
  }
  await page.user.type(page.getByLabelText("First name"), "Priya");
  await page.user.type(page.getByLabelText("Last name"), "Nair");
  await page.user.type(page.getByLabelText("Practice name"), "Hartley & Wren");
  await page.user.type(page.getByLabelText("Email"), "priya@hartley.example");
  await page.user.type(page.getByLabelText("Username"), "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[1] as HTMLElement, "correct horse");
  await page.user.click(create);
  await page.findByText("Registration failed");
  page.getByText("This username is taken.");
  const sent = page.asked.find(({ call }) => call === "POST /api/register");
  expect(JSON.parse(String(sent?.body))).toEqual({
    firstName: "Priya",
    lastName: "Nair",
    practiceName: "Hartley & Wren",
    email: "priya@hartley.example",
    username: "priya.nair",
    password: "correct horse",
  });
});

test("[S2.28] after a payment the page says so and opens Sign Up", async () => {
  const page = openPage("/auth?payment=success", nobody);
  await page.findByText("Payment successful! Create your account to start using the product.");
  page.getByRole("tab", { name: "Sign Up", selected: true });
});

describe("a payment made before there is an account", () => {
  const claim: Claim = {
    planName: "Small Firm",
    planSlug: "small-firm",
    paidPence: 2400,
    email: "new@firm.example",
    state: "open",
  };
  const checked = (answer: unknown, answers = {}) =>
    openPage("/auth?payment=success&claim=claim-token-of-a-payment", {
      ...nobody,
      "POST /api/claims/check": answer,
      ...answers,
    });

  async function signUp(page: ReturnType<typeof checked>) {
    await page.user.type(await page.findByLabelText("First name"), "Priya");
    await page.user.type(page.getByLabelText("Last name"), "Nair");
    await page.user.type(page.getByLabelText("Practice name"), "Hartley & Wren");
    await page.user.type(page.getByLabelText("Username"), "priya.nair");
    await page.user.type(page.getAllByLabelText("Password")[1] as HTMLElement, "correct horse");
    await page.user.click(page.getByRole("button", { name: "Create account" }));
  }
  const registered = (page: ReturnType<typeof checked>) =>
    page.asked.filter(({ call }) => call === "POST /api/register").map(({ body }) => JSON.parse(String(body)));

  test("[S2.30] has a link that shows what is claimed, and the account starts with it", async () => {
    sessionStorage.setItem("selectedPlan", "growth");
    const page = checked(claim, { "POST /api/register": priya });
    await page.findByText(/^Small Firm, £24.00/);
    expect(page.address()).toBe("/auth?payment=success");
    await signUp(page);
    await waitFor(() => expect(page.address()).toBe("/dashboard"));
    expect(registered(page)).toMatchObject([
      { claimToken: "claim-token-of-a-payment", email: "new@firm.example", username: "priya.nair" },
    ]);
    expect(localStorage.getItem("claimToken")).toBeNull();
  });

  test("that PayPal still holds says so before and after", async () => {
    const page = checked({ ...claim, state: "waiting" }, { "POST /api/register": priya });
    await page.findByText(/PayPal has not released the payment yet/);
    page.answers["GET /api/subscription"] = { status: 404 };
    await signUp(page);
    await page.findByRole("heading", { name: "PayPal is still checking the payment" });
    expect(page.address()).toBe("/subscribe?plan=small-firm&payment=waiting");
  });

  test("whose link was used already says so instead of a greeting, and is forgotten", async () => {
    const used = { code: "claim-invalid", message: "This payment was claimed already." };
    const page = checked({ status: 410, body: used });
    await page.findByText("This payment was claimed already.");
    expect(page.queryByText(/^Payment successful!/)).toBeNull();
    expect(localStorage.getItem("claimToken")).toBeNull();
  });

  test("that another person claimed meanwhile keeps what was typed: the next press continues without it", async () => {
    const used = { code: "claim-invalid", message: "This payment was claimed already." };
    const page = checked(claim, { "POST /api/register": { status: 410, body: used } });
    await signUp(page);
    await page.findByText(/You can create your account without the payment/);
    page.answers["POST /api/register"] = priya;
    await page.user.click(page.getByRole("button", { name: "Create account" }));
    await waitFor(() => expect(registered(page)).toHaveLength(2));
    expect(registered(page)[1]).not.toHaveProperty("claimToken");
  });

  test("[S2.31] is claimed by a user who signs in instead", async () => {
    const page = checked(claim, { "POST /api/login": priya });
    await page.user.click(await page.findByRole("tab", { name: "Sign In" }));
    await page.user.type(page.getByLabelText("Username or email"), "priya.nair");
    await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "correct horse");
    await page.user.click(page.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(page.address()).toBe("/subscribe?plan=small-firm"));
    await page.findByRole("button", { name: "Add Payment to Hartley & Wren" });
  });
});

test("[S2.32] a user who is signed in already is sent to the plan chosen before, otherwise to the dashboard", async () => {
  sessionStorage.setItem("selectedPlan", "growth");
  const choosing = openPage("/auth");
  await waitFor(() => expect(choosing.address()).toBe("/subscribe?plan=growth"));
  expect(sessionStorage.getItem("selectedPlan")).toBeNull();
  choosing.unmount();

  const page = openPage("/auth");
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});

test("[D22] after signing in, the user continues to the requested page", async () => {
  const page = openPage("/customers?q=bakery", { ...nobody, "POST /api/login": priya });
  await page.user.type(await page.findByLabelText("Username or email"), "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "correct horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(page.address()).toBe("/customers?q=bakery"));
});

describe("two-factor sign-in", () => {
  const needed = { status: 401, body: { code: "two-factor-needed", message: "Enter the six digits." } };

  async function atTheCode(answers: Record<string, unknown> = {}) {
    const page = openPage("/auth", { ...nobody, "POST /api/login": needed, ...answers });
    await page.user.type(await page.findByLabelText("Username or email"), "priya.nair");
    await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "correct horse");
    await page.user.click(page.getByRole("button", { name: "Sign In" }));
    await page.findByLabelText("Code");
    return page;
  }

  test("requires the code in a second step, and shows no failure", async () => {
    const page = await atTheCode();
    expect(page.queryByText("Login failed")).toBeNull();
    expect(document.activeElement).toBe(page.getByLabelText("Code"));

    await page.user.click(page.getByRole("button", { name: "Sign In" }));
    page.getByText("Code is required");

    page.answers["POST /api/login"] = priya;
    await page.user.type(page.getByLabelText("Code"), "123 456");
    await page.user.click(page.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(page.address()).toBe("/dashboard"));
    const last = page.asked.findLast(({ call }) => call === "POST /api/login");
    expect(JSON.parse(String(last?.body))).toEqual({
      username: "priya.nair",
      password: "correct horse",
      code: "123 456",
    });
  });

  test("shows an error for a wrong code, which can be typed again; Back shows what was typed before", async () => {
    const page = await atTheCode();
    page.answers["POST /api/login"] = { status: 401, body: { code: "wrong-code", message: "That code is wrong." } };
    await page.user.type(page.getByLabelText("Code"), "000000");
    await page.user.click(page.getByRole("button", { name: "Sign In" }));
    await page.findByText("That code is wrong.");
    expect((page.getByLabelText("Code") as HTMLInputElement).value).toBe("000000");

    await page.user.click(page.getByRole("button", { name: "Back" }));
    expect((page.getByLabelText("Username or email") as HTMLInputElement).value).toBe("priya.nair");
  });

  test("accepts a recovery code instead", async () => {
    const page = await atTheCode();
    await page.user.click(page.getByRole("button", { name: "Use a recovery code" }));
    page.answers["POST /api/login"] = priya;
    await page.user.type(page.getByLabelText("Recovery code"), "k7qm-x2vd-0000-1111");
    await page.user.click(page.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(page.address()).toBe("/dashboard"));
  });
});

test("after too many attempts the remaining wait counts down, and nothing is sent before it is over", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = openPage("/auth", {
    ...nobody,
    "POST /api/login": {
      status: 429,
      headers: { "retry-after": "872" },
      body: { code: "too-many-attempts", message: "Too many attempts. Try again in 15 minutes." },
    },
  });
  await page.user.type(await page.findByLabelText("Username or email"), "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "wrong horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText("14:32");
  const tries = () => page.asked.filter(({ call }) => call === "POST /api/login").length;

  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(page.getByRole("timer").textContent).toMatch(/^13:3[0-2]$/);
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  expect(tries()).toBe(1);

  await act(() => vi.advanceTimersByTimeAsync(820_000));
  expect(page.queryByRole("timer")).toBeNull();
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(tries()).toBe(2));
});

test("the wait after a refused username does not apply to another username", async () => {
  const refused = {
    status: 429,
    headers: { "retry-after": "872" },
    body: { code: "too-many-attempts", message: "Too many attempts. Try again in 15 minutes." },
  };
  const page = openPage("/auth", { ...nobody, "POST /api/login": refused });
  const username = await page.findByLabelText("Username or email");
  await page.user.type(username, "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "wrong horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByRole("timer");

  await page.user.clear(username);
  await page.user.type(username, "tom.reed");
  expect(page.queryByRole("timer")).toBeNull();
  page.answers["POST /api/login"] = { ...priya, username: "tom.reed" };
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});

test("Terms and Privacy can be read without losing what was typed", async () => {
  const page = openPage("/auth?tab=sign-up", nobody);
  const terms = await page.findByRole("link", { name: /^Terms/ });
  expect([terms.getAttribute("href"), terms.getAttribute("target")]).toEqual(["/terms", "_blank"]);
  page.getByText(/18 or over/);
});
