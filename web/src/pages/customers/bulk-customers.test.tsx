import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, smallFirm } from "../../testing/people.ts";

const names = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Larch"];
const people = names.map((name) => aCustomer({ id: `c-${name}`, name }));
const lastJob = {
  customerId: "c-Ash",
  jobId: "j-1",
  createdAt: "2026-11-01T09:00:00.000Z",
  jobs: 3,
  unfinished: 2,
  light: { colour: "yellow", word: "Processing" },
};
const open = (answers = {}) =>
  openPage("/customers", {
    "GET /api/customers": people,
    "GET /api/customers/last-jobs": [lastJob],
    ...Object.fromEntries(people.map((one) => [`DELETE /api/customers/${one.id}`, { status: 204 }])),
    ...answers,
  });

test("several customers are deleted after one question with five names, their number and their unfinished jobs", async () => {
  const page = open({
    "DELETE /api/customers/c-Birch": { status: 404, body: { code: "customer-not-found", message: "It is gone." } },
  });
  await page.user.click(await page.findByRole("checkbox", { name: "Select all customers in this list" }));
  await page.user.click(page.getByRole("checkbox", { name: "Select Larch" }));
  const bar = within(page.getByRole("region", { name: "Selected" }));
  bar.getByText("6 selected");
  await page.user.click(bar.getByRole("button", { name: "Delete" }));
  const dialog = within(await page.findByRole("dialog", { name: "Delete 6 customers" }));
  dialog.getByText("Are you sure you want to delete these customers?");
  dialog.getByText(/Their 3 jobs stay in the audit trail\. 2 unfinished jobs of these customers will be finished/);
  for (const name of names.slice(0, 5)) dialog.getByText(name);
  dialog.getByText("and 1 more");

  page.answers["GET /api/customers"] = people.slice(-1);
  await page.user.click(dialog.getByRole("button", { name: "Delete" }));
  await dialog.findByText("5 of 6 deleted, 1 failed.");
  dialog.getByText("It is gone.");
  const deleted = page.asked.filter(({ call }) => call.startsWith("DELETE"));
  expect(deleted).toHaveLength(6);
  await page.user.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(page.queryByRole("region", { name: "Selected" })).toBeNull());
});

test("Stop leaves the customers that have not been processed yet unchanged", async () => {
  let finish: (answer: unknown) => void = () => undefined;
  const first = new Promise((done) => {
    finish = done;
  });
  const page = open({
    ...Object.fromEntries(people.map((one) => [`POST /api/customers/${one.id}/archive`, first])),
  });
  await page.user.click(await page.findByRole("checkbox", { name: "Select all customers in this list" }));
  await page.user.click(page.getByRole("button", { name: "Archive" }));
  const dialog = within(await page.findByRole("dialog", { name: "Archive 7 customers" }));
  await page.user.click(dialog.getByRole("button", { name: "Archive" }));
  await page.user.click(await dialog.findByRole("button", { name: "Stop" }));
  finish({ status: 200, body: people[0] });
  await dialog.findByText(/^4 of 7 archived, 3 left as before\.$/);
  expect(page.asked.filter(({ call }) => call.endsWith("/archive"))).toHaveLength(4);
});

test("a practice whose subscription has ended can select customers, but not change them", async () => {
  const page = open({ "GET /api/subscription": { ...smallFirm, status: "expired" } });
  await page.user.click(await page.findByRole("checkbox", { name: "Select Ash" }));
  await page.user.click(page.getByRole("button", { name: "Archive" }));
  await page.findByText(/Renew the subscription to change it/);
  expect(page.queryByRole("dialog")).toBeNull();
});
