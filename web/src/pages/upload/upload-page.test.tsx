import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";
import { aCustomer, smallFirm } from "../../testing/people.ts";

test("[S2.48] the page lists every accepted format by its group", async () => {
  const page = openPage("/upload");
  await page.findByRole("heading", { name: "Accepted formats" });
  const formats = (group: string) => page.getByText(group).nextElementSibling?.textContent?.split(", ");
  expect(formats("Documents")).toEqual(expect.arrayContaining(["PDF", "DOC", "DOCX", "TXT"]));
  expect(formats("Spreadsheets")).toEqual(expect.arrayContaining(["XLS", "XLSX", "CSV"]));
  expect(formats("Slides")).toEqual(expect.arrayContaining(["PPT", "PPTX"]));
  expect(formats("Images")).toEqual(expect.arrayContaining(["JPG", "JPEG", "PNG", "BMP", "TIFF"]));
});

test("[S2.49] four cards say what happens, and the guidelines state this plan's limits", async () => {
  const page = openPage("/upload");
  const cards = await page.findByRole("region", { name: "What Sheaf does with the files" });
  expect(cards.children).toHaveLength(4);
  const guidelines = within(page.getByRole("heading", { name: "Upload guidelines" }).closest("section") as HTMLElement);
  await guidelines.findByText(/for each file on your plan/);
  const lines = guidelines.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toContain("25 MB for each file on your plan.");
  expect(lines).toContain("25 files and 50 MB in one upload from this page.");
  expect(lines).toContain("This installation keeps emails in its outbox and sends none.");
  // As the job itself offers: a protected file does not stop the others.
  guidelines.getByText(/password of a protected file in the job/);
});

test("[S2.47] Start Upload Process opens the dialog; an ended subscription shows why it does not", async () => {
  const page = openPage("/upload");
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  await page.findByRole("dialog", { name: "Upload Documents" });
  page.unmount();

  const expired = openPage("/upload", { "GET /api/subscription": { ...smallFirm, status: "expired" } });
  const start = await expired.findByRole("button", { name: "Start Upload Process" });
  expect(start.getAttribute("aria-disabled")).toBe("true");
  await expired.user.click(start);
  await expired.findByText("Subscription expired");
  expect(expired.queryByRole("dialog")).toBeNull();
});

test("[S2.52] the dialog states its limits, and refuses more than 50 MB until enough is removed", async () => {
  const page = openPage("/upload", { "GET /api/customers": [aCustomer({ name: "Bright Bakery" })] });
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  await dialog.findByText(/25 files.*25 MB each/);

  await page.user.click(await dialog.findByRole("option", { name: /Bright Bakery/ }));
  await page.user.upload(dialog.getByLabelText("Choose files"), ["a.pdf", "b.pdf", "c.pdf"].map(ofTwentyMb));
  const create = dialog.getByRole("button", { name: "Create PDF" });
  dialog.getByText("Size limit exceeded!");
  expect(create.getAttribute("aria-disabled")).toBe("true");

  await page.user.click(dialog.getByRole("button", { name: "Remove b.pdf" }));
  expect(dialog.queryByText("Size limit exceeded!")).toBeNull();
  expect(create.getAttribute("aria-disabled")).toBeNull();
});

function ofTwentyMb(name: string): File {
  return Object.defineProperty(new File(["%PDF"], name), "size", { value: 20 * 1_048_576 });
}
