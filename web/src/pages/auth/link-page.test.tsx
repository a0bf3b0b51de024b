import { waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { outboxOnly, priya } from "../../testing/people.ts";

const nobody = { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "Sign in." } } };
const withMail = { "GET /api/installation": { ...outboxOnly, mailTransport: "smtp" } };
const about = (kind: string) => ({
  "POST /api/links/check": { kind, email: "priya@hartley.example", practiceName: "Hartley & Wren" },
});
const used = { status: 410, body: { code: "link-invalid", message: "It was used already." } };
const sentTo = (page: ReturnType<typeof openPage>, wanted: string) =>
  JSON.parse(String(page.asked.find(({ call }) => call === wanted)?.body));

describe("a forgotten password", () => {
  test("a link is requested by username or email address, and the response reveals nothing about the account", async () => {
    const page = openPage("/auth", { ...nobody, ...withMail, "POST /api/password/forgot": { status: 204 } });
    await page.user.click(await page.findByRole("link", { name: "Forgotten your password?" }));
    await page.user.click(await page.findByRole("button", { name: "Send the link" }));
    page.getByText("Username or email is required");

    await page.user.type(page.getByLabelText("Username or email"), "priya@hartley.example");
    await page.user.click(page.getByRole("button", { name: "Send the link" }));

    await page.findByText(/If there is an account for priya@hartley.example, a link is on its way/);
    expect(sentTo(page, "POST /api/password/forgot")).toEqual({ username: "priya@hartley.example" });
  });

  test("the wait after too many requests for one address does not apply to another", async () => {
    const page = openPage("/auth/forgot", {
      ...nobody,
      ...withMail,
      "POST /api/password/forgot": {
        status: 429,
        headers: { "retry-after": "872" },
        body: { code: "too-many-attempts", message: "Too many attempts. Try again in 15 minutes." },
      },
    });
    await page.user.type(await page.findByLabelText("Username or email"), "priya@hartley.example");
    await page.user.click(page.getByRole("button", { name: "Send the link" }));
    await page.findByRole("timer");

    await page.user.type(page.getByLabelText("Username or email"), ".uk");
    expect(page.queryByRole("timer")).toBeNull();
    page.answers["POST /api/password/forgot"] = { status: 204 };
    await page.user.click(page.getByRole("button", { name: "Send the link" }));
    await page.findByText(/If there is an account for priya@hartley.example.uk, a link is on its way/);
  });

  test("where no email is sent, the page says whom to ask", async () => {
    const page = openPage("/auth/forgot", nobody);
    await page.findByText(/Ask its operator/);
    page.getByRole("link", { name: "support@sheaf.example" });
    expect(page.queryByLabelText("Username or email")).toBeNull();
  });

  test("a demonstration links to its emails, except where nobody else could read them", async () => {
    const demo = { ...outboxOnly, demo: true, mailTransport: "demo" };
    const near = { "GET /api/installation": { ...demo, demoInbox: "http://127.0.0.1:4998" } };
    const page = openPage("/auth/forgot", { ...nobody, ...near });
    const link = await page.findByRole("link", { name: "Read them on its mail page" });
    expect(link.getAttribute("href")).toBe("http://127.0.0.1:4998");
    page.unmount();

    const far = openPage("/auth/forgot", { ...nobody, "GET /api/installation": demo });
    await far.findByText("Emails of this demonstration stay on the machine where it runs.");
    expect(far.queryByRole("link", { name: "Read them on its mail page" })).toBeNull();
  });

  test("the link leads to a new password, and then to Sign In", async () => {
    const page = openPage("/auth/reset?token=t-1", {
      ...nobody,
      ...about("reset"),
      "POST /api/password/reset": { status: 204 },
    });
    await page.findByText(/For priya@hartley.example/);
    await page.user.type(page.getByLabelText("New password"), "short");
    await page.user.click(page.getByRole("button", { name: "Save the password" }));
    page.getByText("Use at least 10 characters");

    await page.user.clear(page.getByLabelText("New password"));
    await page.user.type(page.getByLabelText("New password"), "quiet amber ladder");
    await page.user.click(page.getByRole("button", { name: "Save the password" }));

    await page.findByText("Password changed");
    await waitFor(() => expect(page.address()).toBe("/auth"));
    expect(sentTo(page, "POST /api/password/reset")).toEqual({ token: "t-1", password: "quiet amber ladder" });
  });

  test("a password that the server finds weak stays in the field to be improved", async () => {
    const page = openPage("/auth/reset?token=t-1", {
      ...nobody,
      ...about("reset"),
      "POST /api/password/reset": { status: 400, body: { code: "weak-password", message: "Too common." } },
    });
    await page.user.type(await page.findByLabelText("New password"), "password2026");
    await page.user.click(page.getByRole("button", { name: "Save the password" }));
    await page.findByText("Too common.");
    expect((page.getByLabelText("New password") as HTMLInputElement).value).toBe("password2026");
  });
});

describe("a link that no longer works", () => {
  test.each([
    ["/auth/reset?token=t-1", "Ask for another link", "/auth/forgot"],
    ["/auth/verify?token=t-1", "Sign In", "/auth"],
    ["/auth/invitation?token=t-1", "Sign In", "/auth"],
  ])("%s shows why before anything is typed, and offers %s", async (address, label, to) => {
    const page = openPage(address, { ...nobody, "POST /api/links/check": used });
    await page.findByText("It was used already.");
    page.getByRole("heading", { name: "This link no longer works" });
    expect(page.getByRole("link", { name: label }).getAttribute("href")).toBe(to);
    expect(page.queryByRole("textbox")).toBeNull();
  });

  test("of another kind is not accepted", async () => {
    const page = openPage("/auth/reset?token=t-1", { ...nobody, ...about("verify") });
    await page.findByText(/This link is for another purpose/);
  });

  test("a server that cannot be reached says nothing about the link", async () => {
    const page = openPage("/auth/reset?token=t-1", {
      ...nobody,
      "POST /api/links/check": { status: 503, body: { code: "service-busy", message: "Busy." } },
    });
    await page.findByText("The link could not be loaded");
    Object.assign(page.answers, about("reset"));
    await page.user.click(page.getByRole("button", { name: "Retry" }));
    await page.findByLabelText("New password");
  });
});

describe("confirming an address", () => {
  const verifying = { ...about("verify"), "POST /api/email/verify": { status: 204 } };

  test("needs a press, since programs follow links in emails as well", async () => {
    const page = openPage("/auth/verify?token=t-1", { ...nobody, ...verifying });
    const confirm = await page.findByRole("button", { name: "Confirm this address" });
    expect(page.asked.some(({ call }) => call === "POST /api/email/verify")).toBe(false);

    await page.user.click(confirm);

    await page.findByText("priya@hartley.example is confirmed.");
    page.getByRole("link", { name: "Sign In" });
  });

  test("leads a signed-in user back to the app", async () => {
    const page = openPage("/auth/verify?token=t-1", verifying);
    await page.user.click(await page.findByRole("button", { name: "Confirm this address" }));
    await page.findByRole("link", { name: "Go to Dashboard" });
  });
});

describe("an invitation", () => {
  test("is accepted with a name, a username and a password", async () => {
    const page = openPage("/auth/invitation?token=t-1", {
      ...nobody,
      ...about("invitation"),
      "POST /api/invitations/accept": { status: 201, body: priya },
    });
    const join = await page.findByRole("button", { name: "Join Hartley & Wren" });
    await page.user.click(join);
    for (const label of ["First name", "Last name", "Username", "Password"]) page.getByText(`${label} is required`);

    await page.user.type(page.getByLabelText("First name"), "Sam");
    await page.user.type(page.getByLabelText("Last name"), "Miller");
    await page.user.type(page.getByLabelText("Username"), "sam.miller");
    await page.user.type(page.getByLabelText("Password"), "quiet amber ladder");
    await page.user.click(join);

    await waitFor(() => expect(page.address()).toBe("/dashboard"));
    expect(sentTo(page, "POST /api/invitations/accept")).toEqual({
      token: "t-1",
      firstName: "Sam",
      lastName: "Miller",
      username: "sam.miller",
      password: "quiet amber ladder",
    });
  });

  test("warns a signed-in user that they would be signed out here", async () => {
    const page = openPage("/auth/invitation?token=t-1", about("invitation"));
    await page.findByText(/You are signed in as priya.nair/);
  });
});
