import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { priya } from "../../testing/people.ts";

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };

test("username and password are each required", async () => {
  const page = openPage("/auth", nobody);
  await page.user.click(await page.findByRole("button", { name: "Sign In" }));
  page.getByText("Username is required");
  page.getByText("Password is required");
  expect(page.asked.some(({ call }) => call === "POST /api/login")).toBe(false);
});

test("a wrong password says so, and what was typed stays", async () => {
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

test("signing in greets with Login successful and goes on", async () => {
  const page = openPage("/auth", { ...nobody, "POST /api/login": priya });
  await page.user.type(await page.findByLabelText("Username or email"), "priya.nair");
  await page.user.type(page.getAllByLabelText("Password")[0] as HTMLElement, "correct horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText("Login successful");
  await waitFor(() => expect(page.address()).toBe("/dashboard"));
});

test("signing up asks for every field on its own, and tells the server's reason when it refuses", async () => {
  const page = openPage("/auth?tab=sign-up", {
    ...nobody,
    "POST /api/register": { status: 409, body: { code: "username-taken", message: "This username is taken." } },
  });
  const create = await page.findByRole("button", { name: "Create account" });
  await page.user.click(create);
  for (const label of ["First name", "Last name", "Email", "Username", "Password"]) {
    page.getByText(`${label} is required`);
  }
  await page.user.type(page.getByLabelText("First name"), "Priya");
  await page.user.type(page.getByLabelText("Last name"), "Nair");
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
    email: "priya@hartley.example",
    username: "priya.nair",
    password: "correct horse",
  });
});

test("after a payment the page says so and opens Sign Up", async () => {
  const page = openPage("/auth?payment=success", nobody);
  await page.findByText("Payment successful! Create your account to start using the product.");
  page.getByRole("tab", { name: "Sign Up", selected: true });
});
