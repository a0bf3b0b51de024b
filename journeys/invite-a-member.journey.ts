import { linkIn } from "@sheaf/server/testing/mail/mail-server.ts";
import { expect, test } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";
import { newPractice } from "./harness.ts";
import { inOwnPractice } from "./own-practice.ts";
import { startWithInbox } from "./with-inbox.ts";

const here = startWithInbox();

test("a colleague joins by the emailed invitation, works in the practice, and loses access at once when removed", async () => {
  const anna = await here.newPage();
  await newPractice(here.sheaf, anna, "anna.okafor");
  await anna.goto(`${here.sheaf.url}/settings`);
  await anna.getByLabel("Invite a colleague").fill("ben@okafor.example");
  await anna.getByRole("button", { name: "Invite", exact: true }).click();
  await anna.getByText("Invitation created").waitFor();
  await anna.getByText(`2 ${inOwnPractice ? "" : "of 3 "}users, invitations included.`).waitFor();
  expect(await accessibilityProblems(anna)).toEqual([]);

  const link = linkIn(await here.inbox.to("ben@okafor.example", "Join Okafor & Co"));
  const ben = await here.newPage();
  await ben.goto(here.sheaf.url + link.pathname + link.search);
  await ben.getByText("Okafor & Co invites ben@okafor.example.").waitFor();
  await ben.getByLabel("First name").fill("Ben");
  await ben.getByLabel("Last name").fill("Miller");
  await ben.getByLabel("Username", { exact: true }).fill("ben.miller");
  await ben.getByLabel("Password", { exact: true }).fill("quiet amber ladder");
  await ben.getByRole("button", { name: "Join Okafor & Co" }).click();
  await ben.waitForURL("**/dashboard");
  await ben.goto(`${here.sheaf.url}/settings`);
  await ben.getByRole("heading", { name: "Members" }).waitFor();
  expect(await ben.getByLabel("Invite a colleague").count()).toBe(0);

  // Without a reload, the owner's list shows the new member instead of the invitation.
  await anna.getByText("ben.miller · ben@okafor.example").waitFor();
  expect(await anna.getByText("Invited", { exact: true }).count()).toBe(0);
  await anna.getByRole("button", { name: "Remove Ben Miller" }).click();
  await anna.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await anna.getByText("Member removed").waitFor();

  await ben.waitForURL("**/auth");
  const reason = ben.getByText("The owner of the practice removed your account.");
  await reason.waitFor();
  await ben.reload();
  await ben.getByRole("heading", { name: "Welcome back" }).waitFor();
  expect(await reason.count()).toBe(0);
  await ben.goto(here.sheaf.url + link.pathname + link.search);
  await ben.getByRole("heading", { name: "This link no longer works" }).waitFor();
});
