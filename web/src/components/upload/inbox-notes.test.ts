import { type Destination, destinationOf } from "@sheaf/contracts/destinations.ts";
import { expect, test } from "vitest";
import { describeArrival, inboxCautions } from "./inbox-notes.ts";

const merged = { separatePdfs: false, separateDeliveries: false };
const separate = { separatePdfs: true, separateDeliveries: false };
const emails = { separatePdfs: true, separateDeliveries: true };

test.each([
  ["a@dext.cc", 0, merged, ""],
  ["a@dext.cc", 1, emails, "one email with one document"],
  ["a@dext.cc", 3, merged, "one email with one document"],
  ["a@dext.cc", 3, separate, "one email with 3 documents"],
  ["a@dext.cc", 3, emails, "3 emails with one document each"],
  ["a@xerofiles.com", 10, separate, "one email with 10 documents"],
  ["a@xerofiles.com", 11, separate, "2 emails with 11 documents"],
  ["a@app.hubdoc.com", 3, separate, "3 emails with one document each"],
])("%s, of %i files with %o, sees %s", (address, files, how, words) => {
  expect(describeArrival(address, files, how)).toBe(words);
});

const known = (address: string): Destination => {
  const inbox = destinationOf(address);
  if (!inbox) throw new Error(`${address} is no inbox that is known`);
  return inbox;
};

test.each([
  ["a@dext.cc", 3, separate, ["Dext takes up to 6 MB per file."]],
  ["a@app.hubdoc.com", 3, emails, ["Hubdoc takes up to 35 MB per email."]],
  [
    "a@app.hubdoc.com",
    3,
    separate,
    ["Hubdoc takes up to 35 MB per email.", "Hubdoc takes one document per email: send separate emails."],
  ],
  [
    "a@xerofiles.com",
    11,
    separate,
    ["Xero takes up to 25 MB per email.", "Xero takes 10 documents per email: the rest goes in further emails."],
  ],
  [
    "a@qbodocs.com",
    1,
    merged,
    ["QuickBooks accepts mail only from people invited there: invite our address in that company first."],
  ],
])("%s with %i files", (address, files, how, cautions) => {
  expect(inboxCautions(known(address), files, how)).toEqual(cautions);
});
