import { linkIn } from "@sheaf/server/testing/mail/mail-server.ts";
import { expect, test } from "vitest";
import { fixturePath } from "../fixtures/files.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { newPractice } from "./harness.ts";
import { inOwnPractice } from "./own-practice.ts";
import { startWithInbox } from "./with-inbox.ts";

const here = startWithInbox();

test("emails of a new user wait in red until their own address is confirmed, and are then sent once", async () => {
  const page = await here.newPage();
  const { sheaf, inbox } = here;
  await newPractice(sheaf, page, "nora.new", { confirmed: false });
  const call = (method: "post" | "put", path: string, data: object) =>
    page.request[method](sheaf.url + path, { headers: { origin: sheaf.url }, data });
  await call("put", "/api/settings", { undoSeconds: 0 });
  await call("post", "/api/customers", { name: "The Kestrel Inn", email: "jo@kestrel-inn.example" });
  await page.goto(`${sheaf.url}/upload`);
  await page.getByRole("button", { name: "Start Upload Process" }).click();
  await page.getByRole("option", { name: /The Kestrel Inn/ }).click();
  await page.getByLabel("Choose files").setInputFiles(fixturePath("statement.pdf"));
  await page.getByRole("switch", { name: "Send by email" }).check();
  await page.getByRole("button", { name: "Create PDF" }).click();
  const dialog = page.getByRole("dialog", { name: "The Kestrel Inn" });
  await dialog.getByText("Confirm your email address to send").waitFor();
  await dialog.getByRole("link", { name: "Download" }).waitFor();

  // The row shows it, too, and sends the link again; too soon after the last one it shows why not.
  await page.goto(`${sheaf.url}/audit-trail?status=needs-you`);
  const row = page.getByRole("row", { name: /The Kestrel Inn/ });
  await row
    .getByText(/^Completed .+ Email to jo@kestrel-inn\.example: Confirm your email address to send\.$/)
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const resend = row.getByRole("button", { name: "Resend the link to confirm your email address" });
  // Registration sends a link; the owner of this own practice was created without one.
  if (inOwnPractice) {
    await resend.click();
    await page.getByText("Verification sent").waitFor();
  }
  await resend.click();
  await page.getByText(/A link was sent a moment ago/).waitFor();
  expect(inbox.received.filter(({ to }) => to?.[0]?.address === "jo@kestrel-inn.example")).toEqual([]);

  // The link is opened in another tab, as users do; the open list updates without a reload.
  const link = linkIn(await inbox.to("nora.new@example.com", "Confirm your email address"));
  const tab = await page.context().newPage();
  await tab.goto(sheaf.url + link.pathname + link.search);
  await tab.getByRole("button", { name: "Confirm" }).click();
  await inbox.to("jo@kestrel-inn.example", "Documents for The Kestrel Inn");
  await page.getByText("No job matches these filters.").waitFor();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await row.getByText("Sent", { exact: true }).waitFor();
  expect(inbox.received.filter(({ to }) => to?.[0]?.address === "jo@kestrel-inn.example")).toHaveLength(1);
});
