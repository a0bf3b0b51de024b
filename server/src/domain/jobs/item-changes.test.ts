import { expect, test } from "vitest";
import { canBringBack, canLeaveOutConverted, canReplaceConverted, isEmailText } from "./item-changes.ts";

const aside = { parentId: "a container", state: "set-aside", reason: null } as const;
const job = { filesDeleted: false, separateEmails: false, deliveries: 0 };

test.each([
  ["was set aside", {}, {}, true],
  ["was left out", { state: "left-out", reason: "damaged" }, {}, true],
  ["is a link without content", { reason: "unsupported" }, {}, false],
  ["is converted", { state: "converted" }, {}, false],
  ["was uploaded by itself", { parentId: null, state: "left-out" }, {}, false],
  ["belongs to a job with an email", {}, { deliveries: 1 }, false],
  ["belongs to a job with an email for each file", {}, { deliveries: 1, separateEmails: true }, true],
  ["has been deleted", {}, { filesDeleted: true }, false],
] as const)("an item that %s", (_, item, facts, expected) => {
  expect(canBringBack({ ...aside, ...item }, { ...job, ...facts })).toBe(expected);
});

test.each([
  ["is converted", {}, {}, true],
  ["was uploaded by itself", { parentId: null }, {}, false],
  ["was refused, which is another rule", { state: "refused" }, {}, false],
  ["belongs to a job with an email for each file", {}, { deliveries: 1, separateEmails: true }, false],
] as const)("leaving out an item that %s", (_, item, facts, expected) => {
  const converted = { ...aside, state: "converted" as const };
  expect(canLeaveOutConverted({ ...converted, ...item }, { ...job, ...facts })).toBe(expected);
});

test.each([
  ["is converted", {}, {}, true],
  ["was uploaded by itself", { parentId: null }, {}, true],
  ["is left out", { state: "left-out" }, {}, false],
  ["belongs to a job with emails", {}, { deliveries: 1, separateEmails: true }, false],
  ["has been deleted", {}, { filesDeleted: true }, false],
] as const)("replacing a file with pages that %s", (_, item, facts, expected) => {
  const converted = { ...aside, state: "converted" as const };
  expect(canReplaceConverted({ ...converted, ...item }, { ...job, ...facts })).toBe(expected);
});

test.each([
  ["Message.html", true, true],
  ["Message (2).txt", true, true],
  ["Message.html", false, false],
  ["Invoice.xml", true, false],
])("%s, as own content %s", (originalName, isOwnContent, expected) => {
  expect(isEmailText({ originalName, isOwnContent })).toBe(expected);
});
