import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../testing/page.tsx";

/** The clipboard data of a paste event. */
const clipboard = (names: string[], text = "") => ({
  clipboardData: {
    files: names.map((name) => new File(["content"], name)),
    getData: (type: string) => (type === "text/plain" ? text : ""),
  },
});
const cells = clipboard(["image.png"], "Bright Bakery\t014\r\n");

async function openDialog() {
  const page = openPage("/upload");
  await page.user.click(await page.findByRole("button", { name: "Start Upload Process" }));
  const dialog = within(await page.findByRole("dialog", { name: "Upload Documents" }));
  const chosen = () =>
    dialog.queryAllByRole("button", { name: /^Remove/ }).map((button) => button.getAttribute("aria-label"));
  return { ...page, dialog, chosen };
}

test.each(["Create PDF", "Close"])("files are pasted while the focus is on %s as well", async (name) => {
  const page = await openDialog();
  fireEvent.paste(page.dialog.getByRole("button", { name }), clipboard(["scan.png"]));
  expect(page.chosen()).toEqual(["Remove scan.png"]);
});

test("text from a spreadsheet is pasted as text into a field; the picture beside it is not added as a file", async () => {
  const page = await openDialog();
  const field = page.dialog.getByRole("combobox");
  expect(fireEvent.paste(field, cells)).toBe(true);
  expect(page.chosen()).toEqual([]);

  fireEvent.paste(field, clipboard(["screenshot.png"]));
  expect(page.chosen()).toEqual(["Remove screenshot.png"]);
});

test("files whose names are on the clipboard as text are added as files in a field, too, and their names are not typed", async () => {
  const page = await openDialog();
  const files = clipboard(["a.pdf", "b.pdf"], "a.pdf\rb.pdf");
  expect(fireEvent.paste(page.dialog.getByRole("combobox"), files)).toBe(false);
  expect(page.chosen()).toEqual(["Remove a.pdf", "Remove b.pdf"]);
});

test("files pasted while a customer is being added are not added to the upload", async () => {
  const page = await openDialog();
  await page.user.click(page.dialog.getByRole("button", { name: "Add customer" }));
  const form = within(await page.findByRole("dialog", { name: "Add Customer" }));
  fireEvent.paste(form.getByLabelText("Name"), cells);
  fireEvent.paste(form.getByRole("button", { name: "Cancel" }), clipboard(["screenshot.png"]));
  await page.user.click(form.getByRole("button", { name: "Cancel" }));
  expect(page.chosen()).toEqual([]);
});
