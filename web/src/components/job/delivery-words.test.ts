import { expect, test } from "vitest";
import { anEmail } from "../../testing/people.ts";
import { deliveredStage, emailedStage, emailsFootnote, saysEmails } from "./delivery-words.ts";

const pdf = { id: "o-1", name: "a.pdf", pages: 1, sizeBytes: 1000, note: null };
const delivered = anEmail({ state: "delivered", deliveredAt: "2026-11-20T10:33:00.000Z" });
const failed = anEmail({ state: "failed", message: "Refused." });

test("emails are told by their number, PDFs and addresses", () => {
  expect(saysEmails([anEmail()])).toBe("One email with one PDF to bakery@dext.cc");
  expect(saysEmails([anEmail({ attachments: [pdf, pdf] })])).toBe("One email with 2 PDFs to bakery@dext.cc");
  expect(saysEmails([anEmail(), anEmail()])).toBe("2 emails to bakery@dext.cc");
  expect(saysEmails([anEmail(), anEmail({ recipient: "b@x.example" })])).toBe("2 emails to 2 addresses");
});

test.each([
  ["needs you", [anEmail(), failed], "bad"],
  ["waits for Undo", [anEmail({ state: "held" })], "now"],
  ["1 of 2", [anEmail(), anEmail({ state: "waiting" })], "now"],
  ["kept in outbox", [anEmail({ state: "kept" })], "ok"],
  ["taken back", [anEmail({ state: "undone" })], ""],
  ["", [], ""],
] as const)("the emailed stage says %j", (note, emails, state) => {
  expect(emailedStage([...emails])).toEqual({ note, state });
});

test("the delivered stage waits for every inbox", () => {
  expect(deliveredStage([anEmail(), anEmail()])).toEqual({ note: "waiting", state: "" });
  expect(deliveredStage([anEmail(), delivered])).toEqual({ note: "1 of 2", state: "" });
  expect(deliveredStage([delivered])).toEqual({ note: expect.stringMatching(/:33$/), state: "ok" });
});

test("the footnote promises Delivered only where somebody will confirm it", () => {
  expect(emailsFootnote([anEmail()], true)).toMatch(
    /^Accepted at \d\d:32\. The light turns to Delivered when Dext confirms\. You may close this\.$/,
  );
  expect(emailsFootnote([anEmail()], false)).toMatch(/^Accepted at \d\d:32\. You may close this\.$/);
  expect(emailsFootnote([delivered], true)).toMatch(/^Delivered at/);
  expect(emailsFootnote([anEmail({ state: "held" })], true)).toBe("Undo takes it back. You may close this.");
  expect(emailsFootnote([anEmail(), failed], true)).toContain("that need you");
});
