import { expect, test } from "vitest";
import { mergeChange } from "./merge-change.ts";

const customer = { name: "Oak", email: "a@x", outputEmail: null, reference: "1", preferredPdfs: null, emailText: null };

/** Merges an edit that began with `customer` after another one was stored. */
const merge = (stored: object, edited: object) =>
  mergeChange({ ...customer, ...stored } as never, customer as never, { ...customer, ...edited } as never);

test("each edit keeps the fields that it changed", () => {
  expect(merge({ name: "Oak Ltd" }, { email: "b@x" })).toMatchObject({ name: "Oak Ltd", email: "b@x", reference: "1" });
  expect(merge({}, { name: "Ash" })).toMatchObject({ name: "Ash" });
  expect(merge({ name: "Ash" }, {})).toMatchObject({ name: "Ash" });
});

test("two edits of a field to the same value agree", () => {
  expect(merge({ name: "Ash" }, { name: "Ash" })).toMatchObject({ name: "Ash" });
});

test.each([
  [{ name: "Ash" }, { name: "Elm" }, "changed the name to “Ash”."],
  [{ reference: null }, { reference: "2" }, "changed the reference."],
  [{ preferredPdfs: "one" }, { preferredPdfs: "separate" }, "changed the way the PDFs go."],
  [{ emailText: "a" }, { emailText: "b" }, "changed the choice about the text of emails."],
])("the edits %j and %j of one field do not agree", (stored, edited, words) => {
  expect(() => merge(stored, edited)).toThrow(expect.objectContaining({ code: "customer-changed" }));
  expect(() => merge(stored, edited)).toThrow(words);
});
