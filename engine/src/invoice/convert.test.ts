import { expect, test } from "vitest";
import { printInvoice, removeWritten } from "./testing.ts";

removeWritten();

const invoice = (content: string, root = "Invoice") =>
  printInvoice(`<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2">${content}</${root}>`);

test.each([
  ["a number", "<ID>42</ID>", "No. 42"],
  ["a reference", "<BuyerReference>Alder</BuyerReference>", "Your reference Alder"],
  ["a total", "<LegalMonetaryTotal><PayableAmount>5</PayableAmount></LegalMonetaryTotal>", "Amount due 5.00"],
  ["a line", "<InvoiceLine/>", "Net amount"],
  ["a value that the model does not have", "<UUID>7</UUID>", "UUID 7"],
])("an invoice with %s alone is printed", async (_what, content, text) => {
  expect((await invoice(content)).text).toContain(text);
});

test("a credit note without values is refused as empty", async () => {
  await expect(invoice("", "CreditNote")).rejects.toMatchObject({ reason: "empty" });
});

test("an invoice of more lines than 2,000 pages hold is refused before it is set", async () => {
  await expect(invoice("<InvoiceLine/>".repeat(72_001))).rejects.toMatchObject({
    reason: "too-large",
    detail: expect.stringContaining("would make about 2,001 pages"),
  });
});

test("of the characters that no font has, twenty are named", async () => {
  const missing = Array.from({ length: 21 }, (_, index) => String.fromCodePoint(0x10ff00 + index));
  const { warnings } = await invoice(`<Note>${missing.join("")}</Note>`);
  expect(warnings.map(({ text }) => text.split(": ")[1])).toEqual([missing.slice(0, 20).join(" ")]);
});

test("scripts whose letters are not joined are named in their order", async () => {
  const { warnings } = await invoice("<Note>\u0ba4 \u0939</Note>");
  expect(warnings.map(({ text }) => text)).toEqual([
    "Letters of Devanagari, Tamil are set one by one and not joined. Compare the XML.",
  ]);
});
