import type { Settings } from "@sheaf/contracts/settings.ts";
import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../../testing/page.tsx";
import { priya, settings } from "../../../testing/people.ts";

const german = { code: "deu", name: "German" };

async function openSettings({
  saved = {},
  languages = [german],
  role = priya.role,
}: {
  saved?: Partial<Settings>;
  languages?: { code: string; name: string }[];
  role?: typeof priya.role;
} = {}) {
  const page = openPage("/settings", {
    "GET /api/user": { ...priya, role },
    "GET /api/settings": { ...settings, ...saved },
    "GET /api/settings/reading-languages": { languages },
    "GET /api/members": [],
    "GET /api/invitations": [],
    "GET /api/sessions": [],
    "GET /api/audit-log": [],
    "PUT /api/settings": { ...settings, ...saved },
  });
  const group = within(await page.findByRole("region", { name: "Reading pages" }));
  const save = () => page.user.click(page.getByRole("button", { name: "Save Changes" }));
  const sent = () =>
    page.asked.filter(({ call }) => call === "PUT /api/settings").map(({ body }) => JSON.parse(String(body)));
  return { ...page, group, save, sent };
}

test("turning reading off asks first, because everything that was read is erased", async () => {
  const page = await openSettings();
  await page.user.click(page.group.getByRole("switch", { name: "Read pages" }));
  await page.save();
  const dialog = within(page.getByRole("dialog", { name: "Stop reading pages?" }));
  dialog.getByText("Everything that was read is erased. Files, PDFs and jobs stay.");
  dialog.getByText(/PDFs that were named by their content keep these names\./);
  await page.user.click(dialog.getByRole("button", { name: "Keep reading pages" }));
  expect(page.sent()).toEqual([]);

  await page.save();
  await page.user.click(page.getByRole("button", { name: "Stop and erase" }));
  await page.findByText("Settings updated");
  expect(page.sent()).toEqual([{ readPages: false }]);
});

test("what depends on reading cannot be changed while it is off", async () => {
  const page = await openSettings({ saved: { readPages: false } });
  for (const name of ["Wait for reading", "Name PDFs by their content"]) {
    expect((page.group.getByRole("switch", { name }) as HTMLInputElement).disabled).toBe(true);
  }
  expect((page.group.getByLabelText("Second language") as HTMLSelectElement).disabled).toBe(true);
  expect(page.group.getByRole("checkbox", { name: "Dext" }).closest("fieldset")?.disabled).toBe(true);
});

test("inboxes get searchable PDFs only while uploads wait for reading, and the setting says so", async () => {
  const page = await openSettings({ saved: { searchableDestinations: ["dext"] } });
  const dext = page.group.getByRole("checkbox", { name: "Dext" });
  const inboxes = () => dext.closest("fieldset");
  expect(inboxes()?.disabled).toBe(true);
  expect(inboxes()?.textContent).toContain("Works only while uploads wait for reading.");
  await page.user.click(page.group.getByRole("switch", { name: "Wait for reading" }));
  expect(inboxes()?.disabled).toBe(false);
});

test("only the owner turns reading on or off", async () => {
  const page = await openSettings({ role: "member" });
  expect((page.group.getByRole("switch", { name: "Read pages" }) as HTMLInputElement).disabled).toBe(true);
  page.group.getByText(/Only the owner can change it\./);
  expect((page.group.getByRole("switch", { name: "Wait for reading" }) as HTMLInputElement).disabled).toBe(false);
});

test("waiting, names, language and inboxes are saved together", async () => {
  const page = await openSettings({ saved: { searchableDestinations: ["xero"], readingLanguage: "deu" } });
  const names = page.group.getByRole("switch", { name: "Name PDFs by their content" }) as HTMLInputElement;
  expect(names.disabled).toBe(true);
  await page.user.click(page.group.getByRole("switch", { name: "Wait for reading" }));
  await page.user.click(names);
  await page.user.selectOptions(page.group.getByLabelText("Second language"), "None");
  page.group.getByText("was German");
  await page.user.click(page.group.getByRole("checkbox", { name: "Dext" }));
  page.group.getByText("was on for 1 inbox");
  await page.save();
  await page.findByText("Settings updated");
  expect(page.sent()).toEqual([
    {
      waitForReading: true,
      namePdfsByFacts: true,
      readingLanguage: null,
      searchableDestinations: ["xero", "dext"],
    },
  ]);
});

test("without a second language installed the setting says who installs one", async () => {
  const page = await openSettings({ languages: [] });
  await page.group.findByText("English is read. Whoever operates this installation can install other languages.");
  expect((page.group.getByLabelText("Second language") as HTMLSelectElement).disabled).toBe(true);
});
