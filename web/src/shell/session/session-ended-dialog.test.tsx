import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { priya } from "../../testing/people.ts";

const ended = { status: 401, body: { code: "not-signed-in", message: "Sign in to continue." } };

/** Types a customer's name and email as Priya, whose session has ended when she saves. */
async function saveAfterTheEnd() {
  const page = openPage("/customers", { "POST /api/customers": ended });
  await page.user.click((await page.findAllByRole("button", { name: /add customer/i }))[0] as HTMLElement);
  await page.user.type(await page.findByLabelText("Name"), "Bright Bakery");
  await page.user.type(page.getByLabelText("Email"), "orders@bakery.example");
  await page.user.click(page.getAllByRole("button", { name: /add customer/i, hidden: true }).at(-1) as HTMLElement);
  await page.findByRole("dialog", { name: "Sign in again" });
  return page;
}

test("a form can be continued after the session ended in the middle of it", async () => {
  const page = await saveAfterTheEnd();
  expect((page.getByLabelText("Username or email") as HTMLInputElement).value).toBe("priya.nair");
  expect(document.activeElement).toBe(page.getByLabelText("Password"));
  page.answers["POST /api/login"] = { status: 401, body: { code: "two-factor-needed", message: "Enter your code." } };
  await page.user.type(page.getByLabelText("Password"), "correct horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.user.type(await page.findByLabelText(/authenticator app/), "123456");
  page.answers["POST /api/login"] = priya;
  await page.user.click(page.getByRole("button", { name: "Sign In" }));

  await page.findByRole("dialog", { name: /customer/i });
  expect((page.getByLabelText("Name") as HTMLInputElement).value).toBe("Bright Bakery");
  expect((page.getByLabelText("Email") as HTMLInputElement).value).toBe("orders@bakery.example");
  expect(page.address()).toBe("/customers");
  expect(page.asked.findLast(({ call }) => call === "POST /api/login")?.body).toContain('"code":"123456"');
});

test("a wrong password shows an error there; a user who does not continue leaves for the sign-in page", async () => {
  const page = await saveAfterTheEnd();
  page.answers["POST /api/login"] = { status: 401, body: { code: "wrong-credentials", message: "That is wrong." } };
  await page.user.type(page.getByLabelText("Password"), "wrong horse");
  await page.user.click(page.getByRole("button", { name: "Sign In" }));
  await page.findByText(/^That is wrong\./);
  await page.user.click(page.getByRole("button", { name: "Leave this page" }));
  await page.user.click(await page.findByRole("tab", { name: "Sign Up" }));
  expect(page.address()).toContain("/auth");
  expect(page.queryByRole("dialog")).toBeNull();
});

test.each([
  ["was removed from the practice", 401, "wrong-credentials", "Username or password is wrong."],
  ["was suspended", 403, "suspended", "This account is suspended."],
])("a user who %s sees that they can only leave, and leaves by keyboard", async (_who, status, code, message) => {
  const page = await saveAfterTheEnd();
  page.getByText(/if you leave this page, unsaved changes are lost\./);
  page.answers["POST /api/login"] = { status, body: { code, message } };
  await page.user.type(page.getByLabelText("Password"), "correct horse{Enter}");
  const refusal = await within(page.getByRole("dialog", { name: "Sign in again" })).findByRole("alert");
  expect(refusal.textContent).toBe(
    `${message} If you have been removed from the practice or suspended, you cannot sign in again: leave this page.`,
  );

  page.getByRole("button", { name: "Sign In" }).focus();
  await page.user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe("Leave this page");
  await page.user.keyboard("{Enter}");
  await page.findByRole("tab", { name: "Sign In", selected: true });
  expect(page.address()).toBe("/auth");
});
