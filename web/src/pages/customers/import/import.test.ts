import { csvLine, csvStart } from "@sheaf/contracts/csv.ts";
import { expect, test } from "vitest";
import { aCustomer } from "../../../testing/people.ts";
import { guessMapping, pickFields } from "./columns.ts";
import { type ImportRow, isFaulty, judge, knownCustomers } from "./judge.ts";
import { readList } from "./read-list.ts";

const file = (content: string | Uint8Array<ArrayBuffer>, name = "clients.csv") => new File([content], name);
async function customersOf(content: string | Uint8Array<ArrayBuffer>) {
  const list = await readList(file(content));
  const mapping = guessMapping(list);
  return list.rows.map(({ cells }) => pickFields(cells, mapping));
}

test("an exported list is read back unchanged", async () => {
  const rows = [
    ["Zoë’s “Café”, Leeds", "zoe@cafe.example", "zoe@dext.cc", "=HYPERLINK(1)", "-7"],
    ["'Quoted' & Co", "q@q.example", "", "", "+44"],
  ];
  const csv = csvStart + [["Name", "Email", "Output email", "Company", "Reference"], ...rows].map(csvLine).join("");

  expect((await customersOf(csv)).map((one) => Object.values(one))).toEqual(rows);
});

test.each([
  ["Client name;E-mail;Client ref\nBright Bakery;hello@bakery.example;B-1", "Bright Bakery", "B-1"],
  ["*ContactName\tEmailAddress\tAccountNumber\nBright Bakery\thello@bakery.example\tB-1", "Bright Bakery", "B-1"],
  [
    "Ref,Business Name,Contact,Email Address\nB-1,Bakery Ltd,Bright Bakery,hello@bakery.example",
    "Bright Bakery",
    "B-1",
  ],
  ["Bright Bakery,hello@bakery.example\nInn,jo@inn.example", "Bright Bakery", ""],
])("columns are recognised: %j", async (csv, name, reference) => {
  const [first] = await customersOf(csv);
  expect(first).toMatchObject({ name, reference, email: "hello@bakery.example" });
});

test.each([
  ["Dext address", "bakery@dext.cc"],
  ["Hubdoc Email", "bakery@app.hubdoc.com"],
  ["Receipt Bank email address", "bakery@receipt-bank.me"],
  ["AutoEntry inbox", "upload@somewhere.example"],
  ["Accounting email", "inbox@books.example"],
  ["Where to", "bakery@dext.cc"],
])("the accounting inbox is recognised in the column “%s”", async (title, address) => {
  const [first] = await customersOf(`Client,Email,${title}\nBright Bakery,hello@bakery.example,${address}`);
  expect(first).toMatchObject({ name: "Bright Bakery", email: "hello@bakery.example", outputEmail: address });
});

test("a column with an inbox's name but without addresses is not used as the inbox", async () => {
  const [first] = await customersOf("Client,Email,Xero\nBright Bakery,hello@bakery.example,8812");
  expect(first?.outputEmail).toBe("");
});

test("a list written by Excel without UTF-8 keeps its special characters", async () => {
  const latin = Uint8Array.from("Name,Email\nCaf\xe9 \xa3,a@b.example", (letter) => letter.charCodeAt(0));
  expect((await customersOf(latin))[0]?.name).toBe("Café £");
});

test.each([
  ["list.xlsx", "x", /is a workbook/],
  ["list.csv", "", /is empty/],
  ["list.csv", "Name,Email\n", /no customer below/],
  [
    "list.csv",
    'Name,Email\nA,a@b.example\n"B,b@b.example\nC,c@b.example\n',
    /quotation mark on line 3 that is not closed/,
  ],
  ["list.csv", "PK\u0003\u0004\0\0", /not a CSV/],
  ["list.csv", `Name,Email\n${"A,a@b.example\n".repeat(2001)}`, /2,001 rows; 2,000/],
])("%s of %j cannot be read, and shows why", async (name, content, message) => {
  await expect(readList(file(content.slice(0, 60_000), name))).rejects.toThrow(message);
});

const aRow = (fields: Partial<ImportRow["fields"]>, more: Partial<ImportRow> = {}): ImportRow => ({
  line: 2,
  leftOut: false,
  open: false,
  ...more,
  fields: { name: "A", email: "a@b.example", outputEmail: "", company: "", reference: "", ...fields },
});

test("each row is validated by the server's rules", () => {
  const [good, nameless, wrong] = judge(
    [aRow({}), aRow({ name: " " }), aRow({ email: "a@", outputEmail: "b" })],
    knownCustomers([]),
  );
  expect(good && isFaulty(good)).toBe(false);
  expect(nameless?.errors).toEqual({ name: "Name is required" });
  expect(wrong?.errors).toEqual({ email: "Enter a valid email address", outputEmail: "Enter a valid email address" });
});

test("a reference must be unique in the list and in the practice; a row that is left out uses none", () => {
  const known = knownCustomers([aCustomer({ name: "The Inn", reference: "INN-1" })]);
  const rows = [
    aRow({ reference: "inn-1" }),
    aRow({ reference: "R-1" }, { line: 3, leftOut: true }),
    aRow({ reference: "R-1" }, { line: 4 }),
    aRow({ reference: "r-1" }, { line: 5 }),
  ];
  expect(judge(rows, known).map(({ errors }) => errors.reference)).toEqual([
    "The Inn has this reference already.",
    undefined,
    undefined,
    "Row 4 has this reference too.",
  ]);
});
