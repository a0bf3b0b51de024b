import { expect, test } from "vitest";
import { carriesText, sendsTextTo, sizedAsSent } from "./with-text.ts";

const chosen = { readPages: true, waitForReading: true, searchableDestinations: ["dext"] };

test.each([
  ["a chosen inbox", "anna@dext.cc", chosen, true],
  ["another inbox", "anna@example.com", chosen, false],
  ["every other address", "anna@example.com", { ...chosen, searchableDestinations: ["other"] }, true],
  [
    "a chosen inbox of a practice that does not wait for reading",
    "a@dext.cc",
    { ...chosen, waitForReading: false },
    false,
  ],
  ["a chosen inbox of a practice that reads no pages", "a@dext.cc", { ...chosen, readPages: false }, false],
])("PDFs for %s: with text or without (%#)", (_, address, choices, expected) => {
  expect(sendsTextTo(address, choices)).toBe(expected);
});

test("the size of an email counts the version that is sent", () => {
  const pdf = { id: "1", position: 0, name: "a.pdf", purpose: "result" as const, pages: 1, sizeBytes: 4_000 };
  expect(sizedAsSent({ ...pdf, searchableBytes: 5_000 }, true).sizeBytes).toBe(5_000);
  expect(sizedAsSent({ ...pdf, searchableBytes: 5_000 }, false).sizeBytes).toBe(4_000);
  expect(sizedAsSent({ ...pdf, searchableBytes: null }, true).sizeBytes).toBe(4_000);
});

test("an email carries text only if all of its PDFs have their version with text", () => {
  const pdf = { position: 0, name: "a.pdf", purpose: "result" as const, pages: 1, sizeBytes: 4_000 };
  const pdfs = [
    { ...pdf, id: "read", searchableBytes: 5_000 },
    { ...pdf, id: "unread", searchableBytes: null },
  ];
  expect(carriesText(["read"], pdfs)).toBe(true);
  expect(carriesText(["read", "unread"], pdfs)).toBe(false);
});
