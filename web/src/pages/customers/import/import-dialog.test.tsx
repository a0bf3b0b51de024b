import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "../../../testing/page.tsx";
import { aCustomer } from "../../../testing/people.ts";

const inn = aCustomer({ name: "The Kestrel Inn", email: "jo@kestrel.example", reference: "KES-1" });
const csv = (text: string, name = "clients.csv") => new File([text], name, { type: "text/csv" });

async function openImport(file: File, answers = {}) {
  const page = openPage("/customers", { "GET /api/customers": [inn], ...answers });
  await page.user.click(await page.findByRole("button", { name: "More for this list" }));
  await page.user.click(await page.findByRole("menuitem", { name: /Import a list/ }));
  const dialog = within(await page.findByRole("dialog", { name: "Import customers" }));
  await page.user.upload(dialog.getByLabelText("Choose a list"), file);
  const sent = () => {
    const call = page.asked.find((one) => one.call === "POST /api/customers/import");
    return call && JSON.parse(String(call.body)).customers;
  };
  return { ...page, dialog, sent };
}

test("rows are shown first, corrected or left out where they are wrong, and imported together", async () => {
  const page = await openImport(
    csv("Client,E-mail,Ref\nBright Bakery,hello@bakery,B-1\nAbbey,a@abbey.example,kes-1\nMoss,m@moss.example,\n"),
    { "POST /api/customers/import": { created: 2, errors: [] } },
  );
  await page.dialog.findByText("2 rows need correcting. Correct them or leave them out.");
  page.dialog.getByText("The Kestrel Inn has this reference already.");
  await page.user.click(page.dialog.getByRole("button", { name: /^Import/ }));
  const email = page.dialog.getByLabelText("Email of row 2");
  expect(document.activeElement).toBe(email);
  expect(page.sent()).toBeUndefined();

  await page.user.type(email, ".example");
  await page.user.click(page.dialog.getByRole("checkbox", { name: "Import row 3" }));
  page.dialog.getByText("2 customers will be added.");
  await page.user.click(page.dialog.getByRole("button", { name: "Import 2 customers" }));

  await page.findByText("2 customers were added.");
  expect(page.sent().map((one: { email: string }) => one.email)).toEqual(["hello@bakery.example", "m@moss.example"]);
  expect(page.queryByRole("dialog")).toBeNull();
});

test("the button counts the rows to import, and one press leaves out all faulty rows", async () => {
  const rows = ["A,a@a.example", "B,b@", "C,", "D,d@d.example"].join("\n");
  const page = await openImport(csv(`Name,Email\n${rows}`), {
    "POST /api/customers/import": { created: 2, errors: [] },
  });
  await page.user.click(await page.dialog.findByRole("button", { name: "Import 2 customers" }));
  await page.findByText("Some rows need correcting");
  expect(page.sent()).toBeUndefined();

  await page.user.click(page.dialog.getByRole("button", { name: "Leave out all 2 faulty rows" }));
  page.dialog.getByText("2 customers will be added.");
  await page.user.click(page.dialog.getByRole("button", { name: "Import 2 customers" }));
  await page.findByText("2 customers were added.");
  expect(page.sent().map((one: { name: string }) => one.name)).toEqual(["A", "D"]);
});

test("rows of existing customers start as left out", async () => {
  const page = await openImport(csv("Name,Email\nthe kestrel inn,JO@kestrel.example\nMoss,m@moss.example"));
  await page.dialog.findByText("A customer with this name and email already exists.");
  page.dialog.getByText("1 customer will be added.");
});

test("a column with another title can be chosen", async () => {
  const page = await openImport(csv("Who,Where to\nBright Bakery,hello@bakery.example"));
  await page.dialog.findByText("1 row needs correcting. Correct it or leave it out.");
  await page.user.selectOptions(page.dialog.getByLabelText("Name"), "Who");
  page.dialog.getByText("1 customer will be added.");
});

test("problems found only by the server are shown beside their row, and nothing is added", async () => {
  const page = await openImport(csv("Name,Email,Reference\nMoss,m@moss.example,M-1\nAbbey,a@abbey.example,A-1"), {
    "POST /api/customers/import": { created: 0, errors: [{ row: 1, message: "Fern has the reference A-1 already." }] },
  });
  await page.user.click(await page.dialog.findByRole("button", { name: "Import 2 customers" }));
  await page.dialog.findByText("Fern has the reference A-1 already.");
  await page.user.type(page.dialog.getByLabelText("Reference of row 3"), "0");
  await waitFor(() => expect(page.dialog.queryByText("Fern has the reference A-1 already.")).toBeNull());
  page.dialog.getByText("2 customers will be added.");
});

test("a file that is not a list shows why, and another one can be chosen", async () => {
  const page = await openImport(csv("x", "clients.xlsx"));
  await page.dialog.findByText(/clients.xlsx is a workbook/);
  await page.user.upload(page.dialog.getByLabelText("Choose a list"), csv("Name,Email\nMoss,m@moss.example"));
  await page.dialog.findByText("1 customer will be added.");
});

test("a second file that is not a list shows why as well, and the rows of the first stay until a valid one is chosen", async () => {
  const page = await openImport(csv("Name,Email\nMoss,m@moss.example"));
  await page.dialog.findByText("1 customer will be added.");
  await page.user.upload(page.dialog.getByLabelText("Choose a list"), csv("x", "clients.xlsx"));
  expect((await page.dialog.findByRole("alert")).textContent).toMatch(/^clients.xlsx is a workbook/);
  page.dialog.getByText("1 customer will be added.");

  await page.user.upload(page.dialog.getByLabelText("Choose a list"), csv("Name,Email\nA,a@a.example\nB,b@b.example"));
  await page.dialog.findByText("2 customers will be added.");
  expect(page.dialog.queryByRole("alert")).toBeNull();
});
