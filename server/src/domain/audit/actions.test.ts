import { expect, test } from "vitest";
import { type AuditAction, auditActions, type Detail } from "./actions.ts";

const nothing = { files: [], recipients: [] };
const text = (action: AuditAction, detail: Detail = {}, objects: object = {}) =>
  auditActions[action].describe("Oak", detail, { ...nothing, ...objects });

test.each<[AuditAction, Detail, string]>([
  ["customers.imported", { customers: 1 }, "Imported 1 customer"],
  ["customers.imported", { customers: 2 }, "Imported 2 customers"],
  ["customers.exported", { customers: 0 }, "Downloaded the list of 0 customers"],
  ["job.created", { files: 3 }, "Uploaded 3 files for Oak"],
  ["customer.deleted", { name: "Ash" }, "Deleted the customer Ash"],
  ["customer.deleted", {}, "Deleted a customer"],
  ["member.removed", {}, "Removed a member"],
  ["invitation.taken-back", { name: "Ash" }, "Took back the invitation of Ash"],
  ["emails.confirmed", { emails: 1 }, "Confirmed 1 email for Oak"],
  ["emails.confirmed", { emails: 5, together: true }, "Had one email sent for Oak instead of 5 emails"],
  ["settings.changed", { fields: "undoSeconds,theme,other" }, "Changed settings: time for Undo, theme, other"],
  ["settings.changed", {}, "Changed settings: "],
  ["address.released", { name: "a@x" }, "Allowed emails to a@x again"],
  ["address.released", {}, "Allowed emails to a refused address again"],
  ["refund.granted", { credit: true }, "Granted a refund as credit, by the operator"],
  ["refund.granted", {}, "Granted a refund, by the operator"],
  ["operator.days-granted", { days: 1 }, "Granted 1 free day, by the operator"],
])("%s with %j is told as “%s”", (action, detail, words) => {
  expect(text(action, detail)).toBe(words);
});

test.each([
  [[], "Retried the upload for Oak"],
  [["a"], "Retried a for Oak"],
  [["a", "b", "c"], "Retried a, b and c for Oak"],
  [["a", "b", "c", "d"], "Retried a, b, c and 1 other for Oak"],
  [["a", "b", "c", "d", "e"], "Retried a, b, c and 2 others for Oak"],
])("the files %j are told as “%s”", (files, words) => {
  expect(text("job.retried", {}, { files })).toBe(words);
});

test.each<[AuditAction, Detail, object, string]>([
  ["pages.turned", { pages: 2 }, { files: ["a"] }, "Turned 2 pages of a for Oak"],
  ["pages.turned", { pages: 1 }, {}, "Turned 1 page of a file for Oak"],
  ["items.chosen", { chosen: 1 }, { files: ["z"] }, "Chose 1 file of z for Oak"],
  ["file.replaced", {}, { files: ["a"], newFile: "b" }, "Replaced a with b for Oak"],
  ["file.replaced", {}, { files: ["a"] }, "Replaced a file for Oak"],
  ["email.undone", { emails: 2 }, { recipients: ["a@x", "b@x"] }, "Took back 2 emails to a@x and b@x for Oak"],
  ["email.undone", { emails: 1 }, {}, "Took back 1 email for Oak"],
  ["email.stopped", {}, {}, "Stopped an email for Oak"],
  ["email.stopped", {}, { recipients: ["a@x"] }, "Stopped the email to a@x for Oak"],
  [
    "email.redirected",
    {},
    { recipients: ["b@x"], formerRecipient: "a@x" },
    "Sent the email to a@x for Oak to b@x instead",
  ],
  ["email.redirected", {}, { recipients: ["b@x"] }, "Sent an email for Oak to another address"],
  ["email.redirected", {}, { formerRecipient: "a@x" }, "Sent an email for Oak to another address"],
])("%s with %j about %j is told as “%s”", (action, detail, objects, words) => {
  expect(text(action, detail, objects)).toBe(words);
});
