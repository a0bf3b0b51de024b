import { expect, test } from "vitest";
import { destinationOf } from "./destinations.ts";

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
