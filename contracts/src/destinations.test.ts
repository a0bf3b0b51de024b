import { expect, test } from "vitest";
import { destinationKinds } from "./destination-kinds.ts";
import { attachmentsPerEmail, destinationOf, scanDpiOf } from "./destinations.ts";
import { MB } from "./limits.ts";

test.each([
  ["brightwater@dext.cc", "Dext"],
  ["Otley@Multiple.Dext.cc ", "Dext multiple"],
  ["old@receipt-bank.me", "Dext"],
  ["fernside.purchases@autoentry.com", "AutoEntry"],
  ["x@uk.autoentry.com", "AutoEntry"],
  ["kestrel-inn@app.hubdoc.com", "Hubdoc"],
  ["okafor@xerofiles.com", "Xero"],
  ["okafor@bills.xero.com", "Xero"],
  ["pennine@qbodocs.com", "QuickBooks"],
  ["coombe@inbox.sage.com", "Sage"],
])("[D13] %s is the inbox of %s", (address, name) => {
  expect(destinationOf(address)?.name).toBe(name);
});

test.each(["hello@bakery.example", "x@notdext.cc", "dext.cc@bakery.example", "x@sage.com.evil.example", "", null])(
  "%j is not recognised as an accounting inbox",
  (address) => {
    expect(destinationOf(address)).toBeUndefined();
  },
);

test.each([
  ["x@multiple.dext.cc", "Dext files every page of the PDF as one item, 6 MB and 200 pages at most."],
  ["x@autoentry.com", "A company set to single item has page 1 of each read only."],
])("the description of the inbox %s states how it handles pages", (address, words) => {
  expect(destinationOf(address)?.files).toContain(words);
});

test.each([
  ["x@multiple.dext.cc", "file", 6],
  ["x@dext.cc", "file", 6],
  ["x@autoentry.com", "email", 30],
  ["x@app.hubdoc.com", "email", 35],
  ["x@xerofiles.com", "email", 25],
  ["x@inbox.sage.com", "email", 20],
])("the inbox %s takes for each %s at most %i MB", (address, per, megabytes) => {
  expect(destinationOf(address)?.maxBytes?.value).toEqual({ per, bytes: megabytes * MB });
});

test.each([
  ["x@app.hubdoc.com", 1],
  ["x@bills.xero.com", 10],
  ["x@inbox.sage.com", 25],
  ["x@dext.cc", 100],
  ["x@bakery.example", 100],
  [null, 100],
])("an email to %s has at most %i PDFs", (address, most) => {
  expect(attachmentsPerEmail(address)).toBe(most);
});

test.each([
  ["x@multiple.dext.cc", { wanted: 200 }],
  ["x@dext.cc", { wanted: 200 }],
  ["x@autoentry.com", { wanted: 300, refusedBelow: 200 }],
  ["x@bills.xero.com", { wanted: 200 }],
  [undefined, { wanted: 200 }],
])("%s asks for scans of %o", (address, dpi) => {
  expect(scanDpiOf(address)).toEqual(dpi);
});

test("only the inbox that files every page as an item limits the pages, to 200", () => {
  expect(destinationOf("x@multiple.dext.cc")?.maxPages?.value).toBe(200);
  expect(destinationOf("x@dext.cc")?.maxPages).toBeUndefined();
});

test("a user can correct the address of an email", () => {
  expect(destinationKinds.email.toAddress).toBe(true);
});
