import type { AuditEntry } from "@sheaf/contracts/audit.ts";
import type { Member } from "@sheaf/contracts/members.ts";
import { waitFor, within } from "@testing-library/react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type Answer, openPage } from "../../testing/page.tsx";
import { inOwnPractice, priya, settings, smallFirm, unlimited } from "../../testing/people.ts";
import { keepSingleKeys } from "../../ui/single-keys.ts";

const aMember = (part: Partial<Member>): Member => ({
  id: "u-1",
  firstName: "Priya",
  lastName: "Nair",
  username: "priya.nair",
  email: "priya@hartley.example",
  role: "owner",
  twoFactor: false,
  suspendedAt: null,
  lastSeenAt: null,
  createdAt: "2026-11-01T09:00:00.000Z",
  ...part,
});
const tom = aMember({ id: "u-2", firstName: "Tom", lastName: "Wren", username: "tom", role: "member" });
const signedUp: AuditEntry = {
  id: "a-1",
  at: "2026-11-01T09:00:00.000Z",
  who: "Priya Nair",
  action: "account.registered",
  what: "Registered the practice",
  subjectId: null,
  address: "192.0.2.7",
};
const server = {
  "GET /api/settings": settings,
  "GET /api/members": [aMember({}), tom],
  "GET /api/invitations": [],
  "GET /api/sessions": [
    {
      id: "s-1",
      device: "Chrome on Windows",
      address: "192.0.2.7",
      current: true,
      createdAt: "2026-11-20T09:00:00.000Z",
      lastSeenAt: "2026-11-20T09:00:00.000Z",
    },
  ],
  "GET /api/audit-log": [signedUp],
};

async function openSettings(answers: Record<string, Answer> = {}) {
  const page = openPage("/settings", { ...server, ...answers });
  await page.findByLabelText("Sign out after");
  const sent = (call: string) =>
    page.asked.filter((asked) => asked.call === call).map(({ body }) => JSON.parse(String(body)));
  const retype = async (label: string, text: string) => {
    const field = page.getByLabelText(label);
    await page.user.clear(field);
    await page.user.type(field, text);
  };
  const save = () => page.user.click(page.getByRole("button", { name: "Save Changes" }));
  const input = (label: string) => page.getByLabelText(label) as HTMLInputElement;
  return { ...page, sent, retype, save, input };
}

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

test("[S2.60] an edit shows what is unsaved and the previous value; Reset restores the saved values", async () => {
  const page = await openSettings();
  for (const section of ["Email defaults", "Appearance", "Security and compliance"]) {
    page.getByRole("heading", { name: section });
  }
  expect(page.queryByRole("region", { name: "Unsaved changes" })).toBeNull();

  await page.retype("Sign out after", "240");
  await page.user.click(page.getByRole("switch", { name: "Send by email" }));

  const bar = page.getByRole("region", { name: "Unsaved changes" });
  within(bar).getByText("2 unsaved changes");
  within(bar).getByText("Send by email, Sign out after");
  page.getByText("was 480");
  page.getByText("was off");
  await page.user.click(within(bar).getByRole("button", { name: "Reset" }));
  expect(page.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
  expect(page.input("Sign out after").value).toBe("480");
});

test("[S2.61] Save Changes sends only what changed, and the bar disappears", async () => {
  const saved = { ...settings, sessionTimeoutMinutes: 240 };
  const page = await openSettings({ "PUT /api/settings": saved });

  await page.retype("Sign out after", "240");
  await page.save();

  await page.findByText("Settings updated");
  expect(page.sent("PUT /api/settings")).toEqual([{ sessionTimeoutMinutes: 240 }]);
  expect(page.sent("PUT /api/profile")).toEqual([]);
  expect(page.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
  expect(page.input("Sign out after").value).toBe("240");
});

test("[S5.12] a value out of range shows an error at its field and is not sent", async () => {
  const page = await openSettings();
  await page.retype("Keep files for", "366");
  await page.save();
  page.getByText("Enter a whole number from 1 to 365");
  expect(document.activeElement).toBe(page.getByLabelText("Keep files for"));
  expect(page.sent("PUT /api/settings")).toEqual([]);
});

test("[S8.3] a refusal is shown, and what was typed stays", async () => {
  const refusal = { status: 403, body: { code: "owner-only", message: "Only the owner does that." } };
  const page = await openSettings({ "PUT /api/settings": refusal });
  await page.retype("Keep files for", "60");
  await page.save();
  await page.findByText("Update failed");
  page.getByText("Only the owner does that.");
  expect(page.input("Keep files for").value).toBe("60");
});

test("[D35] above 90 the retention says that files are deleted after 90 days", async () => {
  const page = await openSettings();
  expect(page.queryByText("Files are deleted after 90 days at the latest.")).toBeNull();
  await page.retype("Keep files for", "91");
  page.getByText("Files are deleted after 90 days at the latest.");
});

test("edits made while other changes are being saved stay", async () => {
  const answer = Promise.withResolvers<void>();
  const page = await openSettings({
    "PUT /api/settings": () => answer.promise.then(() => ({ ...settings, sessionTimeoutMinutes: 240 })),
  });
  await page.retype("Sign out after", "240");
  await page.save();
  await page.retype("Keep files for", "60");
  await page.user.click(page.getByRole("radio", { name: "Dark" }));
  answer.resolve();

  await page.findByText("Settings updated");
  expect(page.input("Sign out after").value).toBe("240");
  expect(page.input("Keep files for").value).toBe("60");
  expect(document.documentElement.dataset.theme).toBe("dark");
  page.getByRole("region", { name: "Unsaved changes" });
});

test("[D34] a theme is previewed at once, saved by Save, and undone by Reset", async () => {
  const page = await openSettings({ "PUT /api/settings": { ...settings, theme: "dark" } });
  await page.user.click(page.getByRole("radio", { name: "Light" }));
  expect(document.documentElement.dataset.theme).toBe("light");
  await page.user.click(page.getByRole("button", { name: "Reset" }));
  expect(document.documentElement.dataset.theme).toBeUndefined();

  await page.user.click(page.getByRole("radio", { name: "Dark" }));
  expect(localStorage.getItem("vite-ui-theme")).not.toBe("dark");
  await page.save();
  await page.findByText("Settings updated");
  expect(localStorage.getItem("vite-ui-theme")).toBe("dark");
  expect(document.documentElement.dataset.theme).toBe("dark");
  page.unmount();
  expect(document.documentElement.dataset.theme).toBe("dark");
});

test("a new device starts with the stored theme; afterwards its own one has precedence", async () => {
  const dark = { "GET /api/user": { ...priya, theme: "dark" }, "GET /api/settings": { ...settings, theme: "dark" } };
  const first = await openSettings(dark);
  expect(localStorage.getItem("vite-ui-theme")).toBe("dark");
  first.unmount();
  localStorage.setItem("vite-ui-theme", "light");
  const page = await openSettings(dark);
  expect(page.input("Light").checked).toBe(true);
});

test("leaving with unsaved changes asks: Stay keeps everything, Leave continues", async () => {
  const page = await openSettings();
  await page.retype("First name", "Pria");
  await page.user.click(page.getAllByRole("link", { name: "Customers" })[0] as HTMLElement);
  const question = await page.findByRole("dialog", { name: "Leave without saving?" });
  within(question).getByText("1 change would be lost: First name.");
  expect(page.address()).toBe("/settings");
  await page.user.click(within(question).getByRole("button", { name: "Stay" }));
  expect(page.input("First name").value).toBe("Pria");

  await page.user.click(page.getAllByRole("link", { name: "Customers" })[0] as HTMLElement);
  await page.user.click(await page.findByRole("button", { name: "Leave" }));
  await waitFor(() => expect(page.address()).toBe("/customers"));
});

test("without unsaved changes there is no question", async () => {
  const page = await openSettings();
  await page.user.click(page.getAllByRole("link", { name: "Customers" })[0] as HTMLElement);
  await waitFor(() => expect(page.address()).toBe("/customers"));
});

test("without a subscription the settings are available, with a link to the plans", async () => {
  const page = await openSettings({ "GET /api/subscription": { status: 404, body: { code: "no-subscription" } } });
  page.getByText("No Active Subscription");
  page.getByRole("button", { name: "Change Password" });
  expect(page.address()).toBe("/settings");
});

test("with an ended subscription the settings for uploads are read-only; one's own account is not", async () => {
  const page = await openSettings({ "GET /api/subscription": { ...smallFirm, status: "expired" } });
  expect(page.input("Default email subject").disabled).toBe(true);
  expect(page.input("Sign out after").disabled).toBe(false);
});

test("a member sees colleagues, but none of the owner's settings", async () => {
  const page = await openSettings({ "GET /api/user": { ...priya, id: "u-2", role: "member" } });
  await page.findByText("Tom Wren");
  expect(page.input("Keep files for").disabled).toBe(true);
  expect(page.input("Practice name").disabled).toBe(true);
  expect(page.queryByRole("heading", { name: "Audit log" })).toBeNull();
  expect(page.queryByLabelText("Invite a colleague")).toBeNull();
  expect(page.queryByRole("link", { name: "Download" })).toBeNull();
  expect(page.queryByRole("button", { name: /Remove/ })).toBeNull();
  page.getByRole("button", { name: "Delete Account" });
});

test("the owner invites; a full plan says so with a link to a larger one", async () => {
  const full =
    "Small Firm is for 3 users, including invitations. Upgrade the plan, or remove a member or an invitation first.";
  const page = await openSettings({
    "POST /api/invitations": { status: 402, body: { code: "users-reached", message: full } },
  });
  await page.findByText(/2 of 3 users/);
  await page.user.type(page.getByLabelText("Invite a colleague"), "eve@hartley.example{Enter}");
  const said = await page.findByText(full, { exact: false, selector: "span" });
  expect(within(said).getByRole("link", { name: "View All Plans" }).getAttribute("href")).toBe("/pricing");
  expect(page.sent("POST /api/invitations")).toEqual([{ email: "eve@hartley.example" }]);
  // Not in a toast as well: it would stay on the page of the plans.
  expect(page.queryByText("Invitation failed")).toBeNull();
});

test.each([
  ["an own practice", inOwnPractice, "2 users, invitations included."],
  ["a service", { "GET /api/subscription": unlimited }, "2 users, invitations included. Unlimited."],
])("without a limit of members %s only counts them", async (_, answers: Record<string, Answer>, words) => {
  const page = await openSettings(answers);
  await page.findByText((text) => text.includes(words));
});

test("an expired invitation stays in the list, takes no seat, and can be sent again", async () => {
  const old = { id: "i-1", email: "eve@hartley.example", invitedBy: "Priya Nair" };
  const page = await openSettings({
    "GET /api/invitations": [{ ...old, createdAt: "2025-11-01T09:00:00.000Z", expiresAt: "2025-11-08T09:00:00.000Z" }],
    "POST /api/invitations/i-1/resend": old,
  });
  await page.findByText("Expired");
  page.getByText("The link worked until 8 Nov 2025.");
  await page.findByText(/2 of 3 users/);
  await page.user.click(page.getByRole("button", { name: "Renew: eve@hartley.example" }));
  await page.findByText("Invitation renewed");
});

test("where no email is sent, the page names the operator, who has the link", async () => {
  const page = await openSettings({
    "GET /api/invitations": [
      {
        id: "i-1",
        email: "eve@hartley.example",
        invitedBy: "Priya Nair",
        createdAt: "2096-11-20T09:00:00.000Z",
        expiresAt: "2096-11-27T09:00:00.000Z",
      },
    ],
  });
  await page.findByText("./sheaf user link eve@hartley.example");
  page.getByText("The link works until 27 Nov 2096.");
});

test("two-factor: password, the app's code, then the recovery codes until they are confirmed", async () => {
  const page = await openSettings({
    "POST /api/two-factor/start": {
      secret: "JBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Sheaf:priya?secret=JBSWY3DPEHPK3PXP",
    },
    "POST /api/two-factor/confirm": { recoveryCodes: ["aaaa-bbbb", "cccc-dddd"] },
  });
  await page.user.click(page.getByRole("button", { name: "Set Up" }));
  await page.user.type(await page.findByLabelText("Current password"), "correct horse{Enter}");
  await page.findByRole("img", { name: "QR code" });
  page.getByText("JBSW Y3DP EHPK 3PXP");
  page.answers["GET /api/user"] = { ...priya, twoFactor: true };
  page.answers["GET /api/two-factor"] = { recoveryCodesLeft: 10 };
  await page.user.type(page.getByLabelText("Code from the app"), "123456{Enter}");

  await page.findByText("aaaa-bbbb");
  const download = page.getByRole("link", { name: "Download" });
  expect(decodeURIComponent(download.getAttribute("href") ?? "")).toContain("aaaa-bbbb\ncccc-dddd\n");
  await page.user.keyboard("{Escape}");
  await page.user.click(page.getByRole("button", { name: "I have kept them" }));
  await page.findByRole("button", { name: "New Recovery Codes" });
  await page.findByText("10 recovery codes left.");
});

test("deleting the practice requires its name and the password", async () => {
  const page = await openSettings({
    "POST /api/account/delete": { status: 403, body: { code: "wrong-password", message: "The password is wrong." } },
  });
  await page.user.click(page.getByRole("button", { name: "Delete Practice" }));
  const dialog = await page.findByRole("dialog", { name: "Delete Hartley & Wren" });
  await page.user.type(within(dialog).getByLabelText("Current password"), "guess{Enter}");
  within(dialog).getByText("Type the practice’s name, Hartley & Wren");
  await page.user.type(within(dialog).getByLabelText(/^Type/), "hartley & wren{Enter}");
  await within(dialog).findByText("The password is wrong.");
  expect(page.sent("POST /api/account/delete")).toEqual([{ currentPassword: "guess", practiceName: "hartley & wren" }]);
});

function watchOpened() {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  return open;
}

test("the sign-in page confirms that a practice was deleted", async () => {
  const open = watchOpened();
  const page = await openSettings({ "POST /api/account/delete": { status: 204 } });
  await page.user.click(page.getByRole("button", { name: "Delete Practice" }));
  const dialog = within(await page.findByRole("dialog", { name: "Delete Hartley & Wren" }));
  await page.user.type(dialog.getByLabelText(/^Type/), "Hartley & Wren");
  await page.user.type(dialog.getByLabelText("Current password"), "correct horse{Enter}");
  await waitFor(() => expect(open).toHaveBeenCalledWith("/auth", "_self"));
  page.unmount();
  const auth = openPage("/auth", { "GET /api/user": { status: 401, body: { code: "not-signed-in", message: "" } } });
  await auth.findByText("Hartley & Wren was deleted, with every account and document in it.");
});

test("the export is downloaded after the password was confirmed", async () => {
  const open = watchOpened();
  const downloadPath = "/api/account/export?ticket=t-1";
  const page = await openSettings({ "POST /api/account/export": { downloadPath } });
  await page.user.click(page.getByRole("button", { name: "Download" }));
  await page.user.type(await page.findByLabelText("Current password"), "correct horse{Enter}");
  await waitFor(() => expect(open).toHaveBeenCalledWith(downloadPath, "_self"));
  expect(page.sent("POST /api/account/export")).toEqual([{ currentPassword: "correct horse" }]);
  expect(page.queryByRole("dialog")).toBeNull();
});

test("the owner reads the audit log", async () => {
  const page = await openSettings();
  await page.findByText("Registered the practice");
  page.getByText(/Priya Nair · 1 Nov 2026, .* · 192\.0\.2\.7/);
});

test("shortcuts without Ctrl can be turned off, for users of speech input", async () => {
  const page = await openSettings();
  onTestFinished(() => keepSingleKeys(true));
  await page.user.click(page.getByRole("switch", { name: "Single-key shortcuts" }));
  await page.user.keyboard("{Tab}u/");
  expect(page.queryByRole("dialog")).toBeNull();
  expect(page.address()).toBe("/settings");
  for (const button of page.getAllByRole("button", { name: "Search everything" })) {
    expect(button.getAttribute("aria-keyshortcuts")).toBeNull();
  }
});

test("a field's description is connected with it for screen readers", async () => {
  const page = await openSettings();
  const ids = page.getByLabelText("Sign out after").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent).join(" ")).toMatch(/minutes without activity/);
});
