import { expect, test } from "vitest";
import { aDelivery } from "../../testing/people.ts";
import { deliveredStage, deliveriesFootnote, describeDeliveries, sentStage } from "./delivery-words.ts";

const pdf = { id: "o-1", name: "a.pdf", pages: 1, sizeBytes: 1000, note: null };
const delivered = aDelivery({ state: "delivered", deliveredAt: "2026-11-20T10:33:00.000Z" });
const failed = aDelivery({ state: "failed", message: "Refused." });

test("emails are described by their number, PDFs and addresses", () => {
  expect(describeDeliveries([aDelivery()])).toBe("One email with one PDF to bakery@dext.cc");
  expect(describeDeliveries([aDelivery({ attachments: [pdf, pdf] })])).toBe("One email with 2 PDFs to bakery@dext.cc");
  expect(describeDeliveries([aDelivery(), aDelivery()])).toBe("2 emails to bakery@dext.cc");
  expect(describeDeliveries([aDelivery(), aDelivery({ recipient: "b@x.example" })])).toBe("2 emails to 2 addresses");
});

test.each([
  ["needs you", [aDelivery(), failed], "bad"],
  ["can be undone", [aDelivery({ state: "held" })], "now"],
  ["1 of 2", [aDelivery(), aDelivery({ state: "waiting" })], "now"],
  ["kept in outbox", [aDelivery({ state: "kept" })], "ok"],
  ["cancelled", [aDelivery({ state: "undone" })], ""],
  ["", [], ""],
] as const)("the note of the stage for emailed is %j", (note, emails, state) => {
  expect(sentStage([...emails])).toEqual({ note, state });
});

test("the stage for delivered is complete when every inbox has confirmed", () => {
  expect(deliveredStage([aDelivery(), aDelivery()])).toEqual({ note: "waiting", state: "" });
  expect(deliveredStage([aDelivery(), delivered])).toEqual({ note: "1 of 2", state: "" });
  expect(deliveredStage([delivered])).toEqual({ note: expect.stringMatching(/:33$/), state: "ok" });
});

test("the footnote promises Delivered only where the mail service will confirm it", () => {
  expect(deliveriesFootnote("email", [aDelivery()], true)).toMatch(
    /^Accepted at \d\d:32\. The light changes to Delivered when Dext confirms\. You can close this window\.$/,
  );
  expect(deliveriesFootnote("email", [aDelivery()], false)).toMatch(
    /^Accepted at \d\d:32\. You can close this window\.$/,
  );
  expect(deliveriesFootnote("email", [delivered], true)).toMatch(/^Delivered at/);
  expect(deliveriesFootnote("email", [aDelivery({ state: "held" })], true)).toBe(
    "Undo cancels it. You can close this window.",
  );
  expect(deliveriesFootnote("email", [aDelivery(), failed], true)).toContain("that need you");
});
