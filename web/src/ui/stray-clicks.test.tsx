import { act, fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../testing/page.tsx";
import { aCustomer, aJob } from "../testing/people.ts";
import { catchUploads } from "../testing/uploads.ts";

const bakery = aCustomer({ name: "Bright Bakery" });
const job = aJob("processing", { customer: bakery });

async function openUpload() {
  const sent = catchUploads();
  const page = openPage(`/upload`, { "GET /api/customers": [bakery], [`GET /api/jobs/${job.id}`]: job });
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  await page.user.click(await page.findByRole("option", { name: /Bright Bakery/ }));
  await page.user.upload(page.getByLabelText("Choose files"), new File(["content"], "a.pdf"));
  return { ...page, sent, button: (name: string) => page.getByRole("button", { name }) };
}

/** A full click at the pointer's position, on whatever is there by now. */
async function clickAgain(element: HTMLElement) {
  fireEvent.pointerDown(element);
  fireEvent.mouseDown(element, { detail: 2 });
  fireEvent.click(element, { detail: 2 });
  await settled();
}
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve)));

test("the second click of a double click on Create PDF does not cancel the upload; a new click and a key do", async () => {
  const page = await openUpload();
  await page.user.click(page.button("Create PDF"));
  await clickAgain(page.button("Cancel"));
  page.getByRole("progressbar", { name: "Bytes uploaded" });
  await page.user.click(page.button("Cancel"));
  await page.findByRole("button", { name: "Create PDF" });

  await page.user.click(page.button("Create PDF"));
  page.button("Cancel").focus();
  await page.user.keyboard("{Enter}");
  await page.findByRole("button", { name: "Create PDF" });
  expect(page.sent).toHaveLength(2);
});

test("the second click of a double click does not close the job's view that has appeared meanwhile", async () => {
  const page = await openUpload();
  await page.user.click(page.button("Create PDF"));
  page.sent[0]?.answer(201, job);
  const view = within(await page.findByRole("dialog", { name: "Bright Bakery" }));
  for (const close of view.getAllByRole("button", { name: "Close" })) await clickAgain(close);
  page.getByRole("dialog", { name: "Bright Bakery" });
});

test("a press that began before the button was there does nothing", async () => {
  const page = await openUpload();
  const create = page.button("Create PDF");
  fireEvent.pointerDown(create);
  fireEvent.mouseDown(create, { detail: 1 });
  create.focus();
  await page.user.keyboard("{Enter}");
  const cancel = await page.findByRole("button", { name: "Cancel" });
  fireEvent.click(cancel, { detail: 1 });
  await settled();
  page.getByRole("progressbar", { name: "Bytes uploaded" });
});

test("the second click of a double click that closed a dialog does not press anything behind it", async () => {
  const page = await openUpload();
  await page.user.click(page.button("Cancel"));
  await clickAgain(await page.findByRole("button", { name: "Start Upload Process" }));
  expect(page.queryByRole("dialog")).toBeNull();
});

test("Cancel is not at the position where Create PDF was", async () => {
  const page = await openUpload();
  const places = () =>
    [...(document.querySelector(".up__foot")?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent);
  expect(places()).toEqual(["Cancel", "Create PDF"]);
  await page.user.click(page.button("Create PDF"));
  expect(places()).toEqual(["Cancel", "Uploading..."]);
  page.sent[0]?.answer(201, job);
  await page.findByRole("dialog", { name: "Bright Bakery" });
  expect(places()).toEqual(["Close", "Download"]);
});
