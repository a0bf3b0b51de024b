import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer } from "../../testing/people.ts";
import { catchUploads } from "../../testing/uploads.ts";

const settings = {
  autoSendEmail: true,
  preferSeparateEmails: false,
  preferSeparatePdfs: false,
  defaultFileOrder: "as-added",
  defaultEmailSubject: "{files} of {customer}",
  theme: "system",
  fileRetentionDays: 30,
  sessionTimeoutMinutes: 480,
};

test("an empty subject shows the practice's default one as a placeholder, before and during the upload", async () => {
  const sent = catchUploads();
  const page = openPage("/upload", {
    "GET /api/customers": [aCustomer({ name: "The Kestrel Inn" })],
    "GET /api/settings": settings,
  });
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await page.user.clear(await dialog.findByDisplayValue("{files} of {customer}"));
  const placeholder = () => dialog.getByLabelText<HTMLInputElement>(/Email subject/).placeholder;
  expect(placeholder()).toBe("{files} of {customer}");

  await page.user.click(dialog.getByRole("combobox"));
  await page.user.click(await dialog.findByRole("option", { name: /Kestrel/ }));
  await page.user.upload(dialog.getByLabelText("Choose files"), new File(["content"], "a.pdf"));
  expect(placeholder()).toBe("1 file of The Kestrel Inn");

  await page.user.click(dialog.getByRole("button", { name: "Create PDF" }));
  await dialog.findByText("1 file of The Kestrel Inn");
  expect(sent[0]?.form.has("emailSubject")).toBe(false);
});
